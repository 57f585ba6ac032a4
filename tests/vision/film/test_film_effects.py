"""Effects that break readers: each alone, its level, its seed, and where it tells that it acted."""

import pkgutil
from collections.abc import Mapping
from itertools import chain

import cv2
import numpy as np
import pytest

from groundwork.picture import Gray, u8
from tests.support.loops import some
from vision.film import effects as film_effects
from vision.film.effects import ORDER, EffectError
from vision.film.effects.second_deck import DECK
from vision.film.noise import PRESETS, Noise, chosen, levels
from vision.film.reel import Reel, Take
from vision.film.sidecar import story
from vision.film.write import Lay, ScriptStep, Sweep, frames, gray_frames
from vision.marks.symbologies import load
from vision.mat import finder
from vision.mat.layout import Mat

SIZE = (480, 270)
TRICK: list[ScriptStep] = [Lay(0, "SA"), Lay(1, "H10"), Lay(2, "DK"), Lay(3, "C7"), Sweep(2)]


def grays(effects: Mapping[str, float], size: tuple[int, int] = SIZE) -> list[Gray]:
    return [gray for _, gray in gray_frames(TRICK, 4, seed=5, noise="none", size=size, effects=effects)]


def reel(effects: Mapping[str, float], noise: Noise = "none") -> Reel:
    """A film drawn to its end, so that its effects have told all."""
    made = Reel(Take(TRICK, 4, 5, noise, effects, size=SIZE))
    for _ in made.frames(grey=True):
        pass
    return made


def test_every_module_has_its_place_in_the_order() -> None:
    assert sorted(ORDER) == sorted(module.name for module in pkgutil.iter_modules(film_effects.__path__))


@pytest.mark.parametrize("effect", ORDER)
def test_an_effect_changes_the_film_and_tells_so(effect: str) -> None:
    plain, spoiled = grays({}), grays({effect: 1.0})
    assert len(plain) != len(spoiled) or any(not np.array_equal(a, b) for a, b in zip(plain, spoiled, strict=True))
    (told,) = story(reel({effect: 1.0}))["effects"]
    assert (told["effect"], told["level"]) == (effect, 1.0)
    assert told["acts"]


@pytest.mark.parametrize("effect", ORDER)
def test_the_same_seed_spoils_alike(effect: str) -> None:
    assert all(np.array_equal(a, b) for a, b in zip(grays({effect: 0.7}), grays({effect: 0.7}), strict=True))


def test_level_0_is_no_effect() -> None:
    nothing = dict.fromkeys(ORDER, 0.0)
    assert all(np.array_equal(a, b) for a, b in zip(grays({}), grays(nothing), strict=True))


@pytest.mark.parametrize("effect", [name for name in ORDER if name != "grain"])
def test_grey_films_are_the_grey_of_coloured_ones(effect: str) -> None:
    coloured = frames(TRICK, 4, seed=5, noise="none", size=SIZE, effects={effect: 0.6})
    for colour, gray in some(zip(coloured, grays({effect: 0.6}), strict=True)):
        assert cv2.absdiff(u8(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY)), gray).mean() < 2.5


def test_grain_is_as_strong_in_grey() -> None:
    still = [u8(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)) for frame in frames([], 4, noise="none", effects={"grain": 1})]
    _, gray = next(gray_frames([], 4, noise="none", effects={"grain": 1}))
    _, clean = next(gray_frames([], 4, noise="none"))
    deviations = [float((picture.astype(float) - clean).std()) for picture in (still[0], gray)]
    assert deviations[0] == pytest.approx(deviations[1], rel=0.1)


def test_effects_do_not_disturb_one_another() -> None:
    alone, beside = (story(reel(effects))["effects"] for effects in ({"glare": 0.5}, {"stains": 1, "glare": 0.5}))
    assert alone == [told for told in beside if told["effect"] == "glare"]


@pytest.mark.parametrize("noise", ["low", "high"])
def test_acts_lie_within_the_film(noise: Noise) -> None:
    told = story(reel({}, noise))
    assert [landing["card"] for landing in told["landings"]] == ["SA", "H10", "DK", "C7"]
    acts = list(chain.from_iterable(effect["acts"] for effect in told["effects"]))
    assert all(
        0 <= first <= last < told["frames"] for first, last in (act["frames"] for act in acts if "frames" in act)
    )
    assert all(box[0] < box[2] and box[1] < box[3] for box in (act["box_mm"] for act in acts if "box_mm" in act))


def test_presets_grow_worse_and_leave_rare_accidents_out() -> None:
    low, high = PRESETS["low"], PRESETS["high"]
    assert PRESETS["none"] == {}
    assert set(low) <= set(high) <= set(ORDER) - {"knock", "second_deck"}
    assert all(low[name] <= high[name] for name in low)
    assert levels("low", {"glare": 1, "grain": 0}) == {**{k: v for k, v in low.items() if k != "grain"}, "glare": 1}


@pytest.mark.parametrize(
    ("text", "says"),
    [("fog=1", "effect 'fog': choose from overlap"), ("glare=2", "0 to 1, not 2"), ("glare=x", "like glare=0.5"),
     ("glare=nan", "0 to 1, not nan")],
)  # fmt: skip
def test_an_unknown_effect_is_reported(text: str, says: str) -> None:
    with pytest.raises(EffectError, match=says):
        chosen([text])


def test_a_knock_moves_the_mat_as_it_tells_and_not_before() -> None:
    size = (1280, 720)
    knocked, plain = grays({"knock": 0.3}, size), grays({}, size)
    made = Reel(Take(TRICK, 4, 5, "none", {"knock": 0.3}, size=size))
    next(made.frames(grey=True))
    (act,) = made.effects[0].acts
    assert act.frames is not None
    first = act.frames[0]
    assert all(np.array_equal(a, b) for a, b in zip(knocked[:first], plain[:first], strict=True))
    before, after = (finder.find(Mat(), picture) for picture in (plain[0], knocked[-1]))
    middle = np.array([(300.0, 170.0)])
    moved_mm = float(np.linalg.norm(after.px(middle) - before.px(middle))) / made.shoot.px_per_mm
    assert moved_mm == pytest.approx(3.6, abs=0.3)


def test_the_second_deck_can_be_read_and_is_another() -> None:
    picture = grays({"second_deck": 0.2}, (1920, 1080))[0]
    assert {mark.deck for mark in load("aruco").read(picture)} == {DECK}
