"""Taking the card turned up, or naming another suit in the second round (BEL-B1, BEL-B2)."""

from dataclasses import replace

from controller.games.belote.cards import PLAYS, SUITS
from controller.games.belote.state import PASS, TAKE, BeloteCall, BeloteContract, BeloteDeal, BeloteState
from controller.record.events import Bid, Seat
from controller.record.message import Message
from controller.rules.game import Fault, Outcome

ROUNDS = 2


def speaker(deal: BeloteDeal) -> Seat | None:
    """Whose word it is, from forehand on; None once somebody has taken."""
    return None if deal.own.contract else (deal.dealer + 1 + len(deal.own.calls)) % deal.rules.seats


def is_second_round(deal: BeloteDeal) -> bool:
    """Whether all have passed once."""
    return len(deal.own.calls) >= deal.rules.seats


def turned_suit(deal: BeloteDeal) -> str:
    """The contract of the suit that was turned up."""
    assert deal.own.turned is not None  # noqa: S101 - no such deal begins without it
    return next(play for play, suit in SUITS.items() if suit == deal.own.turned.suit)


def speak_taking(deal: BeloteDeal, event: Bid) -> Outcome[BeloteState] | Message:
    """The deal after a word; all passed twice: void (BEL-B2)."""
    if event.as_ is not None or event.call not in (PASS, TAKE, *PLAYS):
        return Message("{call} is not said where a card is turned up", call=event.call)
    if fault := _cannot_take(deal, event):
        return Outcome(deal, (fault,))
    play = turned_suit(deal) if event.call == TAKE else None if event.call == PASS else event.call
    calls = (*deal.own.calls, BeloteCall(event.seat, event.call, play))
    contract = BeloteContract(event.seat, play) if play else None
    deal = replace(deal, own=replace(deal.own, calls=calls, contract=contract))
    if contract is None:
        return Outcome(deal, void="passed" if len(calls) == ROUNDS * deal.rules.seats else None)
    return Outcome(replace(deal, phase="play", trump=SUITS.get(contract.play)))


def _cannot_take(deal: BeloteDeal, event: Bid) -> Fault | None:
    names, turn, rule = deal.rules.names, speaker(deal), "BEL-B1"
    if deal.own.contract:
        why = Message("{name} had taken", name=names[deal.own.contract.taker])
    elif event.seat != turn:
        why = Message("it was for {name} to speak", name=names[deal.dealer if turn is None else turn])
    elif event.call == PASS or (event.call == TAKE and not is_second_round(deal)):
        return None
    elif event.call == TAKE:
        rule, why = "BEL-B2", Message("in the second round another trump is named")
    elif not is_second_round(deal):
        why = Message("in the first round the card turned up is taken or passed")
    elif event.call == turned_suit(deal):
        rule, why = "BEL-B2", Message("this suit was turned up and passed")
    elif event.call not in _contracts(deal):
        rule, why = "BEL-C4", Message("it is not played at this table")
    else:
        return None
    text = Message("{name} said {call}, but {why}.", name=names[event.seat], call=event.call, why=why)
    return Fault("illegal-bid", event.seat, rule, text)


def _contracts(deal: BeloteDeal) -> tuple[object, ...]:
    chosen = deal.rules["contracts"]
    return chosen if isinstance(chosen, tuple) else ()
