"""The points of a game of Doppelkopf: who has won it, and what it counts (DOK-S1 to DOK-S4)."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from controller.games.doppelkopf.state import KONTRA, RE, REFUSALS

LEVELS: Final = tuple(REFUSALS.values())
"""Points below which a party is held, the highest first; 0: it has no trick."""
AGAINST: Final = (120, 90, 60, 30)
"""What a party needs for a point against each of what the other one refused it (DOK-S4)."""


@dataclass(frozen=True, slots=True)
class PartyResult:
    """Points, tricks and announcements of a party."""

    points: int
    tricks: int
    said: Collection[str] = ()
    """Its announcements."""

    @property
    def refused(self) -> int:
        """How many steps it has refused the other party: 0 none, 4 every trick."""
        calls = [*REFUSALS]
        return max((calls.index(call) + 1 for call in self.said if call in REFUSALS), default=0)

    @property
    def announced(self) -> bool:
        """Whether it has said Re or Kontra, or refused something, which says it too (DOK-A2)."""
        return bool(self.refused) or RE in self.said or KONTRA in self.said

    @property
    def below(self) -> int:
        """How many levels it was held below, 0 to 4."""
        return sum(self.points < level if level else not self.tricks for level in LEVELS)


@dataclass(frozen=True, slots=True)
class GamePoints:
    """The points of a game, before who plays alone counts three times."""

    winner: str | None
    """``re`` or ``kontra``; None: each has promised too much."""
    lines: tuple[tuple[str, int], ...]
    """What counts, by a key of its own, for the party of the queens; less than 0 for the other one."""


def won(re: PartyResult, kontra: PartyResult) -> str | None:
    """Which party has won (DOK-S1)."""
    if _holds(re, kontra, 120 if kontra.announced and not re.announced else 121):
        return RE
    return KONTRA if _holds(kontra, re, 121 if kontra.announced and not re.announced else 120) else None


def _holds(own: PartyResult, other: PartyResult, half: int) -> bool:
    """Whether a party has made what it said, or what the other one refused it, or else its half."""
    if own.refused:
        return other.below >= own.refused
    if other.refused:
        return own.below < other.refused
    return own.points >= half


def game_points(re: PartyResult, kontra: PartyResult, *, double: bool) -> GamePoints:
    """What the game itself counts (DOK-S2 to DOK-S4).

    Args:
        re: the party of the queens, or who plays alone.
        kontra: the others.
        double: whether Re and Kontra double instead of counting two points each.
    """
    winner = won(re, kontra)
    if winner is None:
        return GamePoints(None, (*_reached(re, kontra, 1), *_reached(kontra, re, -1)))
    sign, own, other = (1, re, kontra) if winner == RE else (-1, kontra, re)
    lines = [("won", sign), *_reached(own, other, sign)]
    lines += [("refused", sign * side.refused) for side in (re, kontra) if side.refused]
    for call, side in ((RE, re), (KONTRA, kontra)):
        if side.announced:
            lines.append((call, sum(amount for _, amount in lines) if double else 2 * sign))
    return GamePoints(winner, tuple(lines))


def _reached(own: PartyResult, other: PartyResult, sign: int) -> list[tuple[str, int]]:
    """The levels below which a party held the other one, and what it made against what was refused it."""
    made = sum(own.points >= least for least in AGAINST[: other.refused])
    return [(key, sign * count) for key, count in (("below", other.below), ("against", made)) if count]
