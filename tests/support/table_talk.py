"""Records of matches whose hands the test knows: players who keep the rules, and players who do not."""

from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from random import Random

from controller.record.events import Event, MatchStart
from controller.referee import fold
from controller.referee.fold import start
from controller.rules.match import AnyMatch
from controller.rules.results import Result
from tests.controller.games.coiffeur import players as coiffeur
from tests.support.players import Players


def players(game: str, random: Random, honesty: float) -> Players:
    """The players of a game; its own ones if it has any."""
    folder = f"tests.controller.games.{game.replace('-', '_')}"
    has_own = find_spec(folder) and find_spec(f"{folder}.players")
    kind = import_module(f"{folder}.players").Players if has_own else Players
    seated = kind(random, honesty)
    assert isinstance(seated, Players)
    return seated


def rough(game: str, random: Random) -> Players:
    """Players of a cut-down game who mind rules and order more or less, boast, and show hands now and then."""
    seated = players(game, random, random.choice((0.0, 0.3, 0.7, 1.0)))
    seated.order, seated.showing = random.choice((1.0, 0.8)), random.choice((0.0, 0.0, 0.3, 1.0))
    seated.boasting, seated.cut_down = random.choice((0.0, 0.5)), True
    if isinstance(seated, coiffeur.Players):
        seated.favourite = random.choice((None, "spades"))
    return seated


def record(opening: MatchStart, seed: int, *, deals: int = 1, honesty: float = 1.0) -> tuple[list[Event], set[int]]:
    """A record of so many deals, and the numbers of the plays in it that break the rules.

    It ends earlier where the match does.
    """
    told = told_by(start(opening), players(opening.game, Random(seed), honesty), deals)
    return [opening, *told.events], set(told.illegal)


@dataclass(slots=True)
class Told:
    """The events at a table, their results, and the plays that broke the rules; the match line is event 1."""

    events: list[Event] = field(default_factory=list[Event])
    results: list[Result] = field(default_factory=list[Result])
    illegal: list[int] = field(default_factory=list[int])
    deals: int = 0


def told_by(match: AnyMatch, table: Players, deals: int) -> Told:
    """So many deals of a match at this table, fewer where the match ends before."""
    told = Told()

    def happen(match: AnyMatch, event: Event) -> AnyMatch:
        told.events.append(event)
        number = len(told.events) + 1
        if table.breaks(match, event):
            told.illegal.append(number)
        match, results = fold.step(match, number, event)
        told.results += results
        return match

    for _ in range(deals):
        if match.game.course.over(match.rules, match.deal.number if match.deal else 0, match.total, match.book):
            break
        told.deals += 1
        match = happen(match, table.dealt(match, match.dealer or 0))
        while match.running:
            match = happen(match, table.next(match))
    return told
