"""A match as it stands, and how it starts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from controller import games
from controller.deal import Deal, S
from controller.events import MatchStart, Ruling, Seat
from controller.game import B, Game
from controller.ledger import Entry
from controller.options import OptionError, Rules, resolve
from controller.proof import Watch
from controller.results import Number, Verdict


class MatchError(ValueError):
    """A match line that no match can start with: an unknown game, profile, option or number of seats."""


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


def start(event: MatchStart) -> AnyMatch:
    """The match before its first deal; raises MatchError for what no match can start with."""
    try:
        game = games.load(event.game)
        names = tuple(_printable(name) or f"seat {seat}" for seat, name in enumerate(event.seats))
        rules = resolve(game.options, names, event.profile, event.options)
    except (LookupError, OptionError) as error:
        raise MatchError(error.args[0]) from None
    if rules.seats not in game.seats:
        wanted = " or ".join(map(str, game.seats))
        raise MatchError(f"{event.game} has {wanted} seats, and the match names {rules.seats}")
    return Match(game, rules, game.open_book(rules), (0,) * rules.seats)


def cannot_start(event: MatchStart) -> str | None:
    """Why no match can start so, or None."""
    try:
        start(event)
    except MatchError as error:
        return str(error)
    return None


def _printable(name: str) -> str:
    """A name as a sheet and a display can show it."""
    return "".join(letter if letter.isprintable() else " " for letter in name).strip()
