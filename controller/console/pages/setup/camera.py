"""The camera page: preview, measures of how well it sees, and calibration."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from controller.checkup import plugged
from controller.checkup.camera import NO_CAMERA
from controller.console.http.request import PageRequest, PageRoute, require_confirmation
from controller.console.pages.setup.common import parts, saved, shown
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormResult, mistake
from controller.console.setup.frame_tap import NoPictureError
from controller.console.setup.preview import Measures, Preview, calibrate, forget, measured_when, measures, sight
from controller.console.words.gettext import _
from controller.live import wiring
from controller.live.camera_words import trouble_text
from controller.settings.edit import KeyPath, edited
from controller.settings.model import Config
from controller.table import correction_rate
from hardware.camera.settings import PHONE
from hardware.camera.source import hide_password as source_words
from hardware.camera.source import is_live

TEMPLATE = "setup_camera.html"


def _view(request: PageRequest, setup: Setup) -> Mapping[str, object]:
    """Return the picture, and what the eyes say of the camera."""
    eyes, announce_options = setup.frame_tap.eyes, wiring.announce_options(setup.config)
    return {
        "sight": _sight(setup),
        "needless": None if is_missed(request, setup) else NO_CAMERA,
        "trouble": trouble_text(eyes.trouble)
        if eyes
        else _("The referee has not begun to watch yet; try again in a moment."),
        "battery": setup.phone.battery,
        "rate": correction_rate.counted(announce_options.rate, request.context.lines(request.state)),
    }


def is_missed(request: PageRequest, setup: Setup) -> bool:
    """Whether a camera belongs to this table."""
    return setup.config.camera.is_phone or wiring.is_missed(setup.config, request.context.lines(request.state))


def current_view(setup: Setup) -> tuple[Preview | None, Measures]:
    """Return the newest picture, and what was measured of the newest ones."""
    seen = _sight(setup)
    if seen is None:
        return None, Measures(fault=_("The camera gives no picture now."))
    return seen, setup.measured.get(lambda: measures(setup.frame_tap, setup.config))


def _sight(setup: Setup) -> Preview | None:
    try:
        cells = measures.cells if (measures := setup.measured.newest) else ()
        return setup.sights.get(lambda: sight(setup.frame_tap, setup.config, cells))
    except NoPictureError:
        return None


def _values(request: PageRequest, setup: Setup, sent: FormResult) -> Mapping[str, object]:
    _seen, measures = current_view(setup)
    revision = setup.file.read()
    return {
        "of": revision.mark,
        "cameras": offered(revision.config),
        "fields": {**filled(revision.config), **sent.fields},
        **_view(request, setup),
        "measures": measures,
        "source": source_words(setup.config.camera.video),
        "phone": _phone(request, setup),
        "measured": measured_when(setup.config),
        "waiting": setup.again.is_requested,
    }


def _phone(request: PageRequest, setup: Setup) -> tuple[str, str] | None:
    """Return the address of the page by which a phone is the camera, and the code for it.

    None: a phone is the camera, or none can be.
    """
    is_wanted = setup.config.camera.is_phone and not setup.phone.is_sending
    address = request.context.phone_address() if is_wanted else ""
    return (address, request.context.codes.for_camera().spoken) if address else None


async def camera(request: PageRequest) -> Response:
    """Return the whole page."""
    return await shown(request, TEMPLATE, _values)


async def view(request: PageRequest) -> Response:
    """Return the picture alone, as the page asks for it again and again."""
    return request.page("setup_camera_view.html", await run_in_threadpool(_view, request, parts(request)))


async def camera_saved(request: PageRequest) -> Response:
    """Measure the camera now, or forget what was measured."""
    return await saved(request, TEMPLATE, _values, _change)


def _change(request: PageRequest, setup: Setup, form: Mapping[str, str]) -> str:
    del request
    match form.get("do"):
        case "calibrate":
            answer, other_lens = calibrate(setup.frame_tap, setup.config)
        case "choose":
            settings = requested(form, setup.file.read().config)
            now = setup.file.save(form.get("of", ""), partial(edited, changes=settings))
            if now.camera == setup.config.camera:
                return _("It is set so already; nothing was changed.")
            setup.again.request(new=False)
            return _("Saved. It holds as soon as no deal is being played.")
        case "forget":
            require_confirmation(form, _("Forget what was measured of the camera?"))
            other_lens = forget(setup.config)
            answer = _("Forgotten: the camera is as it was before it was measured.")
        case _:
            raise mistake("", _("There is no such action."))
    if other_lens:
        setup.again.request(new=False)
    return answer


# The cameras that a table can take: those that are plugged in, a phone, and one at an address.

FIRST: Final = ""
"""Value in the form for the first camera that is plugged in, whichever it is."""
ELSEWHERE: Final = "address"
"""Value in the form for the camera whose address is typed."""
_LONGEST: Final = 500


@dataclass(frozen=True, slots=True)
class OfferedCamera:
    """A camera that can be chosen."""

    source: str
    """Source as the settings name it."""
    name: str


def offered(config: Config) -> list[OfferedCamera]:
    """Return the cameras to choose from, the present one among them; those at an address are typed."""
    camera = plugged.camera()
    here = [(camera.source, camera.name), *camera.others] if camera else []
    now = config.camera.source
    here.append((PHONE, _("An old phone, by its browser")))
    if now and "://" not in now and now not in [source for source, _name in here]:
        here.append((now, _("{source}, which is set now").format(source=now)))
    return [OfferedCamera(FIRST, _("The first one that is plugged in")), *(OfferedCamera(*one) for one in here)]


def filled(config: Config) -> Mapping[str, str]:
    """Return the fields of the form as the settings have them."""
    now = config.camera.source or FIRST
    is_typed = "://" in now
    return {"source": ELSEWHERE if is_typed else now, "address": now if is_typed else ""}


def requested(form: Mapping[str, str], config: Config) -> Mapping[KeyPath, Any]:
    """Return the change that the form asks for; raises FormRefusedError."""
    source = form.get("source", "")
    if source == ELSEWHERE:
        source = form.get("address", "").strip()
        if "://" not in source or not source.isprintable() or len(source) > _LONGEST:
            reason = _("Type the whole address of the camera's pictures, such as http://camera.local/video.")
            raise mistake("address", reason)
    elif source not in [one.source for one in offered(config)] or (source and not is_live(source)):
        raise mistake("source", _("Choose one of those that are offered."))
    return {} if (source or None) == config.camera.source else {("camera", "source"): source or None}


ROUTES = (
    PageRoute("/setup/camera", Role.OWNER, camera),
    PageRoute("/setup/camera/view", Role.OWNER, view),
    PageRoute("/setup/camera", Role.OWNER, camera_saved, "POST"),
)
