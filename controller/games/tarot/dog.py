"""The dog: shown and taken, or closed, and the taker's discard for it (TAR-X1, TAR-X2)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from controller.games import claims
from controller.games.faults import illegal_discard
from controller.games.tarot import refute
from controller.games.tarot.auction import call_open
from controller.games.tarot.state import (
    BOUTS,
    DECK,
    DOG_SIZES,
    PETIT,
    LaidAway,
    TarotDeal,
    TarotState,
    excuses,
    halves,
    is_low,
    is_trump,
    may_lay_away,
    shown,
    taking_side,
    unseen,
)
from controller.record.cards import EXCUSE, Card
from controller.record.events import Bid, Discard, Dog, Event, Moved, Seat
from controller.record.message import Listed, Message
from controller.rules.deal import Play, Trick
from controller.rules.movements.course import Movement
from controller.rules.parts import Fault, Outcome

# Who has which cards after the last trick of a Tarot deal, or a claim (TAR-E1 to TAR-E3, TAR-X2, TAR-K1, TAR-K2).


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of one side, and the halves paid or received for an Excuse."""

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
        """The number of the three bouts among the cards (TAR-H2)."""
        return len(BOUTS.intersection(self.cards))

    def give(self, other: Self) -> tuple[Self, Self]:
        """Return both piles after one half-point card went to the other."""
        mine = type(self)(self.cards, self.tricks, self.low - 1, self.paid + 1)
        return mine, type(self)(other.cards, other.tricks, other.low + 1, other.paid - 1)


@dataclass(frozen=True, slots=True)
class Escape:
    """An Excuse that its side keeps though it lost the trick, and owes a card for (TAR-E1)."""

    card: Card
    is_of_takers: bool
    """Whether the taker's side owes."""


def side_of(deal: TarotDeal, seat: Seat | None) -> bool:
    """Whether a seat plays with the taker."""
    return seat in taking_side(deal)


def won_all_before(deal: TarotDeal, trick: int, side: bool) -> bool:
    """Whether a side won every trick before the one of this number, from 1."""
    takers = taking_side(deal)
    return all((one.winner in takers) == side for one in deal.tricks[: trick - 1])


def piles(deal: TarotDeal) -> tuple[Pile, Pile]:
    """Return the piles of the defence and of the taker's side, indexed by whether the pile is the taker's."""
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
    """Return the side that gets an Excuse: its own (TAR-E1), in the last trick the other (TAR-E2)."""
    side = play.seat in takers
    if number < deal.size or won_all_before(deal, number, side):
        return side
    return not side


def _pay(both: tuple[Pile, Pile], escapes: list[Escape]) -> tuple[Pile, Pile]:
    """Hand over a half-point card for each Excuse that escaped, where its side has one (TAR-E1, TAR-E3)."""
    owed = list(escapes)
    while owed:
        able = next((one for one in owed if both[one.is_of_takers].low > 0 or _counts_four(both, one)), None)
        if able is None:
            break
        owed.remove(able)
        giver, taker = both[able.is_of_takers].give(both[not able.is_of_takers])
        both = (taker, giver) if able.is_of_takers else (giver, taker)
    return both


def _counts_four(both: tuple[Pile, Pile], escape: Escape) -> bool:
    """Whether a chelem against its owner makes the Excuse count 4, without handing over a card (TAR-E3)."""
    return escape.card == EXCUSE and not both[escape.is_of_takers].tricks


def wins_last(deal: TarotDeal, trick: Trick) -> bool:
    """Whether the Excuse that leads the last trick wins it: its side won every trick before (TAR-W1)."""
    first = trick.plays[0]
    last = len(deal.tricks) == deal.size - 1
    return last and first.card == EXCUSE and won_all_before(deal, deal.size, side_of(deal, first.seat))


def uncounted(deal: TarotDeal, event: Bid) -> Message | None:
    """Explain why the deal could not be counted after this claim, or None (TAR-K2)."""
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
    """Whether the dog, or the discard for it, counts for the taker's side (TAR-X2)."""
    return deal.own.best is None or deal.own.best.call != "garde-contre"


def _laid(deal: TarotDeal) -> tuple[Card, ...]:
    """Return the cards that lie aside, where all of them are known."""
    return (deal.own.laid.cards or ()) if deal.own.laid else ()


def counted(deal: TarotDeal, other_side: claims.OtherSide) -> TarotDeal:
    """Return the deal with its last tricks as they were claimed; cards that lie aside go with their side's."""
    return claims.counted(deal, other_side, [card for card in claims.unplayed(DECK, deal) if card not in _laid(deal)])


TAKE: Final = "take"
THE_DOG: Final = "dog"
"""The place of the cards that are taken."""
DISCARD: Final = "discard"
"""The movement of the cards that are laid away, and their place."""


def show(deal: TarotDeal, event: Dog) -> Outcome[TarotState] | Message:
    """Show the dog, which is taken; it may refute a declaration or a call (TAR-X1)."""
    if why := _cannot_show(deal, event):
        return Message("the dog was shown, but {why}", why=why)
    deal = replace(deal, own=replace(deal.own, dog=event.cards))
    deal = refute.by_dog(deal)
    return Outcome(deal, deal.own.new_faults)


def _cannot_show(deal: TarotDeal, event: Dog) -> Message | None:
    size, state = DOG_SIZES[deal.rules.seats], deal.own
    if why := call_open(deal):
        return why
    if not state.dog_taken:
        return Message("it stays closed")
    if state.dog is not None or state.laid or (state.best and shown(deal, state.best.seat)):
        return Message("it has been taken")
    if len(event.cards) != size:
        return Message("it has {n} cards, not {n2}", n=size, n2=len(event.cards))
    return strange(event.cards)


def lay_away(deal: TarotDeal, number: int, event: Discard) -> Outcome[TarotState] | Message:
    """Lay the taker's cards away (TAR-X1)."""
    cards = event.cards or ()
    if event.cards is not None and len(cards) != event.count:
        return Message.counted(
            "{n} card was laid away, but {n2} are named",
            "{n} cards were laid away, but {n2} are named",
            event.count,
            n=event.count,
            n2=len(cards),
        )
    if event.cards is not None and not set(event.shown) <= set(cards):
        return Message("a card was shown that is not among those laid away")
    if why := strange(event.shown) or strange(cards):
        return Message("cards were laid away, but {why}", why=why)
    if (fault := _cannot_lay(deal, event)) is not None:
        return Outcome(deal, (fault,))
    laid = replace(deal, own=replace(deal.own, laid=LaidAway(number, event.shown, event.cards)))
    return Outcome(_with_known_hands(laid, event))


def _cannot_lay(deal: TarotDeal, event: Discard) -> Fault | None:
    """Find the fault that a discard shows at once, or None."""
    state, names, size = deal.own, deal.rules.names, DOG_SIZES[deal.rules.seats]
    rule = "TAR-X1"
    if why := call_open(deal):
        pass
    elif state.best and event.seat != state.best.seat:
        why = Message("{name} is the taker", name=names[state.best.seat])
    elif not state.dog_taken:
        rule, why = "TAR-X2", Message("the dog stays closed")
    elif state.laid or shown(deal, event.seat):
        why = Message("cards are laid away once, before the taker's first card")
    elif event.count != size:
        why = Message("{n} must be", n=size)
    else:
        why = _wrong_cards(deal, event)
    return illegal_discard(deal, event, rule, why) if why else None


def _wrong_cards(deal: TarotDeal, event: Discard) -> Message | None:
    """Explain why these cards may not be laid away, or None (TAR-X1)."""
    laid = event.cards or event.shown
    if forbidden := [card for card in laid if card.rank == "K" or card in BOUTS]:
        return Message("{cards} may never be", cards=Listed(tuple(forbidden)))
    if odd := [card for card in event.shown if not is_trump(card)]:
        return Message("{cards} are not shown, only trumps are", cards=Listed(tuple(odd)))
    if hidden := [card for card in laid if is_trump(card) and card not in event.shown]:
        return Message("{cards} must be shown", cards=Listed(tuple(hidden)))
    cards = pool(deal)
    if event.shown and cards:
        others = [card for card in cards if may_lay_away(card)]
        if len(others) > event.count - len(event.shown):
            names = Listed(tuple(others))
            return Message("trumps only if there is nothing else, and there were {cards}", cards=names)
    return None


def pool(deal: TarotDeal) -> tuple[Card, ...]:
    """Return the cards from which the taker lays away, hand and dog, if they are known; else none."""
    best, dog = deal.own.best, deal.own.dog
    hand = deal.hands.get(best.seat, ()) if deal.hands and best else ()
    return (*hand, *dog) if dog is not None and len(hand) == deal.size else ()


def _with_known_hands(deal: TarotDeal, event: Discard) -> TarotDeal:
    """Return the deal with the hands known for the play: the taker's only if the whole discard is known."""
    cards_before, cards = pool(deal), event.cards
    if deal.hands and cards_before and cards is not None and deal.phase == "before" and set(cards) <= set(cards_before):
        rest = tuple(card for card in cards_before if card not in cards)
        return replace(deal, hands={**deal.hands, event.seat: rest})
    return _forget_hand(deal, event.seat)


def forget_taker_hand(deal: TarotDeal) -> TarotDeal:
    """Return the deal as the play begins: a taker who took the dog has another hand than the one dealt (TAR-X1)."""
    state = deal.own
    return _forget_hand(deal, state.best.seat) if state.best and state.dog_taken and not state.laid else deal


def _forget_hand(deal: TarotDeal, taker: Seat) -> TarotDeal:
    """Return the deal with an unknown discard of the taker: cards of a shown hand lie in the hand or the discard."""
    if not deal.hands or taker not in deal.hands:
        return deal
    others = {seat: hand for seat, hand in deal.hands.items() if seat != taker}
    return replace(deal, hands=others, own=replace(deal.own, dealt=deal.hands[taker]))


def strange(cards: Collection[Card]) -> Message | None:
    """Explain why these cards cannot lie together, or None."""
    foreign = [card for card in cards if card not in DECK]
    twice = [card for card, count in Counter(cards).items() if count > 1]
    wrong = (*foreign, *twice)
    return Message("{cards} cannot be there", cards=Listed(wrong)) if wrong else None


def sayable(deal: TarotDeal, hands: Mapping[Seat, Sequence[Card]], dog: Sequence[Card]) -> Iterator[Event]:
    """List the cards that can be shown next: the dog; then the taker's discards, trumps only for want of others."""
    state, size = deal.own, DOG_SIZES[deal.rules.seats]
    if state.best is None or not state.dog_taken or state.laid:
        return
    if state.dog is None:
        yield Dog(cards=tuple(dog))
        return
    hand = hands[state.best.seat]
    free = [card for card in hand if may_lay_away(card)]
    trumps = [card for card in hand if is_trump(card) and is_low(card)]
    shown_trumps = tuple(trumps[: max(size - len(free), 0)])
    for first in range(max(len(free), 1)):
        laid = [*free, *free][first : first + size - len(shown_trumps)]
        yield Discard(seat=state.best.seat, count=size, shown=shown_trumps, cards=(*laid, *shown_trumps))


def offered(deal: TarotDeal) -> Iterator[Movement]:
    """Yield the movements that can come: the taker takes the dog, and lays as many cards away for it."""
    state, size = deal.own, DOG_SIZES[deal.rules.seats]
    if state.best is None or not state.dog_taken or state.laid or call_open(deal) or any(deal.plays()):
        return
    if state.dog is None:
        yield Movement(TAKE, THE_DOG, state.best.seat, size)
    yield Movement(DISCARD, state.best.seat, DISCARD, size)


def as_moved(deal: TarotDeal, event: Event) -> tuple[Moved, ...]:
    """Return an event's movements: the dog goes to the taker, the discard from the taker to its place."""
    best = deal.own.best
    match event:
        case Dog() if best:
            return (Moved(what=TAKE, from_=THE_DOG, to=best.seat, count=len(event.cards), cards=event.cards),)
        case Discard():
            cards = event.cards or event.shown or None
            return (Moved(what=DISCARD, from_=event.seat, to=DISCARD, count=event.count, cards=cards),)
        case _:
            return ()


def as_told(move: Moved) -> Event:
    """Return the event of a movement; trumps laid away are shown, and a whole discard only if it is known."""
    cards = move.cards or ()
    if move.what == TAKE:
        return Dog(cards=cards)
    trumps, whole = tuple(filter(is_trump, cards)), len(cards) == move.count
    return Discard(seat=move.seat or 0, count=move.count, shown=trumps, cards=cards if whole else None)
