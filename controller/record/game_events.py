"""The events of games' own: what players say and show beside the cards of the tricks (record.md)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from controller.record.fact import CardPlace, Count, Fact, MovementName, Named, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid(Fact):
    """A seat bids, passes, or says in, out or blind."""

    e: Literal["bid"] = "bid"
    seat: Seat
    call: str
    as_: Annotated[str | None, Field(alias="as")] = None
    start: Literal["up", "down"] | None = None
    chelem: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Fact):
    """The taker of a five-seat Tarot deal calls a card, or nobody (null)."""

    e: Literal["call"] = "call"
    seat: Seat
    card: Named | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dog(Fact):
    """The dog is shown."""

    e: Literal["dog"] = "dog"
    cards: tuple[Named, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Fact):
    """The taker lays cards away; ``cards`` only if all are known."""

    e: Literal["discard"] = "discard"
    seat: Seat
    count: Annotated[int, Field(ge=0)]
    shown: tuple[Named, ...] = ()
    cards: tuple[Named, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange(Fact):
    """The lowest trump for the turned-up card (HAN-X1, SCN-X1)."""

    e: Literal["exchange"] = "exchange"
    seat: Seat
    gives: Named
    takes: Named


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Fact):
    """Cards are moved from a hand or another place to another one, or shown where they are."""

    e: Literal["move"] = "move"
    what: MovementName
    """The movement's name in its game."""
    from_: Annotated[CardPlace, Field(alias="from")]
    to: CardPlace
    """The same as ``from`` where the cards are shown and stay."""
    count: Count
    cards: tuple[Named, ...] | None = None
    """Those of them that are known."""

    @property
    def seats_named(self) -> tuple[Seat, ...]:
        """The hands among the two places."""
        return tuple(place for place in (self.from_, self.to) if isinstance(place, int))

    @property
    def seat(self) -> Seat | None:
        """Who moves them: whose hand they come from, else into whose hand they come; None: nobody's hand."""
        return next((place for place in (self.from_, self.to) if isinstance(place, int)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agree(Fact):
    """Two seats share the deal without play (HAN-B4)."""

    e: Literal["agree"] = "agree"
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare(Fact):
    """A seat announces something about its hand."""

    e: Literal["declare"] = "declare"
    seat: Seat
    what: Literal["weis", "stock", "belote", "poignee", "misere", "chelem", "petit-sec", "hand", "marriage"]
    points: int | None = None
    size: Literal["single", "double", "triple"] | None = None
    cards: tuple[Named, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Upcard(Fact):
    """The stock's top card is turned up (CON-A1)."""

    e: Literal["upcard"] = "upcard"
    card: Named


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel(Fact):
    """Two bidding cards are revealed together (CON-A2)."""

    e: Literal["duel"] = "duel"
    cards: dict[Seat, Named]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Fact):
    """The marker's holder takes or leaves the up-card (CON-A3)."""

    e: Literal["choose"] = "choose"
    seat: Seat
    take: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal(Fact):
    """A seat makes a call that stays secret: the record has its salted hash alone."""

    e: Literal["seal"] = "seal"
    seat: Seat
    seal: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    """See :func:`controller.record.seal.seal`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Fact):
    """A sealed call is told, with the salt that shows it to be the one that was sealed."""

    e: Literal["reveal"] = "reveal"
    seat: Seat
    call: str
    salt: Annotated[str, Field(pattern="^[0-9a-f]{32}$")]


GameEvent = Agree | Bid | Call | Choose | Declare | Discard | Dog | Duel | Exchange | Moved | Reveal | Seal | Upcard
