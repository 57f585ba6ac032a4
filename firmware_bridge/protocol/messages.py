"""The messages between host and display, and their bytes.

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
    """Slots of the picture's texts."""

    TITLE = 0
    STATUS = 1
    ALERT = 2


class Reason(IntEnum):
    """Reasons why a message was not accepted."""

    BAD_FRAME = 1
    BAD_MESSAGE = 2
    NOT_GREETED = 3
    OUT_OF_ORDER = 4
    OTHER_PICTURE = 5


class Press(IntEnum):
    """The stroke of a key; LONG comes after DOWN while the key is still held."""

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


WireMessage: TypeAlias = Hello | Welcome | SetRow | SetText | Show | Ping | Ack | Nak | Key


class BadMessage(ValueError):  # noqa: N818 - named for the mistake
    """Bytes with a right checksum are no message of this protocol."""


@dataclass(frozen=True, slots=True)
class NumberField:
    """A number of a layout: its name, its size in bytes, and what it is made into."""

    name: str
    size_bytes: int
    make: Callable[[int], object] = int


@dataclass(frozen=True, slots=True)
class MessageLayout:
    """The bytes of one type of message: its letter, its numbers, then its texts."""

    letter: str
    kind: type[Any]
    numbers: tuple[NumberField, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def numbers_bytes(self) -> int:
        """Size of the fixed part."""
        return sum(number.size_bytes for number in self.numbers)


_GREETING = (NumberField("version", 1), NumberField("session", 2))
"""The same places in every version to come, so that any two versions can tell each other theirs."""

LAYOUTS: tuple[MessageLayout, ...] = (
    MessageLayout("H", Hello, _GREETING, ("who",)),
    MessageLayout("W", Welcome, (*_GREETING, NumberField("width", 2), NumberField("height", 2)), ("who", "kind")),
    MessageLayout("R", SetRow, (NumberField("index", 1), NumberField("lamp", 1, Lamp)), ("name", "score", "strokes")),
    MessageLayout("T", SetText, (NumberField("slot", 1, Slot), NumberField("offset", 1)), ("part",)),
    MessageLayout("S", Show, (NumberField("rows", 1), NumberField("check", 4))),
    MessageLayout("P", Ping, (NumberField("check", 4),)),
    MessageLayout("A", Ack),
    MessageLayout("N", Nak, (NumberField("reason", 1, Reason),)),
    MessageLayout("K", Key, (NumberField("letter", 1, chr), NumberField("press", 1, Press))),
)
