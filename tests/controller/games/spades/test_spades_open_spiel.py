"""Bids, legality and scores against OpenSpiel's Spades; `benchmarks.engines.spades_open_spiel` has more deals."""

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")
pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from benchmarks.engines.spades_open_spiel import differences

DEALS = 60


@pytest.mark.rule("SPA-B1", "SPA-P1", "SPA-P2", "SPA-F1", "SPA-W1", "SPA-S1", "SPA-S2", "SPA-S3")
def test_every_deal_goes_as_in_open_spiel() -> None:
    found = differences(range(DEALS))
    assert (found.deals, found.cards) == (DEALS, DEALS * 52)
    assert found.nils > DEALS
    assert found.taken_off > DEALS // 4
    assert found.told == []
