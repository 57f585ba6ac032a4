"""Calls, legality, turns and scores against colver's contrée; `benchmarks.engines.belote_colver` has more deals."""

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")
pytest.importorskip("colver", reason="colver is not installed: pip install colver")

from benchmarks.engines.belote_colver import differences

DEALS = 200


def test_every_deal_goes_as_in_colver() -> None:
    found = differences(range(DEALS))
    assert found.deals == DEALS
    assert found.cards > 20 * (DEALS - found.passed) > 0
    assert found.doubled > 0
    assert found.beloted > 0
    assert found.told == []
