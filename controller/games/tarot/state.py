"""The state of a Tarot deal apart from its tricks: the auction, the called card, the dog, the announcements."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from controller.record.cards import DECKS, EXCUSE, SUITS, TRUMPS, Card
from controller.record.events import Seat
from controller.rules.deal import Deal, Trick
from controller.rules.options import Rules
from controller.rules.parts import Fault
from controller.rules.results import Number

# The cards of French Tarot: what they count, what they beat, and how they are dealt (TAR-D1, TAR-H1).

DECK: Final = DECKS["tarot78"]

PETIT: Final = Card("T1")
"""The lowest trump, the one a player may lose."""

BOUTS: Final = frozenset((Card("T21"), PETIT, EXCUSE))

ALL_TRUMPS: Final = tuple(card for card in DECK if card.suit == TRUMPS)
"""Strongest first; the Excuse is none."""

PLAIN: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
"""Ranks of a suit, weakest first."""

COURTS: Final = ("K", "Q", "N", "J")
"""Ranks of the court cards."""

DOG_SIZES: Final = {3: 6, 4: 6, 5: 3}
"""Cards of the dog, by number of seats (TAR-D1)."""

TOTAL: Final = 91
"""The points of all cards together (TAR-H1)."""

HALVES: Final = {"K": 9, "Q": 7, "N": 5, "J": 3}
"""Half points of the court cards (TAR-H1)."""


def halves(card: Card) -> int:
    """Return the value of a card, in half points (TAR-H1).

    >>> sum(map(halves, DECK)) == 2 * TOTAL
    True
    """
    if card in BOUTS:
        return 9
    return HALVES.get(card.rank, 1) if card.suit in SUITS else 1


def as_points(count: int) -> Number:
    """Convert half points to points, whole numbers as integers.

    >>> as_points(99), as_points(82)
    (49.5, 41)
    """
    return count / 2 if count % 2 else count // 2


def is_low(card: Card) -> bool:
    """Whether a card counts half a point, so that it can be handed over for the Excuse (TAR-E1)."""
    return halves(card) == 1


def is_trump(card: Card) -> bool:
    """Whether a card is one of the 21 trumps."""
    return card.suit == TRUMPS


def strong_hand(cards: Iterable[Card]) -> list[Card]:
    """Return the trumps of some cards, and the Excuse (TAR-Q1)."""
    return [card for card in cards if is_trump(card) or card == EXCUSE]


def may_lay_away(card: Card) -> bool:
    """Whether a card may be laid away in any case: no king, no trump, no Excuse (TAR-X1)."""
    return card.suit in SUITS and card.rank != "K"


def suit_led(trick: Trick, excuses: Collection[Card]) -> str | None:
    """Return the suit of the first card that is no Excuse; None while there is none (TAR-F5)."""
    return next((card.suit for card in trick.cards if card not in excuses), None)


def strength(card: Card, led: str | None, excuses: Collection[Card]) -> int:
    """Rank a card in a trick: trumps, then the suit led; an Excuse never wins (TAR-W1)."""
    if card in excuses:
        return -2
    if card.suit == TRUMPS:
        return 100 + int(card.rank)
    return PLAIN.index(card.rank) if card.suit == led else -1


def unseen(deal: Deal[Any]) -> tuple[Card, ...]:
    """Return the cards that lie in no trick; after the last trick those laid away or left in the dog."""
    played = {play.card for play in deal.plays()}
    return tuple(card for card in DECK if card not in played)


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
    """All cards of the discard, if they are known."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declaration: a poignée with its size, a misère, a petit sec."""

    event: int
    seat: Seat
    kind: Literal["poignee", "misere", "petit-sec"]
    size: PoigneeSize | None = None
    cards: tuple[Card, ...] = ()
    """The cards shown."""


@dataclass(frozen=True, slots=True)
class TarotState:
    """A deal of Tarot apart from its tricks."""

    spoken: tuple[Spoken, ...] = ()
    called: Called | None = None
    dog: tuple[Card, ...] | None = None
    """The dog's cards, once they are shown."""
    laid: LaidAway | None = None
    dealt: tuple[Card, ...] = ()
    """The taker's cards before the dog, where they were shown but the discard from them is unknown."""
    declarations: tuple[Declaration, ...] = ()
    chelem: Literal["chelem", "petit"] | None = None
    """The taker's chelem, announced after the auction (TAR-Q4)."""
    refuted: frozenset[int] = frozenset()
    """Numbers of the events that cards have refuted."""
    new_faults: tuple[Fault, ...] = ()
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

    def declarations_of(self, what: str) -> Iterable[Declaration]:
        """Return the declarations of one kind, oldest first."""
        return (one for one in self.declarations if one.kind == what)


TarotDeal = Deal[TarotState]


def excuses(deal: TarotDeal) -> frozenset[Card]:
    """Return the Excuse, and a petit sec that plays as a second one (TAR-D2)."""
    if deal.own.declarations and deal.rules["petit_sec"] == "excuse" and any(deal.own.declarations_of("petit-sec")):
        return frozenset((EXCUSE, PETIT))
    return frozenset((EXCUSE,))


def shown(deal: TarotDeal, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that a seat has played, refused second cards too."""
    return tuple(play.card for play in (*deal.plays(), *deal.exposed) if play.seat == seat)


def needed_trumps(deal: TarotDeal, declaration: Declaration) -> int:
    """Return the number of trumps that the announced poignée takes (TAR-Q1)."""
    return POIGNEES[deal.rules.seats][SIZES.index(declaration.size)] if declaration.size else 0


def partner(deal: TarotDeal) -> Seat | None:
    """Return the seat that played the called card, unless it is the taker's; None while it is unknown (TAR-C1)."""
    state = deal.own
    if state.called is None or state.called.card is None or state.best is None:
        return None
    play = deal.find(state.called.card)
    return play.seat if play and play.seat != state.best.seat else None


def taking_side(deal: TarotDeal) -> frozenset[Seat]:
    """Return the taker and, once known, the partner; everybody else defends (TAR-B2, TAR-C1)."""
    best = deal.own.best
    return frozenset(seat for seat in (best.seat if best else None, partner(deal)) if seat is not None)


def turned_to_leader(deal: TarotDeal) -> TarotDeal:
    """Return the deal with its leader: forehand, or the announcer of a chelem (TAR-P1)."""
    best = deal.own.best
    forehand = (deal.dealer + 1) % deal.rules.seats
    return replace(deal, leader=best.seat if best and deal.own.announced == "chelem" else forehand)


def bids(rules: Rules) -> tuple[str, ...]:
    """Return the bids of this table, lowest first (TAR-B2)."""
    chosen = rules["bids"]
    return tuple(map(str, chosen)) if isinstance(chosen, tuple) else ()


def multiplier(rules: Rules, bid: str) -> int:
    """Return the multiplier of the score's base (TAR-B2)."""
    contre = rules["contre"]
    return contre if bid == "garde-contre" and isinstance(contre, int) else MULTIPLIERS[bid]
