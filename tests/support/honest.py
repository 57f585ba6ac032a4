"""Matches of players who keep every rule, of every game, at every table, by every profile: nobody may be accused."""

from dataclasses import dataclass
from random import Random
from typing import Final

from controller import games
from controller.record.events import MatchStart, Played, Value
from controller.referee.fold import start
from controller.rules.options import PROFILES
from controller.rules.results import ErrorResult, Verdict
from tests.support import table_talk

DEALS: Final = 4
"""Deals of a match at most, so that boards, held points and fewer players come about too."""
Table = tuple[str, int]
"""A game, and how many play it."""
TABLES: Final[list[Table]] = [(name, seats) for name in games.names() for seats in games.load(name).seats]
_CAME: Final = (
    ("coiffeur", "condor", "handjass", "middler-joker", "mittlere", "molotow", "plus-minus", "tarot"),
    ("hearts", "schieber"),
    ("spades",),
    ("whist",),
    ("bridge",),
    ("skat",),
    ("euchre",),
    ("schnapsen",),
    ("belote",),
    ("differenzler",),
    ("doppelkopf",),
)
"""The games as they came; new ones are a line at the end, so that all others keep their seeds."""
_LATER: Final[tuple[Table, ...]] = (("skat", 4),)
"""Tables that came after others of their game; new ones at the end, too."""
GOALS: Final = {"schieber": "target"}
"""The options that set the goal, in games in which a word is allowed by it; where words are said it is near."""
_NEWEST: Final = {name for name, _ in TABLES}.difference(*_CAME)
_GROUPS: Final = [
    *([table for table in TABLES if table[0] in group and table not in _LATER] for group in (*_CAME, _NEWEST)),
    *([table] for table in _LATER),
]
OTHERS_FROM: Final = 10**9
"""Seeds between those of games that came one after the other: one in which a fault was found stays the match it was."""


@dataclass(frozen=True)
class Honest:
    """One match that was played by the rules."""

    seed: int
    table: Table
    profile: str
    deals: int
    plays: int
    wrong: tuple[str, ...]
    """Faults that the referee reported: kinds of verdicts and texts of errors."""


def honest(seed: int, words: float = 0.0) -> Honest:
    """Play the match of this seed: tables come by turns, with each of them the profiles; ``words``: as of players."""
    random = Random(seed)
    table, number = drawn(seed)
    (name, seats), profile = table, PROFILES[number % len(PROFILES)]
    names = ("Anna", "Berta", "Carla", "Dora", "Emma")[:seats]
    options = house_rules(name, random) if random.random() < 0.5 else {}
    if words and name in GOALS:
        options = {**options, GOALS[name]: random.randint(40, 400)}
    players = table_talk.players(name, random, 1.0)
    players.showing, players.words = random.choice((0.0, 0.0, 0.3)), words
    opening = MatchStart(game=name, seats=names, profile=profile, options=options)
    told = table_talk.told_by(start(opening), players, DEALS)
    wrong: list[str] = [result.kind for result in told.results if isinstance(result, Verdict)]
    wrong += [result.text for result in told.results if isinstance(result, ErrorResult)]
    plays = sum(isinstance(event, Played) for event in told.events)
    return Honest(seed, table, profile, told.deals, plays, tuple(wrong))


def drawn(seed: int) -> tuple[Table, int]:
    """The table of a seed, and how many seeds below it have the same: tables come by turns."""
    group, number = divmod(seed, OTHERS_FROM)
    tables = _GROUPS[group]
    return tables[number % len(tables)], number // len(tables)


def seed_of(table: Table, number: int) -> int:
    """The seed of a table's match of this number, from 0."""
    group, tables = next((group, tables) for group, tables in enumerate(_GROUPS) if table in tables)
    return group * OTHERS_FROM + tables.index(table) + number * len(tables)


def seeds(each: int) -> list[int]:
    """The seeds of so many matches of each table."""
    return [seed_of(table, number) for number in range(each) for table in TABLES]


def house_rules(name: str, random: Random) -> dict[str, Value]:
    """Some of the options of a game, each with any of its values."""
    known = [option for option in games.load(name).options if not option.free]
    return {option.name: random.choice(option.values) for option in known if random.random() < 0.5}
