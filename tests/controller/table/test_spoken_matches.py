"""A whole evening is said by cards alone: every event that is no play, for every game and number of seats."""

from dataclasses import dataclass, field
from random import Random

import pytest

from controller import games
from controller.record.events import End, Event, MatchStart, Played
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from controller.table.interpreter import Interpreter
from tests.support import spoken_talk
from tests.support.spoken_talk import Listener, plain
from tests.support.table_talk import players, told_by
from vision.base.observation import Laid, Observation
from vision.marks.identity import NO_DECK

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil")
TABLES = [(game, seats) for game in games.names() for seats in games.load(game).seats]


def evening(game: str, seats: int, seed: int) -> tuple[AnyMatch, list[Event]]:
    """A match of three deals by players who keep the rules, from its opening."""
    opening = start(MatchStart(game=game, seats=NAMES[:seats]))
    return opening, [*told_by(opening, players(game, Random(seed), 1.0), deals=3).events, End()]


@pytest.mark.every
@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("seed", range(6))
def test_a_word_laid_and_lifted_at_once_is_said(game: str, seats: int, seed: int) -> None:
    opening, told = evening(game, seats, seed)
    listener = Listener(opening)
    for event in told:
        listener.see(*spoken_talk.told(listener.match, event))
    assert (listener.events, listener.left.total()) == (told, 0)


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("seed", range(6, 10))
def test_a_word_that_stays_on_the_mat_is_said_once(game: str, seats: int, seed: int) -> None:
    """Full tricks are gathered with all that lies there; cards shown are taken back before the next card is played."""
    match, told = evening(game, seats, seed)
    watched, random, lying = Watched(match), Random(seed), list[Laid]()
    for number, event in enumerate(told, 2):
        laid, plays = [*spoken_talk.laid(match, event)], isinstance(event, Played)
        names = {one.card for one in laid}
        back = [one for one in lying if one.card in names or (plays and one in watched.shown)]
        watched.see(*spoken_talk.away(back), *laid)
        lying = [*(one for one in lying if one not in back), *laid]
        watched.shown = [] if plays else [*watched.shown, *(one for one in laid if one.deck != NO_DECK)]
        match, _ = step(match, number, event)
        if plays and match.deal is not None and not match.deal.open.plays:
            gone = lying
        else:
            gone = [] if plays or random.random() < 0.6 else laid
        watched.see(*spoken_talk.away(gone))
        lying = [one for one in lying if one not in gone]
    assert [*watched.events, *map(plain, watched.table.finish(watched.match))] == told


@dataclass
class Watched:
    """A table and the match that its events make."""

    match: AnyMatch
    table: Interpreter = field(default_factory=Interpreter)
    events: list[Event] = field(default_factory=list[Event])
    shown: list[Laid] = field(default_factory=list[Laid])
    """Cards that lie there and were not played."""

    def see(self, *observations: Observation) -> None:
        for observation in observations:
            for event in self.table.events(self.match, observation, 1.0):
                self.events.append(plain(event))
                self.match, _ = step(self.match, len(self.events) + 1, event)
