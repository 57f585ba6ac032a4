"""Matches of players who keep every rule, of every game, at every table, by every profile: nobody may be accused."""

from dataclasses import dataclass
from random import Random
from typing import Final

from controller import games
from controller.record.events import MatchStart, Played, Value
from controller.referee.start import start
from controller.rules.options import PROFILES
from controller.rules.results import ErrorResult, Verdict
from tests.support import table_talk

DEALS: Final = 4
"""Deals of a match at most, so that boards, held points and fewer players come about too."""
TABLES: Final = [(name, seats) for name in games.names() for seats in games.load(name).seats]


@dataclass(frozen=True)
class Honest:
    """One match that was played by the rules."""

    seed: int
    table: tuple[str, int]
    """The game, and how many play it."""
    profile: str
    deals: int
    plays: int
    wrong: tuple[str, ...]
    """What the referee had to say of it: kinds of verdicts and texts of errors."""


def honest(seed: int) -> Honest:
    """Play the match of this seed: tables come by turns, with each of them the profiles."""
    random = Random(seed)
    table, profile = TABLES[seed % len(TABLES)], PROFILES[seed // len(TABLES) % len(PROFILES)]
    name, seats = table
    names = ("Anna", "Berta", "Carla", "Dora", "Emma")[:seats]
    options = house_rules(name, random) if random.random() < 0.5 else {}
    players = table_talk.players(name, random, 1.0)
    players.showing = random.choice((0.0, 0.0, 0.3))
    opening = MatchStart(game=name, seats=names, profile=profile, options=options)
    told = table_talk.told_by(start(opening), players, DEALS)
    wrong: list[str] = [result.kind for result in told.results if isinstance(result, Verdict)]
    wrong += [result.text for result in told.results if isinstance(result, ErrorResult)]
    plays = sum(isinstance(event, Played) for event in told.events)
    return Honest(seed, table, profile, told.deals, plays, tuple(wrong))


def house_rules(name: str, random: Random) -> dict[str, Value]:
    """Some of the options of a game, each with any of its values."""
    known = [option for option in games.load(name).options if not option.free]
    return {option.name: random.choice(option.values) for option in known if random.random() < 0.5}
