"""The cards of a match's tricks, as the table asks for them: the open trick, the last one, the one of a card."""

from controller.record.cards import Card
from controller.rules.match import AnyMatch


def is_new(match: AnyMatch, card: Card) -> bool:
    """Whether a card has not been played in the newest deal."""
    return match.deal is None or match.deal.find(card) is None


def open_trick(match: AnyMatch) -> tuple[Card, ...]:
    """The cards of the trick that lies open."""
    return match.deal.open.cards if match.deal and match.running else ()


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
