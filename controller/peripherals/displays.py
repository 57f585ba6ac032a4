"""The displays of a table, as its settings name them; several at once, each with its own mailbox."""

import logging
import threading
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from typing import Final, Protocol

from controller.language.translate import ENGLISH, Tongue, on_face
from controller.settings.displays import (
    KIOSK_PORT,
    BackpackConfig,
    DisplayConfig,
    EpaperConfig,
    KioskConfig,
    LcdprocConfig,
    SerialConfig,
    WledConfig,
)
from firmware_bridge.displays import lcdproc
from firmware_bridge.displays.backpack import Backpack
from firmware_bridge.displays.characters import Size
from firmware_bridge.displays.epaper.waveshare import Epaper
from firmware_bridge.displays.lcdproc import Lcdproc
from firmware_bridge.displays.wled import WledPresets, WledStrip
from firmware_bridge.face.face import Face
from firmware_bridge.ports.conversation import Conversation
from firmware_bridge.ports.mailbox import Mailbox
from firmware_bridge.ports.serial_port import Display, serial_wire
from firmware_bridge.ports.tcp_port import address, tcp_wire
from firmware_bridge.ports.vendor import Stock
from firmware_bridge.protocol.messages import Key

Keys = Callable[[Key, int], None]
"""Hears of a key, and of which display it is, counted from 0."""

LIGATURES: Final = str.maketrans({"œ": "oe", "Œ": "Oe"})

_log = logging.getLogger(__name__)


class Box(Protocol):
    """Where a display's newest face is put; nothing here blocks or raises because of the display."""

    @property
    def status(self) -> str:
        """Its state in words; ``connected`` or ``sending`` at the beginning: faces are shown."""
        ...

    def show(self, face: Face) -> None:
        """Put a face in, in place of one that is still there."""

    def hang_up(self) -> None:
        """Begin to close."""

    def close(self) -> None:
        """Give the display a moment to show the last face."""


class Displays:
    """All displays of a table. None of them can hold up the game or fail it.

    Args:
        settings: One a display.
        keys: Called with every key that is pressed on a display, in that display's thread, so let it be quick.
        tongue: The language of the table; a display that lacks its letters speaks English.
    """

    def __init__(self, settings: Sequence[DisplayConfig], keys: Keys | None = None, tongue: Tongue = ENGLISH) -> None:
        self._boxes = tuple(
            open_display(one, partial(_pressed, keys, number) if keys else None) for number, one in enumerate(settings)
        )
        self._settings, self._tongue = tuple(settings), tongue
        # To wake a display's thread is a call of the system, at which another thread may take the interpreter and draw;
        # to put into this queue is none, so the game goes on at once, and its own thread does the rest when it waits.
        self._rings = SimpleQueue[bool]()
        self._newest = Face()
        self._examples: dict[int, Face] = {}
        self._herald = threading.Thread(target=self._announce, name="displays", daemon=True)
        self._herald.start()

    def show(self, face: Face) -> None:
        """Let every display have a face; returns at once, however many there are."""
        self._newest = face
        self._ring()

    def example(self, number: int, face: Face | None) -> None:
        """Let one display, counted from 0, show a face of its own whatever the others show; None: what they show."""
        examples = {place: shown for place, shown in self._examples.items() if place != number}
        self._examples = examples if face is None else {**examples, number: face}
        self._ring()

    def _ring(self) -> None:
        if self._boxes:
            self._rings.put(True)

    def _announce(self) -> None:
        """Put the newest face into every mailbox."""
        while self._rings.get():
            for number, (box, one) in enumerate(zip(self._boxes, self._settings, strict=True)):
                try:
                    box.show(spoken(self._examples.get(number, self._newest), one, self._tongue))
                except Exception:
                    # What one display cannot be told, the others are.
                    _log.exception("display %s: there is a face that cannot be put into words", one.port)

    def close(self) -> None:
        """Give each display a moment to show the last face, and let go of it."""
        self._rings.put(False)
        self._herald.join()
        for box in self._boxes:
            box.hang_up()
        for box in self._boxes:
            box.close()

    @property
    def status(self) -> tuple[str, ...]:
        """Each display's state in words, in the order of the settings."""
        return tuple(box.status for box in self._boxes)


def _pressed(keys: Keys, number: int, key: Key) -> None:
    keys(key, number)


def spoken(face: Face, settings: DisplayConfig, tongue: Tongue) -> Face:
    """A face in the language of the table, as far as a display has its letters.

    Kana and kanji are in no display but a browser: the others stay English. Our firmware has no œ.
    """
    if isinstance(settings, KioskConfig):
        return on_face(face, tongue)
    return face if tongue.lang == "ja" else on_face(face, tongue, LIGATURES)


def check(settings: DisplayConfig) -> None:
    """Whether there can be such a display; nothing is opened.

    Raises:
        BadAddress: the address of an LCDproc server or of a kiosk is none.
        TooSmall: a character display of this size shows no score.
    """
    match settings:
        case KioskConfig():
            address(settings.port, KIOSK_PORT)
        case LcdprocConfig():
            address(settings.port, lcdproc.PORT)
        case SerialConfig():
            pass
        case _:
            _stock(settings)


def open_display(settings: DisplayConfig, keys: Callable[[Key], None] | None = None) -> Box:
    """One display; one that is not there is told, and shows the newest face as soon as it is.

    Raises:
        BadAddress: the address of an LCDproc server or of a kiosk is none.
        TooSmall: a character display of this size shows no score.
    """
    if isinstance(settings, KioskConfig):
        # Its libraries take memory that a table without a kiosk need not spend.
        from firmware_bridge.ports.kiosk_port import Kiosk

        return Kiosk(*address(settings.port, KIOSK_PORT))
    if isinstance(settings, LcdprocConfig):
        return Mailbox(settings.port, tcp_wire(*address(settings.port, lcdproc.PORT)), Stock(Lcdproc(settings.page_s)))
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
