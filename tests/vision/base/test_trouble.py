"""Troubles of the camera as values, and the sentences that are made of them."""

from typing import get_args

import pytest

from vision.base.observation import CORNER_NAMES, Trouble, TroubleKind
from vision.mat.geometry import TwoMatsError

SENTENCES = {
    Trouble("no-frame"): "no picture has come yet",
    Trouble("no-picture"): "the source gave no picture",
    Trouble("no-mat", pictures=2): "no mat was seen in 2 pictures; lay it flat under the camera, all four corner marks "
    "in the picture and in light",
    Trouble.at("mat-incomplete", (1, 3), 1): "the corner mark top right and bottom left was not seen in 1 picture; "
    "clear it and keep it in the picture",
    Trouble.at("mat-not-whole", (0, 2)): "corner mark not seen: top left, bottom right; show the whole mat to the "
    "camera and clear its corners",
    Trouble.at("two-mats", (2,)): "two mats are seen (the bottom right corner mark twice); take one away",
    Trouble("mat-gone"): "the mat is not seen any more; put it back under the camera",
    Trouble.at("corner-gone", (0, 3)): "camera or mat moved, and the corner mark top left and bottom left is not seen; "
    "bring it into the picture",
    Trouble.at("corner-hidden", (0, 3)): "corner mark not seen: top left, bottom left; clear it, or bring it into the "
    "picture",
    Trouble("moving"): "camera or mat moved; wait until they rest",
    Trouble("frozen"): "the same picture comes again and again; restart the camera, or plug it in again",
    Trouble("dark"): "too dark to see the mat: switch a lamp on, or uncover the camera",
    Trouble("dim"): "too little light: black and white are hardly told apart; switch a lamp on",
    Trouble(
        "pale"
    ): "a white card can hardly be told from the white mat: lay a darker mat or cloth, or hang the camera lower",
    Trouble("glare"): "glare: light falls onto the mat so that black looks grey; turn the lamp away",
    Trouble("soft"): "out of focus: the corner marks' edges are blurred; focus the camera or wipe its lens",
}
"""One of each kind; catalogues translate these sentences as they stand."""


def test_every_kind_has_its_sentence() -> None:
    assert {trouble.kind for trouble in SENTENCES} == set(get_args(TroubleKind))
    assert {trouble: str(trouble) for trouble in SENTENCES} == SENTENCES


@pytest.mark.parametrize("kind", ["mat-incomplete", "mat-not-whole", "two-mats", "corner-gone", "corner-hidden"])
def test_a_sentence_names_its_corner_marks_and_no_others(kind: TroubleKind) -> None:
    for place, name in enumerate(CORNER_NAMES):
        text = Trouble.at(kind, [place]).text
        assert [corner for corner in CORNER_NAMES if corner in text] == [name]


def test_an_error_says_the_sentence_and_keeps_the_value() -> None:
    error = TwoMatsError(Trouble.at("two-mats", [1]))
    assert (str(error), error.trouble) == (error.trouble.text, Trouble("two-mats", ("top right",)))
