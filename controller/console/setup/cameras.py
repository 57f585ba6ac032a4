"""The cameras that a table can take: those that are plugged in, a phone, and one at an address."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.checkup import plugged
from controller.console.setup.form_errors import mistake
from controller.console.words.gettext import _
from controller.settings.edit import KeyPath
from controller.settings.model import Config
from hardware.camera.settings import PHONE
from hardware.camera.source import is_live

FIRST: Final = ""
"""In the form: the first camera that is plugged in, whichever it is."""
ELSEWHERE: Final = "address"
"""In the form: the one whose address is typed."""
_LONGEST: Final = 500


@dataclass(frozen=True, slots=True)
class OfferedCamera:
    """A camera that can be chosen."""

    source: str
    """As the settings name it."""
    name: str


def offered(config: Config) -> list[OfferedCamera]:
    """The cameras to choose from, the present one among them; those at an address are typed."""
    found = plugged.camera()
    here = [(found.source, found.name), *found.others] if found else []
    now = config.camera.source
    here.append((PHONE, _("An old phone, by its browser")))
    if now and "://" not in now and now not in [source for source, _name in here]:
        here.append((now, _("{source}, which is set now").format(source=now)))
    return [OfferedCamera(FIRST, _("The first one that is plugged in")), *(OfferedCamera(*one) for one in here)]


def filled(config: Config) -> Mapping[str, str]:
    """The fields of the form as the settings have them."""
    now = config.camera.source or FIRST
    is_typed = "://" in now
    return {"source": ELSEWHERE if is_typed else now, "address": now if is_typed else ""}


def requested(form: Mapping[str, str], config: Config) -> Mapping[KeyPath, Any]:
    """The change that the form asks for; raises FormRefusedError."""
    source = form.get("source", "")
    if source == ELSEWHERE:
        source = form.get("address", "").strip()
        if "://" not in source or not source.isprintable() or len(source) > _LONGEST:
            told = _("Type the whole address of the camera's pictures, such as http://camera.local/video.")
            raise mistake("address", told)
    elif source not in [one.source for one in offered(config)] or (source and not is_live(source)):
        raise mistake("source", _("Choose one of those that are offered."))
    return {} if (source or None) == config.camera.source else {("camera", "source"): source or None}
