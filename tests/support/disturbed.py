"""Matches at tables where not all is seen, and whether what the referee says of them is true."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from random import Random

from controller.record.events import Event, MatchStart
from controller.record.text import to_line
from controller.referee import fold
from controller.referee.fold import start
from controller.rules.options import PROFILES
from controller.rules.results import ILLEGAL_PLAYS, DealResult, ErrorResult, Verdict
from tests.support import honest, table_talk
from tests.support.eye import Seeing, Table, acted
from tests.support.honest import house_rules

Said = tuple[str, int | None, int]
"""Kind, seat and true line of an accusation."""


@dataclass(frozen=True)
class Played:
    """A match as it really was."""

    table: Table
    name: str
    seats: int
    lines: tuple[Event, ...]
    """The record of one who sees everything."""
    illegal: frozenset[int]
    deals: int

    @cached_property
    def true(self) -> frozenset[Said]:
        """What a referee who sees everything would say."""
        return frozenset(_said(verdict, {}) for verdict in fold.outcome(self.lines).verdicts)

    @cached_property
    def scores(self) -> tuple[DealResult, ...]:
        """What the deals count."""
        return tuple(entry.result for entry in fold.outcome(self.lines).ledger)


def match(seed: int, *, honesty: float = 1.0, order: float = 1.0, deals: int = 1, sweeping: float = 0.0) -> Played:
    """Play the match of this seed."""
    random = Random(seed)
    (name, seats), number = honest.drawn(seed)
    options = house_rules(name, random) if random.random() < 0.3 else {}
    names = ("Anna", "Berta", "Carla", "Dora", "Emma")[:seats]
    profile = [*PROFILES][number % len(PROFILES)]
    players = table_talk.players(name, random, honesty)
    players.order = order
    opening = MatchStart(game=name, seats=names, profile=profile, options=options)
    told = table_talk.told_by(start(opening), players, deals)
    seen = MatchStart(sight=True, game=name, seats=names, profile=profile, options=options)
    table = acted(seen, told.events, random, sweeping=sweeping)
    return Played(table, name, seats, (opening, *told.events), frozenset(told.illegal), told.deals)


def _said(verdict: Verdict, of: dict[int, int]) -> Said:
    if verdict.seat is None:
        return verdict.kind, None, 0
    return verdict.kind, verdict.seat, of.get(verdict.event, verdict.event)


@dataclass(frozen=True)
class Heard:
    """The verdicts and errors of a record."""

    seeing: Seeing
    verdicts: tuple[Verdict, ...]
    errors: tuple[ErrorResult, ...]
    deals: tuple[DealResult, ...]

    @property
    def said(self) -> Counter[Said]:
        """Its accusations by true line."""
        return Counter(_said(verdict, self.seeing.of) for verdict in self.verdicts)

    def false(self, played: Played) -> list[Verdict]:
        """The accusations that are not true."""
        return [verdict for verdict in self.verdicts if not self._true(verdict, played)]

    def _true(self, verdict: Verdict, played: Played) -> bool:
        line = self.seeing.of.get(verdict.event, 0)
        if verdict.kind in ILLEGAL_PLAYS:
            return line in played.illegal
        if verdict.kind == "someone-revoked":
            return bool(played.illegal)
        return _said(verdict, self.seeing.of) in played.true


def heard(seeing: Seeing) -> Heard:
    """What the referee said while an eye wrote its record."""
    return Heard(
        seeing,
        tuple(result for result in seeing.results if isinstance(result, Verdict)),
        tuple(result for result in seeing.results if isinstance(result, ErrorResult)),
        tuple(result for result in seeing.results if isinstance(result, DealResult)),
    )


def record(events: tuple[Event, ...]) -> str:
    """A record to be read in a failure."""
    return "\n".join(f"{number:4} {to_line(event)}" for number, event in enumerate(events, 1))


def seed_of(name: str, seats: int, number: int) -> int:
    """The seed of a match at this table, from 0."""
    return honest.seed_of((name, seats), number)
