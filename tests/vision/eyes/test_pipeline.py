"""The eyes on drawn frames: what the films of whole tricks do not show by themselves."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import cv2
import numpy as np
import pytest

from groundwork.picture import Bgr, Colouring, Gray, Matrix, Window, u8
from vision.base.observation import Blind, Laid, Lifted, Observation
from vision.eyes.pipeline import Eyes
from vision.film.write import Lay, ScriptStep, Sweep, gray_frames
from vision.marks.symbologies import load
from vision.mat.layout import Mat

HD = (1280, 720)
TRICK: list[ScriptStep] = [Lay(0, "SA"), Lay(1, "HK"), Lay(2, "D7"), Sweep(1)]
EVENTS = ["Laid SA", "Laid HK", "Laid D7"]


def film(steps: Sequence[ScriptStep] = TRICK, **look: object) -> list[Gray]:
    return [gray for _, gray in gray_frames(steps, 3, seed=4, noise="none", size=HD, **look)]  # pyrefly: ignore[bad-argument-type]  # passed on


def eyes() -> Eyes:
    return Eyes(load("aruco"), Mat(), 3, decks=[0])


def watch(own: Eyes, frames: Iterable[Gray], fps: float = 15) -> list[Observation]:
    return [seen for number, gray in enumerate(frames) for seen in own.feed(number / fps, gray)]


def told(seen: Iterable[Observation]) -> list[str]:
    return [f"{type(one).__name__} {one.card}" for one in seen if not isinstance(one, Blind)]


def dimmed(frames: Sequence[Gray], gain: Matrix | float, since: int) -> Iterator[Gray]:
    """The lamp changes with one frame."""
    for number, gray in enumerate(frames):
        yield gray if number < since else u8(np.clip(gray * gain, 0, 255))


def falling(left: float, right: float) -> Matrix:
    """A gain that changes across the picture."""
    return np.broadcast_to(np.linspace(left, right, HD[0]), (HD[1], HD[0]))


@pytest.mark.parametrize("gain", [0.5, 0.75, 1.3, falling(0.4, 1.1), falling(1.4, 0.8)])
@pytest.mark.parametrize("after", ["Laid SA", "Laid D7"])
def test_a_lamp_that_is_switched_says_nothing_and_blinds_nobody(gain: Matrix | float, after: str) -> None:
    frames = film()
    switched = 3 + next(n for n, seen in enumerate(told_by_frame(frames)) if after in seen)
    own = eyes()
    seen = watch(own, dimmed(frames, gain, switched))
    assert told(seen)[:3] == EVENTS
    assert sorted(told(seen)[3:]) == ["Lifted D7", "Lifted HK", "Lifted SA"]
    assert own.counts.relit == 1
    assert own.counts.unread == 0


def told_by_frame(frames: Iterable[Gray]) -> list[list[str]]:
    own = eyes()
    return [told(own.feed(number / 15, gray)) for number, gray in enumerate(frames)]


@pytest.mark.parametrize("period", [2, 3])
def test_a_flickering_lamp_says_nothing(period: int) -> None:
    flicker = [u8(np.clip(gray * (1 + 0.12 * (n % period) / period), 0, 255)) for n, gray in enumerate(film())]
    assert told(watch(eyes(), flicker))[:3] == EVENTS


def test_a_card_that_was_missed_is_found_by_the_survey() -> None:
    """While the eyes were shut somebody laid a card; nothing moves any more when they open."""
    frames = film(TRICK[:1], pace_seconds=1.5)
    own = eyes()
    watch(own, frames[:8])
    own._watcher.ground.warm_up(frames[-1])  # pyrefly: ignore[missing-attribute, protected-access]  # it watches
    for _ in range(40):
        own._watcher.ground.warm_up(frames[-1])  # pyrefly: ignore[missing-attribute, protected-access]  # it watches
    seen = watch(own, [frames[-1]] * 400)
    assert told(seen) == ["Laid SA"]
    assert own.counts.surveyed > 0


def test_where_a_card_came_from_is_told() -> None:
    origins = [seen.origin for seen in watch(eyes(), film()) if isinstance(seen, Laid)]
    assert len(origins) == 3
    bottom, right, left = origins
    assert bottom is not None
    assert bottom[1] > 320
    assert right is not None
    assert right[0] > 580
    assert left is not None
    assert left[0] < 20


def test_states_of_a_trick_with_a_card_under_another() -> None:
    frames = film([Lay(0, "SA"), Lay(0, "HK"), Lay(0, "T7"), Lay(1, "D9")])
    own = eyes()
    watch(own, frames)
    assert {card.card: state for card, state in own.states}["D9"] == "lying"
    assert {card.card for card, _ in own.states} == {"SA", "HK", "T7", "D9"}


def test_a_hand_as_bright_as_the_cloth_lifts_nothing() -> None:
    """Over a lying card rests a thing of the mat's mean brightness: it is not the mat."""
    frames = film(TRICK[:1], pace_seconds=1.5)
    own = eyes()
    (laid,) = [seen for seen in watch(own, frames) if isinstance(seen, Laid)]
    still = frames[-1]
    level = float(np.median(frames[0]))
    hand = still.copy()
    x, y = (int(v) for v in own._watcher.view.calibration.px(np.array([(laid.x_mm, laid.y_mm)]))[0])  # pyrefly: ignore[missing-attribute, protected-access]  # it watches
    cv2.ellipse(hand, (x, y + 40), (190, 160), 0, 0, 360, level + 8, -1)
    cv2.ellipse(hand, (x, y + 40), (120, 110), 0, 0, 360, level - 8, -1)
    assert told(watch(own, [still, *[hand] * 20, still], fps=10)) == []


def test_lifted_is_said_once_for_every_laid() -> None:
    seen = watch(eyes(), film())
    assert sorted(o.card for o in seen if isinstance(o, Laid)) == sorted(o.card for o in seen if isinstance(o, Lifted))


def test_the_still_pictures_before_and_after_a_landing_stay_each_with_its_colour() -> None:
    """In place of a picture's colour stands its grey."""
    newest = list[Gray]()

    def colour() -> Colouring:
        return partial(_as_colour, newest[-1])

    own, landed, part = Eyes(load("aruco"), Mat(), 3, decks=[0], colour=colour), 0, (slice(100, 300), slice(90, 900))
    for number, gray in enumerate(film()):
        newest.append(gray)
        for one in own.feed(number / 15, gray):
            if not isinstance(one, Laid):
                continue
            landed += 1
            before, after = own.before, own.still
            assert before
            assert after
            assert after.gray is gray
            for still in (before, after):
                assert still.gray is newest[round(still.seconds * 15)]
                cut = still.colour(part)
                assert cut is not None
                assert np.array_equal(cut, _as_colour(still.gray, part))
            # What has come since covers about one card.
            left, top, right, bottom = own.view.box_of(own.laid[-1]) if own.view else (0, 0, 0, 0)
            differs = cv2.absdiff(before.gray, after.gray)
            inside = differs[top:bottom, left:right].sum() / max(1, differs.sum())
            assert inside > 0.9
    assert landed == 3


def _as_colour(gray: Gray, part: Window) -> Bgr:
    return u8(cv2.cvtColor(gray[part], cv2.COLOR_GRAY2BGR))


@pytest.mark.parametrize("before", ["dark", "grain", "another table", "half of the mat"])
def test_a_mat_that_comes_into_view_later_is_seen_as_one_that_was_there(before: str) -> None:
    """Whatever the camera saw first is not taken for the mat's grain."""
    frames = film()
    other = {
        "dark": np.zeros_like(frames[0]),
        "grain": u8(np.random.default_rng(3).integers(0, 255, frames[0].shape)),
        "another table": u8(255 - frames[0]),
        "half of the mat": u8(np.where(np.arange(HD[0]) < HD[0] // 2, frames[0], 0)),
    }[before]
    own = eyes()
    assert watch(own, [other] * 10) == []
    troubles = [own.trouble]
    assert told(watch(own, frames))[:3] == EVENTS
    troubles.append(own.trouble)
    assert [bool(trouble) for trouble in troubles] == [True, False]
