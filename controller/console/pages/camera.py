"""The page by which a phone is the table's camera, and the pictures that it sends."""

from collections.abc import Mapping
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, RedirectResponse, Response

from controller.console.http.request import PageRequest, PageRoute
from controller.console.http.templates import svg
from controller.console.pages.pair import SEE_OTHER
from controller.console.security.guard import PICTURE
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.preview import mat_outline
from controller.console.words.gettext import _, core
from controller.live.camera_words import trouble_text
from hardware.camera.phone import Battery

FPS: Final = 15.0
"""Pictures a second that a phone is asked for, unless the settings say another number."""
_DIGITS: Final = 12
"""Digits of a number that a phone sends; more are no number of its."""


async def page(request: PageRequest) -> Response:
    """Return the page itself, by https alone.

    Who may not be the camera types a code, or has brought it along.
    """
    setup, code = _phone(request), request.http.query_params.get("code", "")
    if request.http.url.scheme != "https":
        return RedirectResponse(_safe_address(request) + (f"?code={code}" if code.isalnum() else ""), SEE_OTHER)
    camera = setup.config.camera
    (width, height), may = camera.settings().size, request.context.may(request.role, Role.CAMERA)
    values = {"width": width, "height": height, "fps": camera.fps or FPS, "may": may, "code": "" if may else code}
    answer = request.page("camera.html", values)
    answer.headers["Permissions-Policy"] = "camera=(self), geolocation=(), microphone=()"
    return answer


async def code(request: PageRequest) -> Response:
    """Return the QR code of that page, with a code that makes the phone that photographs it the camera."""
    _phone(request)
    good = await run_in_threadpool(request.context.codes.for_camera)
    address = f"{_safe_address(request)}?code={good.text}"
    return Response(svg(address), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


async def picture(request: PageRequest) -> Response:
    """Accept a picture; the answer is how the table sees by it, or a sentence with which it is refused."""
    setup, query = _phone(request), request.http.query_params
    device, number, battery = request.device, _number(query.get("number")), _number(query.get("battery"))
    if device is None or number is None:
        raise HTTPException(400, _("This is no picture of a phone's."))
    sender = device.id, query.get("page", "")
    # Before a byte of it is read: it is told to whoever is refused, and kept of nobody.
    if not setup.phone.is_free_for(sender):
        return _refused(_("Another phone is the camera now; it has to stop first."), 409)
    try:
        data = await request.http.body()
    except ClientDisconnect:  # the phone has given it up, and nobody reads an answer
        raise HTTPException(400, _("This is no picture of a phone's.")) from None
    # It may have been forgotten while its picture was on the way.
    if not request.context.may(request.context.role(request.http), Role.CAMERA):
        raise HTTPException(403, _("This phone may not do that; pair it for it first."))
    battery_state = None if battery is None else Battery(min(battery, 100), query.get("charging") == "1")
    if not setup.phone.put(sender, number, data, battery_state):
        return _refused(_("Another phone is the camera now; it has to stop first."), 409)
    return JSONResponse(_seen(setup), headers={"Cache-Control": "no-store"})


def _seen(setup: Setup) -> Mapping[str, object]:
    """Return the eyes' view of the mat in the newest pictures.

    These are a sentence, whether all is well, and the mat's outline.
    """
    eyes = setup.frame_tap.eyes
    if eyes is None or (eyes.view is None and eyes.trouble is None):
        return {"told": _("The referee has not begun to watch yet; try again in a moment."), "well": False, "mat": ""}
    trouble, mat = core(trouble_text(eyes.trouble)), mat_outline(eyes.view.calibration) if eyes.view else ""
    return {"told": trouble or _("It sees the mat."), "well": not trouble, "mat": mat}


def _refused(text: str, status: int) -> Response:
    return JSONResponse({"told": text, "well": False, "mat": ""}, status, headers={"Cache-Control": "no-store"})


def _number(text: str | None) -> int | None:
    is_one = text is not None and text.isascii() and text.isdecimal() and len(text) <= _DIGITS
    return int(text) if text and is_one else None


def _phone(request: PageRequest) -> Setup:
    """Return the parts of a table of which a phone is the camera; raises HTTPException where none is."""
    setup = request.context.setup
    if setup is None or not setup.config.camera.is_phone:
        reason = _('This table\'s camera is no phone; below [camera] in its settings, source = "phone" makes it one.')
        raise HTTPException(404, reason)
    return setup


def _safe_address(request: PageRequest) -> str:
    """Return the address of the page by https; raises HTTPException where nobody listens there."""
    if not (address := request.context.phone_address()):
        raise HTTPException(404, _("Nobody listens by https now; the table's journal says why."))
    return address


ROUTES = (
    PageRoute("/camera", Role.VIEWER, page),
    PageRoute("/camera.svg", Role.OWNER, code),
    PageRoute(PICTURE, Role.CAMERA, picture, "POST"),
)
