"""Character displays with the Matrix Orbital command set, such as Adafruit's USB + serial backpack.

Plain text is shown where the cursor stands; 0xFE begins a command. The display never answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from firmware_bridge.displays import characters
from firmware_bridge.displays.characters import CharacterSize, Page
from firmware_bridge.displays.dialect import Answer, Timing
from firmware_bridge.face.face import Face

COMMAND: Final = 0xFE
CLEAR: Final = bytes([COMMAND, 0x58])
NO_CURSOR: Final = bytes([COMMAND, 0x4B])
NO_BLINK: Final = bytes([COMMAND, 0x54])
NO_SCROLL: Final = bytes([COMMAND, 0x52])

AGAIN_S: Final = 30.0
"""A display that lost its power on a wire of its own is right again after this time."""


def cursor(column: int, line: int) -> bytes:
    """Go to a place, counted from 1."""
    return bytes([COMMAND, 0x47, column, line])


def brightness(level: int) -> bytes:
    """Brightness of the light behind the glass, 0 to 255."""
    return bytes([COMMAND, 0x99, level])


def contrast(level: int) -> bytes:
    """Contrast, 0 to 255; what is right depends on the glass."""
    return bytes([COMMAND, 0x50, level])


def glass(size: CharacterSize) -> bytes:
    """Tell an Adafruit backpack the size of its glass; others ignore it."""
    return bytes([COMMAND, 0xD1, size.columns, size.lines])


def changes(have: Page | None, want: Page) -> bytes:
    """Encode the change from one page to another: each line from its first to its last character that differs.

    >>> changes(("Anna +1 ", "trick 2 "), ("Anna +2 ", "trick 2 ")).hex(" ")
    'fe 47 07 01 32'
    """
    data = CLEAR if have is None else b""
    before = have or tuple(" " * len(line) for line in want)
    for number, (old, new) in enumerate(zip(before, want, strict=True), 1):
        differs = [place for place, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
        if differs:
            first, last = differs[0], differs[-1]
            data += cursor(first + 1, number) + new[first : last + 1].encode("ascii")
    return data


@dataclass(frozen=True, slots=True)
class Backpack:
    """The dialect of one display of this kind.

    Attributes:
        size: Columns and lines.
        light: Brightness of its light, 0 to 255.
        contrast: Its contrast, 0 to 255; None: as it was left.
        page_s: How long each page is shown, seconds.
    """

    size: CharacterSize = CharacterSize()  # noqa: RUF009 - frozen
    light: int = 128
    contrast: int | None = None
    page_s: float = 3.0

    @property
    def timing(self) -> Timing:
        """The timing of a display that never answers."""
        words = f"backpack {self.size.columns}x{self.size.lines}"
        return Timing(words, page_s=self.page_s, again_s=AGAIN_S)

    def greeting(self) -> tuple[bytes, ...]:
        """Size, light and contrast; no cursor, and no scrolling when the last place is written."""
        set_contrast = () if self.contrast is None else (contrast(self.contrast),)
        return (glass(self.size), brightness(self.light), *set_contrast, NO_CURSOR, NO_BLINK, NO_SCROLL)

    def render(self, face: Face) -> tuple[Page, ...]:
        """Render the face in pages."""
        return characters.render(face, self.size)

    def changes(self, have: Page | None, want: Page) -> tuple[bytes, ...]:
        """All that differs, at once."""
        return (changes(have, want),)

    def answers(self, data: bytes) -> tuple[Sequence[Answer], bytes]:
        """Keys that a Matrix Orbital display may have are not used."""
        return (), b""
