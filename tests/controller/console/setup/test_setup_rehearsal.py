"""The test deal on its page: what is read in each place, why it is not, and that the table can referee."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from controller.console.setup.context import Setup
from controller.console.setup.rehearsal import CameraState, CardsRead
from controller.live.camera import Source, eyes
from controller.live.rehearsal import RehearsalView, SeenCard
from controller.settings.model import CameraConfig
from tests.support.console.console_rig import DEAL, Rig
from tests.support.console.setup_rig import filming, owner, set_up, told
from tests.support.vision.mat_pictures import camera, photo
from tests.support.waiting import until
from vision.base.observation import AreaSight, Sight, Trouble
from vision.calibration.advice import CameraAdvice
from vision.mat.layout import AREAS

PAGE = "/setup/test"
EMPTY, UNREAD, HIDDEN = (
    AreaSight(0.0, None, seen=True),
    AreaSight(None, 0.0, seen=True),
    AreaSight(None, None, seen=False),
)


@dataclass
class Beheld:
    """Eyes with a mat on which Anna's place alone is looked at."""

    area: AreaSight = EMPTY
    cards: Sequence[tuple[int, str, bool]] = ()
    """Seat, card, and whether it is believed."""
    refused: int = 0

    @property
    def view(self) -> RehearsalView:
        cards = tuple(SeenCard(card, *AREAS[3][seat].centre, is_believed=sure) for seat, card, sure in self.cards)
        return RehearsalView(Sight(0.0, (self.area, EMPTY, EMPTY), stray=False), cards, self.refused)


@pytest.fixture
def setup(rig: Rig) -> Setup:
    return set_up(rig)


@pytest.mark.parametrize(
    ("beheld", "camera_state", "said"),
    [
        (Beheld(), CameraState(), "Not read: no card lies here yet."),
        (Beheld(cards=[(0, "HA", True)]), CameraState(), "Read: ace of hearts."),
        (Beheld(cards=[(0, "HA", False)]), CameraState(), "It is being read: let it lie."),
        (Beheld(cards=[(0, "T21", True)]), CameraState(), "Not taken: the trump 21 is no card of Mittlere."),
        (Beheld(HIDDEN), CameraState(), "Not read: this place is hidden. Take hands and cups away."),
        (
            Beheld(UNREAD),
            CameraState(),
            "Not read: lay a card with marks face up, and let two of its corners be seen.",
        ),
        (
            Beheld(UNREAD, refused=4),
            CameraState(),
            "Not read: it has the marks of another deck. Print labels for this table, on its page of prints.",
        ),
        (
            Beheld(UNREAD),
            CameraState(Trouble("soft")),
            "Not read: out of focus: the corner marks' edges are blurred; focus the camera or wipe its lens.",
        ),
        (
            Beheld(UNREAD),
            CameraState(advice=[CameraAdvice("glare", (0,))]),
            "Not read: the camera sees this place badly. Move the lamp; its light is mirrored at Anna.",
        ),
        (
            Beheld(UNREAD),
            CameraState(advice=[CameraAdvice("glare", (1,))]),
            "Not read: lay a card with marks face up, and let two of its corners be seen.",
        ),
    ],
)
def test_each_place_says_what_was_read_or_why_not(
    beheld: Beheld, camera_state: CameraState, said: str, setup: Setup
) -> None:
    found = CardsRead().readings(setup.config, beheld.view, camera_state)
    assert [one.player for one in found] == ["Anna", "Berta", "Carla"]
    assert (found[0].text, found[0].is_read) == (said, said.startswith("Read:"))


def test_a_card_that_was_read_stays_listed_when_it_is_lifted(setup: Setup) -> None:
    read = CardsRead()
    read.readings(setup.config, Beheld(cards=[(0, "HA", True), (1, "SK", True)]).view, CameraState())
    found = read.readings(setup.config, Beheld(cards=[(2, "D7", True)]).view, CameraState())
    assert [one.text for one in found] == ["Read: ace of hearts.", "Read: king of spades.", "Read: 7 of diamonds."]


def test_the_page_begins_looks_and_says_that_the_table_can_referee(rig: Rig, setup: Setup) -> None:
    phone = owner(rig)
    assert "Begin the test deal" in phone.get(PAGE)[1]
    status, page = phone.post(PAGE, {"do": "begin"})
    assert (status, told(page), setup.rehearsal.is_on) == (
        200,
        ["Lay a card before each player, face up. None of them counts."],
        True,
    )
    cards = [(seat, card, True) for seat, card in enumerate(("HA", "SK"))]
    setup.rehearsal.view = Beheld(cards=cards).view
    page = phone.get(f"{PAGE}/view")[1]
    assert ("Read: king of spades." in page, "can referee" in page) == (True, False)
    setup.rehearsal.view = Beheld(cards=[*cards, (2, "D7", True)]).view
    assert "Every place is read: the table can referee." in phone.get(f"{PAGE}/view")[1]
    status, page = phone.post(PAGE, {"do": "end"})
    assert (status, told(page)[0]) == (200, "The test deal is over. Take the cards away.")
    assert phone.post(PAGE, {"do": "dance"})[0] == 422


def test_no_test_deal_begins_in_a_deal(rig: Rig, setup: Setup) -> None:
    rig.enter((DEAL,))
    status, page = owner(rig).post(PAGE, {"do": "begin"})
    assert (status, told(page)) == (422, ["A deal is being played: the test deal comes after it."])
    assert not setup.rehearsal.is_on


def test_a_test_deal_begins_by_measuring_the_camera(rig: Rig, setup: Setup) -> None:
    setup.config = replace(setup.config, camera=CameraConfig("0"))
    setup.frame_tap.eyes = eyes(rig.session.match, Source("0"))
    with filming(setup, photo(camera(12), blur_px=1.6)):
        until(lambda: setup.frame_tap.eyes and setup.frame_tap.eyes.view)
        owner(rig).post(PAGE, {"do": "begin"})
    measured = setup.measured.newest
    assert measured
    assert [one.kind for one in measured.found] == ["nearer", "focus"]
