"""Dummy: the hand of the declarer's partner, which lies open after the opening lead (BRI-P2)."""

from collections.abc import Mapping
from dataclasses import replace

from controller.games.bridge.auction import contract
from controller.games.bridge.state import BridgeContract, BridgeDeal, BridgeState
from controller.record.cards import Card
from controller.record.events import Declare, Seat
from controller.record.message import Listed, Message
from controller.rules.layout import Layout, all_in_hands
from controller.rules.parts import Outcome


def in_play(deal: BridgeDeal) -> BridgeContract | None:
    """Return the contract by its player: a declarer with a spread hand is dummy (BRI-P3); None: no contract."""
    made = contract(deal.own.calls)
    return replace(made, declarer=made.dummy) if made and deal.own.spread else made


def lay_down(deal: BridgeDeal, event: Declare, deck: tuple[Card, ...]) -> Outcome[BridgeState] | Message:
    """Apply dummy's laying down of these cards; a message explains why they cannot be dummy's."""
    if may_spread(deal, event.seat):
        deal = replace(deal, own=replace(deal.own, spread=True))
    made, cards = in_play(deal), event.cards or ()
    if made is None or deal.phase != "play":
        return Message("there is no dummy before the auction has ended")
    names = deal.rules.names
    if event.seat != made.dummy:
        return Message("{name} is dummy, not {other}", name=names[made.dummy], other=names[event.seat])
    if not deal.plays():
        return Message("dummy lies down after the opening lead")
    own = {play.card for play in deal.plays() if play.seat == event.seat}
    others = {play.card for play in deal.plays() if play.seat != event.seat}
    strange = tuple(card for card in cards if card not in deck or card in others)
    if strange:
        return Message("{cards} cannot be in dummy's hand", cards=Listed(strange))
    shown = tuple(card for card in deck if card in {*deal.own.shown, *cards})
    if len({*shown, *own}) > deal.size:
        return Message("dummy would have {n} cards", n=len({*shown, *own}))
    return Outcome(replace(deal, own=replace(deal.own, shown=shown)))


def may_spread(deal: BridgeDeal, seat: Seat) -> bool:
    """Whether a declarer may lay the own hand down: the opening lead came from the wrong defender (BRI-P3)."""
    made, plays = in_play(deal), deal.plays()
    if made is None or seat != made.declarer or deal.own.shown or deal.own.spread:
        return False
    return [play.seat for play in plays] == [(made.declarer - 1) % deal.rules.seats]


def open_hands(deal: BridgeDeal) -> Mapping[Seat, tuple[Card, ...]]:
    """Return the part of dummy's hand that still lies open, as far as it is known."""
    made = in_play(deal)
    if made is None or not deal.own.shown:
        return {}
    played = {play.card for play in deal.plays()}
    return {made.dummy: tuple(card for card in deal.own.shown if card not in played)}


def layout(deal: BridgeDeal) -> Layout:
    """Return the hands, which have all cards; the cards that dummy has laid down are in dummy's."""
    base = all_in_hands(deal)
    seen, known = {play.card for play in deal.seen()}, dict(base.known)
    for seat in open_hands(deal):
        here = frozenset(number for number, place in enumerate(base.places) if place.seat == seat)
        for card in deal.own.shown:
            if card not in seen:
                known[card] = known.get(card, here) & here
    return replace(base, known=known)
