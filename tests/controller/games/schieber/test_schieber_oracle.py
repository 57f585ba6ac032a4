"""Schieber against another implementation: whole deals of jass-kit's rules, legality, winners and scores."""

import pytest

pytest.importorskip("jass.game.rule_schieber", reason="jass-kit, the rules that others wrote, is not installed")

from tests.support.schieber_differences import compared

DEALS = 40
"""Deals that fit a test run; ``python -m tests.support.schieber_differences`` plays 20,000."""


@pytest.mark.rule("SCH-F", "SCH-S1", "SCH-S2", "SCH-S3", "SCH-B1", "JASS-4", "JASS-5", "JASS-8")
def test_legal_cards_winners_and_scores_are_those_of_jass_kit() -> None:
    """But where two ruffs lie: there jass-kit compares with the lower one, or with one that is none."""
    found = compared(DEALS, seed=1)
    assert found.decisions == DEALS * 36
    assert (found.unexplained, found.winners, found.scores) == (0, 0, 0)
    assert found.explained < found.decisions / 100
