"""The mat beside the record, when a match is taken up again: what lies there otherwise than it should."""

from collections.abc import Collection, Iterable

from controller.record.cards import Card
from controller.rules.match import AnyMatch


def differences(match: AnyMatch, lying: Collection[Card]) -> str:
    """What the mat shows otherwise than the record, in one sentence for the table; nothing if they agree.

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
    known = {*deal.open.cards, *gathered, *(play.card for play in deal.exposed)}
    gone = [f"{match.names[play.seat]}'s {play.card}" for play in deal.open.plays if play.card not in lying]
    more = sorted(set(lying) - known)
    told = [
        f"{_list(words)} {what}" for words, what in ((gone, "not on the mat"), (more, "not in the record")) if words
    ]
    return f"taken up: {'; '.join(told)}. Lay it as it was, or undo" if told else ""


def _list(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last} are" if first else f"{last} is"
