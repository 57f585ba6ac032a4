"""Records of matches whose hands the test knows: players who keep the rules, and players who do not."""

from importlib import import_module
from importlib.util import find_spec
from random import Random

from controller import fold
from controller.events import Event, MatchStart
from controller.match import start
from tests.players.base import Players


def players(game: str, random: Random, honesty: float) -> Players:
    """The players of a game; its own ones if it has any."""
    module = f"tests.players.{game.replace('-', '_')}"
    kind = import_module(module).Players if find_spec(module) else Players
    seated = kind(random, honesty)
    assert isinstance(seated, Players)
    return seated


def record(opening: MatchStart, seed: int, *, deals: int = 1, honesty: float = 1.0) -> tuple[list[Event], set[int]]:
    """A record of so many deals, and the numbers of the plays in it that break the rules.

    It ends earlier where the match does.
    """
    match, table = start(opening), players(opening.game, Random(seed), honesty)
    events: list[Event] = [opening]
    illegal: set[int] = set()
    for _ in range(deals):
        count = match.deal.number if match.deal else 0
        if match.game.over(match.rules, count, match.total, match.book):
            break
        event: Event = table.opening(match, match.dealer or 0)
        events.append(event)
        match = fold.step(match, len(events), event)[0]
        while match.running:
            event = table.next(match)
            events.append(event)
            if table.breaks(match, event):
                illegal.add(len(events))
            match = fold.step(match, len(events), event)[0]
    return events, illegal
