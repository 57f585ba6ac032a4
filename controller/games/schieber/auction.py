"""Naming the contract, pushing it to the partner, and giving thanks (SCH-B1, SCH-B2, SCH-B3, SCH-G3)."""

from dataclasses import replace

from controller.games.schieber.state import PUSH, SUITS, SchieberContract, SchieberDeal, SchieberState, speaker
from controller.record.events import Bid
from controller.record.message import Message
from controller.rules.game import Fault, Outcome


def speak(deal: SchieberDeal, event: Bid) -> Outcome[SchieberState]:
    """The deal after a contract or a push, or with what is wrong with it."""
    table, who = deal.own, speaker(deal)
    contract = table.contract
    if contract and contract.missing and (event.seat, event.call) == (who, contract.play) and event.start:
        return _named(deal, replace(contract, start=event.start))
    name = deal.rules.names[event.seat]
    if contract or event.seat != who:
        turn = Message("it was for {name} to bid", name=deal.rules.names[who])
        why = Message("the contract was named already") if contract else turn
        text = Message("{name} said {call}, but {why}.", name=name, call=event.call, why=why)
        return Outcome(deal, (Fault("illegal-bid", event.seat, "SCH-B1", text),))
    if event.call == PUSH and not table.pushed:
        return Outcome(replace(deal, own=replace(table, pushed=True)))
    if event.call == PUSH:
        text = Message("{name} pushed, but must name a contract.", name=name)
        return Outcome(deal, (Fault("illegal-bid", event.seat, "SCH-B2", text),))
    if event.call not in _contracts(deal):
        text = Message("{name} named {call}, which is not played at this table.", name=name, call=event.call)
        return Outcome(deal, (Fault("illegal-bid", event.seat, "SCH-B3", text),))
    return _named(deal, SchieberContract(event.seat, event.call, event.start))


def _contracts(deal: SchieberDeal) -> tuple[object, ...]:
    chosen = deal.rules["contracts"]
    return chosen if isinstance(chosen, tuple) else ()


def _named(deal: SchieberDeal, contract: SchieberContract) -> Outcome[SchieberState]:
    """Fix the contract, as far as it has been told; then forehand leads (SCH-P1)."""
    own = replace(deal.own, contract=contract)
    if contract.missing:
        return Outcome(replace(deal, own=own))
    return Outcome(replace(deal, own=own, phase="play", trump=SUITS.get(contract.play)))


def thank(deal: SchieberDeal, event: Bid) -> Outcome[SchieberState] | Message:
    """A seat says that its pair has enough points: the match is over, one way or the other (SCH-G3)."""
    if not deal.rules["thanks"] or deal.rules["deals"]:
        return Message("every deal is played to its end at this table")
    if deal.phase != "play":
        return Message("the play has not begun")
    if not deal.scorable:
        return Message("cards of this deal are missing, so nobody can be out by them")
    return Outcome(replace(deal, own=replace(deal.own, thanked=event.seat)), finished=True)
