"""Joining: the QR code for other phones, pairing by a code, and the owner's list of phones."""

from collections.abc import Mapping
from datetime import UTC, datetime

from babel.dates import format_date, format_time
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from controller.console.http.request import PageRequest, PageRoute
from controller.console.http.templates import svg
from controller.console.security.devices import PairedDevice, SeatTakenError
from controller.console.security.pairing import TooManyAttemptsError, WrongCodeError
from controller.console.security.roles import Role
from controller.console.setup import walk
from controller.console.views.table_mat import table_mat
from controller.console.words.gettext import _, ngettext
from controller.record.events import has_begun
from vision.words.cards import Lang

SEE_OTHER = 303


async def join(request: PageRequest) -> Response:
    """Show the address as a QR code, to be photographed by the next phone."""
    values = {"address": _address(request), "invites": _invites(request)}
    return request.page("join.html", values)


async def code(request: PageRequest) -> Response:
    """Return the QR code itself; on a player's phone with the invitation of this evening."""
    invitation = f"pair?invitation={request.context.codes.invite()}" if _invites(request) else ""
    headers = {"Cache-Control": "no-store"}
    return Response(svg(_address(request) + invitation), media_type="image/svg+xml", headers=headers)


async def pair(request: PageRequest) -> Response:
    """Show the seats, and the code unless it came along; a phone that takes part already needs no invitation."""
    invitation, printed = (request.http.query_params.get(name, "") for name in ("invitation", "code"))
    if (invitation and request.role >= Role.PLAYER) or (printed and request.role is Role.OWNER):
        return RedirectResponse("/", SEE_OTHER)
    return _form(request, invitation=invitation, printed=printed)


async def paired(request: PageRequest) -> Response:
    """Accept a code; the browser gets its cookie."""
    form = await request.form()
    name, invitation = _named(request, form), form.get("invitation", "")
    try:
        if invitation:
            device = await run_in_threadpool(_seat, request, invitation, name)
        else:
            device = await run_in_threadpool(_redeem, request, form.get("code", ""), name)
    except SeatTakenError:
        fault = _("{name} has a phone already; take another seat, or look on.").format(name=name)
        return _form(request, fault, 403, invitation)
    except WrongCodeError:
        if invitation:
            return _form(request, _("That invitation is not good any more; photograph the newest one."), 403)
        return _form(request, _("That code is not good, or not any more; ask for a new one."), 403)
    except TooManyAttemptsError as error:
        minutes = int(error.wait_s // 60) + 1
        words = ngettext("Too many wrong codes: wait {n} minute.", "Too many wrong codes: wait {n} minutes.", minutes)
        return _form(request, words.format(n=minutes), 429)
    if device.role is Role.CAMERA or form.get("camera"):
        goal = "/camera"
    else:
        goal = "/setup" if await run_in_threadpool(_begins, request, device) else "/"
    answer = RedirectResponse(goal, SEE_OTHER)
    request.context.cookies.set_cookie(request.http, answer, device.id)
    return answer


def _begins(request: PageRequest, device: PairedDevice) -> bool:
    """Whether an owner comes to a table that is new: no step of its set-up is done, and nothing was played."""
    setup = request.context.setup
    if setup is None or device.role is not Role.OWNER or has_begun(request.context.lines(request.state)):
        return False
    return not any(step.is_done for step in walk.read(setup.config.data.directory).steps)


def _named(request: PageRequest, form: Mapping[str, str]) -> str:
    """Return the name that a phone is to have: the one that was typed, else that of the seat that was chosen."""
    names = request.state.match.names
    seat = next((name for number, name in enumerate(names) if form.get("seat") == str(number)), "")
    return form.get("name", "").strip() or seat


def _form(
    request: PageRequest, fault: str = "", status: int = 200, invitation: str = "", printed: str = ""
) -> Response:
    """Return the seats and the code, on the table's own machine the one on display; with an invitation the seats alone.

    A code that came with the address, photographed from paper, is not shown.
    """
    state, context = request.state, request.context
    code = context.codes.shown if request.is_local else None
    names = {device.name.casefold() for device in context.devices.all}
    mat = table_mat(state.match, state.face, None, leftward=context.leftward)
    seats = [(one, one.name.casefold() in names) for one in mat.seats]
    values = {"fault": fault, "code": code.spoken if code else "", "can_show": _can_show(request), "seats": seats}
    values |= {"invitation": invitation, "printed": printed}
    return request.page("pair.html", values, status)


def _can_show(request: PageRequest) -> bool:
    """Whether a code can be seen or heard at the table: its settings, if they are known, have a display or a voice."""
    setup = request.context.setup
    return setup is None or bool(setup.config.display) or setup.config.voice is not None


def _invites(request: PageRequest) -> bool:
    """Whether this phone may invite others: a player's of a table that somebody owns."""
    return request.role >= Role.PLAYER and request.context.devices.has_owner


def _seat(request: PageRequest, invitation: str, name: str) -> PairedDevice:
    """Return the device as the player of a free seat. Raises as `Codes.check_invitation`, and SeatTakenError."""
    context, device_id = request.context, request.device.id if request.device else ""
    context.codes.check_invitation(invitation, request.address)
    if name not in request.state.match.names:
        raise HTTPException(404, _("There is no such seat at this table."))
    device = context.devices.pair(name, Role.PLAYER, _now(), device_id, alone=True)
    context.repaint()
    return device


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M}"


def _redeem(request: PageRequest, code: str, name: str) -> PairedDevice:
    """Return the device with the role of a code; one that was paired before never loses by it.

    Raises as `Codes.redeem`.
    """
    context, device_id = request.context, request.device.id if request.device else ""
    named = name or _("phone at {address}").format(address=request.address)
    when = _now()
    device = context.codes.redeem(
        code, request.address, lambda role: context.devices.pair(named, role, when, device_id)
    )
    context.repaint()
    return device


async def phones(request: PageRequest) -> Response:
    """Every paired phone, what it may do, and a way to take that away."""
    paired = request.context.devices.all
    devices = [(device, _since(device, request.language.code)) for device in paired]
    return request.page("phones.html", {"devices": devices, "roles": request.context.roles})


def _since(device: PairedDevice, lang: Lang) -> str:
    """Return when a phone was paired, by the clock on the wall: today the time alone."""
    at = datetime.fromisoformat(device.since).replace(tzinfo=UTC).astimezone()
    time = format_time(at, "short", locale=lang)
    return time if at.date() == datetime.now().astimezone().date() else f"{format_date(at, 'medium', lang)}, {time}"


def _address(request: PageRequest) -> str:
    """Return the address at which others find these pages: as the display says, or as this one was asked for."""
    return request.context.address or str(request.http.base_url)


ROUTES = (
    PageRoute("/join", Role.VIEWER, join),
    PageRoute("/join.svg", Role.VIEWER, code),
    PageRoute("/pair", Role.VIEWER, pair),
    PageRoute("/pair", Role.VIEWER, paired, "POST"),
    PageRoute("/phones", Role.OWNER, phones),
)
