"""A hand lays two cards and keeps its fingers on each: path-traced, developed, and read by the eyes."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")
pytest.importorskip("tools.photoreal", reason="the tools are part of the checkout alone")

from benchmarks.eyes.photoreal import CONDITIONS, Outcome, judged, outcomes, watched
from tools.photoreal.develop import received, truth_beside, write_film
from tools.photoreal.stored import Footage
from vision.base.observation import Blind, Laid, Lifted, Observation
from vision.eyes.pipeline import Eyes
from vision.marks.symbologies import load
from vision.mat.layout import Mat

FOOTAGE = Path(__file__).parent / "footage"
PROPS = Path(__file__).parent / "props"
FPS = 8.0
TRUTH: list[dict[str, Any]] = [{"frame": 8, "seat": 1, "card": "H10", "x": 500, "y": 100, "turn": 270}]


def told(card: str = "H10", x_mm: float = 503, seconds: float = 1.5) -> Laid:
    return Laid(0, card, x_mm, 101, 90, seconds, 3, 1.0, first=seconds)


def outcome(*seen: Observation) -> Outcome:
    return judged(iter(seen), TRUTH, FPS)


def faults(found: Outcome) -> tuple[int, int, int, int]:
    return found.laid, found.read, len(found.wrong), len(found.false)


def test_a_card_that_is_told_where_it_was_laid_is_read() -> None:
    assert faults(outcome(told())) == (1, 1, 0, 0)
    assert outcome(told()).waits_s == [0.5]


@pytest.mark.parametrize(
    "seen", [told("HA"), told(x_mm=540), told(seconds=0.9)], ids=["other", "elsewhere", "too early"]
)
def test_a_card_that_was_not_laid_there_by_then_is_wrong(seen: Laid) -> None:
    assert faults(outcome(seen)) == (1, 0, 1, 0)


def test_a_card_that_is_told_twice_is_wrong_and_one_never_told_is_not_read() -> None:
    assert faults(outcome(told(), told(seconds=2))) == (1, 1, 1, 0)
    assert faults(outcome()) == (1, 0, 0, 0)


def test_events_that_did_not_happen_are_false() -> None:
    assert faults(outcome(told(), Blind(0, 1, "dark"))) == (1, 1, 0, 1)
    assert faults(outcome(told(), Lifted(0, "H10", 2))) == (1, 1, 0, 1)


def test_a_card_may_be_taken_up_once_cards_are_gathered() -> None:
    truth = [*TRUTH, {"frame": 16, "gather": 0}]
    assert faults(judged(iter((told(), Lifted(0, "H10", 2))), truth, FPS)) == (1, 1, 0, 0)
    assert faults(judged(iter((told(), Lifted(0, "H10", 1.9))), truth, FPS)) == (1, 1, 0, 1)


def test_a_card_under_fingers_out_of_focus_is_the_first_thing_told() -> None:
    footage = Footage.read(FOOTAGE)
    first = next(watched(received(footage, CONDITIONS["defocus 1.0"]), footage.fps))
    assert faults(judged(iter((first,)), footage.truth[:1], footage.fps)) == (1, 1, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_landing_is_read_and_nothing_else_told(condition: str) -> None:
    [(name, found)] = outcomes(FOOTAGE, {condition: CONDITIONS[condition]})
    assert condition in name
    assert (found.wrong, found.false) == ([], [])
    assert (found.laid, found.read) == (2, 2)


@pytest.mark.slow
@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_newspaper_a_cup_and_a_telephone_are_no_cards_and_hide_the_areas_they_lie_in(condition: str) -> None:
    footage = Footage.read(PROPS)
    own = Eyes(load("aruco", [0]), Mat(), 3, [0])
    told = [
        seen
        for number, gray in enumerate(received(footage, CONDITIONS[condition]))
        for seen in own.feed(number / footage.fps, gray)
    ]
    assert told == []
    assert own.view is not None
    assert [area.empty_since for area in own.sight().areas] == [None] * 3


@pytest.mark.slow
def test_a_film_that_was_written_is_read_like_its_footage(tmp_path: Path) -> None:
    film = tmp_path / "film.avi"
    write_film(Footage.read(FOOTAGE), film, CONDITIONS["defocus 0.8"], 80, (1920, 1080))
    assert truth_beside(film).is_file()
    [(_, found)] = outcomes(film, CONDITIONS)
    assert faults(found) == (2, 2, 0, 0)
