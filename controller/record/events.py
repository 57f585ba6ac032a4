"""The events of a table: every kind that a record can hold (record.md).

Events are facts, not requests: a revoke is as much an event as a legal play.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Literal, cast

from pydantic import ConfigDict, Field, PlainValidator

from controller.record.cards import Card
from controller.record.message import Message

# The effect of a ruling, as a record writes it (record.md, referee.md).


def _effect(value: object) -> object:
    if value in ("none", "void-deal", "redeal"):
        return value
    items = tuple(cast("dict[object, object]", value).items()) if isinstance(value, dict) else ()
    if len(items) == 1:
        name, words = items[0]
        if name == "pack" and isinstance(words, str):
            return {name: words}
        if name == "score" and isinstance(words, (list, tuple)):
            scores = tuple(cast("list[object]", words))
            if all(map(_is_score, scores)):
                return {name: scores}
    raise ValueError(
        Message(
            'it should be "none", "void-deal", "redeal", {reason}',
            reason=f'{{"score":[one a seat, under {_MOST}]}} or {{"pack":a name}}',
        )
    )


_MOST: Final = 10**9
"""A bound above the score of any sheet: a score beyond it is a slip, and sums stay numbers."""


def _is_score(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _MOST)


Scores = tuple[int | float | None, ...]
RulingEffect = Annotated[
    Literal["none", "void-deal", "redeal"] | dict[Literal["score", "pack"], Scores | str], PlainValidator(_effect)
]
"""The effect of a ruling: on nothing, the whole deal, the deal's scores, or as a rulebook proposes."""


# The fields that every event of a record may have, and the types of the others: seat, named card, value, count.

Seat = int
"""A seat, 0 to n-1 in order of play, counter-clockwise; the fold, which knows n, answers any other number."""

Named = Annotated[Card, PlainValidator(Card)]
Value = bool | int | float | str | tuple[Any, ...]
"""The value of an option."""

Count = Annotated[int, Field(ge=1)]


def _name(value: object) -> str:
    """Return the name of a movement; raise ValueError for anything else."""
    if isinstance(value, str) and _NAME.fullmatch(value):
        return value
    raise ValueError(Message("it should be a name in small letters, such as {reason}", reason="'give'"))


def _place(value: object) -> int | str:
    """Return a seat, or the name of another place; raise ValueError for anything else."""
    if (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, str) and _NAME.fullmatch(value)):
        return value
    raise ValueError(
        Message("it should be the number of a seat, or the name of a place, such as {reason}", reason="'stock'")
    )


_NAME: Final = re.compile("[a-z][a-z0-9-]*")
MovementName = Annotated[str, PlainValidator(_name)]
"""The name of a movement in a game: small letters, digits and dashes."""
CardPlace = Annotated[int | str, PlainValidator(_place)]
"""A hand by its seat, or another place with cards by its name, such as ``stock``."""
Origin = Literal["camera", "console", "button", "import"]
"""The means by which an event came into the record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """The fields of every event beside its own: time, source, confidence and picture."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
    t: int | float | None = None
    """Seconds since the match event."""
    src: Origin | None = None
    conf: Annotated[float, Field(ge=0, le=1)] | None = None
    img: str | None = None
    """Name of the evidence picture."""

    @property
    def seats_named(self) -> tuple[Seat, ...]:
        """The seats whose event it is, by default the value of its field ``seat``; each must be one of the table's."""
        seat = getattr(self, "seat", None)
        return () if seat is None else (seat,)


# The events of games' own: words and shown cards beside the cards of the tricks (record.md).


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid(Fact):
    """A bid of a seat, a pass, or its word in, out or blind."""

    e: Literal["bid"] = "bid"
    seat: Seat
    call: str
    as_: Annotated[str | None, Field(alias="as")] = None
    start: Literal["up", "down"] | None = None
    chelem: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Fact):
    """The call of a card, or of nobody (null), by the taker of a five-seat Tarot deal."""

    e: Literal["call"] = "call"
    seat: Seat
    card: Named | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dog(Fact):
    """The show of the dog."""

    e: Literal["dog"] = "dog"
    cards: tuple[Named, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Fact):
    """Cards that the taker lays away; ``cards`` only if all are known."""

    e: Literal["discard"] = "discard"
    seat: Seat
    count: Annotated[int, Field(ge=0)]
    shown: tuple[Named, ...] = ()
    cards: tuple[Named, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange(Fact):
    """The exchange of the lowest trump for the turned-up card (HAN-X1, SCN-X1)."""

    e: Literal["exchange"] = "exchange"
    seat: Seat
    gives: Named
    takes: Named


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Fact):
    """Cards that are moved from a hand or another place to another one, or shown where they are."""

    e: Literal["move"] = "move"
    what: MovementName
    """The movement's name in its game."""
    from_: Annotated[CardPlace, Field(alias="from")]
    to: CardPlace
    """The place the cards go to; the same as ``from`` where they are shown and stay."""
    count: Count
    cards: tuple[Named, ...] | None = None
    """The known cards among these."""

    @property
    def seats_named(self) -> tuple[Seat, ...]:
        """Hands among the two places."""
        return tuple(place for place in (self.from_, self.to) if isinstance(place, int))

    @property
    def seat(self) -> Seat | None:
        """The seat that moves the cards: whose hand they leave, else whose hand they enter; None: no hand."""
        return next((place for place in (self.from_, self.to) if isinstance(place, int)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agree(Fact):
    """An agreement of two seats to share the deal without play (HAN-B4)."""

    e: Literal["agree"] = "agree"
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare(Fact):
    """An announcement of a seat about its hand."""

    e: Literal["declare"] = "declare"
    seat: Seat
    what: Literal["weis", "stock", "belote", "poignee", "misere", "chelem", "petit-sec", "hand", "marriage"]
    points: int | None = None
    size: Literal["single", "double", "triple"] | None = None
    cards: tuple[Named, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Upcard(Fact):
    """The stock's top card, turned up (CON-A1)."""

    e: Literal["upcard"] = "upcard"
    card: Named


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel(Fact):
    """Two bidding cards, revealed together (CON-A2)."""

    e: Literal["duel"] = "duel"
    cards: dict[Seat, Named]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Fact):
    """The choice of the marker's holder to take or leave the up-card (CON-A3)."""

    e: Literal["choose"] = "choose"
    seat: Seat
    take: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal(Fact):
    """A call of a seat that stays secret: the record has its salted hash alone."""

    e: Literal["seal"] = "seal"
    seat: Seat
    seal: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    """See :func:`controller.record.events.seal`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Fact):
    """A sealed call in the open, with the salt that shows it to be the call that was sealed."""

    e: Literal["reveal"] = "reveal"
    seat: Seat
    call: str
    salt: Annotated[str, Field(pattern="^[0-9a-f]{32}$")]


GameEvent = Agree | Bid | Call | Choose | Declare | Discard | Dog | Duel | Exchange | Moved | Reveal | Seal | Upcard


# Sealed calls: a record holds the salted hash of a word that stays secret until it is revealed (record.md).
#
# The hash is that of ``sha256sum`` for the salt, a space and the word, so that anybody can check it.


def seal(call: str, salt: str) -> str:
    """Calculate the hash under which a call is recorded before it is revealed, in hexadecimal digits.

    Args:
        call: the word.
        salt: 32 random hexadecimal digits; without them the few words that there are could all be tried.

    >>> seal("47", "00" * 16)[:12]
    'a68e48f7e2df'
    """
    return hashlib.sha256(f"{salt} {call}".encode()).hexdigest()


__all__ = [
    "Agree",
    "Amend",
    "Answered",
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
    "Question",
    "Reveal",
    "Ruling",
    "Seal",
    "Seat",
    "Seen",
    "SightEvent",
    "Undo",
    "Unprompted",
    "Upcard",
    "Value",
    "Void",
    "has_begun",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStart(Fact):
    """The first line: which game, who sits where, by which rules."""

    e: Literal["match"] = "match"
    v: Literal[1, 2, 3] = 3
    """Version of the record; older ones are read, and new records are of the newest."""
    game: str
    seats: tuple[str, ...]
    profile: str = "seed"
    options: dict[str, Value] = field(default_factory=dict[str, Value])
    cards: Literal["faces"] | None = None
    """The means by which cards are read; None: marks, or people who tap them. By faces people are asked first."""
    sight: bool | None = None
    """Whether the record tells what was seen and what was not (unseen.md); None: no, but in version 2."""

    @property
    def tells_sight(self) -> bool:
        """Whether the record tells what was seen: by its field, or as all records of version 2 do."""
        return self.v == 2 or bool(self.sight)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStart(Fact):
    """The start of a deal; ``hands`` only if they were shown to the camera or imported."""

    e: Literal["deal"] = "deal"
    dealer: Seat
    inferred: Literal[True] | None = None
    """True if nobody has said who deals: the dealer is inferred from the first card that was read."""
    turned: Named | None = None
    hands: dict[Seat, tuple[Named, ...]] | None = None
    about: dict[str, str] | None = None
    """The occasion by the file that the deal was imported from: ``event``, ``site``, ``date``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Void(Fact):
    """The end of a deal that does not count."""

    e: Literal["void"] = "void"
    why: Literal["petit-sec", "misdeal", "rule"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Fact):
    """A card in the seat's place on the mat; ``t`` is the first moment at which it was seen lying."""

    e: Literal["play"] = "play"
    seat: Seat
    card: Named
    since: int | float | None = None
    """The last moment at which its spot was seen without it, seconds since the match event; None: ``t``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collect(Fact):
    """The gathering of a trick."""

    e: Literal["collect"] = "collect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Fact):
    """A card that a level player draws."""

    e: Literal["draw"] = "draw"
    seat: Seat
    card: Named


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap(Fact):
    """A time, from ``from`` to ``t``, in which the table was not seen; written when sight returns (unseen.md)."""

    e: Literal["gap"] = "gap"
    from_: Annotated[int | float, Field(alias="from")]
    """Start of the gap, seconds since the match event."""
    why: Literal["start", "camera", "frozen", "restart", "mat", "dark", "load", "again"]
    """Cause of the gap; ``again``: cards lay open again, and whether they were played could not be seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(Fact):
    """An observation of the table at ``t``: lying cards and empty areas; a seat not named was not seen (unseen.md)."""

    e: Literal["seen"] = "seen"
    empty: dict[Seat, int | float] = field(default_factory=dict[Seat, int | float])
    """Start of the time in which each of these seats' areas was watched and empty, seconds since the match event."""
    lies: dict[Seat, tuple[Named, ...]] = field(default_factory=dict[Seat, tuple[Named, ...]])
    """Cards of each seat that have not moved, and new ones."""
    unread: tuple[Seat, ...] = ()
    """Areas in which something lies that is no known card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed(Fact):
    """People's account of the hole that event ``of`` left (unseen.md); None: not known."""

    e: Literal["missed"] = "missed"
    of: Count
    plays: tuple[tuple[Seat, Named], ...] | None = None
    """The plays, in order."""
    won: tuple[Seat, ...] | None = None
    """The winner of each trick that was gathered unseen."""
    trump: Literal["S", "H", "D", "C", "JO", "none"] | None = None
    over: bool | None = None
    """Whether the deal ended in the hole; False: the same deal goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Fact):
    """The taking back of the last n events that still stand; ``gap`` and ``seen`` lines are not counted."""

    e: Literal["undo"] = "undo"
    n: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend(Fact):
    """Fields with which event ``of`` is read from now on."""

    e: Literal["amend"] = "amend"
    of: Count
    with_: Annotated[dict[str, Any], Field(alias="with")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert(Fact):
    """An event the camera missed, to stand before another one; its number is this line's."""

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
        """Whether an arbiter ruled, named or at a console that lets nobody else rule; not by a card or a button."""
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
class Question(Fact):
    """A question about two cards of a deal that is over, read by their faces: a verdict would rest on them."""

    e: Literal["question"] = "question"
    act: Count
    """Line of the card that should not have been played."""
    proof: Count
    """Line of the card that proves it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Fact):
    """A player's answer whether the cards of a question are the cards that were read."""

    e: Literal["answer"] = "answer"
    of: Count
    """Line of the question."""
    seat: Seat
    yes: bool
    wrong: Count | None = None
    """Line of the card that is another one; None: no card is named."""
    by: str | None = None
    """The person who took the answer down, if it was not the player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Fact):
    """The end of the match."""

    e: Literal["end"] = "end"


Correction = Undo | Amend | Insert | Missed
"""Events that change how earlier lines are read."""

SightEvent = Gap | Seen
"""The lines about sight, which no correction touches."""

Unprompted = SightEvent | Question
"""Lines that nobody says: undo does not count them, and nothing amends them."""


def has_begun(events: Iterable["Event"]) -> bool:
    """Whether anything has happened in a match; its opening, gaps and observations do not count."""
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
    | Question
    | Answered
    | End
)
"""Any line of a record; its field ``e`` names the kind."""
