"""Joining: the QR code for other phones, pairing by a code, and the owner's list of phones."""

from collections.abc import Mapping
from datetime import UTC, datetime

from babel.dates import format_date, format_time
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from controller.console.http.qr_svg import svg
from controller.console.http.request import PageRequest
from controller.console.http.route import PageRoute
from controller.console.security.devices import PairedDevice
from controller.console.security.pairing import TooManyAttemptsError, WrongCodeError
from controller.console.security.roles import PAIRED, Role
from controller.console.words.gettext import _, ngettext
from vision.words.cards import Lang

SEE_OTHER = 303


async def join(request: PageRequest) -> Response:
    """The address as a QR code, to be photographed by the next phone."""
    return request.page("join.html", {"address": _address(request)})


async def code(request: PageRequest) -> Response:
    """The QR code itself."""
    return Response(svg(_address(request)), media_type="image/svg+xml")


async def pair(request: PageRequest) -> Response:
    """The form for a code."""
    return _form(request)


async def paired(request: PageRequest) -> Response:
    """Take a code; the browser gets its cookie."""
    form = await request.form()
    try:
        device = await run_in_threadpool(_redeem, request, form.get("code", ""), _named(request, form))
    except WrongCodeError:
        return _form(request, _("That code is not good, or not any more; ask for a new one."), 403)
    except TooManyAttemptsError as error:
        minutes = int(error.wait_s // 60) + 1
        words = ngettext("Too many wrong codes: wait {n} minute.", "Too many wrong codes: wait {n} minutes.", minutes)
        return _form(request, words.format(n=minutes), 429)
    answer = RedirectResponse("/", SEE_OTHER)
    request.context.cookies.give(answer, device.id)
    return answer


def _named(request: PageRequest, form: Mapping[str, str]) -> str:
    """The name that a phone is to have: that of the seat whose button was pressed, else the one that was typed."""
    names = request.state.match.names
    seat = next((name for number, name in enumerate(names) if form.get("seat") == str(number)), "")
    return seat or form.get("name", "").strip()


def _form(request: PageRequest, fault: str = "", status: int = 200) -> Response:
    """The form for a code; on the table's own machine with the code that belongs on its display."""
    shown = request.context.codes.shown if request.is_from_here else None
    taken = {device.name.casefold() for device in request.context.devices.all}
    seats = [(seat, name, name.casefold() in taken) for seat, name in enumerate(request.state.match.names)]
    values = {"fault": fault, "code": shown.spoken if shown else "", "can_show": _can_show(request), "seats": seats}
    return request.page("pair.html", values, status)


def _can_show(request: PageRequest) -> bool:
    """Whether a code can be seen or heard at the table: its settings, if they are known, have a display or a voice."""
    setup = request.context.setup
    return setup is None or bool(setup.config.display) or setup.config.voice is not None


def _redeem(request: PageRequest, code: str, name: str) -> PairedDevice:
    """The device with the role of a code; one that was paired before never loses by it. Raises as `Codes.redeem`."""
    context, known = request.context, request.device.id if request.device else ""
    named = name or _("phone at {address}").format(address=request.address)
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M}"
    device = context.codes.redeem(code, request.address, lambda role: context.devices.pair(named, role, when, known))
    context.repaint()
    return device


async def phones(request: PageRequest) -> Response:
    """Every paired phone, what it may do, and a way to take that away."""
    known = request.context.devices.all
    devices = [(device, _since(device, request.language.code)) for device in known]
    return request.page("phones.html", {"devices": devices, "roles": PAIRED})


def _since(device: PairedDevice, lang: Lang) -> str:
    """When a phone was paired, as the clock on the wall says it: today the time alone."""
    at = datetime.fromisoformat(device.since).replace(tzinfo=UTC).astimezone()
    time = format_time(at, "short", locale=lang)
    return time if at.date() == datetime.now().astimezone().date() else f"{format_date(at, 'medium', lang)}, {time}"


def _address(request: PageRequest) -> str:
    """Where others find these pages: as the display says, or as this one was asked for."""
    return request.context.address or str(request.http.base_url)


ROUTES = (
    PageRoute("/join", Role.VIEWER, join),
    PageRoute("/join.svg", Role.VIEWER, code),
    PageRoute("/pair", Role.VIEWER, pair),
    PageRoute("/pair", Role.VIEWER, paired, "POST"),
    PageRoute("/phones", Role.OWNER, phones),
)
