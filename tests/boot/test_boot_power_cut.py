"""The power is cut while a match is entered: what was acknowledged is there, once, in an unbroken chain."""

import pytest

from tests.boot import power_cuts
from tests.boot.conftest import DEAL, Tables
from tests.boot.image import PYTHONS

pytestmark = [pytest.mark.slow, pytest.mark.boot, pytest.mark.needs("boot"), pytest.mark.timeout(5400)]

CUTS = 60


@pytest.mark.parametrize("release", PYTHONS)
def test_no_event_that_was_acknowledged_is_lost_or_doubled_by_a_power_cut(tables: Tables, release: str) -> None:
    counts = power_cuts.main(tables.installed(release), tables.files, DEAL, CUTS)
    assert (counts["cuts"], counts["in earnest"]) == (CUTS, CUTS // power_cuts.EARNEST)
    assert counts["events acknowledged"] >= CUTS
