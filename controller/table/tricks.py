"""The cards of a match's tricks, as the table asks for them: the open trick, the last one, the one of a card."""

from controller.record.cards import Card
from controller.rules.deal import Play
from controller.rules.match import AnyMatch


def is_new(match: AnyMatch, card: Card) -> bool:
    """Whether a card has not been played in the newest deal."""
    return match.deal is None or match.deal.find(card) is None


def open_trick(match: AnyMatch) -> tuple[Card, ...]:
    """The cards of the trick that lies open."""
    return match.deal.open.cards if match.deal and match.running else ()


def trick_laid(match: AnyMatch, gathered: int = 0) -> tuple[Play, ...]:
    """The plays of the trick that lies open; while a contract is missing, the last that may be of one trick.

    Args:
        match: the match.
        gathered: how many of the cards that are kept for the contract were of tricks that have left.
    """
    deal = match.deal if match.running else None
    if deal is None:
        return ()
    trick = deal.open.plays
    for play in deal.kept[gathered:]:
        is_next = len(trick) == len(deal.seats) or any(play.seat == one.seat for one in trick)
        trick = (play,) if is_next else (*trick, play)
    return trick if len(trick) < len(deal.seats) else ()


def last_trick(match: AnyMatch) -> tuple[Card, ...]:
    """The cards of the trick that was closed last, in this deal or the one that has just ended."""
    tricks = match.deal.tricks if match.deal else ()
    return tricks[-1].cards if tricks else ()


def closed_trick(match: AnyMatch, card: Card) -> tuple[Card, ...]:
    """The cards of the closed trick of this deal in which a card lay; between two deals only the last one counts."""
    if not match.running or match.deal is None:
        last = last_trick(match)
        return last if card in last else ()
    return next((trick.cards for trick in reversed(match.deal.tricks) if card in trick.cards), ())
