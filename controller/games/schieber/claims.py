"""Weis and Stöck of Schieber: what they mean at a table (SCH-W1, SCH-W2, SCH-W5)."""

from controller.games.schieber.counts import scale
from controller.games.weis.refute import Terms
from controller.record.cards import Card
from controller.rules.options import Rules


def beside(one: frozenset[Card], other: frozenset[Card]) -> bool:
    """Whether two Weis may be announced of one hand: a card counts in a sequence and in four of its rank (SCH-W2)."""
    return one.isdisjoint(other) or _is_run(one) != _is_run(other)


def _is_run(cards: frozenset[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


def terms(rules: Rules) -> Terms:
    """Return the scale of Weis here, and the rules of announcements."""
    return Terms(scale(rules), weis="SCH-W1", pair="SCH-W5", several="SCH-W2", beside=beside)
