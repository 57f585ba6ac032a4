"""The state of a Tarot deal beside its tricks: the auction, the called card, the dog, the announcements."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from controller.games.tarot.cards import PETIT
from controller.record.cards import EXCUSE, Card
from controller.record.events import Seat
from controller.rules.deal import Deal
from controller.rules.game import Fault
from controller.rules.options import Rules

MULTIPLIERS: Final = {"petite": 1, "pousse": 1, "prise": 1, "garde": 2, "garde-sans": 4, "garde-contre": 6}
"""The multiplier of each bid, lowest bid first; garde-contre as the option ``contre`` says (TAR-B2)."""

CLOSED_DOG: Final = ("garde-sans", "garde-contre")
"""Bids with which nobody sees the dog (TAR-X2)."""

PoigneeSize = Literal["single", "double", "triple"]
SIZES: Final[tuple[PoigneeSize, ...]] = get_args(PoigneeSize)

POIGNEES: Final = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
"""Trumps of a single, a double and a triple poignée, by number of seats (TAR-Q1)."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A bid or a pass that counts."""

    seat: Seat
    call: str
    chelem: bool = False


@dataclass(frozen=True, slots=True)
class Called:
    """The card that the taker of a five-seat deal calls; None: nobody (TAR-C1)."""

    event: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class LaidAway:
    """The taker's discard: the cards laid away, as far as they are known (TAR-X1)."""

    event: int
    shown: tuple[Card, ...]
    """The trumps among it."""
    cards: tuple[Card, ...] | None
    """All of it, if it is known."""


@dataclass(frozen=True, slots=True)
class Said:
    """A declaration: a poignée with its size, a misère, a petit sec."""

    event: int
    seat: Seat
    what: Literal["poignee", "misere", "petit-sec"]
    size: PoigneeSize | None = None
    cards: tuple[Card, ...] = ()
    """The cards shown."""


@dataclass(frozen=True, slots=True)
class TarotState:
    """A deal of Tarot beside its tricks."""

    spoken: tuple[Spoken, ...] = ()
    called: Called | None = None
    dog: tuple[Card, ...] | None = None
    """Its cards, once they are shown."""
    laid: LaidAway | None = None
    dealt: tuple[Card, ...] = ()
    """The taker's cards before the dog, where they were shown but what was laid away of them is not known."""
    said: tuple[Said, ...] = ()
    chelem: Literal["chelem", "petit"] | None = None
    """The taker's chelem, announced after the auction (TAR-Q4)."""
    refuted: frozenset[int] = frozenset()
    """Numbers of the events that cards have refuted."""
    found: tuple[Fault, ...] = ()
    """The faults shown by the newest card."""

    @property
    def best(self) -> Spoken | None:
        """The highest bid; each bid that counts is higher than those before it."""
        return next((one for one in reversed(self.spoken) if one.call != "pass"), None)

    @property
    def passed(self) -> frozenset[Seat]:
        """The seats that are out of the auction."""
        return frozenset(one.seat for one in self.spoken if one.call == "pass")

    @property
    def announced(self) -> Literal["chelem", "petit"] | None:
        """The chelem that stands announced; one said with a bid lapses when that is overbid (TAR-B1)."""
        return "chelem" if self.best and self.best.chelem else self.chelem

    @property
    def dog_taken(self) -> bool:
        """Whether the taker takes the dog (TAR-X1)."""
        return self.best is not None and self.best.call not in CLOSED_DOG

    def saying(self, what: str) -> Iterable[Said]:
        """The declarations of one kind, oldest first."""
        return (one for one in self.said if one.what == what)


TarotDeal = Deal[TarotState]


def excuses(deal: TarotDeal) -> frozenset[Card]:
    """The Excuse, and a petit sec that plays as a second one (TAR-D2)."""
    if deal.own.said and deal.rules["petit_sec"] == "excuse" and any(deal.own.saying("petit-sec")):
        return frozenset((EXCUSE, PETIT))
    return frozenset((EXCUSE,))


def shown(deal: TarotDeal, seat: Seat) -> tuple[Card, ...]:
    """The cards that a seat has played, refused second cards too."""
    return tuple(play.card for play in (*deal.plays(), *deal.exposed) if play.seat == seat)


def needed_trumps(deal: TarotDeal, said: Said) -> int:
    """How many trumps the announced poignée takes (TAR-Q1)."""
    return POIGNEES[deal.rules.seats][SIZES.index(said.size)] if said.size else 0


def partner(deal: TarotDeal) -> Seat | None:
    """The seat that played the called card, if another than the taker's; None while it is not known (TAR-C1)."""
    own = deal.own
    if own.called is None or own.called.card is None or own.best is None:
        return None
    play = deal.find(own.called.card)
    return play.seat if play and play.seat != own.best.seat else None


def taking_side(deal: TarotDeal) -> frozenset[Seat]:
    """The taker and, once known, the partner; everybody else defends (TAR-B2, TAR-C1)."""
    best = deal.own.best
    return frozenset(seat for seat in (best.seat if best else None, partner(deal)) if seat is not None)


def turned_to_leader(deal: TarotDeal) -> TarotDeal:
    """The deal with who leads to it: forehand, or the announcer of a chelem (TAR-P1)."""
    best = deal.own.best
    forehand = (deal.dealer + 1) % deal.rules.seats
    return replace(deal, leader=best.seat if best and deal.own.announced == "chelem" else forehand)


def bids(rules: Rules) -> tuple[str, ...]:
    """The bids of this table, lowest first (TAR-B2)."""
    chosen = rules["bids"]
    return tuple(map(str, chosen)) if isinstance(chosen, tuple) else ()


def multiplier(rules: Rules, bid: str) -> int:
    """The multiplier of the score's base (TAR-B2)."""
    contre = rules["contre"]
    return contre if bid == "garde-contre" and isinstance(contre, int) else MULTIPLIERS[bid]
