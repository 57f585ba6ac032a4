"""Pictures of displays as they would show a face: nothing is opened, and nobody need have the display."""

from typing import Final

from PIL import Image

from controller.peripherals.displays import size
from controller.settings.displays import (
    BackpackConfig,
    DisplayConfig,
    EpaperConfig,
    KioskConfig,
    LcdprocConfig,
    SerialConfig,
    WledConfig,
)
from firmware_bridge.displays import characters, strip
from firmware_bridge.displays.epaper.glass import Glass
from firmware_bridge.displays.epaper.waveshare import Epaper
from firmware_bridge.displays.pictures import letters, lights, picture
from firmware_bridge.face.face import Face

OLED_DOTS: Final = (128, 64)
BROWSER_PX: Final = (640, 384)
LCDPROC_SIZE: Final = characters.CharacterSize(20, 4)
"""Of the usual display behind a server, which alone knows its size."""
_FEWEST_LIGHTS: Final = 30
"""Of a strip whose lights nobody has counted yet."""


def render_picture(settings: DisplayConfig, face: Face) -> Image.Image | None:
    """The face as a display shows it: of pages that turn the first; None: a package of other people draws it.

    Args:
        settings: of the display; its port is not looked at.
        face: what the table shows.

    Raises:
        TooSmall: a character display of this size shows no score.
    """
    match settings:
        case SerialConfig():
            return picture.render(face, OLED_DOTS)
        case KioskConfig():
            return picture.render(face, BROWSER_PX)
        case EpaperConfig():
            paper, glass = Epaper(), Glass()
            glass.receive(b"".join(paper.changes(None, paper.render(face)[0])))
            return glass.image.rotate(180) if settings.upside_down else glass.image
        case BackpackConfig():
            return letters.render(characters.render(face, size(settings.size))[0])
        case LcdprocConfig():
            return letters.render(characters.render(face, LCDPROC_SIZE)[0])
        case WledConfig():
            return lights.render(strip.render(face, settings.lights or _FEWEST_LIGHTS, strip.BRIGHTEST))
        case _:
            return None
