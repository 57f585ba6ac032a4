"""The displays of a table, as its settings name them; several at once, each with its own mailbox."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from PIL import Image

from controller.language.translate import ENGLISH, Locale, on_face
from controller.live.scoreboard import ComposedFace
from controller.live.table import Subscriber
from controller.settings.displays import (
    KIOSK_PORT,
    BackpackConfig,
    DisplayConfig,
    EpaperConfig,
    ForeignConfig,
    KioskConfig,
    LcdprocConfig,
    SerialConfig,
    WledConfig,
)
from controller.web.newest import Latest
from firmware_bridge.displays import characters, foreign, lcdproc, strip
from firmware_bridge.displays.backpack import Backpack
from firmware_bridge.displays.characters import CharacterSize
from firmware_bridge.displays.epaper.glass import Glass
from firmware_bridge.displays.epaper.waveshare import Epaper
from firmware_bridge.displays.foreign import UnusableDisplay, WrongOptions
from firmware_bridge.displays.lcdproc import Lcdproc
from firmware_bridge.displays.pictures import letters, lights, picture
from firmware_bridge.displays.wled import WledStrip
from firmware_bridge.face.face import Face
from firmware_bridge.ports.conversation import Conversation
from firmware_bridge.ports.mailbox import Mailbox
from firmware_bridge.ports.serial_port import Display, serial_wire
from firmware_bridge.ports.tcp_port import address, tcp_wire
from firmware_bridge.ports.vendor import VendorLink
from firmware_bridge.protocol.messages import Key

KeyHandler = Callable[[Key, int], None]
"""Hears of a key, and of which display it is, counted from 0."""

LIGATURES: Final = str.maketrans({"œ": "oe", "Œ": "Oe"})

_log = logging.getLogger(__name__)


class FaceSink(Protocol):
    """The sink for a display's newest face; nothing here blocks or raises because of the display."""

    @property
    def status(self) -> str:
        """The display's state in words; ``connected`` or ``sending`` at the beginning: faces are shown."""
        ...

    def show(self, face: Face) -> None:
        """Put a face in, in place of one that is still there."""

    def hang_up(self) -> None:
        """Begin to close."""

    def close(self) -> None:
        """Give the display a moment to show the last face."""


class _Shown(NamedTuple):
    """The face of all displays, and the example faces of single ones, by their numbers."""

    face: Face = Face()
    examples: Mapping[int, Face] = MappingProxyType({})
    over: bool = False
    """Whether this is the last face before the displays close."""


class Displays(Subscriber):
    """All displays of a table. None of them can hold up the game or fail it.

    Args:
        settings: One a display.
        keys: Called with every key that is pressed on a display, in that display's thread, so let it be quick.
        locale: The language of the table; a display that lacks its letters speaks English.
    """

    def __init__(
        self, settings: Sequence[DisplayConfig], keys: KeyHandler | None = None, locale: Locale = ENGLISH
    ) -> None:
        self._boxes = tuple(
            open_display(one, partial(_pressed, keys, number) if keys else None) for number, one in enumerate(settings)
        )
        self._settings, self._locale = tuple(settings), locale
        # To wake a display's thread is a call of the system, at which another thread may take the interpreter and draw;
        # to put in here is none, so the game goes on at once, and this thread does the rest when the game waits.
        first = _Shown()
        self._newest = Latest(first)
        self._changing = threading.Lock()
        self._herald = threading.Thread(target=self._announce, args=(first,), name="displays", daemon=True)
        self._herald.start()

    def show(self, face: Face) -> None:
        """Let every display have a face; returns at once, however many there are."""
        with self._changing:
            _, examples, over = self._newest.value
            self._newest.put(_Shown(face, examples, over))

    def on_face(self, shown: ComposedFace) -> None:
        """Let every display have the face of the table."""
        self.show(shown.face)

    def example(self, number: int, face: Face | None) -> None:
        """Let one display, counted from 0, show a face of its own whatever the others show; None: what they show."""
        with self._changing:
            shown = self._newest.value
            examples = {place: one for place, one in shown.examples.items() if place != number}
            self._newest.put(shown._replace(examples=examples if face is None else {**examples, number: face}))

    def _announce(self, given: _Shown) -> None:
        """Put the newest face into every mailbox, the last one, too."""
        number = 1
        while not given.over and (held := self._newest.wait(number)):
            number, shown = held
            if shown.face is not given.face or shown.examples is not given.examples:
                self._put(shown)
            given = shown

    def _put(self, shown: _Shown) -> None:
        for number, (box, one) in enumerate(zip(self._boxes, self._settings, strict=True)):
            try:
                box.show(spoken(shown.examples.get(number, shown.face), one, self._locale))
            except Exception:
                # What one display cannot be told, the others are.
                _log.exception("display %s: there is a face that cannot be put into words", one.port)

    def close(self) -> None:
        """Give each display a moment to show the last face, and let go of it."""
        with self._changing:
            self._newest.put(self._newest.value._replace(over=True))
        self._herald.join()
        for box in self._boxes:
            box.hang_up()
        for box in self._boxes:
            box.close()

    @property
    def status(self) -> tuple[str, ...]:
        """Each display's state in words, in the order of the settings."""
        return tuple(box.status for box in self._boxes)


def _pressed(keys: KeyHandler, number: int, key: Key) -> None:
    keys(key, number)


def spoken(face: Face, settings: DisplayConfig, locale: Locale) -> Face:
    """A face in the language of the table, as far as a display has its letters and the symbols of suits; else in words.

    Kana and kanji are in no display but a browser: the others stay English. Our firmware has no œ.
    """
    if isinstance(settings, KioskConfig):
        return on_face(face, replace(locale, style="symbols"))
    readable = Locale(cards=replace(locale.cards, lang="en")) if locale.lang == "ja" else locale
    has_symbols = isinstance(settings, SerialConfig)
    return on_face(face, replace(readable, style="symbols" if has_symbols else "words"), LIGATURES)


def check(settings: DisplayConfig) -> None:
    """Whether there can be such a display; nothing is opened.

    Raises:
        BadAddress: the address of an LCDproc server or of a kiosk is none.
        TooSmall: a character display of this size shows no score.
        WrongOptions: one of another package takes no such options.
    """
    match settings:
        case KioskConfig():
            address(settings.port, KIOSK_PORT)
        case LcdprocConfig():
            address(settings.port, lcdproc.PORT)
        case SerialConfig():
            pass
        case ForeignConfig():
            try:
                _vendor_link(settings)
            except WrongOptions:
                raise
            except UnusableDisplay:
                # Its package is broken, which the doctor tells; the game goes on without it.
                _log.warning("display %s of another package cannot be used", settings.kind)
        case _:
            _vendor_link(settings)


def open_display(settings: DisplayConfig, keys: Callable[[Key], None] | None = None) -> FaceSink:
    """One display; one that is not there is told, and shows the newest face as soon as it is.

    Raises:
        BadAddress: the address of an LCDproc server or of a kiosk is none.
        TooSmall: a character display of this size shows no score.
        WrongOptions: one of another package takes no such options.
    """
    if isinstance(settings, KioskConfig):
        # Its libraries take memory that a table without a kiosk need not spend.
        from controller.web.kiosk import Kiosk

        return Kiosk(*address(settings.port, KIOSK_PORT))
    if isinstance(settings, LcdprocConfig):
        return Mailbox(
            settings.port, tcp_wire(*address(settings.port, lcdproc.PORT)), VendorLink(Lcdproc(settings.page_s))
        )
    if isinstance(settings, SerialConfig):
        return Display(settings.port, settings.baud, keys)
    try:
        talk = _vendor_link(settings)
    except UnusableDisplay as error:
        return DarkDisplay(f"refused: {error}")
    return Mailbox(settings.port, serial_wire(settings.port, settings.baud), talk)


@dataclass(frozen=True, slots=True)
class DarkDisplay:
    """A display that shows nothing, and says why: the package that brings it is broken."""

    status: str

    def show(self, face: Face) -> None:
        """Show nothing, for this display cannot."""

    def hang_up(self) -> None:
        """Do nothing, for nothing is open."""

    def close(self) -> None:
        """Do nothing, for nothing is open."""


def _vendor_link(settings: WledConfig | EpaperConfig | BackpackConfig | ForeignConfig) -> Conversation:
    """The conversation with a display that needs no firmware of ours."""
    match settings:
        case WledConfig():
            return _wled(settings)
        case EpaperConfig():
            return VendorLink(Epaper(settings.refresh_s, settings.upside_down))
        case BackpackConfig():
            return VendorLink(Backpack(size(settings.size), settings.light, settings.contrast, settings.page_s))
        case ForeignConfig():
            return VendorLink(foreign.load(settings.kind, settings.options))


def _wled(settings: WledConfig) -> Conversation:
    if settings.lights:
        return VendorLink(WledStrip(settings.lights, settings.brightness))
    return VendorLink(settings.presets)


def size(text: str) -> CharacterSize:
    """Columns and lines of a text such as 20x4; raises TooSmall."""
    columns, lines = map(int, text.split("x"))
    return CharacterSize(columns, lines)


# Pictures of displays as they would show a face: nothing is opened, and nobody need have the display.

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
