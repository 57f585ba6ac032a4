"""What host and display say to each other, and the bytes of it.

A payload is ``type sequence fields``: one byte each, then the numbers of the type's layout, high byte first, then its
texts in UTF-8 with a zero between two of them. ``LAYOUTS`` is the whole truth; the firmware's header is made from it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

from firmware_bridge.face.face import Lamp

VERSION = 1
"""Version of this protocol; host and display speak with each other only if theirs are equal."""

WHO = "schiri"
"""Said in both greetings, so that a stranger who happens to use the same frames is known for one."""


class Slot(IntEnum):
    """Which text of the picture."""

    TITLE = 0
    STATUS = 1
    ALERT = 2


class Reason(IntEnum):
    """Why a message was not taken."""

    BAD_FRAME = 1
    BAD_MESSAGE = 2
    NOT_GREETED = 3
    OUT_OF_ORDER = 4
    OTHER_PICTURE = 5


class Press(IntEnum):
    """What a key did. LONG comes after DOWN while the key is still held."""

    UP = 0
    DOWN = 1
    LONG = 2


@dataclass(frozen=True, slots=True)
class Hello:
    """Host: who I am. A new session number starts a blank picture."""

    session: int
    version: int = VERSION
    who: str = WHO


@dataclass(frozen=True, slots=True)
class Welcome:
    """Display: who I am, in answer to a Hello; ``width`` and ``height`` in pixels or characters."""

    session: int
    width: int
    height: int
    kind: str
    version: int = VERSION
    who: str = WHO


@dataclass(frozen=True, slots=True)
class SetRow:
    """Host: row ``index`` of the next picture is this."""

    index: int
    lamp: Lamp
    name: str
    score: str
    strokes: str


@dataclass(frozen=True, slots=True)
class SetText:
    """Host: from byte ``offset`` on, this text of the next picture is ``part`` and nothing behind it."""

    slot: Slot
    offset: int
    part: str


@dataclass(frozen=True, slots=True)
class Show:
    """Host: the next picture is whole, with this many rows and this check (``fit.check``): show it."""

    rows: int
    check: int


@dataclass(frozen=True, slots=True)
class Ping:
    """Host: I am here; you should be showing the picture with this check (0: whatever you show)."""

    check: int


@dataclass(frozen=True, slots=True)
class Ack:
    """Either side: the message with this sequence number was taken."""


@dataclass(frozen=True, slots=True)
class Nak:
    """Display: the message with this sequence number was not taken (BAD_FRAME: number unknown, 0)."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class Key:
    """Display: a key (by its letter, ``A`` first) went down or up, or has been held long."""

    letter: str
    press: Press = Press.DOWN


Message: TypeAlias = Hello | Welcome | SetRow | SetText | Show | Ping | Ack | Nak | Key


class BadMessage(ValueError):  # noqa: N818 - named for the mistake
    """Bytes with a right checksum are no message of this protocol."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a layout: its name, its size in bytes, and what it is made into."""

    name: str
    size_bytes: int
    make: Callable[[int], object] = int


@dataclass(frozen=True, slots=True)
class Layout:
    """The bytes of one type of message: its letter, its numbers, then its texts."""

    letter: str
    kind: type[Any]
    numbers: tuple[Number, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def numbers_bytes(self) -> int:
        """Size of the fixed part."""
        return sum(number.size_bytes for number in self.numbers)


_GREETING = (Number("version", 1), Number("session", 2))
"""The same places in every version to come, so that any two versions can tell each other theirs."""

LAYOUTS: tuple[Layout, ...] = (
    Layout("H", Hello, _GREETING, ("who",)),
    Layout("W", Welcome, (*_GREETING, Number("width", 2), Number("height", 2)), ("who", "kind")),
    Layout("R", SetRow, (Number("index", 1), Number("lamp", 1, Lamp)), ("name", "score", "strokes")),
    Layout("T", SetText, (Number("slot", 1, Slot), Number("offset", 1)), ("part",)),
    Layout("S", Show, (Number("rows", 1), Number("check", 4))),
    Layout("P", Ping, (Number("check", 4),)),
    Layout("A", Ack),
    Layout("N", Nak, (Number("reason", 1, Reason),)),
    Layout("K", Key, (Number("letter", 1, chr), Number("press", 1, Press))),
)
