"""The page of releases: a newer one is told and wished for, the way back too, and neither in a match."""

from dataclasses import replace
from pathlib import Path

import pytest

from controller.appliance import offers
from controller.appliance.offers import ReleaseStamp, WishOutcome
from controller.appliance.paths import SystemPaths
from controller.appliance.releases import Releases
from controller.console.setup.context import Setup
from controller.settings.model import DataConfig
from tests.controller.appliance.test_offers import stamped
from tests.support.console.console_rig import DEAL, Rig
from tests.support.console.setup_rig import owner, set_up, told

PAGE = "/setup/releases"
WORDS = "It is being done: some minutes for a new release. This page tells how it ends."


def took(places: SystemPaths, number: int, made: str) -> None:
    """Let a release be current."""
    folder = places.releases / f"release-{number}"
    folder.mkdir(parents=True)
    (folder / offers.STAMP).write_bytes(offers.stamp_text(ReleaseStamp(f"0.{number}", made)))
    Releases(places.releases).make_current(folder)


@pytest.fixture
def setup(rig: Rig, tmp_path: Path) -> Setup:
    """A table that runs as a service, of a release of October."""
    made = set_up(rig)
    made.places = SystemPaths(tmp_path / "root")
    made.config = replace(made.config, data=DataConfig(made.places.inside(made.places.data)))
    made.places.data.mkdir(parents=True)
    made.places.unit.parent.mkdir(parents=True)
    (made.places.unit.parent / offers.PATH_UNIT).touch()
    took(made.places, 1, "2026-10-01T12:00:00+00:00")
    return made


def lies_on_the_card(setup: Setup) -> None:
    stamped(setup.places.root / "boot/firmware/schiri-3.tar.gz", "2026-11-30T12:00:00+00:00", "0.3")


def test_a_newer_release_is_told_and_taken_by_a_press(rig: Rig, setup: Setup) -> None:
    phone = owner(rig)
    page = phone.get(PAGE)[1]
    assert ("0.1 (2026-10-01)" in page, "No newer release lies on the card" in page) == (True, True)
    lies_on_the_card(setup)
    assert "A newer release lies on the card: 0.3 (2026-11-30)." in phone.get("/setup")[1]
    assert "A newer release lies on the card: 0.3 (2026-11-30)." in phone.get(PAGE)[1]
    assert (phone.post(PAGE, {"do": "newer"})[0], offers.is_wished(setup.places.data)) == (409, False)
    assert told(phone.post(PAGE, {"do": "newer", "sure": "1"})[1])[0] == WORDS
    assert offers.wished(setup.places.data) == "newer"
    assert "some minutes. Leave the machine switched on." in phone.get(f"{PAGE}/view")[1]
    twice = phone.post(PAGE, {"do": "newer", "sure": "1"})
    assert (twice[0], told(twice[1])) == (
        422,
        ["Another release is being taken already; wait until that is done."],
    )
    offers.end(setup.places.data, WishOutcome("newer", "a match is being played at this table"))
    assert "It could not be done; all is as it was: a match is being played" in phone.get(PAGE)[1]


def test_the_way_back_is_there_once_there_was_another(rig: Rig, setup: Setup) -> None:
    phone = owner(rig)
    assert told(phone.post(PAGE, {"do": "back", "sure": "1"})[1]) == ["There is no such release any more; look again."]
    took(setup.places, 2, "2026-11-01T12:00:00+00:00")
    assert "Go back to the one before" in phone.get(PAGE)[1]
    assert told(phone.post(PAGE, {"do": "back", "sure": "1"})[1])[0] == WORDS
    assert offers.wished(setup.places.data) == "back"


@pytest.mark.parametrize("do", ["newer", "back"])
def test_neither_in_a_match(do: str, rig: Rig, setup: Setup) -> None:
    took(setup.places, 2, "2026-11-01T12:00:00+00:00")
    lies_on_the_card(setup)
    rig.enter((DEAL,))
    status, page = owner(rig).post(PAGE, {"do": do, "sure": "1"})
    assert (status, told(page)) == (422, ["A match is being played: come again when it is over."])
    assert not offers.is_wished(setup.places.data)


def test_a_table_that_is_no_service_says_so_and_wishes_nothing(rig: Rig, setup: Setup) -> None:
    (setup.places.unit.parent / offers.PATH_UNIT).unlink()
    lies_on_the_card(setup)
    phone = owner(rig)
    said = "This table does not run as a service of its machine: its releases are changed there."
    assert said in phone.get(PAGE)[1]
    assert told(phone.post(PAGE, {"do": "newer", "sure": "1"})[1]) == [said]
    assert not offers.is_wished(setup.places.data)
