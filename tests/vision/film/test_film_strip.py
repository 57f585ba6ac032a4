"""A strip of LEDs at the mat's edge: nothing is misread, and what displays are held to leaves less of it white."""

import cv2
import numpy as np
import pytest

from firmware_bridge.displays.strip import BRIGHTEST
from tests.support.filmed import scripts
from vision.base.observation import Laid
from vision.eyes.pipeline import Eyes
from vision.film.effects.strip import FULL
from vision.film.reel import Reel, Take
from vision.marks.symbologies import load
from vision.mat.layout import Mat

SCRIPT = scripts()["molotow 4"].first(8)


def filmed(seed: int, brightness: int) -> tuple[list[tuple[int, str]], float]:
    """Cards read in their order, and the share of the picture that is white with light."""
    take: Take = SCRIPT.take(seed, "none", fps=10, effects={"strip": brightness / FULL})
    eyes, laid, white = Eyes(load("aruco", [0]), Mat(), 4, [0]), list[tuple[int, str]](), list[float]()
    for number, gray in enumerate(Reel(take).frames(grey=True)):
        seen = eyes.feed(number / take.fps, gray)
        laid += [(one.deck, one.card) for one in seen if isinstance(one, Laid)]
        white.append(cv2.countNonZero(cv2.inRange(gray, np.array(255), np.array(255))) / gray.size)
    return laid, float(np.mean(white))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_reading_is_unharmed_and_less_is_white_at_the_capped_brightness(seed: int) -> None:
    plays = [(0, card) for _, card in SCRIPT.plays]
    capped, full = filmed(seed, BRIGHTEST), filmed(seed, FULL)
    assert (capped[0], full[0]) == (plays, plays)
    assert full[1] > 1.4 * capped[1]
