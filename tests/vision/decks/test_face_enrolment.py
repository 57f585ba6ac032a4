"""Enrolment: pictures that are no good are refused with why, and a face is taken in once two of them agree."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from groundwork.picture import u8
from tests.support.vision.card_decks import SIZE, ours
from tests.support.vision.enrolled import GOOD, captured
from tests.support.vision.landings import Conditions, landing
from vision.decks.enrolment import CaptureRefused, Enrolment, EnrolResult, FaceCapture, RefusedWhy, capture
from vision.mat.layout import CardSize

NAMES = ("S6", "S7", "HQ")
DECK = ours(NAMES)
PLAIN = replace(GOOD, mirrored=False)


@cache
def shown(name: str, seed: int) -> FaceCapture:
    taken = captured(np.random.default_rng(seed), DECK, name, PLAIN)
    assert isinstance(taken, FaceCapture)
    return taken


def start() -> Enrolment:
    return Enrolment(SIZE, NAMES)


def test_each_card_is_laid_twice() -> None:
    state, told = start(), list[EnrolResult]()
    for number, name in enumerate(NAMES):
        for seed in (number, number + 10):
            assert state.next_name == name
            state, taken = state.enrol(shown(name, seed), name)
            told.append(taken)
    assert [taken.kind for taken in told] == ["first", "enrolled"] * len(NAMES)
    assert state.is_complete
    assert state.next_name is None
    assert state.library().names == NAMES
    assert state.library().missing((*NAMES, "CA")) == ("CA",)


def test_in_any_order_the_same_card_is_known_again() -> None:
    state = start()
    for seed, (name, kind) in enumerate((("HQ", "first"), ("S7", "first"), ("HQ", "enrolled"), ("S7", "enrolled"))):
        state, taken = state.enrol(shown(name, seed))
        assert taken.kind == kind
    assert tuple(state.faces) == ("S6", "S7")
    state, taken = state.enrol(shown("HQ", 9))
    assert taken == EnrolResult("twice", "S6", "S6")


def test_another_card_in_between_is_told_and_does_no_harm() -> None:
    state = start()
    for seed, (name, kind) in enumerate((("S6", "first"), ("HQ", "differs"), ("S6", "enrolled"))):
        state, taken = state.enrol(shown(name, seed), "S6")
        assert taken.kind == kind
    for seed in (4, 5):
        state, taken = state.enrol(shown("S6", seed), "S7")
        assert taken == EnrolResult("twice", "S7", "S6")
    assert tuple(state.faces) == ("S6",)
    sure, _ = state.enrol(shown("S6", 6), "S7", is_sure=True)
    sure, taken = sure.enrol(shown("S6", 7), "S7", is_sure=True)
    assert taken.kind == "enrolled"
    assert {(pair.one, pair.other) for pair in sure.library().alike()} == {("S6", "S7")}
    assert sure.forget("S7").next_name == "S7"


def test_a_card_face_down_is_told_once_the_back_is_known() -> None:
    back = captured(np.random.default_rng(1), DECK, "back", PLAIN)
    again = captured(np.random.default_rng(2), DECK, "back", PLAIN)
    assert isinstance(back, FaceCapture)
    assert isinstance(again, FaceCapture)
    state = start().show_back(back)
    assert state.enrol(again, "S6") == (state, EnrolResult("face-down", "S6"))
    assert state.enrol(shown("S6", 0), "S6")[1].kind == "first"


@pytest.mark.every
@pytest.mark.parametrize(
    ("conditions", "why"),
    [
        (replace(PLAIN, fingers=2), "outline"),
        (replace(PLAIN, blur_px=1.8), "blurred"),
        (replace(PLAIN, motion_px=8), "blurred"),
        (replace(PLAIN, px_per_mm=1.2), "far"),
    ],
)
def test_a_bad_picture_is_refused_with_why(conditions: Conditions, why: RefusedWhy) -> None:
    assert captured(np.random.default_rng(3), DECK, "S7", conditions) == CaptureRefused(why)


def test_light_nothing_a_move_and_another_size_are_refused() -> None:
    scene = landing(np.random.default_rng(4), DECK, "S7", (), PLAIN)
    way = scene.calibration
    assert capture(scene.before, scene.before, way, SIZE) == CaptureRefused("nothing")
    assert capture(scene.before, scene.after, way, CardSize(61, 112)) == CaptureRefused("outline")
    x, y = way.px_of([(scene.pose.x_mm, scene.pose.y_mm)])[0]
    lamp = scene.after.copy()
    cv2.circle(lamp, (round(x), round(y)), 25, 255, -1)
    assert capture(scene.before, lamp, way, SIZE) == CaptureRefused("glare")
    pushed = u8(np.roll(scene.after, 4, axis=1))
    assert capture(scene.before, scene.after, way, SIZE, again=pushed) == CaptureRefused("moved")
    assert isinstance(capture(scene.before, scene.after, way, SIZE, again=scene.after), FaceCapture)


def test_faces_are_as_light_as_each_other() -> None:
    state = start()
    for lamp in ("good", "dim"):
        taken = captured(np.random.default_rng(5), DECK, "S6", replace(PLAIN, lamp=lamp))
        assert isinstance(taken, FaceCapture)
        state, _ = state.enrol(taken, "S6")
    assert np.percentile(state.library().gray("S6"), 90) == pytest.approx(220, abs=2)
