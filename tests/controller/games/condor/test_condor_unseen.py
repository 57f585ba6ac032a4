"""A card that cannot be drawn yet after the tricks that were seen shows that more were played, and accuses nobody."""

from random import Random

import pytest

from controller.record.events import Played
from tests.support import disturbed, eye

# Of these matches a camera that misses much has not seen a whole trick, laid and swept in one motion.
SWEPT = [(1_004_754, 5_023_774), (1_010_004, 5_050_023)]


@pytest.mark.parametrize(("seed", "look"), SWEPT)
def test_nobody_is_accused_of_a_card_that_came_off_the_pile_after_a_trick_that_nobody_saw(seed: int, look: int) -> None:
    played, random = disturbed.match(seed, sweeping=0.2), Random(look)
    much = random.choice((0.3, 1.0, 2.0))
    seeing = eye.written(played.table, eye.disturbed(played.table, random, much=much))
    seen = {event.card for event in seeing.events if isinstance(event, Played)}
    assert played.name == "condor"
    assert {event.card for event in played.lines if isinstance(event, Played)} - seen
    assert disturbed.heard(seeing).verdicts == ()
