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
from firmware_bridge.displays import characters, foreign, lcdproc, pictures, strip
from firmware_bridge.displays.backpack import Backpack
from firmware_bridge.displays.characters import CharacterSize
from firmware_bridge.displays.epaper.glass import Glass
from firmware_bridge.displays.epaper.waveshare import Epaper
from firmware_bridge.displays.foreign import UnusableDisplay, WrongOptions
from firmware_bridge.displays.lcdproc import Lcdproc
from firmware_bridge.displays.wled import WledStrip
from firmware_bridge.face.face import Face
from firmware_bridge.ports.conversation import Conversation
from firmware_bridge.ports.mailbox import Mailbox
from firmware_bridge.ports.serial_port import Display, serial_wire
from firmware_bridge.ports.tcp_port import address, tcp_wire
from firmware_bridge.ports.vendor import VendorLink
from firmware_bridge.protocol.messages import Key

KeyHandler = Callable[[Key, int], None]
"""A handler for a key and the number of its display, counted from 0."""

LIGATURES: Final = str.maketrans({"œ": "oe", "Œ": "Oe"})

_log = logging.getLogger(__name__)


class FaceSink(Protocol):
    """The sink for a display's newest face; nothing here blocks or raises because of the display."""

    @property
    def status(self) -> str:
        """The display's state in words; while faces are shown, it begins with ``connected`` or ``sending``."""
        ...

    def show(self, face: Face) -> None:
        """Hand over a face, replacing one that is not sent yet."""

    def hang_up(self) -> None:
        """Start to close."""

    def close(self) -> None:
        """Close the display, after a moment for its last face."""


class _Faces(NamedTuple):
    """The face of all displays, and the example faces of single ones, by their numbers."""

    face: Face = Face()
    examples: Mapping[int, Face] = MappingProxyType({})
    is_last: bool = False
    """Whether this is the last face before the displays close."""


class Displays(Subscriber):
    """All displays of a table; none can delay or stop the game.

    Args:
        settings: The settings of each display.
        keys: Called with every key pressed on a display, in that display's thread: it must be quick.
        locale: The language of the table; a display without its letters shows English.
    """

    def __init__(
        self, settings: Sequence[DisplayConfig], keys: KeyHandler | None = None, locale: Locale = ENGLISH
    ) -> None:
        self._sinks = tuple(
            open_display(one, partial(_report_key, keys, number) if keys else None)
            for number, one in enumerate(settings)
        )
        self._settings, self._locale = tuple(settings), locale
        # Waking a display's thread is a system call, at which another thread may take the interpreter and draw. Putting
        # a face here is none: the game goes on at once, and this thread wakes the displays while the game waits.
        first = _Faces()
        self._newest = Latest(first)
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._distribute, args=(first,), name="displays", daemon=True)
        self._thread.start()

    def show(self, face: Face) -> None:
        """Show a face on every display; returns at once, however many there are."""
        with self._lock:
            _, examples, over = self._newest.value
            self._newest.put(_Faces(face, examples, over))

    def on_face(self, shown: ComposedFace) -> None:
        """Show the face of the table on every display."""
        self.show(shown.face)

    def example(self, number: int, face: Face | None) -> None:
        """Show an example face on one display, counted from 0; None: show the same face as the others again."""
        with self._lock:
            newest = self._newest.value
            examples = {place: one for place, one in newest.examples.items() if place != number}
            self._newest.put(newest._replace(examples=examples if face is None else {**examples, number: face}))

    def _distribute(self, sent: _Faces) -> None:
        """Hand each newest face to all displays, until the last one is handed over."""
        number = 1
        while not sent.is_last and (newest := self._newest.wait(number)):
            number, faces = newest
            if faces.face is not sent.face or faces.examples is not sent.examples:
                self._put(faces)
            sent = faces

    def _put(self, faces: _Faces) -> None:
        for number, (sink, settings) in enumerate(zip(self._sinks, self._settings, strict=True)):
            try:
                sink.show(localize(faces.examples.get(number, faces.face), settings, self._locale))
            except Exception:
                # One display's fault must not stop the others.
                _log.exception("display %s: there is a face that cannot be put into words", settings.port)

    def close(self) -> None:
        """Close all displays, after a moment for their last face."""
        with self._lock:
            self._newest.put(self._newest.value._replace(is_last=True))
        self._thread.join()
        for sink in self._sinks:
            sink.hang_up()
        for sink in self._sinks:
            sink.close()

    @property
    def status(self) -> tuple[str, ...]:
        """The displays' states in words, in the order of the settings."""
        return tuple(box.status for box in self._sinks)


def _report_key(keys: KeyHandler, number: int, key: Key) -> None:
    keys(key, number)


def localize(face: Face, settings: DisplayConfig, locale: Locale) -> Face:
    """Translate a face into the table's language, with the letters and suit symbols that the display has.

    Only browsers have kana and kanji: other displays stay English. Our firmware lacks œ.
    """
    if isinstance(settings, KioskConfig):
        return on_face(face, replace(locale, style="symbols"))
    readable = Locale(cards=replace(locale.cards, lang="en")) if locale.lang == "ja" else locale
    has_symbols = isinstance(settings, SerialConfig)
    return on_face(face, replace(readable, style="symbols" if has_symbols else "words"), LIGATURES)


def check(settings: DisplayConfig) -> None:
    """Check a display's settings, without opening it.

    Raises:
        BadAddress: the port of an LCDproc server or of a kiosk is not an address.
        TooSmall: a character display of this size has no room for a score.
        WrongOptions: the display of another package refuses these options.
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
                # The package is broken, which the doctor reports; the game goes on without it.
                _log.warning("display %s of another package cannot be used", settings.kind)
        case _:
            _vendor_link(settings)


def open_display(settings: DisplayConfig, keys: Callable[[Key], None] | None = None) -> FaceSink:
    """Open one display; an absent one reports so, and shows the newest face as soon as it is plugged in.

    Raises:
        BadAddress: the port of an LCDproc server or of a kiosk is not an address.
        TooSmall: a character display of this size has no room for a score.
        WrongOptions: the display of another package refuses these options.
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
        conversation = _vendor_link(settings)
    except UnusableDisplay as error:
        return BrokenDisplay(f"refused: {error}")
    return Mailbox(settings.port, serial_wire(settings.port, settings.baud), conversation)


@dataclass(frozen=True, slots=True)
class BrokenDisplay:
    """A display whose package is broken: it stays dark, and its status says why."""

    status: str

    def show(self, face: Face) -> None:
        """Ignore the face: the display's driver is broken."""

    def hang_up(self) -> None:
        """Do nothing: the display is not open."""

    def close(self) -> None:
        """Do nothing: the display is not open."""


def _vendor_link(settings: WledConfig | EpaperConfig | BackpackConfig | ForeignConfig) -> Conversation:
    """Make the conversation with a display that has a firmware of its own."""
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
    """Parse columns and lines from a text such as 20x4; raises TooSmall."""
    columns, lines = map(int, text.split("x"))
    return CharacterSize(columns, lines)


# Pictures of displays that show a face, drawn without the display.

OLED_DOTS: Final = (128, 64)
BROWSER_PX: Final = (640, 384)
LCDPROC_SIZE: Final = characters.CharacterSize(20, 4)
"""The size of the usual display behind a server, which alone knows the real one."""
_FEWEST_LIGHTS: Final = 30
"""The lights drawn for a strip whose number of lights is not set yet."""


def render_picture(settings: DisplayConfig, face: Face) -> Image.Image | None:
    """Draw the face as a display shows it, its first page if it turns pages; None for displays of other packages.

    Args:
        settings: of the display; its port is ignored.
        face: the face to show.

    Raises:
        TooSmall: a character display of this size has no room for a score.
    """
    match settings:
        case SerialConfig():
            return pictures.render(face, OLED_DOTS)
        case KioskConfig():
            return pictures.render(face, BROWSER_PX)
        case EpaperConfig():
            paper, glass = Epaper(), Glass()
            glass.receive(b"".join(paper.changes(None, paper.render(face)[0])))
            return glass.image.rotate(180) if settings.upside_down else glass.image
        case BackpackConfig():
            return pictures.letters(characters.render(face, size(settings.size))[0])
        case LcdprocConfig():
            return pictures.letters(characters.render(face, LCDPROC_SIZE)[0])
        case WledConfig():
            return pictures.lights(strip.render(face, settings.lights or _FEWEST_LIGHTS, strip.BRIGHTEST))
        case _:
            return None
