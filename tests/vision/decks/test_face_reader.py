"""The reader of faces: it names the card that came to lie, or nothing; never another."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.support.loops import some
from tests.support.vision.card_decks import REAL, labelled, ours, real
from tests.support.vision.enrolled import enrolled
from tests.support.vision.landings import Conditions, LandingScene, landing
from vision.decks.reader import LABEL, FaceReader, FaceReading, FaceUnread

NAMES = ("S6", "S7", "S8", "H7", "D7", "CA", "SA", "HQ", "DQ", "DK")
DECK = ours(NAMES)
EASY = Conditions(mirrored=False, bent=0.5)


@cache
def reader() -> FaceReader:
    return FaceReader(enrolled(DECK))


def read(
    scene: LandingScene, with_reader: FaceReader | None = None, known: Sequence[str] = ()
) -> FaceReading | FaceUnread:
    asked = with_reader or reader()
    return asked.read(scene.before, scene.after, scene.calibration, known=known)


def scenes(seed: int, count: int, conditions: Conditions) -> list[tuple[str, LandingScene]]:
    random, found = np.random.default_rng(seed), list[tuple[str, LandingScene]]()
    for number in range(count):
        top = NAMES[number % len(NAMES)]
        below = [str(name) for name in random.permutation(NAMES)[: int(random.integers(4))] if name != top]
        found.append((top, landing(random, DECK, top, below, conditions)))
    return found


@pytest.mark.every
@pytest.mark.parametrize(
    ("conditions", "least"), [(EASY, 17), (Conditions(), 15), (Conditions(lamp="dim", px_per_mm=1.7), 13)]
)
def test_a_card_is_named_as_itself_or_not_at_all(conditions: Conditions, least: int) -> None:
    told = [(top, read(scene)) for top, scene in scenes(1, 20, conditions)]
    named = [(top, found.name) for top, found in told if isinstance(found, FaceReading)]
    assert [pair for pair in named if pair[0] != pair[1]] == []
    assert len(named) >= least


def test_the_place_of_a_card_is_reported() -> None:
    for _, scene in some(scenes(2, 4, EASY)):
        found = read(scene)
        assert found.pose is not None
        away = np.hypot(found.pose.x_mm - scene.pose.x_mm, found.pose.y_mm - scene.pose.y_mm)
        assert away < 3
        assert abs(np.sin(found.pose.turn - scene.pose.turn)) < 0.05


def test_a_card_that_the_library_lacks_is_nobody() -> None:
    for name in some(("S7", "SA", "S8")):
        without = FaceReader(reader().library.without(name))
        random = np.random.default_rng(3)
        for _ in range(3):
            assert isinstance(read(landing(random, DECK, name, (), EASY), without), FaceUnread)


def test_backs_are_nobody() -> None:
    random = np.random.default_rng(4)
    for _ in range(3):
        assert isinstance(read(landing(random, DECK, "back", ("S7",), EASY)), FaceUnread)


def test_a_card_that_lies_elsewhere_is_none_and_the_copies_are_counted() -> None:
    top, scene = scenes(5, 1, EASY)[0]
    found = read(scene, known=("HQ", top))
    assert isinstance(found, FaceUnread)
    assert found.why == "known"
    assert found.evidence is not None
    assert found.evidence.name == top
    double = FaceReader(enrolled(DECK, copies=2))
    assert isinstance(read(scene, double, (top,)), FaceReading)
    assert isinstance(read(scene, double, (top, top)), FaceUnread)


def test_two_cards_at_once_and_fingers_are_unread() -> None:
    random = np.random.default_rng(6)
    for _ in range(4):
        assert isinstance(read(landing(random, DECK, "HQ", (), EASY, beside="S8")), FaceUnread)
        touched = landing(random, DECK, "DK", (), Conditions(fingers=2, mirrored=False))
        assert isinstance(read(touched), FaceUnread)


def test_a_card_that_leaves_is_no_landing() -> None:
    """The card below it shows then; it lies there already, and is known to."""
    for seed in range(6):
        random = np.random.default_rng(seed)
        scene = landing(random, DECK, "HQ", ("S8",) if seed % 2 else (), EASY)
        found = reader().read(scene.after, scene.before, scene.calibration, known=("S8",))
        assert isinstance(found, FaceUnread)


def test_nothing_changed_is_nothing() -> None:
    _, scene = scenes(7, 1, EASY)[0]
    found = reader().read(scene.after, scene.after, scene.calibration)
    assert isinstance(found, FaceUnread)
    assert (found.why, found.pose, found.evidence) == ("nothing", None, None)


def test_a_window_of_the_pictures_is_enough() -> None:
    _, scene = scenes(8, 1, EASY)[0]
    whole, (rows, columns) = read(scene), scene.after.shape
    window = slice(5, rows - 7), slice(11, columns - 3)
    part = reader().read(scene.before, scene.after, scene.calibration, window)
    assert isinstance(whole, FaceReading)
    assert isinstance(part, FaceReading)
    assert part.name == whole.name
    assert part.pose.x_mm == pytest.approx(whole.pose.x_mm, abs=0.3)


def test_colour_is_asked_for_only_where_grey_does_not_tell() -> None:
    in_colour = FaceReader(enrolled(DECK, colour=True))
    scene = landing(np.random.default_rng(9), DECK, "HQ", (), Conditions(mirrored=False, bent=0.5, colour=True))

    def none(_: object) -> np.ndarray:
        raise AssertionError

    found = in_colour.read(scene.before, scene.after, scene.calibration, colour=none)
    assert isinstance(found, FaceReading)
    assert found.name == "HQ"


def test_a_card_with_labels_is_named_by_what_they_leave_free() -> None:
    """The labels hide all four corners, and say nothing; a card that lost them is named alike."""
    asked, random = FaceReader(reader().library, LABEL), np.random.default_rng(11)
    for deck in some((labelled(DECK), DECK)):
        told = [read(landing(random, deck, top, (), EASY), asked) for top in NAMES]
        named = [(top, one.name) for top, one in zip(NAMES, told, strict=True) if isinstance(one, FaceReading)]
        assert [pair for pair in named if pair[0] != pair[1]] == []
        assert len(named) >= 6


@pytest.mark.slow
@pytest.mark.needs("decks")
@pytest.mark.parametrize("name", REAL)
def test_cards_of_real_decks_are_named_as_themselves_or_not_at_all(name: str, tmp_path: Path) -> None:
    deck = real(name, tmp_path)
    asked, random, named = FaceReader(enrolled(deck, colour=True)), np.random.default_rng(10), 0
    for _ in range(40):
        top, *below = (str(card) for card in random.permutation([*deck.faces])[:3])
        scene = landing(random, deck, top, below, Conditions(colour=True))
        found = asked.read(scene.before, scene.after, scene.calibration, colour=scene.part)
        if isinstance(found, FaceReading):
            named += 1
            assert found.name == top
    assert named >= 32


@pytest.mark.slow
@pytest.mark.needs("decks")
def test_a_black_card_whose_ink_is_faint_is_not_the_red_one_of_its_shape(tmp_path: Path) -> None:
    """An ace of spades out of focus, in a lamp's veil: as dark as an ace of diamonds, but of another outline."""
    deck, random = real("guyenne", tmp_path), np.random.default_rng((2_000_003, 3, *b"guyenne", 100))
    top = [*deck.faces][int(random.integers(len(deck.faces)))]
    random.permutation([*deck.faces])
    random.integers(4)
    scene = landing(random, deck, top, (), Conditions(blur_px=1.4))
    library = enrolled(deck, colour=True)
    found = read(scene, FaceReader(replace(library, faces={name: library.gray(name) for name in library.names})))
    assert found.evidence is not None
    assert (top, found.evidence.name) == ("SA", "DA")
    assert replace(found.evidence, faint_bits=np.inf).why is None
    assert isinstance(found, FaceUnread)
