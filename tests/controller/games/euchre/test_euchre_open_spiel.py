"""Legality, turns and scores against OpenSpiel's Euchre; `benchmarks.engines.euchre_open_spiel` has more deals."""

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")
pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from benchmarks.engines.euchre_open_spiel import differences

DEALS = 200


def test_every_deal_goes_as_in_open_spiel() -> None:
    found = differences(range(DEALS))
    assert found.deals == DEALS
    assert found.cards > 12 * DEALS
    assert found.lone > found.duels > 0
    assert {*found.scores} == {-4, -2, 1, 2, 4}
    assert found.told == []
