"""When a look at the other places is needed before a card, and whose card is certain enough to be judged."""

from collections import Counter

from controller.record.cards import Card
from controller.record.events import Seat
from controller.record.message import Message
from controller.rules.match import AnyMatch
from controller.table.attribution import SURE, Attribution


def certain(match: AnyMatch, given: Attribution, card: Card, lying: Counter[Card]) -> Attribution:
    """The attribution of a card; nobody's where it is not sure and would be a card out of turn, which accuses."""
    if not match.running or match.sight.since is None:
        return given
    if given.seat is not None and (given.trust >= SURE or not needs_a_look(match, given.seat, lying)):
        return given
    doubt = given.doubt or Message("{card} lies in nobody's place: lay it before whoever plays it", card=card)
    return Attribution(None, given.trust, doubt)


def needs_a_look(match: AnyMatch, seat: Seat, lying: Counter[Card]) -> bool:
    """Whether a verdict on a card of this seat may rest on what was seen of the other places."""
    deal = match.deal
    if deal is None or not match.running:
        return False
    begun = match.game.begin_play(deal) if deal.phase == "before" else deal
    if isinstance(begun, str) or begun.phase != "play":
        return False
    unknown = begun.doubt is not None and begun.doubt.leader is None and not begun.open.plays
    in_turn = not unknown and seat == begun.to_play and seat not in begun.open.seats
    return not (in_turn and all(map(lying.__getitem__, begun.open.cards)))
