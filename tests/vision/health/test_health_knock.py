"""A camera that is knocked while cards are played: nothing is lost, nothing is said twice, nobody is misplaced."""

import cv2
import numpy as np
import pytest

from groundwork.picture import Gray, f64, u8
from vision.base.observation import Blind, Laid
from vision.eyes.pipeline import Eyes
from vision.film.write import Lay, ScriptStep, Sweep, gray_frames
from vision.marks import symbologies
from vision.mat.layout import Mat, seat_at

SIZE = (1280, 720)
PLAYS = (Lay(0, "SA"), Lay(1, "H9"), Lay(2, "DK"))
SCRIPT: tuple[ScriptStep, ...] = (*PLAYS, Sweep(0), Lay(0, "C10"))


@pytest.fixture(scope="module")
def film() -> list[tuple[float, Gray]]:
    return [(seconds, gray.copy()) for seconds, gray in gray_frames(SCRIPT, 3, seed=5, size=SIZE)]


def knocked(gray: Gray, number: int, at: int) -> Gray:
    """The frame after a knock: the picture shakes for three frames, then rests, moved, turned and a little smaller."""
    if number < at:
        return gray
    way = f64(cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), 0.6, 0.97))
    way[:, 2] += (14, -9)
    if number < at + 3:
        way[:, 2] += np.random.default_rng(number).uniform(-8, 8, 2)
    return u8(cv2.warpAffine(gray, way, SIZE, borderMode=cv2.BORDER_REPLICATE))


def watch(film: list[tuple[float, Gray]], at: int) -> tuple[list[tuple[str, str, int | None]], list[str]]:
    """What was observed, with the seat, and what was wrong."""
    eyes, said, troubles = (
        Eyes(symbologies.load("aruco", (0,)), Mat(), 3, [0]),
        list[tuple[str, str, int | None]](),
        [""],
    )
    for number, (seconds, gray) in enumerate(film):
        for seen in eyes.feed(seconds, knocked(gray, number, at)):
            if isinstance(seen, Blind):
                continue
            seat = seat_at(seen.x_mm, seen.y_mm, 3) if isinstance(seen, Laid) else None
            said.append((type(seen).__name__, seen.card, seat))
        if eyes.trouble and eyes.trouble.text != troubles[-1]:
            troubles.append(eyes.trouble.text)
    return said, troubles[1:]


def test_without_a_knock_the_film_is_read(film: list[tuple[float, Gray]]) -> None:
    said, troubles = watch(film, len(film))
    assert [one for one in said if one[0] == "Laid"] == [("Laid", lay.card, lay.seat) for lay in (*PLAYS, SCRIPT[-1])]  # pyrefly: ignore[missing-attribute]  # the last step lays a card
    assert troubles == []


@pytest.mark.parametrize("at", [20, 27, 34, 42, 55])
def test_a_knock_changes_nothing_that_is_observed(film: list[tuple[float, Gray]], at: int) -> None:
    said, troubles = watch(film, at)
    assert sorted(said, key=str) == sorted(watch(film, len(film))[0], key=str)
    assert troubles == ["camera or mat moved; wait until they rest"]


@pytest.mark.parametrize("at", [20, 34, 55])
@pytest.mark.parametrize("size", [(960, 540), (1600, 900), (1280, 960)])
def test_pictures_of_another_size_go_on_with_the_same_cards(
    film: list[tuple[float, Gray]], at: int, size: tuple[int, int]
) -> None:
    """Another camera is plugged in, or the stream is set to another size: nothing is said twice, nothing is lost."""
    larger = [
        (seconds, gray if number < at else u8(cv2.resize(gray, size, interpolation=cv2.INTER_AREA)))
        for number, (seconds, gray) in enumerate(film)
    ]
    said, troubles = watch(larger, len(film))
    assert sorted(said, key=str) == sorted(watch(film, len(film))[0], key=str)
    assert troubles == []


def test_a_picture_of_a_grabber_without_a_signal_is_no_table(film: list[tuple[float, Gray]]) -> None:
    blank = np.zeros((480, 640), np.uint8)
    eyes, said = Eyes(symbologies.load("aruco", (0,)), Mat(), 3, [0]), list[str]()
    for number, (seconds, gray) in enumerate(film):
        seen = eyes.feed(seconds, blank if number < 5 or number in range(30, 33) else gray)
        said += [one.card for one in seen if isinstance(one, Laid)]
    assert said == [one.card for one in (*PLAYS, SCRIPT[-1]) if isinstance(one, Lay)]
