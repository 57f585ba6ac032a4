"""What a display can be asked to show, whatever it is made of."""

import unicodedata
from dataclasses import dataclass
from enum import IntEnum

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
    r"""The text as a display can take it: composed characters, and a space for whatever is no visible character.

    Control characters, line ends and lone surrogates become spaces, so that every text can be sent as UTF-8.

    >>> printable("Zoe\u0308\tx")
    'Zoë x'
    """
    composed = unicodedata.normalize("NFC", text)
    return "".join(character if character.isprintable() else " " for character in composed)


@dataclass(frozen=True, slots=True)
class Row:
    """One seat, or one side, on the board.

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


@dataclass(frozen=True, slots=True)
class Face:
    """One whole picture of the table; the default is the face of an idle table.

    Attributes:
        title: Game and deal.
        rows: One a seat or side, in seat order, at most ``MOST_ROWS``.
        status: Trick count, trump, whose turn.
        alert: What must not be overlooked, in words: a verdict, "camera blind"; empty when all is well.
        contract: What is played and by whom; this and what follows is not on our own wire, whose displays show
            ``status``, which says the same in one sentence.
        trick: Which trick of how many.
        led: The suit that leads the open trick, in a word.
        leader: The row that leads it.
        check: What should be looked at before anybody is accused.
        address: Where the table's page is; shown with its QR code while the table is idle.
        lead: Who leads or led what, in words, in place of the English ones.

    Raises:
        TooManyRows: More rows than ``MOST_ROWS``.
    """

    title: str = "Schiri"
    rows: tuple[Row, ...] = ()
    status: str = "ready"
    alert: str = ""
    contract: str = ""
    trick: str = ""
    led: str = ""
    leader: int | None = None
    check: str = ""
    address: str = ""
    lead: str = ""

    def __post_init__(self) -> None:
        if len(self.rows) > MOST_ROWS:
            raise TooManyRows(f"face {self.title!r} has {len(self.rows)} rows; give it at most {MOST_ROWS}")
        for field in ("title", "status", "alert", "contract", "trick", "led", "check", "address", "lead"):
            object.__setattr__(self, field, printable(getattr(self, field)))

    @property
    def phrases(self) -> tuple[str, ...]:
        """What there is to say of the deal, each short enough for a line; the status where nothing finer is known.

        >>> Face(rows=(Row("Anna"),), status="trick 2 of 9", trick="trick 2 of 9", led="hearts", leader=0).phrases
        ('trick 2 of 9', 'Anna led hearts')
        """
        known = self.leader is not None and self.leader < len(self.rows)
        name = self.rows[self.leader].name if known and self.leader is not None else ""
        lead = f"{name} led {self.led}" if name and self.led else f"{name} leads" if name else ""
        said = tuple(filter(None, (self.contract, self.trick, self.lead or lead, self.check)))
        return said or tuple(filter(None, (self.status,)))
