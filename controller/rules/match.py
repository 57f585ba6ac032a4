"""A match as it stands, and the deals of it that are over."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from controller.record.events import Ruling, Seat
from controller.rules.deal import Deal, S
from controller.rules.game import B, Game
from controller.rules.options import Rules
from controller.rules.proof import Watch
from controller.rules.results import DealResult, Number, Verdict


@dataclass(frozen=True, slots=True)
class Entry(Generic[S]):
    """A deal that is over."""

    deal: Deal[S]
    result: DealResult
    """What was last said of it."""
    played: DealResult
    """What it counted by itself, without any ruling on it, when it was over."""
    void: str | None = None
    """Why it was not played to its end; None if it was."""


@dataclass(frozen=True, slots=True)
class Match(Generic[S, B]):
    """A match after some event; the fold makes the next one from it."""

    game: Game[S, B]
    rules: Rules
    book: B
    total: tuple[Number, ...]
    """The sheet's sums, by seat."""
    deal: Deal[S] | None = None
    """The deal in progress, or the last one."""
    running: bool = False
    """Whether the deal is in progress."""
    watch: Watch = field(default_factory=Watch)
    """What is kept in mind of the deal to prove revokes with."""
    dealer: Seat | None = None
    """Who must deal next; None: anyone may."""
    verdicts: tuple[Verdict, ...] = ()
    """All verdicts; the number of a verdict is its place here, from 1."""
    rulings: Mapping[int, Ruling] = field(default_factory=dict[int, Ruling])
    """The arbiter's word, by number of the verdict, the newest last."""
    ledger: tuple[Entry[S], ...] = ()
    """The deals that are over, oldest first."""
    ended: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The players in order of play."""
        return self.rules.names

    @property
    def turn(self) -> Seat | None:
        """Who must act next, or None where nobody or several may."""
        deal = self.deal
        if deal is None or not self.running or deal.phase == "after":
            return None
        return deal.to_play if deal.phase == "play" else self.game.speaker(deal)

    @property
    def awaited(self) -> str:
        """What the table waits for, in words."""
        if self.deal and self.running and self.deal.phase == "after":
            return f"{' and '.join(self.names[seat] for seat in self.deal.level)} to draw"
        turn = self.turn
        if self.deal is None or turn is None:
            return ""
        can_play = self.deal.phase == "play" or not isinstance(self.game.begin_play(self.deal), str)
        return f"{self.names[turn]} to {'play' if can_play else 'speak'}"

    @property
    def accused(self) -> bool:
        """Whether any verdict is not dismissed."""
        return not all(map(self.dismissed, range(1, len(self.verdicts) + 1)))

    def dismissed(self, verdict: int) -> bool:
        """Whether the arbiter has dismissed the verdict of this number."""
        return verdict in self.rulings and self.rulings[verdict].decision == "dismissed"


AnyMatch = Match[Any, Any]
"""A match of whatever game."""
