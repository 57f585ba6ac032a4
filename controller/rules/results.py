"""The results of a record, as ``replay --json`` prints them, one object a line (record.md)."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, cast

from controller.record.cards import Card
from controller.record.events import Seat
from controller.record.message import Message

# The breakdown of a deal's score: its parts, each with its reason.

Amounts = tuple[int | float | None, ...]
"""A number for each seat; None where a seat has none."""


@dataclass(frozen=True, slots=True)
class BreakdownLine:
    """A number for each seat, and the reason for which it is counted."""

    why: Message
    amounts: Amounts


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The numbers behind a deal's score; a section without lines is empty where the game has none of it."""

    points: tuple[BreakdownLine, ...] = ()
    """The parts of the points that decide the deal: cards, last trick, Weis."""
    score: tuple[BreakdownLine, ...] = ()
    """The parts of the score; they sum to it."""
    marks: tuple[BreakdownLine, ...] = ()
    """The parts of the gain of the sheet's sums, where that is not the score itself (COI-S6)."""
    remarks: tuple[Message, ...] = field(default=())
    """Further sentences: the points needed, a point that is held."""


NO_BREAKDOWN: Final = Breakdown()


def counting(*lines: BreakdownLine) -> tuple[BreakdownLine, ...]:
    """Return the lines that count anything for any seat."""
    return tuple(line for line in lines if any(line.amounts))


def of_seats(seats: int, some: Iterable[int], amount: float) -> Amounts:
    """Give some of so many seats one amount, and the rest none.

    >>> of_seats(3, (0, 2), 20)
    (20, None, 20)
    """
    theirs = set(some)
    return tuple(amount if seat in theirs else None for seat in range(seats))


def summed(lines: Sequence[BreakdownLine], seats: int) -> tuple[int | float, ...]:
    """Sum some lines, by seat.

    >>> summed([BreakdownLine(Message("cards"), (44, 64)), BreakdownLine(Message("last trick"), (None, 5))], 2)
    (44, 69)
    """
    return tuple(sum(line.amounts[seat] or 0 for line in lines) for seat in range(seats))


Number = int | float
"""Points and scores: integers, in Tarot also halves."""

VerdictKind = Literal[
    "revoke",
    "illegal-lead",
    "out-of-turn",
    "second-card",
    "duplicate-card",
    "foreign-card",
    "impossible-card",
    "short-trick",
    "illegal-bid",
    "illegal-call",
    "illegal-discard",
    "false-declaration",
    "missed-rule",
    "someone-revoked",
]
"""The kinds of verdict (referee.md)."""


ILLEGAL_PLAYS: Final[tuple[VerdictKind, ...]] = ("revoke", "illegal-lead")
"""Verdicts on a card that its hand forbade: laid to a trick, or led to it."""

ILLEGAL_WORDS: Final[tuple[VerdictKind, ...]] = ("illegal-bid", "illegal-call", "false-declaration")
"""Verdicts on words."""

OWED: Final = "owed"
"""Detail of a deal: the seats that still have to draw for it."""

UNTOLD: Final = "untold"
"""Detail of a deal: seats that never said a word on which their score depends; no score is written for them."""

NO_WORDS: Final = Message.laid_out("")
"""The sentence of a verdict without a wording."""


@dataclass(frozen=True, slots=True)
class TrickResult:
    """A trick that is complete, or was gathered short."""

    deal: int
    trick: int
    leader: Seat | None
    """The leader; None where it is unknown because something went unseen, as in the next fields."""
    winner: Seat | None
    cards: tuple[Card, ...]
    points: Number | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A proven breach of the rules; equality ignores the sentence."""

    kind: VerdictKind
    seat: Seat | None
    event: int
    """Number of the act's event."""
    proved: int
    """Number of the event that proved it."""
    rule: str
    card: Card | None = None
    proof: tuple[Card, ...] | None = None
    """Cards that prove the breach, or None."""
    text: Message = field(default=NO_WORDS, compare=False)
    seats: tuple[Seat, ...] | None = None
    """Several seats concerned, where there is not one."""
    deal: int = 0

    @property
    def accusation(self) -> tuple[object, ...]:
        """The key of a verdict's accusation; verdicts that differ only in their proof have the same one."""
        return self.kind, self.seat, self.seats, self.event, self.card, self.deal


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """A question to the table, as it stands: two cards read by their faces, and the verdict that they would prove."""

    line: int
    """The line of the question."""
    verdict: Verdict
    """The verdict that two yes make: the accused seat's, and another player's."""
    rests_on: tuple[int, ...]
    """Lines of all cards on which the verdict rests, in order: of the trick before the act, the act, the proof."""
    text: Message = field(default=NO_WORDS, compare=False)
    answers: Mapping[Seat, bool] = field(default_factory=dict[Seat, bool])
    wrong: int | None = None
    """Line of the card that is another one, by an answer."""

    @property
    def is_denied(self) -> bool:
        """Whether a no took the question back."""
        return not all(self.answers.values())

    @property
    def is_confirmed(self) -> bool:
        """Whether the accused seat and another player have said yes."""
        return not self.is_denied and self.verdict.seat in self.answers and len(self.answers) > 1

    @property
    def waits(self) -> bool:
        """Whether an answer can still be given."""
        return not self.is_denied and not self.is_confirmed

    def may_answer(self, seat: Seat) -> bool:
        """Whether an answer of this seat is awaited: of the accused seat, and of one other."""
        others = [one for one in self.answers if one != self.verdict.seat]
        return self.waits and seat not in self.answers and (seat == self.verdict.seat or not others)


@dataclass(frozen=True, slots=True)
class DealResult:
    """The result of a deal that is over; None where cards are missing and it cannot be scored."""

    deal: int
    points: tuple[Number, ...] | None
    tricks: tuple[int, ...]
    score: tuple[Number | None, ...] | None
    total: tuple[Number, ...]
    detail: Mapping[str, Any]
    breakdown: Breakdown = field(default=NO_BREAKDOWN, compare=False)
    """The numbers behind the score, in words; lines of JSON have them in ``detail``."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match that is over."""

    total: tuple[Number, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    verdicts: int
    unscored: int = 0
    """Number of deals without a score because something of them went unseen."""
    owed: tuple[int, ...] = ()
    """Deals for which level seats have not drawn."""


@dataclass(frozen=True, slots=True)
class ErrorResult:
    """An event that cannot be part of this match; the fold went on without it."""

    event: int
    text: Message


Result = TrickResult | Verdict | QuestionResult | DealResult | MatchResult | ErrorResult


def to_json(result: Result, verdict_id: int = 0) -> str:
    """Write the result as one line of JSON; a verdict is given its number within the record."""
    return json.dumps(_fields(result, verdict_id), ensure_ascii=False, separators=(",", ":"))


def _fields(result: Result, verdict_id: int) -> dict[str, Any]:
    match result:
        case TrickResult():
            return {"r": "trick", **_plain(result)}
        case DealResult():
            fields = _plain(result)
            del fields["breakdown"]
            return {"r": "deal", **fields}
        case MatchResult():
            fields = _plain(result)
            rare = ("unscored", "owed")
            return {"r": "match", **{name: fields[name] for name in fields if name not in rare or fields[name]}}
        case ErrorResult():
            return {"r": "error", **_plain(result)}
        case Verdict():
            return {"r": "verdict", "id": verdict_id, **_accusation(result)}
        case QuestionResult():
            answers = {str(seat): yes for seat, yes in result.answers.items()}
            values = {"text": result.text, "answers": answers, "wrong": result.wrong}
            return {"r": "question", "line": result.line, **_accusation(result.verdict), **values}


def _accusation(verdict: Verdict) -> dict[str, Any]:
    who = {"seat": verdict.seat} if verdict.seats is None else {"seats": verdict.seats}
    rest = {name: _looks(getattr(verdict, name)) for name in ("event", "proved", "rule", "card", "proof", "text")}
    return {"kind": verdict.kind, **who, **rest}


def _plain(result: TrickResult | DealResult | MatchResult | ErrorResult) -> dict[str, Any]:
    return {name: _looks(getattr(result, name)) for name in result.__slots__}


def _looks(value: object) -> object:
    """Return the face of a card that exists twice; its copy stands in the record."""
    if isinstance(value, Card):
        return value.face
    return tuple(map(_looks, cast("tuple[object, ...]", value))) if isinstance(value, tuple) else value
