"""Cards without marks are told as they land, as marked ones are; what cannot be read is something unread."""

from functools import cache

import cv2
import numpy as np

from groundwork.picture import Gray, u8
from tests.support.vision.face_films import BACK, SIZE, drawn_library, face
from vision.base.observation import Blind, Sight
from vision.decks.reader import FaceReader
from vision.eyes.pipeline import Eyes
from vision.film.write import Lay, PickUp, ScriptStep, Sweep, gray_frames
from vision.marks.symbologies import load
from vision.mat.layout import Mat

NAMES = ("SA", "HK", "D7", "D8", "C9")


@cache
def reader() -> FaceReader:
    return FaceReader(drawn_library(NAMES))


def watched(*steps: ScriptStep) -> tuple[list[str], list[Sight]]:
    """The observations of a film, and the sights of the areas by frame."""
    eyes, told, sights = Eyes(load("aruco"), Mat(card=SIZE), 3, (), faces=reader()), list[str](), list[Sight]()
    for seconds, gray in gray_frames(steps, 3, seed=4, noise="low", face=face):
        told += [f"{type(one).__name__} {one.card}" for one in eyes.feed(seconds, gray) if not isinstance(one, Blind)]
        sights.append(eyes.sight())
    return told, sights


def test_a_card_is_told_when_it_lands_and_when_it_leaves_wherever_it_lands_again() -> None:
    told, sights = watched(Lay(0, "SA"), Lay(1, "D7"), PickUp(0, ((0, "SA"),)), Lay(2, "SA"), Sweep(1))
    assert told[:4] == ["Laid SA", "Laid D7", "Lifted SA", "Laid SA"]
    assert sorted(told[4:]) == ["Lifted D7", "Lifted SA"]
    assert all(area.empty_since is not None for area in sights[-1].areas)


def test_a_card_that_no_face_is_like_is_unread_and_those_beside_it_are_read() -> None:
    told, sights = watched(Lay(0, BACK), Lay(0, "HK"), Lay(1, "C9"))
    assert told == ["Laid HK", "Laid C9"]
    assert [area.unread_since is not None for area in sights[-1].areas] == [True, False, False]


def test_a_card_over_which_a_hand_comes_before_it_counts_is_read_again() -> None:
    frames = [gray for _, gray in gray_frames([Lay(0, "SA")], 3, seed=4, noise="low", face=face)]
    eyes, told, number = Eyes(load("aruco"), Mat(card=SIZE), 3, (), faces=reader()), list[str](), 0

    def feed(*pictures: Gray) -> None:
        nonlocal number
        for gray in pictures:
            seen = eyes.feed(number / 15, gray)
            told.extend(f"{type(one).__name__} {one.card}" for one in seen if not isinstance(one, Blind))
            number += 1

    while not eyes.landing:
        feed(frames[number])
    [(x, y)] = eyes.view.calibration.px_of([(eyes.landing[0].x_mm, eyes.landing[0].y_mm)]) if eyes.view else []
    still = frames[number:]
    for step in range(2):
        hand = still[step].copy()
        hand[int(y) : int(y) + 90, int(x) - 60 : int(x) + 40 + 20 * step] = 60
        feed(hand)
    assert told == []
    feed(*still, *(u8(cv2.add(gray, np.ones_like(gray))) for gray in still))
    assert told == ["Laid SA"]
