"""Who has which cards after the last trick of a Tarot deal, or a claim (TAR-E1 to TAR-E3, TAR-X2, TAR-K1, TAR-K2)."""

from dataclasses import dataclass
from typing import Self

from controller.games import claims
from controller.games.tarot.cards import BOUTS, DECK, PETIT, halves, is_low, unseen
from controller.games.tarot.state import TarotDeal, excuses, taking_side
from controller.record.cards import EXCUSE, Card
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.rules.deal import Play, Trick


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of one side, and what it paid or was paid for an Excuse."""

    cards: tuple[Card, ...] = ()
    tricks: int = 0
    low: int = 0
    """Half-point cards that it can still hand over."""
    paid: int = 0
    """Half points handed over for the Excuse; negative: received."""

    @property
    def halves(self) -> int:
        """The value of the pile, in half points."""
        return sum(map(halves, self.cards)) - self.paid

    @property
    def bouts(self) -> int:
        """How many of the three bouts it has (TAR-H2)."""
        return len(BOUTS.intersection(self.cards))

    def give(self, other: Self) -> tuple[Self, Self]:
        """Both piles after one half-point card went to the other."""
        mine = type(self)(self.cards, self.tricks, self.low - 1, self.paid + 1)
        return mine, type(self)(other.cards, other.tricks, other.low + 1, other.paid - 1)


@dataclass(frozen=True, slots=True)
class Escape:
    """An Excuse that its side keeps though it lost the trick, and owes a card for (TAR-E1)."""

    card: Card
    taking: bool
    """Whether the taker's side owes."""


def side_of(deal: TarotDeal, seat: Seat | None) -> bool:
    """Whether a seat plays with the taker."""
    return seat in taking_side(deal)


def won_all_before(deal: TarotDeal, trick: int, side: bool) -> bool:
    """Whether a side won every trick before the one of this number, from 1."""
    takers = taking_side(deal)
    return all((one.winner in takers) == side for one in deal.tricks[: trick - 1])


def piles(deal: TarotDeal) -> tuple[Pile, Pile]:
    """The piles of the defence and of the taker's side, indexed by whether it is the taker's."""
    takers, free = taking_side(deal), excuses(deal)
    cards: tuple[list[Card], list[Card]] = ([], [])
    escapes: list[Escape] = []
    for number, trick in enumerate(deal.tricks, 1):
        won = trick.winner in takers
        for play in trick.plays:
            side = won
            if play.card in free:
                side = _keeper(deal, number, play, takers)
                if number < deal.size and side != won:
                    escapes.append(Escape(play.card, side))
            cards[side].append(play.card)
    contre = deal.own.best is not None and deal.own.best.call == "garde-contre"
    cards[not contre].extend(unseen(deal))
    count = sum(trick.winner in takers for trick in deal.tricks)
    won_by = (len(deal.tricks) - count, count)
    defence, taking = (Pile(tuple(own), won_by[index], sum(map(is_low, own))) for index, own in enumerate(cards))
    return _pay((defence, taking), escapes)


def _keeper(deal: TarotDeal, number: int, play: Play, takers: frozenset[Seat]) -> bool:
    """The side that gets an Excuse: its own (TAR-E1), in the last trick the other (TAR-E2)."""
    side = play.seat in takers
    if number < deal.size or won_all_before(deal, number, side):
        return side
    return not side


def _pay(both: tuple[Pile, Pile], escapes: list[Escape]) -> tuple[Pile, Pile]:
    """Hand over a half-point card for each Excuse that escaped, where its side has one (TAR-E1, TAR-E3)."""
    owed = list(escapes)
    while owed:
        able = next((one for one in owed if both[one.taking].low > 0 or _counts_four(both, one)), None)
        if able is None:
            break
        owed.remove(able)
        giver, taker = both[able.taking].give(both[not able.taking])
        both = (taker, giver) if able.taking else (giver, taker)
    return both


def _counts_four(both: tuple[Pile, Pile], escape: Escape) -> bool:
    """TAR-E3: in a chelem against its owner the Excuse counts 4 and no card is handed over."""
    return escape.card == EXCUSE and not both[escape.taking].tricks


def wins_last(deal: TarotDeal, trick: Trick) -> bool:
    """Whether the Excuse that leads the last trick wins it: its side won every trick before (TAR-W1)."""
    first = trick.plays[0]
    last = len(deal.tricks) == deal.size - 1
    return last and first.card == EXCUSE and won_all_before(deal, deal.size, side_of(deal, first.seat))


def uncounted(deal: TarotDeal, event: Bid) -> Message | None:
    """Why the deal could not be counted after this claim, or None (TAR-K2)."""
    if deal.phase != "play":
        return Message("nothing can be claimed before the first card")
    called = deal.own.called.card if deal.own.called else None
    if not all(map(deal.find, (EXCUSE, PETIT))):
        return Message("the Excuse and the petit have not been played yet; play on")
    if called is not None and not deal.find(called) and called not in (deal.own.dog or ()):
        return Message("nobody knows yet who has the card that was called; play on")
    to_takers = side_of(deal, event.seat) == (event.call == claims.CLAIM)
    if to_takers == _aside_is_takers(deal) or _laid(deal):
        return None
    return Message("the cards that lie aside count for the other side, and nobody has seen them; play on")


def _aside_is_takers(deal: TarotDeal) -> bool:
    """Whether the dog, or what was laid away for it, counts for the taker's side (TAR-X2)."""
    return deal.own.best is None or deal.own.best.call != "garde-contre"


def _laid(deal: TarotDeal) -> tuple[Card, ...]:
    """The cards that lie aside, where all of them are known."""
    return (deal.own.laid.cards or ()) if deal.own.laid else ()


def counted(deal: TarotDeal, other_side: claims.OtherSide) -> TarotDeal:
    """The deal with its last tricks as they were claimed; what lies aside goes with its side's."""
    return claims.counted(deal, other_side, [card for card in claims.unplayed(DECK, deal) if card not in _laid(deal)])
