"""Stickers are held against the faces of their cards: another card's and lost ones are told once, right ones never."""

from collections.abc import Mapping
from functools import cache

import pytest

from groundwork.picture import Bgr
from tests.support.vision.face_films import BACK, SIZE, drawn_library, stickered
from vision.base.observation import Laid
from vision.decks.reader import LABEL, FaceReader
from vision.eyes.pipeline import Eyes
from vision.film.write import Lay, PickUp, ScriptStep, Sweep, gray_frames
from vision.marks.symbologies import load
from vision.mat.layout import Mat

NAMES = ("SA", "HK", "D7", "D9", "CQ", "H10")


@cache
def reader() -> FaceReader:
    return FaceReader(drawn_library(NAMES), LABEL)


def watched(
    steps: list[ScriptStep], marks: Mapping[str, str], seed: int = 4
) -> tuple[list[str], list[tuple[str, str]]]:
    """The cards that were read by their marks, and the stickers that were told, as card and what they say.

    Args:
        steps: in which cards are named by their faces.
        marks: of the cards whose stickers are not their own.
        seed: of the film.
    """
    eyes = Eyes(load("aruco"), Mat(card=SIZE), 3, (0,), checks=reader())
    read, told = list[str](), list[tuple[str, str]]()

    def face(_deck: int, card: str) -> Bgr:
        return stickered(card, marks.get(card, "" if card == BACK else card))

    for seconds, gray in gray_frames(steps, 3, seed=seed, noise="low", face=face):
        read += [one.card for one in eyes.feed(seconds, gray) if isinstance(one, Laid)]
        told += [(doubt.card, doubt.marks) for doubt in eyes.take_doubts()]
    return read, told


TRICK: list[ScriptStep] = [Lay(0, "HK"), Lay(1, "CQ"), Lay(2, "H10"), Sweep(1)]


@pytest.mark.parametrize("seed", [4, 5])
def test_right_stickers_are_never_told(seed: int) -> None:
    read, told = watched([*TRICK, Lay(0, "SA"), Lay(1, "D7"), PickUp(0, ((0, "SA"),)), Lay(2, "SA")], {}, seed)
    assert read == ["HK", "CQ", "H10", "SA", "D7", "SA"]
    assert told == []


def test_stickers_of_another_card_are_told_once_a_landing() -> None:
    read, told = watched(TRICK, {"HK": "CQ", "CQ": "HK"})
    assert read == ["CQ", "HK", "H10"]
    assert told == [("HK", "CQ"), ("CQ", "HK")]


def test_a_card_that_lost_its_stickers_is_named_by_its_face() -> None:
    read, told = watched([Lay(1, "CQ"), Lay(2, BACK), Lay(0, "HK"), Lay(2, "H10"), Sweep(1)], {"CQ": ""})
    assert read == ["HK", "H10"]
    assert told == [("CQ", "")]
