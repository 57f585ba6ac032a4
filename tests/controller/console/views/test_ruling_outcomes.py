"""The price of each ruling is what the record would hold if it were made."""

from typing import TYPE_CHECKING

import pytest

from controller.console.views.ruling_outcomes import ruling_outcomes
from controller.record.events import Ruling
from controller.referee.fold import outcome
from tests.support.console.console_rig import OPENING, REVOKED, play
from tests.support.examples import Example
from tests.support.loops import some

if TYPE_CHECKING:
    from controller.record.events import RulingEffect

RULED = ("coiffeur/4-partners-ruled", "mittlere/evening", "tarot/3-revoke-ruled", "handjass/3-blind-and-exchange")


@pytest.mark.parametrize("name", RULED)
def test_the_sums_shown_are_those_of_the_record_with_that_ruling(name: str) -> None:
    match = Example(name).match
    for number in some(range(1, len(match.verdicts) + 1)):
        for one in some(ruling_outcomes(match, number, "swiss")):
            effect: RulingEffect = {"pack": "swiss"} if one.choice == "pack" else one.choice
            after = outcome((*Example(name).events, Ruling(verdict=number, decision="upheld", effect=effect)))
            for own, seats in zip(one.sums, match.game.sides.partners(match.rules), strict=True):
                assert {after.total[seat] for seat in seats} == {own.after}
                assert {match.total[seat] for seat in seats} == {own.now}
            assert one.changes == (after.total != match.total)


def test_a_deal_in_progress_is_ended_by_what_voids_it_and_priced_later_by_a_rulebook() -> None:
    match = outcome((OPENING, *REVOKED, play(1, "S6")))
    found = {one.choice: (one.waits, one.breaks_off, bool(one.fault)) for one in ruling_outcomes(match, 1, "swiss")}
    assert found == {
        "none": (False, False, False),
        "pack": (True, False, False),
        "void-deal": (False, True, False),
        "redeal": (False, True, False),
    }
    assert "pack" not in {one.choice for one in ruling_outcomes(match, 1, "record")}
