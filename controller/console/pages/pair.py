"""Joining: the QR code for other phones, pairing by a code, and the owner's list of phones."""

from datetime import UTC, datetime

from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from controller.console.http.qr_svg import svg
from controller.console.http.request import Visit
from controller.console.http.route import Door
from controller.console.security.devices import Device
from controller.console.security.pairing import TooManyAttemptsError, WrongCodeError
from controller.console.security.roles import PAIRED, Role
from controller.console.words.gettext import _, ngettext

SEE_OTHER = 303


async def join(visit: Visit) -> Response:
    """The address as a QR code, to be photographed by the next phone."""
    return visit.page("join.html", {"address": _address(visit)})


async def code(visit: Visit) -> Response:
    """The QR code itself."""
    return Response(svg(_address(visit)), media_type="image/svg+xml")


async def pair(visit: Visit) -> Response:
    """The form for a code."""
    return visit.page("pair.html", {"fault": ""})


async def paired(visit: Visit) -> Response:
    """Take a code; the browser gets its cookie."""
    form = await visit.form()
    try:
        role = visit.house.codes.redeem(form.get("code", ""), visit.address)
    except WrongCodeError:
        return visit.page("pair.html", {"fault": _("That code is not good, or not any more; ask for a new one.")}, 403)
    except TooManyAttemptsError as error:
        minutes = int(error.wait_s // 60) + 1
        words = ngettext("Too many wrong codes: wait {n} minute.", "Too many wrong codes: wait {n} minutes.", minutes)
        return visit.page("pair.html", {"fault": words.format(n=minutes)}, 429)
    device = await run_in_threadpool(_take_up, visit, role, form.get("name", "").strip())
    answer = RedirectResponse("/", SEE_OTHER)
    visit.house.cookies.give(answer, device.id)
    return answer


def _take_up(visit: Visit, role: Role, name: str) -> Device:
    """The device with its role; one that was paired before never loses by a code."""
    house, known = visit.house, visit.device
    if known is None:
        when = f"{datetime.now(UTC):%Y-%m-%d %H:%M}"
        named = name or _("phone at {address}").format(address=visit.address)
        device = house.devices.pair(named, role, when)
    else:
        device = house.devices.give(known, role) if role > known.role else known
    house.repaint()
    return device


async def phones(visit: Visit) -> Response:
    """Every paired phone, what it may do, and a way to take that away."""
    return visit.page("phones.html", {"devices": visit.house.devices.all, "roles": PAIRED})


def _address(visit: Visit) -> str:
    """Where others find these pages: as the display says, or as this one was asked for."""
    return visit.house.address or str(visit.request.base_url)


DOORS = (
    Door("/join", Role.VIEWER, join),
    Door("/join.svg", Role.VIEWER, code),
    Door("/pair", Role.VIEWER, pair),
    Door("/pair", Role.VIEWER, paired, "POST"),
    Door("/phones", Role.OWNER, phones),
)
