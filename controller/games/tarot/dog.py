"""The dog: shown and taken, or closed, and what the taker lays away for it (TAR-X1, TAR-X2)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from controller.games.tarot import refute
from controller.games.tarot.auction import call_open
from controller.games.tarot.cards import BOUTS, DECK, DOG_SIZES, is_low, is_trump, may_lay_away
from controller.games.tarot.state import LaidAway, TarotDeal, TarotState, shown
from controller.record.cards import Card
from controller.record.events import Discard, Dog, Event, Moved, Seat
from controller.record.message import Listed, Message
from controller.rules.game import Fault, Outcome
from controller.rules.movements.description import Movement

TAKE: Final = "take"
THE_DOG: Final = "dog"
"""Where the cards lie that are taken."""
DISCARD: Final = "discard"
"""The movement of the cards that are laid away, and their place."""


def show(deal: TarotDeal, event: Dog) -> Outcome[TarotState] | Message:
    """The dog is shown and taken; it may refute a declaration or a call (TAR-X1)."""
    if why := _cannot_show(deal, event):
        return Message("the dog was shown, but {why}", why=why)
    deal = replace(deal, own=replace(deal.own, dog=event.cards))
    deal = refute.by_dog(deal)
    return Outcome(deal, deal.own.found)


def _cannot_show(deal: TarotDeal, event: Dog) -> Message | None:
    size, own = DOG_SIZES[deal.rules.seats], deal.own
    if why := call_open(deal):
        return why
    if not own.dog_taken:
        return Message("it stays closed")
    if own.dog is not None or own.laid or (own.best and shown(deal, own.best.seat)):
        return Message("it has been taken")
    if len(event.cards) != size:
        return Message("it has {n} cards, not {n2}", n=size, n2=len(event.cards))
    return strange(event.cards)


def lay_away(deal: TarotDeal, number: int, event: Discard) -> Outcome[TarotState] | Message:
    """The taker lays cards away (TAR-X1)."""
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
    return Outcome(_known_after(laid, event))


def _cannot_lay(deal: TarotDeal, event: Discard) -> Fault | None:
    """What is seen at once to be wrong with a discard, or None."""
    own, names, size = deal.own, deal.rules.names, DOG_SIZES[deal.rules.seats]
    rule = "TAR-X1"
    if why := call_open(deal):
        pass
    elif own.best and event.seat != own.best.seat:
        why = Message("{name} is the taker", name=names[own.best.seat])
    elif not own.dog_taken:
        rule, why = "TAR-X2", Message("the dog stays closed")
    elif own.laid or shown(deal, event.seat):
        why = Message("cards are laid away once, before the taker's first card")
    elif event.count != size:
        why = Message("{n} must be", n=size)
    else:
        why = _wrong_cards(deal, event)
    if why is None:
        return None
    text = Message.counted(
        "{name} laid {n} card away, but {why}.",
        "{name} laid {n} cards away, but {why}.",
        event.count,
        name=names[event.seat],
        n=event.count,
        why=why,
    )
    return Fault("illegal-discard", event.seat, rule, text)


def _wrong_cards(deal: TarotDeal, event: Discard) -> Message | None:
    """Why these cards may not be laid away, or None (TAR-X1)."""
    laid = event.cards or event.shown
    if forbidden := [card for card in laid if card.rank == "K" or card in BOUTS]:
        return Message("{cards} may never be", cards=Listed(tuple(forbidden)))
    if odd := [card for card in event.shown if not is_trump(card)]:
        return Message("{cards} are not shown, only trumps are", cards=Listed(tuple(odd)))
    if hidden := [card for card in laid if is_trump(card) and card not in event.shown]:
        return Message("{cards} must be shown", cards=Listed(tuple(hidden)))
    known = pool(deal)
    if event.shown and known:
        others = [card for card in known if may_lay_away(card)]
        if len(others) > event.count - len(event.shown):
            left = Listed(tuple(others))
            return Message("trumps only if there is nothing else, and there were {cards}", cards=left)
    return None


def pool(deal: TarotDeal) -> tuple[Card, ...]:
    """All that the taker lays away from, hand and dog, if it is known; else nothing."""
    best, dog = deal.own.best, deal.own.dog
    hand = deal.hands.get(best.seat, ()) if deal.hands and best else ()
    return (*hand, *dog) if dog is not None and len(hand) == deal.size else ()


def _known_after(deal: TarotDeal, event: Discard) -> TarotDeal:
    """The hands that are known for the play: the taker's only if all that was laid away is."""
    known, cards = pool(deal), event.cards
    if deal.hands and known and cards is not None and deal.phase == "before" and set(cards) <= set(known):
        rest = tuple(card for card in known if card not in cards)
        return replace(deal, hands={**deal.hands, event.seat: rest})
    return _unknown_taker(deal, event.seat)


def known_hands(deal: TarotDeal) -> TarotDeal:
    """The deal as the play begins: a taker who took the dog has another hand than the one dealt (TAR-X1)."""
    own = deal.own
    return _unknown_taker(deal, own.best.seat) if own.best and own.dog_taken and not own.laid else deal


def _unknown_taker(deal: TarotDeal, taker: Seat) -> TarotDeal:
    """The deal when it is not known what the taker laid away: a hand that was shown is there or among that."""
    if not deal.hands or taker not in deal.hands:
        return deal
    others = {seat: hand for seat, hand in deal.hands.items() if seat != taker}
    return replace(deal, hands=others, own=replace(deal.own, dealt=deal.hands[taker]))


def strange(cards: Collection[Card]) -> Message | None:
    """Why these cards cannot lie together, or None."""
    foreign = [card for card in cards if card not in DECK]
    twice = [card for card, count in Counter(cards).items() if count > 1]
    wrong = (*foreign, *twice)
    return Message("{cards} cannot be there", cards=Listed(wrong)) if wrong else None


def sayable(deal: TarotDeal, hands: Mapping[Seat, Sequence[Card]], dog: Sequence[Card]) -> Iterator[Event]:
    """What can be shown next: the dog; then a discard of the taker's hand, trumps only for want of other cards."""
    own, size = deal.own, DOG_SIZES[deal.rules.seats]
    if own.best is None or not own.dog_taken or own.laid:
        return
    if own.dog is None:
        yield Dog(cards=tuple(dog))
        return
    hand = hands[own.best.seat]
    free = [card for card in hand if may_lay_away(card)]
    trumps = [card for card in hand if is_trump(card) and is_low(card)]
    shown_trumps = tuple(trumps[: max(size - len(free), 0)])
    for first in range(max(len(free), 1)):
        laid = [*free, *free][first : first + size - len(shown_trumps)]
        yield Discard(seat=own.best.seat, count=size, shown=shown_trumps, cards=(*laid, *shown_trumps))


def offered(deal: TarotDeal) -> Iterator[Movement]:
    """The movements that can come: the taker takes the dog, and lays as many cards away for it."""
    own, size = deal.own, DOG_SIZES[deal.rules.seats]
    if own.best is None or not own.dog_taken or own.laid or call_open(deal) or any(deal.plays()):
        return
    if own.dog is None:
        yield Movement(TAKE, THE_DOG, own.best.seat, size)
    yield Movement(DISCARD, own.best.seat, DISCARD, size)


def as_moved(deal: TarotDeal, event: Event) -> tuple[Moved, ...]:
    """The movement that an event tells of: the dog goes to the taker, the discard from the taker to its place."""
    best = deal.own.best
    match event:
        case Dog() if best:
            return (Moved(what=TAKE, from_=THE_DOG, to=best.seat, count=len(event.cards), cards=event.cards),)
        case Discard():
            known = event.cards or event.shown or None
            return (Moved(what=DISCARD, from_=event.seat, to=DISCARD, count=event.count, cards=known),)
        case _:
            return ()


def as_told(move: Moved) -> Event:
    """The event of a movement; trumps that are laid away are shown, and a whole discard only if it is known."""
    cards = move.cards or ()
    if move.what == TAKE:
        return Dog(cards=cards)
    trumps, whole = tuple(filter(is_trump, cards)), len(cards) == move.count
    return Discard(seat=move.seat or 0, count=move.count, shown=trumps, cards=cards if whole else None)
