"""Dummy: the hand of the declarer's partner, which lies open after the opening lead (BRI-P2)."""

from collections.abc import Mapping
from dataclasses import replace

from controller.games.bridge.auction import contract_of
from controller.games.bridge.state import BridgeContract, BridgeDeal, BridgeState
from controller.record.cards import Card
from controller.record.events import Declare, Seat
from controller.record.message import Listed, Message
from controller.rules.layout import Layout, all_in_hands
from controller.rules.parts import Outcome


def contract_in_play(deal: BridgeDeal) -> BridgeContract | None:
    """Return the contract by its player: a declarer with a spread hand is dummy (BRI-P3); None: no contract."""
    contract = contract_of(deal.own.calls)
    return replace(contract, declarer=contract.dummy) if contract and deal.own.spread else contract


def lay_down(deal: BridgeDeal, event: Declare, deck: tuple[Card, ...]) -> Outcome[BridgeState] | Message:
    """Apply dummy's laying down of these cards; a message explains why they cannot be dummy's."""
    if may_spread(deal, event.seat):
        deal = replace(deal, own=replace(deal.own, spread=True))
    contract, cards = contract_in_play(deal), event.cards or ()
    if contract is None or deal.phase != "play":
        return Message("there is no dummy before the auction has ended")
    names = deal.rules.names
    if event.seat != contract.dummy:
        return Message("{name} is dummy, not {other}", name=names[contract.dummy], other=names[event.seat])
    if not deal.plays():
        return Message("dummy lies down after the opening lead")
    played = {play.card for play in deal.plays() if play.seat == event.seat}
    others = {play.card for play in deal.plays() if play.seat != event.seat}
    strange = tuple(card for card in cards if card not in deck or card in others)
    if strange:
        return Message("{cards} cannot be in dummy's hand", cards=Listed(strange))
    laid_down = tuple(card for card in deck if card in {*deal.own.shown, *cards})
    if len({*laid_down, *played}) > deal.size:
        return Message("dummy would have {n} cards", n=len({*laid_down, *played}))
    return Outcome(replace(deal, own=replace(deal.own, shown=laid_down)))


def may_spread(deal: BridgeDeal, seat: Seat) -> bool:
    """Whether a declarer may lay the own hand down: the opening lead came from the wrong defender (BRI-P3)."""
    contract, plays = contract_in_play(deal), deal.plays()
    if contract is None or seat != contract.declarer or deal.own.shown or deal.own.spread:
        return False
    return [play.seat for play in plays] == [(contract.declarer - 1) % deal.rules.seats]


def open_hands(deal: BridgeDeal) -> Mapping[Seat, tuple[Card, ...]]:
    """Return the part of dummy's hand that still lies open, as far as it is known."""
    contract = contract_in_play(deal)
    if contract is None or not deal.own.shown:
        return {}
    played = {play.card for play in deal.plays()}
    return {contract.dummy: tuple(card for card in deal.own.shown if card not in played)}


def layout(deal: BridgeDeal) -> Layout:
    """Return the hands, which have all cards; the cards that dummy has laid down are in dummy's."""
    base = all_in_hands(deal)
    played, places = {play.card for play in deal.seen()}, dict(base.known)
    for seat in open_hands(deal):
        here = frozenset(number for number, place in enumerate(base.places) if place.seat == seat)
        for card in deal.own.shown:
            if card not in played:
                places[card] = places.get(card, here) & here
    return replace(base, known=places)
