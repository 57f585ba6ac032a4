"""Who keeps the rules is never accused; ``benchmarks.judging.honest`` tries it on as many deals as one likes."""

import sys

import pytest

from controller.rules.options import PROFILES
from tests.support.honest import TABLES, drawn, honest, seed_of, seeds


def test_so_many_seeds_of_each_table_are_every_table_by_every_profile() -> None:
    drawn_tables = [drawn(seed) for seed in seeds(len(PROFILES))]
    assert drawn_tables == [(table, profile) for profile in range(len(PROFILES)) for table in TABLES]
    assert [seed_of(*one) for one in drawn_tables] == seeds(len(PROFILES))


def test_a_seed_stays_the_table_that_it_was_before_other_games_came() -> None:
    assert [drawn(seed) for seed in (0, 13, 14, 1_004_754)] == [
        (("coiffeur", 3), 0),
        (("tarot", 5), 0),
        (("coiffeur", 3), 1),
        (("condor", 2), 71768),
    ]


@pytest.mark.slow
def test_two_thousand_honest_deals_are_without_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    deals, matches = 0, 0
    while deals < 2000 or matches % (len(TABLES) * len(PROFILES)):
        match = honest(seed_of(TABLES[matches % len(TABLES)], matches // len(TABLES)))
        assert not match.wrong, match
        deals, matches = deals + match.deals, matches + 1
    with capsys.disabled():
        sys.stdout.write(f"\n{deals} honest deals of {matches} matches, all games, seats and profiles: 0 verdicts\n")
