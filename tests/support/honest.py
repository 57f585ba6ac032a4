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
Table = tuple[str, int]
"""A game, and how many play it."""
TABLES: Final[list[Table]] = [(name, seats) for name in games.names() for seats in games.load(name).seats]
_EIGHT: Final = ("coiffeur", "condor", "handjass", "middler-joker", "mittlere", "molotow", "plus-minus", "tarot")
_FIRST: Final = [table for table in TABLES if table[0] in _EIGHT]
_OTHERS: Final = [table for table in TABLES if table[0] not in _EIGHT]
OTHERS_FROM: Final = 10**9
"""The first seed of the games that came after the eight: a seed in which a fault was found stays the match it was."""


@dataclass(frozen=True)
class Honest:
    """One match that was played by the rules."""

    seed: int
    table: Table
    profile: str
    deals: int
    plays: int
    wrong: tuple[str, ...]
    """What the referee had to say of it: kinds of verdicts and texts of errors."""


def honest(seed: int) -> Honest:
    """Play the match of this seed: tables come by turns, with each of them the profiles."""
    random = Random(seed)
    table, number = drawn(seed)
    (name, seats), profile = table, PROFILES[number % len(PROFILES)]
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


def drawn(seed: int) -> tuple[Table, int]:
    """The table of a seed, and how many seeds below it have the same: tables come by turns."""
    tables, number = (_FIRST, seed) if seed < OTHERS_FROM else (_OTHERS, seed - OTHERS_FROM)
    return tables[number % len(tables)], number // len(tables)


def seed_of(table: Table, number: int) -> int:
    """The seed of a table's match of this number, from 0."""
    if table in _FIRST:
        return _FIRST.index(table) + number * len(_FIRST)
    return OTHERS_FROM + _OTHERS.index(table) + number * len(_OTHERS)


def seeds(each: int) -> list[int]:
    """The seeds of so many matches of each table."""
    return [seed_of(table, number) for number in range(each) for table in TABLES]


def house_rules(name: str, random: Random) -> dict[str, Value]:
    """Some of the options of a game, each with any of its values."""
    known = [option for option in games.load(name).options if not option.free]
    return {option.name: random.choice(option.values) for option in known if random.random() < 0.5}
