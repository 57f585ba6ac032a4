"""An account of unseen play does the same to a match whether it is folded from its first line or from its deal's."""

from collections.abc import Iterator
from random import Random

from controller.record.events import Event, Missed, Played
from controller.referee.fold import fold
from controller.referee.unseen.checkpoints import collect_checkpoints, with_account
from controller.rules.results import ErrorResult, Result
from controller.table.unseen.course import open_lines
from tests.support import disturbed, eye

SEEDS = range(10)
LOOKED_AT = 6
"""Moments of a match."""


def accounts(hole: int, random: Random, events: list[Event]) -> Iterator[Missed]:
    """Nobody knows, nothing was played, and cards that may or may not have been."""
    yield Missed(of=hole)
    yield Missed(of=hole, plays=(), over=False)
    cards = sorted({event.card for event in events if isinstance(event, Played)}, key=str)
    if cards:
        yield Missed(of=hole, plays=((random.randrange(2), random.choice(cards)),), over=False)


def said_of(events: list[Event], results: tuple[Result, ...]) -> list[str]:
    number = len(events) + 1
    return [str(one.text) for one in results if isinstance(one, ErrorResult) and one.event == number][:1]


def test_from_the_hole_from_the_deal_and_from_the_first_line_on_are_the_same() -> None:
    compared = late = 0
    for seed in SEEDS:
        played, random = disturbed.match(seed, deals=2), Random(seed)
        lines = list(eye.written(played.table, eye.disturbed(played.table, random)).events)
        for count in sorted(random.sample(range(2, len(lines) + 1), min(LOOKED_AT, len(lines) - 1))):
            events = lines[:count]
            stages = list(fold(events))
            known = collect_checkpoints(stages)
            for hole in open_lines(stages[-1].match):
                late += known.before(hole) != known.deal
                for told in accounts(hole, random, events):
                    whole, all_results = with_account(events, told)
                    for since in (known.deal, known.before(hole)):
                        quick, results = with_account(events, told, since)
                        faults = said_of(events, results)
                        assert faults == said_of(events, all_results)
                        assert faults or quick == whole
                        compared += 1
    assert compared >= 50
    assert late >= 10
