"""Under a cloth as bright as the mat, or a back, no area is empty; under a cloth no card has left; the gap is told."""

from collections.abc import Iterable

import cv2
import numpy as np
import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")

from benchmarks.unseen import backs, cloths
from benchmarks.unseen.cloths import AFTER, FPS, Covering
from benchmarks.unseen.eyes import Tally
from groundwork.picture import Gray, u8
from vision.base.observation import Blind, Laid, Lifted, Observation
from vision.eyes.pipeline import Eyes
from vision.film.noise import Noise
from vision.film.table import Cloth
from vision.marks.symbologies import load
from vision.mat.layout import AREAS, Mat

COVERINGS = [
    Covering("felt", 0, "even", "between", "high", 1),
    Covering("felt", 3, "even", "between", "none", 12),
    Covering("wood", 0, "woven", "two", "low", 1),
    Covering("checks", 6, "woven", "two", "none", 1),
    Covering("paper", 0, "lit", "between", "low", 1),
]


@pytest.mark.parametrize("covering", COVERINGS, ids=lambda one: f"{one.ground} {one.level:+} {one.kind}")
def test_under_a_cloth_as_bright_as_the_mat_no_card_has_left_and_no_area_is_empty(covering: Covering) -> None:
    told = cloths.watched(covering)
    assert told.events == []
    assert told.empty == 0
    assert told.gap
    assert told.blind_after_s <= 1


def eyes() -> Eyes:
    return Eyes(load("aruco"), Mat(), cloths.SEATS, [0])


def fed(own: Eyes, frames: Iterable[Gray], since: int = 0) -> list[Observation]:
    return [one for number, gray in enumerate(frames, since) for one in own.feed(number / FPS, gray)]


@pytest.mark.parametrize("ground", ["felt", "paper"])
def test_a_mat_without_cards_is_not_empty_under_a_cloth_as_bright_as_it_nor_is_a_card_laid_since_then(
    ground: Cloth,
) -> None:
    """The cloth comes over the bare mat, a card is laid below it, and it leaves."""
    covering = Covering(ground, 0, "lit", "between", "low", 1)
    shown = cloths.one_card(ground, "low", 4)
    bare, card = shown.frames[0], shown.frames[-1]
    over = cloths.covered(covering, cloths.Shown((bare, bare), shown.to_px))[:-AFTER]
    own, seconds = eyes(), 3
    frames = cloths.photographed([*[bare] * seconds * FPS, *over, *over[-2:-1] * 4 * FPS, *[card] * FPS], "low")
    told = list[Observation]()
    for number, gray in enumerate(frames):
        told += own.feed(number / FPS, gray)
        if number == seconds * FPS + len(over) + 3 * FPS:
            assert not any(area.seen for area in own.sight().areas)
    (laid,) = [one for one in told if isinstance(one, Laid)]
    assert laid.since is None or laid.since <= seconds
    assert [one.why for one in told if isinstance(one, Blind)] == ["mat"]


@pytest.mark.parametrize("ground", ["felt", "wood"])
def test_a_mat_that_was_knocked_is_recognised_some_seconds_later(ground: Cloth) -> None:
    shown = cloths.one_card(ground, "low", 4)
    bare = cloths.Shown((shown.frames[0],), shown.to_px)
    over = cloths.covered(Covering(ground, 0, "lit", "between", "low", 1), bare)[: 3 * FPS // 2]
    knocked = [np.roll(gray, (-9, 14), axis=(0, 1)) for gray in (*bare.frames * 6 * FPS, *over)]
    own = eyes()
    fed(own, cloths.photographed([*bare.frames * 4 * FPS, *knocked], "low"))
    assert not any(area.empty_since for area in own.sight().areas)


@pytest.mark.parametrize("frames", [4, 12])
@pytest.mark.parametrize("ground", ["felt", "wood", "paper"])
def test_an_area_is_not_empty_under_a_sheet_as_bright_as_the_mat_that_comes_over_it_alone(
    ground: Cloth, frames: int
) -> None:
    """So bright it comes without a movement being noticed, and all round it the mat is seen as before."""
    shown = cloths.one_card(ground, "low", 4)
    over, bare = cloths.over_an_area(Covering(ground, 0, "lit", "between", "low", frames), shown, 0), shown.frames[0]
    before = [bare] * 6 * FPS
    own = eyes()
    assert fed(own, cloths.photographed([*before, *over, *over[-1:] * FPS], "low")) == []
    assert [area.empty_since is None for area in own.sight().areas] == [True, False, False]
    fed(own, cloths.photographed([bare] * 2 * FPS, "low"), len(before) + len(over) + FPS)
    assert all(area.seen for area in own.sight().areas)


@pytest.mark.parametrize("ground", ["felt", "paper"])
def test_a_card_that_a_hand_takes_from_a_mat_that_is_pushed_a_little_with_it_has_left(ground: Cloth) -> None:
    shown = cloths.one_card(ground, "low", 4)
    pushed = u8(cv2.warpAffine(shown.frames[0], np.array([[1.0, 0, 2], [0, 1, -1]]), shown.frames[0].shape[::-1]))
    own = eyes()
    told = fed(own, cloths.photographed([*shown.frames, *[pushed] * FPS], "low"))
    assert [type(one) for one in told] == [Laid, Lifted]


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("ground", ["felt", "wood"])
def test_an_area_in_which_something_lies_is_in_no_frame_empty_while_a_sheet_as_bright_as_the_mat_comes_over_it(
    ground: Cloth, seat: int
) -> None:
    """Its edge still moves in the first frame in which all of the area is as bright as the mat."""
    shown, area = cloths.one_card(ground, "low", 4), AREAS[cloths.SEATS][seat]
    bare, (x, y) = shown.frames[0], area.centre
    thing = cloths.filled(bare, shown.to_px, (x - 31, y - 44, x + 31, y + 44))
    lying = cloths.Shown((np.where(thing > 0, np.uint8(200), bare),), shown.to_px)
    over = cloths.covered(Covering(ground, 3, "lit", "all", "low", 8), cloths.Shown((bare, *lying.frames), shown.to_px))
    own = eyes()
    before = [bare] * 4 * FPS
    fed(own, cloths.photographed([*before, *lying.frames * 2 * FPS], "low"))
    assert own.sight().areas[seat].unread_since is not None
    for number, gray in enumerate(cloths.photographed(over[:FPS], "low"), len(before) + 2 * FPS):
        own.feed(number / FPS, gray)
        assert own.sight().areas[seat].empty_since is None


@pytest.mark.parametrize(("noise", "light"), [("none", 0.2), ("high", 0.3)])
def test_a_back_that_comes_to_lie_on_checks_in_little_light_leaves_its_area_empty_in_no_frame(
    noise: Noise, light: float
) -> None:
    """Its fine squares are as bright as the cloth on average, and hide the checks."""
    tally = Tally()
    backs.watch(backs.dimmed(backs.filmed(0, "checks", noise, backs.chequered), light, seed=0), tally)
    assert tally.empty > 0
    assert tally.false_empty == 0


@pytest.mark.parametrize("ground", ["felt", "wood"])
def test_an_area_is_not_empty_while_a_card_without_print_lies_in_it_that_is_as_bright_as_the_mat(ground: Cloth) -> None:
    """Wherever a hand lays it: it hides the fibres, also where the middle of the area is free."""
    shown, area = cloths.one_card(ground, "low", 4), AREAS[cloths.SEATS][1]
    bare = shown.frames[0]
    for x, y in ((area.left_mm + 35, area.top_mm + 48), (area.right_mm - 35, area.bottom_mm - 48)):
        thing = cloths.filled(bare, shown.to_px, (x - 31, y - 44, x + 31, y + 44)) > 0
        lying = np.where(thing, np.uint8(np.median(bare[thing])), bare)
        hand = np.where(cloths.filled(bare, shown.to_px, (x - 25, y - 25, x + 25, y + 25)) > 0, np.uint8(180), bare)
        own = eyes()
        fed(own, cloths.photographed([bare] * 4 * FPS, "low"))
        assert own.sight().areas[1].empty_since is not None
        fed(own, cloths.photographed([hand] * 3 + [lying] * FPS, "low"), 4 * FPS)
        assert own.sight().areas[1].empty_since is None
        fed(own, cloths.photographed([hand] * 3 + [bare] * 2 * FPS, "low"), 5 * FPS + 3)
        assert own.sight().areas[1].empty_since is not None


def test_an_area_in_which_a_card_lies_face_down_from_the_start_is_not_empty_after_a_knock() -> None:
    """In so little light the back looks like the checked cloth on average."""
    film = backs.filmed(0, "checks", "low", backs.chequered)
    lying = backs.from_where(film, cloths.SEATS)[0]
    knocked = lying[0], np.roll(lying[1], (-6, 9), axis=(0, 1))
    own = eyes()
    for number, (_, gray) in enumerate(backs.dimmed([lying] * FPS + [knocked] * 2 * FPS, 0.3, seed=0)):
        own.feed(number / FPS, gray)
        assert [area.empty_since for area in own.sight().areas] == [None] * cloths.SEATS
    assert own.view is not None
