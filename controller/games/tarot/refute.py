"""Refutation at Tarot: declarations, calls and discards that a card shows false, each once, by the first such card."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, Literal

from controller.games.tarot.auction import called_but, wanted
from controller.games.tarot.state import (
    COURTS,
    DECK,
    PETIT,
    Called,
    Declaration,
    LaidAway,
    TarotDeal,
    is_trump,
    may_lay_away,
    needed_trumps,
    shown,
    strong_hand,
)
from controller.record.cards import EXCUSE, SUITS, Card
from controller.record.events import Seat
from controller.record.message import Listed, Message
from controller.rules.deal import Play
from controller.rules.parts import Fault

TRUMPS_AND_EXCUSE: Final = len(strong_hand(DECK))


Announced = Literal[
    "chelem", "petit chelem", "poignée", "single poignée", "double poignée", "triple poignée", "misère", "petit sec"
]
"""The announcements, as they stand in a sentence."""


def by_card(deal: TarotDeal) -> TarotDeal:
    """Mark the faults shown by the newest card of the open trick; none while a card fault is open (referee.md)."""
    state, play = deal.own, deal.open.plays[-1]
    faults: list[Fault] = []
    if not deal.doubtful:
        for declaration in state.declarations:
            faults += _refuted(deal, declaration, play)
        if state.called:
            faults += _call(deal, state.called, play)
        if state.laid and state.laid.shown:
            faults += _discard(deal, state.laid, play)
    return marked(deal, faults)


def by_dog(deal: TarotDeal) -> TarotDeal:
    """Mark the faults shown by the dog: a petit sec whose petit lies there, a call over a king that lies there."""
    state, dog = deal.own, deal.own.dog or ()
    faults = [
        _false(deal, said, (PETIT,), Message("T1 lay in the dog"))
        for said in state.declarations_of("petit-sec")
        if PETIT in dog
    ]
    faults += in_the_dog(deal, [card for card in dog if state.called and card in wanted(state.called.card)])
    return marked(deal, faults)


def at_once(deal: TarotDeal, declaration: Declaration) -> TarotDeal:
    """Mark the faults of a declaration that are visible when it is made."""
    return marked(deal, [] if deal.doubtful else list(_seen_at_once(deal, declaration)))


def marked(deal: TarotDeal, faults: Iterable[Fault]) -> TarotDeal:
    """Mark the refuted acts in the deal; an act is refuted once."""
    state = deal.own
    new = {fault.event: fault for fault in faults if fault.event not in state.refuted}
    if not new and not state.new_faults:
        return deal
    return replace(deal, own=replace(state, new_faults=tuple(new.values()), refuted=state.refuted | new.keys()))


def _false(deal: TarotDeal, declaration: Declaration, proof: tuple[Card, ...] | None, why: Message) -> Fault:
    rule = {"poignee": "TAR-Q1", "misere": "TAR-Q2", "petit-sec": "TAR-D2"}[declaration.kind]
    text = announced(deal.rules.names[declaration.seat], _announced(declaration), why)
    return Fault("false-declaration", declaration.seat, rule, text, None, proof, declaration.event)


def _announced(declaration: Declaration) -> Announced:
    match declaration.kind, declaration.size:
        case "misere", _:
            return "misère"
        case "petit-sec", _:
            return "petit sec"
        case _, "double":
            return "double poignée"
        case _, "triple":
            return "triple poignée"
        case _:
            return "single poignée"


def announced(name: str, what: Announced, why: Message) -> Message:
    """Return the message that somebody announced something, and the announcement's fault."""
    match what:
        case "chelem":
            return Message("{name} announced a chelem, but {why}.", name=name, why=why)
        case "petit chelem":
            return Message("{name} announced a petit chelem, but {why}.", name=name, why=why)
        case "poignée":
            return Message("{name} announced a poignée, but {why}.", name=name, why=why)
        case "single poignée":
            return Message("{name} announced a single poignée, but {why}.", name=name, why=why)
        case "double poignée":
            return Message("{name} announced a double poignée, but {why}.", name=name, why=why)
        case "triple poignée":
            return Message("{name} announced a triple poignée, but {why}.", name=name, why=why)
        case "misère":
            return Message("{name} announced a misère, but {why}.", name=name, why=why)
        case "petit sec":
            return Message("{name} announced a petit sec, but {why}.", name=name, why=why)


def _seen_at_once(deal: TarotDeal, declaration: Declaration) -> Iterator[Fault]:
    cards, need, hand = declaration.cards, needed_trumps(deal, declaration), _known_hand(deal, declaration.seat)
    trumps = strong_hand(cards)
    if odd := tuple(card for card in cards if card not in trumps):
        yield _false(deal, declaration, odd, Message("showed {cards}", cards=Listed(odd)))
    elif cards and len(trumps) < need:
        too_few = Message.counted(
            "showed {n} trump, and it takes {n2}",
            "showed {n} trumps, and it takes {n2}",
            len(trumps),
            n=len(trumps),
            n2=need,
        )
        yield _false(deal, declaration, cards, too_few)
    elif away := tuple(card for card in cards if card in _not_in_hand(deal, declaration.seat)):
        yield _false(deal, declaration, away, Message("cannot hold {cards}", cards=Listed(away)))
    elif hand and (why := _hand_refutes(declaration, hand, need)):
        yield _false(deal, declaration, tuple(strong_hand(hand)) or None, why)
    else:
        yield from _too_few(deal, declaration)


def _hand_refutes(declaration: Declaration, hand: tuple[Card, ...], need: int) -> Message | None:
    """Find the holding of a known hand that makes the declaration false, or None."""
    trumps = strong_hand(hand)
    courts = [card for card in hand if card.suit in SUITS and card.rank in COURTS]
    match declaration.kind:
        case "poignee":
            false = len(trumps) < need or (EXCUSE in declaration.cards and len(trumps) > len(declaration.cards))
            n = len(trumps)
            return Message.counted("holds {n} trump", "holds {n} trumps", n, n=n) if false else None
        case "misere":
            cards = (*trumps, *courts)
            return Message("holds {cards}", cards=Listed(cards)) if cards else None
        case "petit-sec" if not trumps:
            return Message("holds no trump")
        case "petit-sec":
            return None if trumps == [PETIT] else Message("holds {cards}", cards=Listed(tuple(trumps)))


def _known_hand(deal: TarotDeal, seat: Seat) -> tuple[Card, ...]:
    """Return the hand of a seat as it is before its first card, if all of it is known."""
    state = deal.own
    hand = deal.hands.get(seat, ()) if deal.hands else ()
    exchanging = state.best and state.best.seat == seat and state.dog_taken and not state.laid
    return hand if len(hand) == deal.size and not exchanging else ()


def _refuted(deal: TarotDeal, declaration: Declaration, play: Play) -> Iterator[Fault]:
    """Find the faults in one declaration that the newest card proves."""
    card, is_own = play.card, play.seat == declaration.seat
    trump = is_trump(card)
    match declaration.kind:
        case "misere" if is_own and (trump or card == EXCUSE or card.rank in COURTS):
            yield _false(deal, declaration, (card,), Message("played {card}", card=card))
        case "petit-sec" if card == PETIT and not is_own:
            yield _false(deal, declaration, (card,), Message("{name} had T1", name=deal.rules.names[play.seat]))
        case "petit-sec" if is_own and card != PETIT and (trump or card == EXCUSE) and not _from_dog(deal, play):
            yield _false(deal, declaration, (card,), Message("played {card}", card=card))
        case "poignee" if is_own and trump and EXCUSE in declaration.cards and card not in declaration.cards:
            yield _false(deal, declaration, (card,), Message("showed the Excuse and held {card} back", card=card))
        case "poignee":
            yield from _too_few(deal, declaration)
        case _:
            pass


def _from_dog(deal: TarotDeal, play: Play) -> bool:
    """Whether a card may have come to its hand from the dog."""
    state = deal.own
    taker = state.best is not None and state.best.seat == play.seat
    return taker and state.dog_taken and (state.dog is None or play.card in state.dog)


def _too_few(deal: TarotDeal, declaration: Declaration) -> Iterator[Fault]:
    """Yield the fault of an unshown poignée with too few trumps: those shown, and as many more as can be held."""
    need = needed_trumps(deal, declaration)
    if declaration.kind != "poignee" or len(declaration.cards) >= need:
        return
    cards = shown(deal, declaration.seat)
    trumps, room = strong_hand(cards), deal.size - len(cards)
    most = len(trumps) + min(
        room, TRUMPS_AND_EXCUSE - len(trumps) - len(strong_hand(_not_in_hand(deal, declaration.seat)))
    )
    if most < need:
        why = Message.counted(
            "can have had {n} trump at most, and it takes {n2}",
            "can have had {n} trumps at most, and it takes {n2}",
            most,
            n=most,
            n2=need,
        )
        yield _false(deal, declaration, None, why)


def _not_in_hand(deal: TarotDeal, seat: Seat) -> frozenset[Card]:
    """Return the cards that are known to be elsewhere than in the hand a seat plays from."""
    state = deal.own
    played = {play.card for play in (*deal.plays(), *deal.exposed) if play.seat != seat}
    poignees = {
        card
        for said in state.declarations
        if said.seat != seat and said.event not in state.refuted
        for card in said.cards
    }
    taker = state.best is not None and state.best.seat == seat
    laid = {*(state.laid.cards or state.laid.shown)} if state.laid else set[Card]()
    hands = {card for other, hand in (deal.hands or {}).items() if other != seat for card in hand}
    return frozenset(played | poignees | laid | hands | (set() if taker else set(state.dog or ())))


def _call(deal: TarotDeal, called: Called, play: Play) -> Iterator[Fault]:
    """Yield the fault of a queen called without all kings, or a king with all four (TAR-C1)."""
    state, need = deal.own, wanted(called.card)
    taker = state.best.seat if state.best else None
    if play.seat != taker:
        if play.card in need:
            why = Message("{cards} was with {name}", cards=Listed((play.card,)), name=deal.rules.names[play.seat])
            yield from _false_call(deal, (play.card,), why)
        return
    four = {*need, *(Card(suit + called.card.rank) for suit in SUITS)} if called.card else set[Card]()
    if play.card not in four or not four <= {*shown(deal, play.seat)}:
        return
    if not state.dog_taken or (state.dog is not None and four.isdisjoint(state.dog)):
        name, why = deal.rules.names[play.seat], Message("held all four of that rank")
        text = called_but(name, called.card, why)
        yield Fault("illegal-call", play.seat, "TAR-C1", text, called.card, (play.card,), called.event)


def in_the_dog(deal: TarotDeal, cards: Iterable[Card]) -> Iterator[Fault]:
    """Yield the fault of a call that took these cards for held by the taker, though they lay in the dog (TAR-C1)."""
    proof = tuple(cards)
    return _false_call(deal, proof, Message("{cards} was in the dog", cards=Listed(proof)))


def _false_call(deal: TarotDeal, proof: tuple[Card, ...], why: Message) -> Iterator[Fault]:
    """Yield the fault of a call that took these cards for held by the taker, though they were elsewhere (TAR-C1)."""
    state = deal.own
    if proof and state.called is not None and state.best is not None:
        seat, called = state.best.seat, state.called
        text = called_but(deal.rules.names[seat], called.card, why)
        yield Fault("illegal-call", seat, "TAR-C1", text, called.card, proof, called.event)


def _discard(deal: TarotDeal, laid: LaidAway, play: Play) -> Iterator[Fault]:
    """Yield the fault of trumps laid away although there were other cards (TAR-X1)."""
    taker = deal.own.best.seat if deal.own.best else None
    if play.seat == taker and may_lay_away(play.card):
        text = Message(
            "{name} laid {cards} away, but could have laid {card}.",
            name=deal.rules.names[play.seat],
            cards=Listed(laid.shown),
            card=play.card,
        )
        yield Fault("illegal-discard", play.seat, "TAR-X1", text, laid.shown[0], (play.card,), laid.event)
