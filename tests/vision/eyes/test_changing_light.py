"""Light that changes on all of the table is followed and blinds nobody; a cloth that comes over the mat is no light."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sin

import cv2
import numpy as np
import pytest

from groundwork.picture import Bgr, Gray, Matrix, u8
from vision.base.observation import Blind, Laid, Observation
from vision.eyes.pipeline import Eyes
from vision.film.write import Lay, ScriptStep, Sweep, frames, gray_frames
from vision.marks.symbologies import load
from vision.mat.layout import Mat

HD = (1280, 720)
FPS = 8
TRICK: list[ScriptStep] = [Lay(0, "SA"), Lay(1, "HK"), Lay(2, "D7"), Sweep(1)]
CARDS = ["D7", "HK", "SA"]


def eyes() -> Eyes:
    return Eyes(load("aruco"), Mat(), 3, decks=[0])


def watch(own: Eyes, seen: Iterable[Gray], since: int = 0) -> list[Observation]:
    return [one for number, gray in enumerate(seen, since) for one in own.feed(number / FPS, gray)]


def told(seen: Iterable[Observation]) -> list[str]:
    return sorted(one.why if isinstance(one, Blind) else f"{type(one).__name__} {one.card}" for one in seen)


WHOLE = [*(f"Laid {card}" for card in CARDS), *(f"Lifted {card}" for card in CARDS)]


def exposed(gray: Gray, gain: Matrix | float) -> Gray:
    """The picture with so many times the light, through a camera's curve."""
    return u8(np.clip(gray * np.power(gain, 1 / 2.2), 0, 255))


def drifting(number: int) -> float:
    return 1 + 0.25 * sin(number / 11)


def in_steps(number: int) -> float:
    """An automatic exposure that hunts: by a twelfth at a time."""
    return 1 + 0.08 * (number // 6 % 7 - 3)


def cloud(number: int) -> Matrix:
    """It comes in twenty frames, over one end of the table before the other."""
    shade = np.clip((number - 15 - 12 * np.linspace(0, 1, HD[0])) / 20, 0, 1)
    return np.broadcast_to(1 - 0.45 * shade, (HD[1], HD[0]))


def dusk(number: int) -> float:
    return max(0.985**number, 0.3)


@pytest.mark.parametrize("light", [drifting, in_steps, cloud, dusk])
def test_light_that_drifts_while_hands_move_hides_nothing(light: Callable[[int], Matrix | float]) -> None:
    film = gray_frames(TRICK, 3, seed=4, noise="low", size=HD, fps=FPS, table="paper")
    seen = watch(eyes(), (exposed(gray, light(number)) for number, (_, gray) in enumerate(film)))
    assert told(seen) == WHOLE


def test_colours_that_a_camera_weighs_anew_hide_nothing() -> None:
    def balanced(picture: Bgr, number: int) -> Gray:
        warm = 1 + 0.2 * sin(number / 9)
        return u8(cv2.cvtColor(u8(np.clip(picture * (2 - warm, 1, warm), 0, 255)), cv2.COLOR_BGR2GRAY))

    film = frames(TRICK, 3, seed=4, noise="low", size=HD, fps=FPS)
    assert told(watch(eyes(), (balanced(picture, number) for number, picture in enumerate(film)))) == WHOLE


def lying() -> tuple[Eyes, list[Gray]]:
    """Eyes that have seen a card laid, and the pictures of it."""
    film = [gray for _, gray in gray_frames(TRICK[:1], 3, seed=4, noise="low", size=HD, fps=FPS)]
    own = eyes()
    assert [type(one) for one in watch(own, film)] == [Laid]
    return own, film


def covered(own: Eyes, gray: Gray, level: int, down_to_mm: float) -> Gray:
    """A cloth of one grey level comes over all but the corner marks, from the far side of the table."""
    view = own.view
    assert view is not None
    cloth = np.array([(40, -40), (560, -40), (560, down_to_mm), (40, down_to_mm)], np.float64)
    seen = gray.copy()
    cv2.fillPoly(seen, [np.round(view.calibration.px(cloth)).astype(np.int32)], level)
    return seen


def grained(pictures: Sequence[Gray]) -> Iterator[Gray]:
    random = np.random.default_rng(3)
    return (u8(np.clip(gray + random.normal(0, 1.5, gray.shape), 0, 255)) for gray in pictures)


@pytest.mark.parametrize(
    ("level", "frames_to_come", "gain"), [(150, 1, 1.2), (150, 6, 1.0), (235, 1, 1.0), (235, 6, 1.2)]
)
def test_a_cloth_over_the_mat_is_no_change_of_light(level: int, frames_to_come: int, gain: float) -> None:
    """However it comes, and in whatever light: nothing is said to be taken up, and the gap is told."""
    own, film = lying()
    still = film[-1]
    over = [covered(own, still, level, 380 * (n + 1) / frames_to_come) for n in range(frames_to_come)]
    over += over[-1:] * 30
    over = [exposed(gray, gain) for gray in over]
    seen = watch(own, grained([*over, *[still] * 8]), len(film))
    assert told(seen) == ["mat"]
