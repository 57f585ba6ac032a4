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
from controller.rules.score.breakdown import Breakdown, BreakdownLine, counting

JACK: Final = Card("DJ")
QUEEN_POINTS: Final = 13
JACK_POINTS: Final = -10
ALL: Final = 26
"""Points of all hearts and the queen of spades (HEA-H1)."""

Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HeartsScore:
    """The count of a deal, by seat."""

    points: Points
    """Of the cards taken."""
    score: Points
    """On the sheet."""
    moon: Seat | None
    """Who has taken all that nobody wants; None: nobody."""
    breakdown: Breakdown


def card_points(rules: Rules, card: Card) -> int:
    """Points of a card (HEA-H1, HEA-H2)."""
    if card == JACK and rules["jack"]:
        return JACK_POINTS
    return QUEEN_POINTS if card == QUEEN else int(card.suit == HEARTS)


def score(deal: AnyDeal) -> HeartsScore:
    """What a finished deal counts (HEA-S1, HEA-S2)."""

    def taken(wanted: Callable[[Card], bool]) -> Points:
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

    penalty = taken(is_penalty)
    moon = penalty.index(ALL) if ALL in penalty else None
    shot = tuple(_shot(deal.rules, shooter=seat == moon) if moon is not None else 0 for seat in range(deal.rules.seats))
    lines = (
        BreakdownLine(Message("hearts taken"), taken(lambda card: card.suit == HEARTS)),
        BreakdownLine(Message("queen of spades taken"), taken(lambda card: card == QUEEN)),
        BreakdownLine(Message("jack of diamonds taken"), taken(lambda card: card == JACK)),
    )
    points = taken(lambda _: True)
    told = Breakdown(counting(*lines), counting(*lines, BreakdownLine(Message("the moon was shot"), shot)))
    return HeartsScore(points, tuple(map(sum, zip(points, shot, strict=True))), moon, told)


def _shot(rules: Rules, *, shooter: bool) -> int:
    """What a moon adds to the points taken (HEA-S2)."""
    if rules["moon"] == "minus":
        return -2 * ALL if shooter else 0
    return -ALL if shooter else ALL
