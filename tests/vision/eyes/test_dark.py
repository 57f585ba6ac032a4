"""Light that goes out, a camera that hiccups: what lay on the mat lies there still when the picture is back."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from groundwork.picture import Gray, u8
from vision.base.observation import Blind, Laid
from vision.eyes.pipeline import Eyes
from vision.film.write import Lay, ScriptStep, gray_frames
from vision.marks.symbologies import load
from vision.mat.layout import Mat

SIZE = (1280, 720)
SCRIPT: tuple[ScriptStep, ...] = (Lay(0, "SA"), Lay(1, "HK"))
TABLES = ("felt", "wood")
SECOND = 15

Spoil = Callable[[Gray], Gray]


def dimmed(share: float) -> Spoil:
    return lambda gray: u8(gray * share)


def even(level: int) -> Spoil:
    return lambda gray: np.full_like(gray, level)


@pytest.fixture(scope="module", params=TABLES)
def film(request: pytest.FixtureRequest) -> list[Gray]:
    """Two cards, and some still seconds after them."""
    frames = gray_frames(SCRIPT, 3, seed=5, size=SIZE, noise="low", table=request.param)
    seen = [gray.copy() for _, gray in frames]
    return [*seen, *seen[-4:] * SECOND]


def spoiled(film: list[Gray], spoil: Spoil, since: int, frames: int) -> Iterator[Gray]:
    yield from (spoil(gray) if since <= n < since + frames else gray for n, gray in enumerate(film))


def watch(frames: Iterator[Gray]) -> tuple[list[str], list[str]]:
    """What was observed, and what was wrong."""
    eyes, said, troubles = Eyes(load("aruco"), Mat(), 3, [0]), list[str](), list[str]()
    for number, gray in enumerate(frames):
        said += [
            f"{type(one).__name__} {one.card}" for one in eyes.feed(number / SECOND, gray) if not isinstance(one, Blind)
        ]
        if eyes.trouble and eyes.trouble.text not in troubles:
            troubles.append(eyes.trouble.text)
    assert eyes.trouble is None
    return said, troubles[1:] if troubles[:1] == ["no picture has come yet"] else troubles


@pytest.mark.parametrize("offset", [0, 3, 6, 13])
@pytest.mark.parametrize("frames", [1, 2 * SECOND])
@pytest.mark.parametrize(
    ("spoil", "trouble"),
    [
        pytest.param(even(0), "too dark to see the mat", id="black"),
        pytest.param(dimmed(0.06), "too dark to see the mat", id="night"),
        pytest.param(even(128), "the mat is not seen any more", id="gray"),
        pytest.param(even(255), "the mat is not seen any more", id="white"),
    ],
)
def test_pictures_without_the_mat_change_nothing_and_are_told_unless_it_is_a_single_one(
    film: list[Gray], spoil: Spoil, trouble: str, frames: int, offset: int
) -> None:
    said, troubles = watch(spoiled(film, spoil, len(film) - 50 + offset, frames))
    assert said == ["Laid SA", "Laid HK"]
    assert [told.split(":")[0].split(";")[0] for told in troubles] == ([trouble] if frames > 1 else [])


@pytest.mark.parametrize(
    ("spoil", "trouble"),
    [(even(0), "dark"), (dimmed(0.06), "dark"), (even(90), "mat-not-whole"), (dimmed(1), None)],
    ids=("black", "night", "gray", "lit"),
)
def test_a_table_that_is_dark_from_the_start_is_told_so(film: list[Gray], spoil: Spoil, trouble: str | None) -> None:
    eyes = Eyes(load("aruco"), Mat(), 3, [0])
    for number in range(SECOND):
        eyes.feed(number / SECOND, spoil(film[0]))
    assert (eyes.trouble and eyes.trouble.kind) == trouble


@pytest.mark.parametrize("share", [0.12, 0.16, 0.2, 0.3])
def test_light_so_dim_that_cards_fade_lifts_nothing(film: list[Gray], share: float) -> None:
    assert watch(spoiled(film, dimmed(share), len(film) - 50, 2 * SECOND))[0] == ["Laid SA", "Laid HK"]


def test_a_card_laid_in_the_dark_is_seen_when_the_light_is_back(film: list[Gray]) -> None:
    eyes = Eyes(load("aruco"), Mat(), 3, [0])
    first = [number for number, gray in enumerate(film) if eyes.feed(number / SECOND, gray)]
    since = first[0] + 1
    eyes = Eyes(load("aruco"), Mat(), 3, [0])
    said = [
        one
        for number, gray in enumerate(spoiled(film, even(0), since, first[1] + 5 - since))
        for one in eyes.feed(number / SECOND, gray)
    ]
    assert [(type(one), one.card) for one in said if not isinstance(one, Blind)] == [(Laid, "SA"), (Laid, "HK")]


@pytest.mark.parametrize("share", [0.08, 0.15, 0.25])
def test_dusk_lifts_nothing_and_the_lamp_that_ends_it_neither(film: list[Gray], share: float) -> None:
    """A card in the dusk is as bright as the mat was by day."""
    night = [dimmed(1 - (1 - share) * min(1, step / 300))(film[-1 - step % 4]) for step in range(400)]
    assert watch(iter([*film, *night, *film[-60:]]))[0] == ["Laid SA", "Laid HK"]
