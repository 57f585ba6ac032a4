"""Who keeps the rules is never accused; ``python -m benchmarks.honest`` tries it on as many deals as one likes."""

import sys

import pytest

from controller.rules.options import PROFILES
from tests.support.honest import TABLES, honest

EVERY = len(TABLES) * len(PROFILES)
"""Seeds in a row in which every table plays by every profile."""


def test_so_many_seeds_in_a_row_are_every_table_by_every_profile() -> None:
    seeds = [(TABLES[seed % len(TABLES)], seed // len(TABLES) % len(PROFILES)) for seed in range(EVERY)]
    assert sorted(seeds) == sorted((table, profile) for table in TABLES for profile in range(len(PROFILES)))


@pytest.mark.slow
def test_two_thousand_honest_deals_are_without_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    deals, seed = 0, 0
    while deals < 2000 or seed % EVERY:
        match = honest(seed)
        assert not match.wrong, match
        deals, seed = deals + match.deals, seed + 1
    with capsys.disabled():
        sys.stdout.write(f"\n{deals} honest deals of {seed} matches, all games, seats and profiles: 0 verdicts\n")
