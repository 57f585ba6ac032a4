"""Which card it may have been instead: the likeliest first, so that a misread is mended by one tap."""

from collections.abc import Sequence
from dataclasses import replace

from controller.console.views.options_to_say import unseen
from controller.console.views.undo_steps import LastCard
from controller.record.cards import Card, faces
from controller.referee.fold import step
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Verdict

_FAR = 100
"""Farther apart than any two cards that are alike."""


def alternatives(last: LastCard, now: AnyMatch) -> tuple[Card, ...]:
    """The other cards that may lie there, the likeliest first.

    Cards that were seen before are none, nor those that were seen later in the same deal. Those that could be played
    there without a fault come first, and among them those that are alike: the same rank, or a neighbour in the suit.

    Args:
        last: the card that was read.
        now: the match as it stands.
    """
    match, read = last.before, last.played.card.face
    lying = (*match.deal.plays(), *match.deal.exposed) if match.deal and match.running else ()
    if now.deal and any(play.event == last.number for play in now.deal.plays()):
        lying = (*lying, *now.deal.plays(), *now.deal.exposed)
    seen = {play.card for play in lying}
    others = faces(tuple(card for card in match.game.deck if card.face != read and card not in seen))
    deck = faces(match.game.deck)
    return tuple(sorted(others, key=lambda card: (_faults(last, card), distance(deck, read, card))))


def _faults(last: LastCard, card: Card) -> int:
    """How many faults a card would be there, as far as everybody at the table can know."""
    _, results = step(unseen(last.before), last.number, replace(last.played, card=card))
    return sum(isinstance(result, Verdict | ErrorResult) for result in results)


def distance(deck: Sequence[Card], one: Card, other: Card) -> int:
    """How unlike two cards are: 0 for the same rank, else the steps between them in their suit.

    >>> deck = [Card(suit + rank) for suit in "SH" for rank in "AKQJ"]
    >>> [distance(deck, Card("SQ"), Card(other)) for other in ("HQ", "SJ", "SA", "HA")]
    [0, 1, 2, 100]
    """
    if one.rank == other.rank:
        return 0
    return abs(deck.index(one) - deck.index(other)) if one.suit == other.suit and one in deck else _FAR
