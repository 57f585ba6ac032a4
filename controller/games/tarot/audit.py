"""The audit of a finished deal of Tarot by the cards that came to no trick (TAR-X1, TAR-C1, TAR-D2)."""

from collections.abc import Iterator

from controller.games.tarot import refute
from controller.games.tarot.auction import wanted
from controller.games.tarot.state import BOUTS, COURTS, PETIT, TarotDeal, is_trump, strong_hand, unseen
from controller.record.cards import Card
from controller.record.events import Seat
from controller.record.message import Listed, Message
from controller.rules.parts import Fault


def audit(deal: TarotDeal) -> tuple[Fault, ...]:
    """Return the faults shown by the discard or the closed dog; none while a card fault is open (referee.md)."""
    if deal.doubtful:
        return ()
    rest = unseen(deal)
    faults = (*_discard(deal, rest), *_call(deal, rest), *_petit_sec(deal, rest))
    refuted = tuple(fault for fault in faults if fault.event not in deal.own.refuted)
    return (*refuted, *_unannounced(deal))


def _discard(deal: TarotDeal, rest: tuple[Card, ...]) -> Iterator[Fault]:
    """Yield the fault of a king, a bout or an unshown trump among the cards laid away (TAR-X1)."""
    state = deal.own
    if state.best is None or not state.dog_taken:
        return
    hidden = [card for card in rest if state.laid and is_trump(card) and card not in state.laid.shown]
    if wrong := tuple(card for card in rest if card.rank == "K" or card in BOUTS or card in hidden):
        name = deal.rules.names[state.best.seat]
        text = Message("{name} laid {cards} away, for nobody played it.", name=name, cards=Listed(wrong))
        event = state.laid.event if state.laid else 0
        yield Fault("illegal-discard", state.best.seat, "TAR-X1", text, wrong[0], wrong, event)


def _call(deal: TarotDeal, rest: tuple[Card, ...]) -> list[Fault]:
    """Return the fault of a card that the call claimed as held and that lay in the closed dog (TAR-C1)."""
    state = deal.own
    if state.called is None or state.dog_taken:
        return []
    need = wanted(state.called.card)
    return [*refute.in_the_dog(deal, [card for card in rest if card in need])]


def _unannounced(deal: TarotDeal) -> Iterator[Fault]:
    """Yield the missed announcement of a hand that was played from its first card to its last (TAR-D2, TAR-D3).

    The fault accuses nobody: an unheard word is no observation, but the play of such a hand is one.
    """
    state = deal.own
    announcers = {one.seat for one in state.declarations_of("petit-sec")}
    for seat in deal.seats:
        hand = tuple(play.card for play in deal.seen() if play.seat == seat)
        exchanged = state.dog_taken and state.best is not None and state.best.seat == seat
        fault = None if len(hand) != deal.size or exchanged else _untold(deal, seat, hand, is_said=seat in announcers)
        if fault:
            yield fault
            return


def _untold(deal: TarotDeal, seat: Seat, hand: tuple[Card, ...], *, is_said: bool) -> Fault | None:
    """Find the missing declaration that a whole hand owed before it was played; None: none is missing."""
    name, strong = deal.rules.names[seat], strong_hand(hand)
    if strong == [PETIT] and not is_said:
        text = Message("{name} held T1 as the only trump and no Excuse, and it was not said.", name=name)
        return Fault("missed-rule", None, "TAR-D2", text, PETIT, (PETIT,))
    if not strong and deal.rules["void_no_trump"]:
        text = Message("{name} held no trump, which voids the deal here, and it was not said.", name=name)
        return Fault("missed-rule", None, "TAR-D3", text)
    few = sum(is_trump(card) or card.rank in COURTS for card in hand)
    if few <= int(str(deal.rules["void_poor"])) > 0:
        text = Message.counted(
            "{name} held {n} trump or court card in all, which voids the deal here, and it was not said.",
            "{name} held {n} trumps and court cards in all, which voids the deal here, and it was not said.",
            few,
            name=name,
            n=few,
        )
        return Fault("missed-rule", None, "TAR-D3", text)
    return None


def _petit_sec(deal: TarotDeal, rest: tuple[Card, ...]) -> Iterator[Fault]:
    """Yield the fault of a petit sec whose petit never came from the announcing hand (TAR-D2)."""
    state = deal.own
    for declaration in state.declarations_of("petit-sec"):
        exchanged = state.dog_taken and state.best is not None and state.best.seat == declaration.seat
        if PETIT in rest and not exchanged:
            name = deal.rules.names[declaration.seat]
            text = Message("{name} announced a petit sec, but never played T1.", name=name)
            yield Fault("false-declaration", declaration.seat, "TAR-D2", text, None, (PETIT,), declaration.event)
