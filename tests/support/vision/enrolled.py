"""Decks enrolled by drawn captures."""

from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np

from tests.support.vision.landings import Conditions, DrawnDeck, landing
from vision.decks.enrolment import CaptureRefused, Enrolment, FaceCapture, capture
from vision.decks.library import FaceLibrary

GOOD: Final = Conditions(lamp="good", blur_px=0.5, bent=0.3, kind="felt")
"""Conditions in which decks are enrolled: in good light, in focus, on a mat that differs from the cards."""


def captured(
    random: np.random.Generator, deck: DrawnDeck, name: str, conditions: Conditions = GOOD
) -> FaceCapture | CaptureRefused:
    """One capture of a card."""
    scene = landing(random, deck, name, (), conditions)
    colour = scene.part if conditions.colour else None
    return capture(scene.before, scene.after, scene.calibration, deck.size, colour=colour)


@cache
def enrolled(deck: DrawnDeck, *, copies: int = 1, colour: bool = False, seed: int = 3) -> FaceLibrary:
    """A deck's library."""
    return enrolled_by(deck, copies, colour, seed)[0]


def enrolled_by(deck: DrawnDeck, copies: int, colour: bool, seed: int) -> tuple[FaceLibrary, int]:
    """A deck's library, and how often a card was laid for it; two cards that look alike are taken for two."""
    random, layings = np.random.default_rng(seed), 0
    state, conditions = Enrolment(deck.size, tuple(deck.faces), copies), replace(GOOD, colour=colour)
    while (name := state.next_name) is not None:
        layings += 1
        taken = captured(random, deck, name, conditions)
        if not isinstance(taken, CaptureRefused):
            state, _ = state.enrol(taken, name, is_sure=True)
    return state.library(), layings
