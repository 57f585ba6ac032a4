"""Calls, legality and scores against OpenSpiel's bridge; `benchmarks.engines.bridge_open_spiel` has more deals."""

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")
pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from benchmarks.engines.bridge_open_spiel import differences

DEALS = 300


@pytest.mark.rule("BRI-B1", "BRI-B2", "BRI-B3", "BRI-B4", "BRI-B5", "BRI-P1", "BRI-F1", "BRI-W1", "BRI-S1", "BRI-S2")
def test_every_deal_goes_as_in_open_spiel() -> None:
    found = differences(range(DEALS))
    assert (found.deals, found.cards) == (DEALS, (DEALS - found.passed_out) * 52)
    assert found.judged > DEALS * 38 * 4
    assert min(found.passed_out, found.doubled, found.redoubled, found.slams) > 3
    assert found.told == []
