"""Faults that several games find: a word or a discard against the rules, a card that is elsewhere, a wrong sum."""

from typing import Any, Protocol

from controller.record.events import Discard, Seat
from controller.record.message import Message
from controller.rules.deal import AnyDeal, Deal, Play, S
from controller.rules.parts import Fault, Outcome


class SeatWord(Protocol):
    """A word of a seat: a bid, or a game's own record of one."""

    @property
    def seat(self) -> Seat:
        """The seat that has said it."""
        ...

    @property
    def call(self) -> str:
        """The word."""
        ...


def illegal_bid(deal: AnyDeal, word: SeatWord, rule: str, why: Message) -> Fault:
    """Return the fault of a word that its seat cannot say, or not now."""
    text = Message("{name} said {call}, but {why}.", name=deal.rules.names[word.seat], call=word.call, why=why)
    return Fault("illegal-bid", word.seat, rule, text)


def refused(deal: Deal[S], word: SeatWord, rule: str, why: Message) -> Outcome[S]:
    """Return the deal as it was, with the fault of a word."""
    return Outcome(deal, (illegal_bid(deal, word, rule, why),))


def illegal_discard(deal: AnyDeal, event: Discard, rule: str, why: Message) -> Fault:
    """Return the fault of cards that a seat has laid away."""
    text = Message.counted(
        "{name} laid {n} card away, but {why}.",
        "{name} laid {n} cards away, but {why}.",
        event.count,
        name=deal.rules.names[event.seat],
        n=event.count,
        why=why,
    )
    return Fault("illegal-discard", event.seat, rule, text)


def impossible_card(deal: AnyDeal, play: Play, why: Message, rule: str = "CARD") -> Fault:
    """Return the fault of a card that its seat cannot have; ``why``: its known place instead."""
    name = deal.rules.names[play.seat]
    text = Message("{name} played {card}, which {why}; please check that card.", name=name, card=play.card, why=why)
    return Fault("impossible-card", play.seat, rule, text, play.card)


def holder_phrase(deal: AnyDeal, seat: Seat | None) -> Message:
    """Return a phrase for the hand that a card is known to be in; None: it is out of play."""
    if seat is None:
        return Message("is known to be out of play")
    return Message("is known to be with {name}", name=deal.rules.names[seat])


def wrong_sum(deal: Deal[Any], points: int, total: int, rule: str) -> tuple[Fault, ...]:
    """Return the fault of a deal whose points do not come to the total; none where cards are doubtful."""
    if deal.doubtful or points == total:
        return ()
    text = Message("The points come to {n}, not {n2}.", n=points, n2=total)
    return (Fault("missed-rule", None, rule, text),)
