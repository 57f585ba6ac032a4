"""The face: the content of a display, whatever the display is made of."""

import unicodedata
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, TypeAlias

MOST_ROWS = 6
"""Rows a face can have: a table has at most five seats, one row is spare. A display's memory is planned for it."""


class Lamp(IntEnum):
    """The light before a seat. A display shows it by shape or word, never by colour alone."""

    OFF = 0
    TURN = 1
    FOUL = 2


class TooManyRows(ValueError):  # noqa: N818 - named for the mistake
    """A face was given more rows than any display promises to hold."""


def printable(text: str) -> str:
    r"""Convert the text for a display: composed characters, and a space for whatever is no visible character.

    Control characters, line ends and lone surrogates become spaces, so that every text can be sent as UTF-8.

    >>> printable("Zoe\u0308\tx")
    'Zoë x'
    """
    if text.isprintable() and unicodedata.is_normalized("NFC", text):
        return text  # The same object, for it may be more than its letters.
    composed = unicodedata.normalize("NFC", text)
    return "".join(character if character.isprintable() else " " for character in composed)


@dataclass(frozen=True, slots=True)
class Row:
    """Row of one seat, or one side, on the board.

    Attributes:
        name: Who it is.
        score: The score in figures as it should be read, for instance ``"+3"`` or ``"49.5"``.
        strokes: The sheet's marks: ``I`` a stroke, ``o`` a circle, ``φ`` both (COI-S8); a display may draw each fifth
            stroke across the four before it. Any other text is shown as it is.
        lamp: The light before the seat.
    """

    name: str
    score: str = ""
    strokes: str = ""
    lamp: Lamp = Lamp.OFF

    def __post_init__(self) -> None:
        for field in ("name", "score", "strokes"):
            object.__setattr__(self, field, printable(getattr(self, field)))


AlertKind: TypeAlias = Literal["verdict", "check", "withdrawn", "trouble", "call", "answer", "notice", "code"]
"""Kinds of alerts.

A proven fault; something that should be looked at; a verdict that was taken back; what keeps the table from working,
such as a blind camera. A call for the arbiter; the answer to what somebody has said; other news for the table; a code
to pair a phone with.
"""


@dataclass(frozen=True, slots=True)
class Alert:
    """The alert of a face; without words there is none, and it is false.

    Attributes:
        text: In words.
        kind: What it is.
        about: Of which verdict it tells, as the referee tells them apart; empty: of none.
    """

    text: str = ""
    kind: AlertKind = "notice"
    about: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", printable(self.text))

    def __bool__(self) -> bool:
        return bool(self.text)


@dataclass(frozen=True, slots=True)
class Face:
    """Picture of the whole table; the default is the face of an idle table.

    Attributes:
        title: Game and deal.
        rows: One a seat or side, in seat order, at most ``MOST_ROWS``.
        status: Trick count, trump, whose turn.
        alert: What must not be overlooked: a verdict, "camera blind"; false when all is well.
        contract: What is played and by whom; this and what follows is not on our own wire, whose displays show
            ``status``, which says the same in one sentence.
        trick: Which trick of how many.
        lead: Who leads or led what to the open trick, in words.
        check: What should be looked at before anybody is accused.
        address: Where the table's page is; shown with its QR code while the table is idle.

    Raises:
        TooManyRows: More rows than ``MOST_ROWS``.
    """

    title: str = "Schiri"
    rows: tuple[Row, ...] = ()
    status: str = "ready"
    alert: Alert = Alert()
    contract: str = ""
    trick: str = ""
    lead: str = ""
    check: str = ""
    address: str = ""

    def __post_init__(self) -> None:
        if len(self.rows) > MOST_ROWS:
            raise TooManyRows(f"face {self.title!r} has {len(self.rows)} rows; give it at most {MOST_ROWS}")
        for field in ("title", "status", "contract", "trick", "lead", "check", "address"):
            object.__setattr__(self, field, printable(getattr(self, field)))

    @property
    def phrases(self) -> tuple[str, ...]:
        """The phrases of the deal's status, each short enough for a line; the status itself where there are none.

        >>> Face(status="trick 2 of 9, Anna led hearts", trick="trick 2 of 9", lead="Anna led hearts").phrases
        ('trick 2 of 9', 'Anna led hearts')
        """
        said = tuple(filter(None, (self.contract, self.trick, self.lead, self.check)))
        return said or tuple(filter(None, (self.status,)))
