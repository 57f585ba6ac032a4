"""The displays of a table, as its settings name them; several at once, each with its own mailbox."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.display_config import (
    BackpackConfig,
    DisplayConfig,
    EpaperConfig,
    LcdprocConfig,
    SerialConfig,
    WledConfig,
)
from firmware_bridge.conversation import Conversation
from firmware_bridge.displays import lcdproc
from firmware_bridge.displays.backpack import Backpack
from firmware_bridge.displays.characters import Size
from firmware_bridge.displays.epaper import Epaper
from firmware_bridge.displays.lcdproc import Lcdproc
from firmware_bridge.displays.wled import WledPresets, WledStrip
from firmware_bridge.face import Face
from firmware_bridge.mailbox import Mailbox
from firmware_bridge.messages import Key
from firmware_bridge.port import Display, serial_wire
from firmware_bridge.stock import Stock
from firmware_bridge.tcp_port import address, tcp_wire

Keys = Callable[[Key], None]

_log = logging.getLogger(__name__)


class Displays:
    """All displays of a table. None of them can hold up the game or fail it.

    Args:
        settings: One a display.
        keys: Called with every key that is pressed on a display, in that display's thread, so let it be quick.
    """

    def __init__(self, settings: Sequence[DisplayConfig], keys: Keys | None = None) -> None:
        self._boxes = tuple(open_display(one, keys) for one in settings)

    def show(self, face: Face) -> None:
        """Put a face into every mailbox; returns at once."""
        for box in self._boxes:
            box.show(face)

    def close(self) -> None:
        """Give each display a moment to show the last face, and let go of it."""
        for box in self._boxes:
            box.hang_up()
        for box in self._boxes:
            box.close()

    @property
    def status(self) -> tuple[str, ...]:
        """Each display's state in words, in the order of the settings."""
        return tuple(box.status for box in self._boxes)


def open_display(settings: DisplayConfig, keys: Keys | None = None) -> Mailbox:
    """One display; one that is not there is told, and shows the newest face as soon as it is.

    Raises:
        BadAddress: the address of an LCDproc server is none.
        TooSmall: a character display of this size shows no score.
    """
    if isinstance(settings, LcdprocConfig):
        return Mailbox(settings.port, tcp_wire(*address(settings.port, lcdproc.PORT)), Stock(Lcdproc(settings.page_s)))
    if not Path(settings.port).exists():
        _log.warning("display %s: there is no such port; the game goes on without it", settings.port)
    if isinstance(settings, SerialConfig):
        return Display(settings.port, settings.baud, keys)
    return Mailbox(settings.port, serial_wire(settings.port, settings.baud), _stock(settings))


def _stock(settings: WledConfig | EpaperConfig | BackpackConfig) -> Conversation:
    """The conversation with a display that needs no firmware of ours."""
    match settings:
        case WledConfig():
            return _wled(settings)
        case EpaperConfig():
            return Stock(Epaper(settings.refresh_s, settings.upside_down))
        case BackpackConfig():
            return Stock(Backpack(size(settings.size), settings.light, settings.contrast, settings.page_s))


def _wled(settings: WledConfig) -> Conversation:
    if settings.lights:
        return Stock(WledStrip(settings.lights, settings.brightness))
    presets = (settings.idle, settings.play, settings.foul, settings.trouble)
    return Stock(WledPresets(*presets, settings.turns, settings.brightness))


def size(text: str) -> Size:
    """Columns and lines of a text such as 20x4; raises TooSmall."""
    columns, lines = map(int, text.split("x"))
    return Size(columns, lines)
