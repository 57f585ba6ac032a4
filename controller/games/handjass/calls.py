"""Before the play: in, out and blind, the agreement of two, the exchange of the 6 (HAN-B, HAN-X1)."""

from dataclasses import replace
from typing import Final

from controller.games.handjass.claims import claim_faults, mark_claims, newly_refuted
from controller.games.handjass.state import (
    FULL,
    HandjassDeal,
    HandjassState,
    blind_cards,
    known,
    moved,
    six,
    turned_at,
)
from controller.games.weis.claims import HandClaim
from controller.record.events import Agree, Bid, Exchange, Seat
from controller.record.message import Message
from controller.rules.game import Fault, Outcome
from controller.rules.results import VerdictKind

CALLS: Final = ("in", "out", "blind")
DUEL: Final = 2
"""Players left when nobody can agree on sharing: only one of them scores."""

HandjassOutcome = Outcome[HandjassState]


def bid(deal: HandjassDeal, event: Bid) -> HandjassOutcome | Message:
    """A seat says in, out or blind (HAN-B1, HAN-B2, HAN-B3)."""
    table, name = deal.own, deal.rules.names[event.seat]
    if event.seat != table.to_say:
        text = Message("{name} said {call}, but {why}.", name=name, call=event.call, why=_whose(deal))
        return refused(deal, "illegal-bid", event.seat, "HAN-B1", text)
    if event.call == "blind" and (len(table.players) == FULL or table.blind is not None):
        why = Message("there is none") if len(table.players) == FULL else Message("it is taken")
        text = Message("{name} asked for the blind, but {why}.", name=name, why=why)
        return refused(deal, "illegal-bid", event.seat, "HAN-B2", text)
    deal = replace(deal, own=replace(table, said=(*table.said, (event.seat, event.call))))
    return _spoken(_take_blind(deal, event.seat) if event.call == "blind" else deal)


def _whose(deal: HandjassDeal) -> Message:
    """Who was to speak."""
    if deal.own.to_say is None:
        return Message("all have spoken")
    return Message("it was for {name} to speak", name=deal.rules.names[deal.own.to_say])


def _spoken(deal: HandjassDeal) -> HandjassOutcome:
    """The next seat speaks; once all have, or all but one are out, two that are in play on (HAN-B3, HAN-P1)."""
    table = deal.own
    if table.to_say is not None:
        return Outcome(replace(deal, leader=table.to_say))
    if len(table.staying) < DUEL:
        return Outcome(deal, finished=True)
    return Outcome(replace(deal, seats=tuple(sorted(table.staying)), leader=table.staying[0]))


def _take_blind(deal: HandjassDeal, seat: Seat) -> HandjassDeal:
    """The hand is laid away unseen, the blind becomes the hand (HAN-B2)."""
    if not deal.hands or seat not in deal.hands:
        return deal
    blind = blind_cards(deal)
    others = {at: hand for at, hand in deal.hands.items() if at != seat}
    own = replace(deal.own, laid_away=deal.hands[seat])
    return replace(deal, own=own, hands=others | ({seat: blind} if blind else {}))


def agree(deal: HandjassDeal, event: Agree) -> HandjassOutcome | Message:
    """The two seats that are in share the deal without play (HAN-B4)."""
    table = deal.own
    if not event.seats or not all(map(deal.rules.has, event.seats)):
        seats = repr(list(event.seats))
        return Message("an agreement of seats {reason} at this table of {n}", reason=seats, n=deal.rules.seats)
    ready = deal.phase == "before" and table.to_say is None and len(table.players) > DUEL
    if not ready or len(table.staying) != DUEL or sorted(event.seats) != sorted(table.staying):
        text = Message("Only two that are alone in may agree on a point each, before the first lead.")
        return refused(deal, "illegal-bid", event.seats[0], "HAN-B4", text)
    return Outcome(replace(deal, own=replace(table, agreed=True)), finished=True)


def exchange(deal: HandjassDeal, number: int, event: Exchange) -> HandjassOutcome | Message:
    """The trump 6 for the turned-up card, wherever that is now (HAN-X1)."""
    table = deal.own
    if why := _no_exchange(deal, event):
        text = Message(
            "{name} cannot exchange {card} for {card2}: {why}.",
            name=deal.rules.names[event.seat],
            card=event.gives,
            card2=event.takes,
            why=why,
        )
        return refused(deal, "illegal-discard", event.seat, "HAN-X1", text)
    own_hand = (deal.hands or {}).get(event.seat, (event.gives,))
    false = event.gives not in own_hand or known(deal).get(event.gives, event.seat) != event.seat
    claim = HandClaim(number, event.seat, "exchange", cards=(event.gives,))
    deal = moved(deal, event.seat, (event.gives,), (event.takes,))
    holder = turned_at(deal)
    if holder is not None and holder != event.seat:
        deal = moved(deal, holder, (event.takes,), (event.gives,))
    deal = replace(deal, own=replace(table, claims=(*table.claims, claim)))
    fresh = (claim,) if false else newly_refuted(deal)
    return Outcome(mark_claims(deal, fresh), tuple(claim_faults(deal, fresh, None)))


def _no_exchange(deal: HandjassDeal, event: Exchange) -> Message | None:
    """Why there can be no such exchange."""
    table = deal.own
    if len(table.players) == FULL:
        return Message("with four players nothing is exchanged")
    if deal.phase != "before" or table.to_say is not None:
        return Message("the time for it is after the last seat has spoken and before the first lead")
    if event.seat not in table.staying:
        return Message("the seat is out")
    if event.gives != six(deal) or event.takes != table.turned or event.gives == event.takes:
        return Message("only the trump 6 goes for the turned-up card")
    return Message("it is done already") if table.exchanged else None


def refused(deal: HandjassDeal, kind: VerdictKind, seat: Seat, rule: str, text: Message) -> HandjassOutcome:
    """An act against the rules, seen at once: the deal stays as it is."""
    return Outcome(deal, (Fault(kind, seat, rule, text),))
