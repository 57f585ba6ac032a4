"""What the cards refute at Tarot: declarations, calls and discards, each once and by the first card that does."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from controller.games.tarot.auction import wanted
from controller.games.tarot.cards import COURTS, DECK, PETIT, is_trump, may_lay_away, strong_hand
from controller.games.tarot.state import Called, Laid, Said, TarotDeal, needed_trumps, shown
from controller.record.cards import EXCUSE, SUITS, Card
from controller.record.events import Seat
from controller.rules.deal import Play
from controller.rules.game import Fault

TRUMPS_AND_EXCUSE: Final = len(strong_hand(DECK))


def by_card(deal: TarotDeal) -> TarotDeal:
    """What the newest card of the open trick refutes; nothing while a card fault is open (referee.md)."""
    own, play = deal.own, deal.open.plays[-1]
    faults: list[Fault] = []
    if not deal.doubtful:
        for said in own.said:
            faults += _refuted(deal, said, play)
        if own.called:
            faults += _call(deal, own.called, play)
        if own.laid and own.laid.shown:
            faults += _discard(deal, own.laid, play)
    return marked(deal, faults)


def by_dog(deal: TarotDeal) -> TarotDeal:
    """What the dog refutes: a petit sec whose petit lies there, a call over a king that lies there."""
    own, dog = deal.own, deal.own.dog or ()
    faults = [_false(deal, said, (PETIT,), "T1 lay in the dog") for said in own.saying("petit-sec") if PETIT in dog]
    faults += elsewhere(deal, [card for card in dog if own.called and card in wanted(own.called.card)], "in the dog")
    return marked(deal, faults)


def at_once(deal: TarotDeal, said: Said) -> TarotDeal:
    """What is seen at once to be wrong with a declaration that was just made."""
    return marked(deal, [] if deal.doubtful else list(_seen_at_once(deal, said)))


def marked(deal: TarotDeal, faults: Iterable[Fault]) -> TarotDeal:
    """The deal that remembers what was refuted; an act is refuted once."""
    own = deal.own
    new = {fault.event: fault for fault in faults if fault.event not in own.refuted}
    if not new and not own.found:
        return deal
    return replace(deal, own=replace(own, found=tuple(new.values()), refuted=own.refuted | new.keys()))


def _false(deal: TarotDeal, said: Said, proof: tuple[Card, ...] | None, why: str) -> Fault:
    rule = {"poignee": "TAR-Q1", "misere": "TAR-Q2", "petit-sec": "TAR-D2"}[said.what]
    what = {"poignee": f"{said.size} poignée", "misere": "misère", "petit-sec": "petit sec"}[said.what]
    text = f"{deal.rules.names[said.seat]} announced a {what}, but {why}."
    return Fault("false-declaration", said.seat, rule, text, None, proof, said.event)


def _seen_at_once(deal: TarotDeal, said: Said) -> Iterator[Fault]:
    cards, need, hand = said.cards, needed_trumps(deal, said), _known_hand(deal, said.seat)
    trumps = strong_hand(cards)
    if odd := tuple(card for card in cards if card not in trumps):
        yield _false(deal, said, odd, f"showed {', '.join(odd)}")
    elif cards and len(trumps) < need:
        yield _false(deal, said, cards, f"showed {len(trumps)} trumps, and it takes {need}")
    elif away := tuple(card for card in cards if card in _not_in_hand(deal, said.seat)):
        yield _false(deal, said, away, f"cannot hold {', '.join(away)}")
    elif hand and (why := _hand_refutes(said, hand, need)):
        yield _false(deal, said, tuple(strong_hand(hand)) or None, f"holds {why}")
    else:
        yield from _too_few(deal, said)


def _hand_refutes(said: Said, hand: tuple[Card, ...], need: int) -> str | None:
    """What a known hand holds that makes the declaration false, or None."""
    trumps = strong_hand(hand)
    courts = [card for card in hand if card.suit in SUITS and card.rank in COURTS]
    match said.what:
        case "poignee":
            false = len(trumps) < need or (EXCUSE in said.cards and len(trumps) > len(said.cards))
            return f"{len(trumps)} trumps" if false else None
        case "misere":
            return ", ".join((*trumps, *courts)) or None
        case "petit-sec":
            return None if trumps == [PETIT] else ", ".join(trumps) or "no trump"


def _known_hand(deal: TarotDeal, seat: Seat) -> tuple[Card, ...]:
    """The hand of a seat as it is before its first card, if all of it is known."""
    own = deal.own
    hand = deal.hands.get(seat, ()) if deal.hands else ()
    exchanging = own.best and own.best.seat == seat and own.dog_taken and not own.laid
    return hand if len(hand) == deal.size and not exchanging else ()


def _refuted(deal: TarotDeal, said: Said, play: Play) -> Iterator[Fault]:
    """What the newest card does to one declaration."""
    card, own = play.card, play.seat == said.seat
    trump = is_trump(card)
    match said.what:
        case "misere" if own and (trump or card == EXCUSE or card.rank in COURTS):
            yield _false(deal, said, (card,), f"played {card}")
        case "petit-sec" if card == PETIT and not own:
            yield _false(deal, said, (card,), f"{deal.rules.names[play.seat]} had T1")
        case "petit-sec" if own and card != PETIT and (trump or card == EXCUSE) and not _from_dog(deal, play):
            yield _false(deal, said, (card,), f"played {card}")
        case "poignee" if own and trump and EXCUSE in said.cards and card not in said.cards:
            yield _false(deal, said, (card,), f"showed the Excuse and held {card} back")
        case "poignee":
            yield from _too_few(deal, said)
        case _:
            pass


def _from_dog(deal: TarotDeal, play: Play) -> bool:
    """Whether a card may have come to its hand from the dog."""
    own = deal.own
    taker = own.best is not None and own.best.seat == play.seat
    return taker and own.dog_taken and (own.dog is None or play.card in own.dog)


def _too_few(deal: TarotDeal, said: Said) -> Iterator[Fault]:
    """A poignée that is not shown, counted: the trumps this hand has shown, and as many more as it can hold."""
    need = needed_trumps(deal, said)
    if said.what != "poignee" or len(said.cards) >= need:
        return
    seen = shown(deal, said.seat)
    trumps, room = strong_hand(seen), deal.size - len(seen)
    most = len(trumps) + min(room, TRUMPS_AND_EXCUSE - len(trumps) - len(strong_hand(_not_in_hand(deal, said.seat))))
    if most < need:
        yield _false(deal, said, None, f"can have had {most} trumps at most, and it takes {need}")


def _not_in_hand(deal: TarotDeal, seat: Seat) -> frozenset[Card]:
    """The cards that are known to be elsewhere than in the hand a seat plays from."""
    own = deal.own
    played = {play.card for play in (*deal.plays(), *deal.exposed) if play.seat != seat}
    poignees = {card for said in own.said if said.seat != seat and said.event not in own.refuted for card in said.cards}
    taker = own.best is not None and own.best.seat == seat
    laid = {*(own.laid.cards or own.laid.shown)} if own.laid else set[Card]()
    hands = {card for other, hand in (deal.hands or {}).items() if other != seat for card in hand}
    return frozenset(played | poignees | laid | hands | (set() if taker else set(own.dog or ())))


def _call(deal: TarotDeal, called: Called, play: Play) -> Iterator[Fault]:
    """TAR-C1: a queen called without all kings, or a king with all four."""
    own, need = deal.own, wanted(called.card)
    taker = own.best.seat if own.best else None
    if play.seat != taker:
        yield from elsewhere(deal, [play.card] if play.card in need else [], f"with {deal.rules.names[play.seat]}")
        return
    four = {*need, *(Card(suit + called.card.rank) for suit in SUITS)} if called.card else set[Card]()
    if play.card not in four or not four <= {*shown(deal, play.seat)}:
        return
    if not own.dog_taken or (own.dog is not None and four.isdisjoint(own.dog)):
        text = f"{deal.rules.names[play.seat]} called {called.card}, but held all four of that rank."
        yield Fault("illegal-call", play.seat, "TAR-C1", text, called.card, (play.card,), called.event)


def elsewhere(deal: TarotDeal, cards: Iterable[Card], where: str) -> list[Fault]:
    """The call that took these cards for held by the taker, though they were elsewhere (TAR-C1)."""
    own, proof = deal.own, tuple(cards)
    if not proof or own.called is None or own.best is None:
        return []
    who, seat = deal.rules.names[own.best.seat], own.best.seat
    text = f"{who} called {own.called.card or 'nobody'}, but {', '.join(proof)} was {where}."
    return [Fault("illegal-call", seat, "TAR-C1", text, own.called.card, proof, own.called.event)]


def _discard(deal: TarotDeal, laid: Laid, play: Play) -> Iterator[Fault]:
    """TAR-X1: trumps are laid away only if there is nothing else."""
    taker = deal.own.best.seat if deal.own.best else None
    if play.seat == taker and may_lay_away(play.card):
        trumps = ", ".join(laid.shown)
        text = f"{deal.rules.names[play.seat]} laid {trumps} away, but could have laid {play.card}."
        yield Fault("illegal-discard", play.seat, "TAR-X1", text, laid.shown[0], (play.card,), laid.event)
