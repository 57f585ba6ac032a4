"""The events of a table: every kind that a record can hold (record.md).

Events are facts, not requests: a revoke is as much an event as a legal play.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from controller.record.effects import RulingEffect, Scores
from controller.record.fact import CardPlace, Count, Fact, Named, Origin, Seat, Value
from controller.record.game_events import (
    Agree,
    Bid,
    Call,
    Choose,
    Declare,
    Discard,
    Dog,
    Duel,
    Exchange,
    GameEvent,
    Moved,
    Reveal,
    Seal,
    Upcard,
)

__all__ = [
    "Agree",
    "Amend",
    "Bid",
    "Call",
    "CardPlace",
    "Choose",
    "Collect",
    "Correction",
    "Count",
    "DealStart",
    "Decision",
    "Declare",
    "Discard",
    "Dog",
    "Draw",
    "Duel",
    "End",
    "Event",
    "Exchange",
    "Fact",
    "GameEvent",
    "Gap",
    "Insert",
    "MatchStart",
    "Missed",
    "Moved",
    "Named",
    "Origin",
    "Played",
    "Reveal",
    "Ruling",
    "Seal",
    "Seat",
    "Seen",
    "SightEvent",
    "Undo",
    "Upcard",
    "Value",
    "Void",
    "has_begun",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStart(Fact):
    """The first line: which game, who sits where, by which rules."""

    e: Literal["match"] = "match"
    v: Literal[1, 2] = 1
    """Version of the record; one of version 2 also says what was not seen (unseen.md)."""
    game: str
    seats: tuple[str, ...]
    profile: str = "seed"
    options: dict[str, Value] = field(default_factory=dict[str, Value])


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStart(Fact):
    """Cards are dealt; ``hands`` only if they were shown to the camera or imported."""

    e: Literal["deal"] = "deal"
    dealer: Seat
    turned: Named | None = None
    hands: dict[Seat, tuple[Named, ...]] | None = None
    about: dict[str, str] | None = None
    """What the file that it was imported from says of its occasion: ``event``, ``site``, ``date``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Void(Fact):
    """The deal does not count."""

    e: Literal["void"] = "void"
    why: Literal["petit-sec", "misdeal", "rule"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Fact):
    """A card lies in the seat's place on the mat; ``t`` is the first moment at which it was seen lying."""

    e: Literal["play"] = "play"
    seat: Seat
    card: Named
    since: int | float | None = None
    """The last moment at which its spot was seen without it, seconds since the match event; None: ``t``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collect(Fact):
    """The trick was gathered."""

    e: Literal["collect"] = "collect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Fact):
    """A level player draws a card."""

    e: Literal["draw"] = "draw"
    seat: Seat
    card: Named


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap(Fact):
    """The table was not seen from ``from`` to ``t``; written when sight returns (unseen.md)."""

    e: Literal["gap"] = "gap"
    from_: Annotated[int | float, Field(alias="from")]
    """Seconds since the match event."""
    why: Literal["start", "camera", "frozen", "restart", "mat", "dark", "load", "again"]
    """``again``: cards lay open again, and whether they were played could not be seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(Fact):
    """An observation of the table at ``t``: lying cards and empty areas; a seat not named was not seen (unseen.md)."""

    e: Literal["seen"] = "seen"
    empty: dict[Seat, int | float] = field(default_factory=dict[Seat, int | float])
    """Since when each of these seats' areas was watched and like the mat, seconds since the match event."""
    lies: dict[Seat, tuple[Named, ...]] = field(default_factory=dict[Seat, tuple[Named, ...]])
    """The cards that have not moved, and new ones."""
    unread: tuple[Seat, ...] = ()
    """Areas in which something lies that is no known card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed(Fact):
    """People's account of the hole that event ``of`` left (unseen.md); None: not known."""

    e: Literal["missed"] = "missed"
    of: Count
    plays: tuple[tuple[Seat, Named], ...] | None = None
    """In order."""
    won: tuple[Seat, ...] | None = None
    """The winner of each trick that was gathered unseen."""
    trump: Literal["S", "H", "D", "C", "JO", "none"] | None = None
    over: bool | None = None
    """Whether the deal ended in it; False: the same deal goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Fact):
    """The last n events that still stand are taken back; ``gap`` and ``seen`` lines are not counted."""

    e: Literal["undo"] = "undo"
    n: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend(Fact):
    """Event ``of`` is read with these fields from now on."""

    e: Literal["amend"] = "amend"
    of: Count
    with_: Annotated[dict[str, Any], Field(alias="with")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert(Fact):
    """An event the camera missed stands before another one; its number is this line's."""

    e: Literal["insert"] = "insert"
    before: Count
    event: dict[str, Any]


Decision = Literal["upheld", "dismissed", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Fact):
    """The arbiter's word on a verdict."""

    e: Literal["ruling"] = "ruling"
    verdict: Count
    decision: Decision
    effect: RulingEffect = "none"
    by: str | None = None

    @property
    def is_arbiters(self) -> bool:
        """Whether an arbiter said so, named or at a console that lets nobody else rule; not a card or a button."""
        return self.by is not None or self.src == "console"

    @property
    def score(self) -> Scores | None:
        """The scores that are set, one a seat, or None."""
        value = self.effect.get("score") if isinstance(self.effect, dict) else None
        return value if isinstance(value, tuple) else None

    @property
    def pack(self) -> str | None:
        """The rulebook whose proposal is carried out, or None."""
        value = self.effect.get("pack") if isinstance(self.effect, dict) else None
        return value if isinstance(value, str) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Fact):
    """The match is over."""

    e: Literal["end"] = "end"


Correction = Undo | Amend | Insert | Missed
"""Events that change how earlier lines are read."""

SightEvent = Gap | Seen
"""The lines about sight, which no correction touches."""


def has_begun(events: Iterable["Event"]) -> bool:
    """Whether anything has happened in a match; its opening, and what was seen and not seen of it, are nothing yet."""
    return any(
        not isinstance(event, MatchStart | SightEvent) and not (isinstance(event, Amend) and event.of == 1)
        for event in events
    )


Event = (
    MatchStart
    | DealStart
    | Void
    | GameEvent
    | Played
    | Collect
    | Draw
    | Undo
    | Amend
    | Insert
    | Gap
    | Seen
    | Missed
    | Ruling
    | End
)
"""Any line of a record; its field ``e`` names the kind."""
