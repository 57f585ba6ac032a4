"""The mat beside the record, when a match is taken up again: what lies there otherwise than it should."""

from collections.abc import Collection, Iterator, Sequence

from controller.record.cards import Card
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch


def differences(match: AnyMatch, lying: Collection[Card]) -> str:
    """The differences between mat and record, in one sentence for the table; empty if they agree.

    The cards of the trick that was closed last may lie there still, or not. Between deals, and before the play, nothing
    need lie there, and what does may belong to the next deal.

    Args:
        match: as its record says, before anything that was seen since.
        lying: the cards that the eyes believe to lie on the mat.
    """
    deal = match.deal
    if deal is None or not match.running or deal.phase != "play":
        return ""
    gathered = deal.tricks[-1].cards if deal.tricks else ()
    # People may have told a card without its copy.
    there = {card.face for card in lying}
    known = {card.face for card in (*deal.open.cards, *gathered, *(play.card for play in deal.exposed))}
    gone = [(match.names[play.seat], play.card) for play in deal.open.plays if play.card.face not in there]
    told = [*_gone(gone), *_more(sorted(there - known))]
    return Message("taken up: {why}. Lay it as it was, or undo", why=Message.join("; ", told)) if told else ""


def _gone(cards: Sequence[tuple[str, Card]]) -> Iterator[Message]:
    """The open trick's cards that do not lie on the mat, each with its player."""
    if len(cards) == 1:
        [(name, card)] = cards
        yield Message("{name}'s {card} is not on the mat", name=name, card=card)
    elif cards:
        each = tuple(Message("{name}'s {card}", name=name, card=card) for name, card in cards)
        yield Message("{owned} are not on the mat", owned=Listed(each, "and"))


def _more(cards: Sequence[Card]) -> Iterator[Message]:
    """Cards on the mat that the record does not know as played."""
    if len(cards) == 1:
        yield Message("{card} is not in the record", card=cards[0])
    elif cards:
        yield Message("{cards} are not in the record", cards=Listed(tuple(cards), "and"))
