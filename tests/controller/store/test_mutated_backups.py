"""Backups made by mutation of a true one; ``python -m benchmarks.hall.backups`` tries as many as one likes."""

import pytest

from tests.support.storm.mutated_backups import restored

SEEDS = (*range(12), 823, 2751)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_mutated_backup_restores_what_the_true_one_has_or_changes_nothing(seed: int) -> None:
    assert restored(seed).broken == []
