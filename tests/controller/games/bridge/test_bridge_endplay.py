"""Legality, tricks, contracts, scores and files against endplay; `benchmarks.engines.bridge_endplay` has more deals."""

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")
pytest.importorskip("endplay", reason="endplay is not installed: pip install endplay")

from benchmarks.engines.bridge_endplay import differences

DEALS = 60


@pytest.mark.rule("BRI-B5", "BRI-P1", "BRI-F1", "BRI-W1", "BRI-V1", "BRI-S1", "BRI-S2", "BRI-S3", "BRI-S4")
def test_every_board_goes_and_is_written_as_in_endplay() -> None:
    found = differences(range(DEALS))
    assert (found.deals, found.written, found.cards) == (DEALS, DEALS, (DEALS - found.passed_out) * 52)
    assert found.tricks == found.cards // 4
    assert min(found.passed_out, found.doubled, found.made) > 3
    assert found.told == []
