"""The score of a deal of Hearts: hearts, the queen of spades, the jack of diamonds, the moon (HEA-H, HEA-S)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from controller.games.hearts.play import HEARTS, QUEEN, is_penalty
from controller.record.cards import Card
from controller.record.events import Seat
from controller.record.message import Message
from controller.rules.deal import AnyDeal
from controller.rules.options import Rules
from controller.rules.score.breakdown import BreakdownLine, counting

JACK: Final = Card("DJ")
QUEEN_POINTS: Final = 13
JACK_POINTS: Final = -10
ALL: Final = 26
"""Points of all hearts and the queen of spades (HEA-H1)."""

Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HeartsScore:
    """The score of a deal, by seat."""

    score: Points
    """On the sheet."""
    moon: Seat | None
    """Who has taken all that nobody wants; None: nobody."""
    lines: tuple[BreakdownLine, ...]
    """The parts of the score."""


def card_points(rules: Rules, card: Card) -> int:
    """Points of a card (HEA-H1, HEA-H2)."""
    if card == JACK and rules["jack"]:
        return JACK_POINTS
    return QUEEN_POINTS if card == QUEEN else int(card.suit == HEARTS)


def score(deal: AnyDeal) -> HeartsScore:
    """What a finished deal counts (HEA-S1, HEA-S2)."""
    penalty = _taken(deal, is_penalty)
    moon = penalty.index(ALL) if ALL in penalty else None
    shot = tuple(_shot(deal.rules, shooter=seat == moon) if moon is not None else 0 for seat in range(deal.rules.seats))
    lines = counting(*taken(deal), BreakdownLine(Message("the moon was shot"), shot))
    points = _taken(deal, lambda _: True)
    return HeartsScore(tuple(map(sum, zip(points, shot, strict=True))), moon, lines)


def taken(deal: AnyDeal) -> tuple[BreakdownLine, ...]:
    """The cards that count, as each seat has taken them."""
    return counting(
        BreakdownLine(Message("hearts taken"), _taken(deal, lambda card: card.suit == HEARTS)),
        BreakdownLine(Message("queen of spades taken"), _taken(deal, lambda card: card == QUEEN)),
        BreakdownLine(Message("jack of diamonds taken"), _taken(deal, lambda card: card == JACK)),
    )


def _taken(deal: AnyDeal, wanted: Callable[[Card], bool]) -> Points:
    """The points of the cards of a kind in each seat's tricks."""
    return tuple(
        sum(
            card_points(deal.rules, card)
            for trick in deal.tricks
            if trick.winner == seat
            for card in trick.cards
            if wanted(card)
        )
        for seat in range(deal.rules.seats)
    )


def _shot(rules: Rules, *, shooter: bool) -> int:
    """What a moon adds to the points taken (HEA-S2)."""
    if rules["moon"] == "minus":
        return -2 * ALL if shooter else 0
    return -ALL if shooter else ALL
