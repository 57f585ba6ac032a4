"""Command cards on the mat are observed like any card, of no deck."""

import numpy as np
import pytest

from groundwork.picture import Gray, u8
from vision.base.light import defocus
from vision.base.observation import Laid, Lifted, Observation
from vision.eyes.pipeline import Eyes
from vision.marks import squares, symbologies
from vision.marks.identity import COMMANDS, CORNERS, NO_DECK, mark_of, named
from vision.mat.layout import Mat

PX_PER_MM = 3
MAT = Mat()


def test_every_mark_of_a_command_is_drawn_and_read_as_itself() -> None:
    kind = symbologies.load("aruco", (0,))
    sheet = np.full((-(-len(COMMANDS) // 9) * 60, 9 * 60), 255, np.uint8)
    for place, command in enumerate(COMMANDS):
        y, x = (10 + 60 * at for at in divmod(place, 9))
        sheet[y : y + 40, x : x + 40] = kind.draw(NO_DECK, command, 40)
    assert sorted((mark.deck, mark.card) for mark in kind.read(sheet)) == sorted((NO_DECK, one) for one in COMMANDS)
    assert [named(mark_of(NO_DECK, command)) for command in COMMANDS] == [(NO_DECK, command) for command in COMMANDS]


@pytest.mark.parametrize(("command", "place"), [("pass", (300, 260)), ("undo", (489, 317))])
def test_a_command_card_on_the_mat_is_laid_and_lifted(command: str, place: tuple[int, int]) -> None:
    eyes, empty, random = Eyes(symbologies.load("aruco", (0,)), MAT, 4, (0,)), _mat(), np.random.default_rng(1)
    shown = _with_card(empty, command, place)
    seen = list[Observation]()
    for count, picture in enumerate([*[empty] * 6, *[shown] * 8, *[empty] * 10]):
        noisy = u8(np.clip(picture + random.normal(0, 1.5, picture.shape), 0, 255))
        seen += eyes.feed(count / 15, noisy)
    laid, lifted = seen
    assert isinstance(laid, Laid)
    assert isinstance(lifted, Lifted)
    # Two of its marks lie beyond the mat's edge: what is left tells the middle to within the strip printed for it.
    within_mm = 1 if place[1] < 300 else 7
    assert (laid.deck, laid.card) == (NO_DECK, command)
    assert (laid.x_mm, laid.y_mm) == pytest.approx(place, abs=within_mm)
    assert lifted == Lifted(NO_DECK, command, lifted.seconds)
    assert eyes.counts.refused == 0


def _mat() -> Gray:
    picture = np.full((round(MAT.height_mm * PX_PER_MM), round(MAT.width_mm * PX_PER_MM)), 90, np.uint8)
    side = round(MAT.corner_mm * PX_PER_MM)
    for number, (x_mm, y_mm) in zip(CORNERS, MAT.corner_centres, strict=True):
        left, top = (round(at * PX_PER_MM) - side // 2 for at in (x_mm, y_mm))
        picture[top - 12 : top + side + 12, left - 12 : left + side + 12] = 255
        picture[top : top + side, left : left + side] = squares.draw(number, side)
    return defocus(picture, 0.6)


def _with_card(picture: Gray, command: str, place: tuple[int, int]) -> Gray:
    """A card of 63 by 88 mm on its side, its middle at the place, mm; each mark's own lower right corner inward."""
    card = np.full((63 * PX_PER_MM, 88 * PX_PER_MM), 250, np.uint8)
    side, edge = 12 * PX_PER_MM, 3 * PX_PER_MM
    mark = squares.draw(mark_of(NO_DECK, command), side)
    low, far = card.shape[0] - edge - side, card.shape[1] - edge - side
    for turn, (y, x) in enumerate(((edge, edge), (edge, far), (low, far), (low, edge))):
        card[y : y + side, x : x + side] = np.rot90(mark, -turn)
    left, top = place[0] * PX_PER_MM - card.shape[1] // 2, place[1] * PX_PER_MM - card.shape[0] // 2
    full = picture.copy()
    height = min(card.shape[0], full.shape[0] - top)
    full[top : top + height, left : left + card.shape[1]] = card[:height]
    return defocus(full, 0.6)


@pytest.mark.parametrize("symbology", ["qr_zxing", "qr_zbar"])
def test_a_table_with_qr_reads_the_same_command_cards(symbology: str) -> None:
    kind, squares_only = symbologies.load(symbology, (0,)), symbologies.load("aruco", (0,))
    sheet = np.full((300, 460), 255, np.uint8)
    sheet[20:60, 20:60] = squares_only.draw(NO_DECK, "undo", 40)
    sheet[20:60, 100:140] = squares_only.draw(0, "HA", 40)
    sheet[120:204, 200:284] = kind.draw(0, "H10", 84)
    assert sorted((mark.deck, mark.card) for mark in kind.read(sheet)) == [(NO_DECK, "undo"), (0, "H10")]
