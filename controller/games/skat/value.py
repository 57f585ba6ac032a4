"""The value of a game of Skat: base value times matadors and grades (SKA-V1 to SKA-V5)."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from controller.games.skat.state import HAND, NULL, OUVERT, SCHNEIDER, SCHWARZ, TOTAL, points, trumps
from controller.record.cards import Card

BASES: Final = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULLS: Final = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""The value of null, by whether it is played from the hand and open (SKA-V4)."""
NEEDED: Final = 61
NO_SCHNEIDER: Final = 31
"""Points with which a side is not schneider (SKA-V3)."""


@dataclass(frozen=True, slots=True)
class GameValue:
    """The value of a game that was played, and whether it was won."""

    game: str
    bid: int
    won: bool
    value: int
    """The value before a lost game counts twice."""
    points: int
    """The declarer's, the skat included."""
    matadors: int = 0
    """Positive: with so many; negative: without so many; 0 in null."""
    overbid: bool = False

    @property
    def counted(self) -> int:
        """The points that the declarer gains (SKA-S1)."""
        return self.value if self.won else -2 * self.value


def matadors(cards: Collection[Card], game: str) -> int:
    """Count the matadors that a game is played with, or (negative) without (SKA-V1).

    >>> matadors([Card("CJ"), Card("HJ")], "grand"), matadors([Card("DJ"), Card("DA")], "diamonds")
    (1, -3)
    """
    order = trumps(game)
    has = order[0] in cards
    run = len(list(takewhile(lambda card: (card in cards) == has, order)))
    return run if has else -run


def null_value(announced: Collection[str]) -> int:
    """Return the value of a null game (SKA-V4)."""
    return NULLS[HAND in announced, OUVERT in announced]


def game_value(
    game: str,
    announced: Collection[str],
    bid: int,
    cards: Collection[Card],
    won: Collection[Card],
    tricks: tuple[int, int],
) -> GameValue:
    """Return the value of a game.

    Args:
        game: the game that was played.
        announced: the announcements with the game.
        bid: the highest number of the auction.
        cards: the declarer's cards and the skat.
        won: the cards of the declarer's tricks, and the skat.
        tricks: the numbers of tricks that the declarer and the others have won.
    """
    mine, theirs = tricks
    if game == NULL:
        return GameValue(game, bid, not mine, null_value(announced), points(won))
    count = points(won)
    schneider = min(count, TOTAL - count) < NO_SCHNEIDER
    schwarz = not mine or not theirs
    open_hand = OUVERT in announced
    told_schwarz = SCHWARZ in announced or open_hand
    told_schneider = SCHNEIDER in announced or told_schwarz
    at_least = schneider or schwarz or told_schneider
    grades = (HAND in announced, at_least, told_schneider, schwarz or told_schwarz, told_schwarz, open_hand)
    runs = matadors(cards, game)
    base = BASES[game]
    value = base * (1 + abs(runs) + sum(grades))
    is_made = (
        count >= NEEDED and (not told_schneider or TOTAL - count < NO_SCHNEIDER) and (not told_schwarz or not theirs)
    )
    if value < bid:
        return GameValue(game, bid, False, -(-bid // base) * base, count, runs, overbid=True)
    return GameValue(game, bid, is_made, value, count, runs)
