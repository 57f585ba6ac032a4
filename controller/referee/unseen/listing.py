"""The order of the cards in the open trick: from the leader on if they can have come so, else as they did."""

from dataclasses import replace

from controller.record.events import Seat
from controller.referee.unseen.orders import orders
from controller.rules.deal import Deal, S, Trick
from controller.rules.game import Game
from controller.rules.parts import B


def listed(game: Game[S, B], deal: Deal[S]) -> Deal[S]:
    """The deal with the cards of the open trick listed from the leader on if they can have come so, else as they did.

    A card that is listed before others may be the one that has made trump.
    """
    plays, count = deal.open.plays, deal.rules.seats
    leader = deal.leader if deal.leader is not None else _opened_by(deal)
    around = plays if leader is None else tuple(sorted(plays, key=lambda play: (play.seat - leader) % count))
    ways = list(orders(plays)) or [plays]
    best = around if around in ways and leader in deal.open.seats else plays if plays in ways else ways[0]
    if best == plays:
        return deal
    trump = replace(deal, open=Trick(), trump=deal.trump_led, impossible=True)
    for play in best:
        trump = game.played(replace(trump, open=Trick((*trump.open.plays, play))))
    return replace(deal, open=Trick(best), trump=trump.trump)


def _opened_by(deal: Deal[S]) -> Seat | None:
    """Who has laid the card whose holder leads, if that lies there."""
    return next((play.seat for play in deal.open.plays if play.card == deal.opener), None)
