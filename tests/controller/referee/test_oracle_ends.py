"""When a deal is over the proven revokes are the illegal plays, by a generator that knows every hand.

It goes through every game, number of seats and profile, with house rules of all kinds, with players who put cards down
out of turn, show a second card, announce what they do not hold or show their hands at the start.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.record.events import MatchStart
from controller.referee.fold import start
from controller.rules.options import PROFILES
from controller.rules.results import ILLEGAL_PLAYS, ErrorResult, Verdict
from tests.support import table_talk
from tests.support.honest import TABLES, house_rules

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emma")
EVERY = [(name, seats, profile) for name, seats in TABLES for profile in PROFILES]
MISHAPS = {"out-of-turn", "second-card", "false-declaration", "illegal-call"}
"""What these players do wrong beside revoking."""


def careless(name: str, seats: int, profile: str, seed: int, honesty: float) -> table_talk.Told:
    """A deal of players who mind neither rules nor order much."""
    random = Random(seed)
    players = table_talk.players(name, random, honesty)
    players.order, players.boasting = random.choice((1.0, 0.9)), random.choice((0.0, 0.3))
    players.showing = random.choice((0.0, 0.0, 0.3, 1.0))
    options = house_rules(name, random)
    opening = MatchStart(game=name, seats=NAMES[:seats], profile=profile, options=options)
    return table_talk.told_by(start(opening), players, 1)


@pytest.mark.parametrize(("name", "seats", "profile"), EVERY)
@given(seed=st.integers(0, 2**32), honesty=st.sampled_from([0.0, 0.5, 0.9]))
def test_the_proven_revokes_are_the_illegal_plays(
    name: str, seats: int, profile: str, seed: int, honesty: float
) -> None:
    told = careless(name, seats, profile, seed, honesty)
    verdicts = [result for result in told.results if isinstance(result, Verdict)]
    others = Counter(verdict.kind for verdict in verdicts if verdict.kind not in ILLEGAL_PLAYS)
    assert sorted(verdict.event for verdict in verdicts if verdict.kind in ILLEGAL_PLAYS) == told.illegal
    assert others["someone-revoked"] in (0, min(1, len(told.illegal)))
    assert {*others} <= MISHAPS | {"someone-revoked"}
    assert not [result for result in told.results if isinstance(result, ErrorResult)]


@pytest.mark.parametrize(("name", "seats", "profile"), EVERY)
def test_these_players_break_rules_in_every_game_and_by_every_profile(name: str, seats: int, profile: str) -> None:
    """At least one play in fifty is illegal, or the law above would be tried on little."""
    tables = [careless(name, seats, profile, seed, 0.0) for seed in range(8)]
    plays = sum(event.e == "play" for told in tables for event in told.events)
    assert sum(len(told.illegal) for told in tables) * 50 > plays > 0
