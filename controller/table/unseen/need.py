"""Need of a look at the other places before a card, and cards that are certain enough to be judged."""

from collections.abc import Callable

from controller.record.cards import Card
from controller.record.events import Seat
from controller.record.message import Message
from controller.rules.match import AnyMatch
from controller.table.attribution import SURE, Attribution
from vision.base.observation import Laid
from vision.mat.seating import Seating


def require_certainty(
    match: AnyMatch, laid: Laid, attribution: Attribution, seating: Seating, *, plain: bool, awaited: bool
) -> Attribution:
    """Return the attribution of a card; nobody's where it rests on a guess.

    Its proof against the player may be untrue.

    Inside an area the place decides; what speaks against it may only keep a card from accusing at once. Beside the
    areas a card may be anybody's: the side from which it came must tell, or the turn while nothing else was unseen.

    Args:
        match: the match before it.
        laid: the card.
        attribution: whose card it is, and how certainly.
        seating: the areas.
        plain: whether nothing unread lies in the place of the seat to which it was given.
        awaited: whether it is the next card of the open trick.
    """
    if not match.watched or attribution.seat is None:
        return _nobodys(laid, attribution) if match.running and match.watched else attribution
    if seating.at((laid.x_mm, laid.y_mm)) is not None:
        is_sure = attribution.trust >= SURE or awaited or not match.running
    elif attribution.trust < SURE:
        is_sure = False
    else:
        brought = seating.from_edge(laid.origin) if laid.origin else frozenset[Seat]()
        is_sure = attribution.seat in brought or (plain and not (match.running and match.deal and match.deal.holes))
    return attribution if is_sure else _nobodys(laid, attribution)


def _nobodys(laid: Laid, attribution: Attribution) -> Attribution:
    text = Message("{card} lies in nobody's place: lay it before whoever plays it", card=laid.card)
    return Attribution(
        None, attribution.trust, attribution.doubt if attribution.seat is None and attribution.doubt else text
    )


def needs_a_look(match: AnyMatch, seat: Seat, lies: Callable[[Card], bool]) -> bool:
    """Whether a verdict on a card of this seat may rest on what was seen of the other places.

    Args:
        match: the match before the card.
        seat: who lays it.
        lies: whether a card of the open trick certainly lies there still, so that the new one comes to the same trick.
    """
    deal = match.deal
    if match.can_deal and match.dealer is None:
        return True  # who has dealt is inferred from whoever leads
    if deal is None or not match.running:
        return False
    begun = match.game.auction.playable(deal)
    if begun is None:
        return bool(deal.holes)  # which card leads will be known with the contract
    if begun.phase != "play":
        return False
    leader = begun.leader if begun.unseen.doubt is None else begun.unseen.doubt.leader
    unknown = leader is None and not begun.open.plays
    in_turn = not unknown and seat == begun.to_play and seat not in begun.open.seats
    # Only an observation shows that a trick from before a gap is the one to which the card comes.
    is_resumed = any(play.event in begun.unseen.behind for play in begun.open.plays)
    return is_resumed or not (in_turn and all(map(lies, begun.open.cards)))
