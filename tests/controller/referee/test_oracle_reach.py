"""The records that the oracle judges hold what is rare: without this its laws could be true of nothing."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from controller.record.events import Declare, Discard, Dog, Event, Exchange
from controller.rules.results import ILLEGAL_PLAYS, Verdict
from tests.support import table_talk
from tests.support.oracle_judge import moments
from tests.support.tiny import Tiny, tiny

SEEDS = range(260)
REACHED = {
    ("coiffeur", 3): {"excuse", "COI-F4c", "counted", "someone-revoked", "second-card", "out-of-turn", "hands"},
    ("mittlere", 3): {"made trump", "counted", "someone-revoked", "second-card", "out-of-turn", "hands"},
    ("handjass", 3): {"blind", "exchange", "shown", "counted", "second-card", "out-of-turn", "hands"},
    ("handjass", 2): {"blind", "exchange", "counted", "second-card", "out-of-turn", "hands"},
    ("condor", 2): {"counted", "second-card", "out-of-turn"},
    ("hearts", 4): {"illegal-lead", "HEA-P2", "HEA-F2", "counted", "someone-revoked", "out-of-turn", "hands"},
    ("tarot", 4): {"dog", "hidden discard", "shown", "false-declaration", "counted", "someone-revoked", "hands"},
    ("tarot", 5): {"TAR-C2", "dog", "shown", "counted", "someone-revoked", "second-card", "out-of-turn", "hands"},
}


def events_met(events: list[Event]) -> Iterator[str]:
    """What happens in these events, in words."""
    for event in events:
        match event:
            case Exchange():
                yield "exchange"
            case Dog():
                yield "dog"
            case Discard(cards=None):
                yield "hidden discard"
            case Declare(cards=cards) if cards:
                yield "shown"
            case _:
                yield from ["hands"] if getattr(event, "hands", None) else []
                yield from ["blind"] if getattr(event, "call", "") == "blind" else []


def verdicts_met(verdicts: list[Verdict]) -> Iterator[str]:
    """What is said, and how it was proven."""
    for verdict in verdicts:
        yield verdict.kind
        if verdict.kind in ILLEGAL_PLAYS:
            yield verdict.rule
            yield "a card" if verdict.proof else "counted"


def acts_met(table: Tiny, events: list[Event]) -> Iterator[str]:
    """Revokes that make trump, and plays that only a hand of nothing but trumps may not make."""
    trumps: dict[int, str | None] = {}
    verdicts = tuple[Verdict, ...]()
    for one in moments(table, events):
        verdicts = one.match.verdicts
        trumps[one.number] = one.match.deal.trump if one.match.deal else None
        yield from ["excuse"] if any(act.duty.excuse for act in one.acts) else []
    made = {after for before, after in pairwise(sorted(trumps)) if trumps[before] is None and trumps[after]}
    yield from ("made trump" for verdict in verdicts if verdict.kind == "revoke" and verdict.event in made)


@pytest.mark.slow
@pytest.mark.parametrize("game", REACHED, ids=lambda game: f"{game[0]}-{game[1]}")
def test_what_is_rare_comes_about(game: tuple[str, int]) -> None:
    met = Counter[str]()
    for seed in SEEDS:
        random = Random(seed)
        with tiny(*game, random) as table:
            told = table_talk.told_by(table.match, table_talk.rough(table.name, random), 1)
            met.update({*events_met(told.events), *acts_met(table, told.events)})
            met.update(verdicts_met([result for result in told.results if isinstance(result, Verdict)]))
    assert {what for what in REACHED[game] if not met[what]} == set(), met
