import importlib
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest
import zxingcpp

from groundwork.picture import Gray, u8
from vision.base.observation import Mark
from vision.marks import squares, symbologies
from vision.marks.identity import CARDS, CORNERS, DECKS
from vision.marks.zbar import ZbarMissingError

NAMES = ("aruco", "qr_zbar", "qr_zxing")
ONE_OF_FOUR = Path(__file__).parent / "photographs" / "zxing_cpp" / "qrcode-7" / "01-01.png"
SIDE = {"aruco": 40, "qr_zbar": 84, "qr_zxing": 84}


def shown(mark: Gray, turns: int = 0) -> Gray:
    page = np.full((160, 180), 245, np.uint8)
    page[30 : 30 + len(mark), 50 : 50 + len(mark)] = np.rot90(mark, -turns)
    return u8(cv2.GaussianBlur(page, (0, 0), 0.7))


def test_each_kind_of_mark_is_found_by_name() -> None:
    assert symbologies.names() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_reads_every_card_it_draws(name: str) -> None:
    kind = symbologies.load(name)
    cards = [(place % DECKS, card) for place, card in enumerate(CARDS)]
    read = [[(mark.deck, mark.card) for mark in kind.read(shown(kind.draw(*card, SIDE[name])))] for card in cards]
    assert read == [[card] for card in cards]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("turns", range(4))
def test_corners_start_at_the_marks_own_upper_left(name: str, turns: int) -> None:
    kind, side = symbologies.load(name), SIDE[name]
    (mark,) = kind.read(shown(kind.draw(3, "DQ", side), turns))
    upright = [(50, 30), (50 + side, 30), (50 + side, 30 + side), (50, 30 + side)]
    expected = np.array(upright[turns:] + upright[:turns])
    assert np.abs(np.array(mark.corners) - expected).max() <= 3


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("turns", range(4))
def test_a_glance_sees_the_same_in_the_same_place(name: str, turns: int) -> None:
    kind, side = symbologies.load(name, decks=[3]), SIDE[name]
    pages = [shown(kind.draw(3, card, side), turns) for card in CARDS]
    kind.expect(0.6 * side)
    for page, (mark,) in zip(pages, map(kind.read, pages), strict=True):
        (glanced,) = kind.glance(page)
        assert (glanced.deck, glanced.card) == (mark.deck, mark.card)
        assert np.abs(np.array(glanced.corners) - np.array(mark.corners)).max() <= 3


@pytest.mark.parametrize("name", NAMES)
def test_cards_of_other_decks_are_left_out(name: str) -> None:
    table = symbologies.load(name, decks=[2, 4])
    drawn = [shown(table.draw(deck, "H7", SIDE[name])) for deck in range(DECKS)]
    assert [[mark.deck for mark in table.read(page)] for page in drawn] == [[], [], [2], [], [4], []]


@pytest.mark.parametrize("name", ["qr_zbar", "qr_zxing"])
@pytest.mark.parametrize("text", ["HTTPS://EXAMPLE.ORG", "S1:0H10:00", "S1:7H10:TT", "S2:0H10:TT", "H10"])
def test_foreign_codes_are_refused(name: str, text: str) -> None:
    # The stubs leave this function's options untyped.
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode)
    page = u8(np.asarray(code.to_image(scale=5, add_quiet_zones=True)))
    assert symbologies.load(name).read(page) == ()


@pytest.mark.needs("zbar")
@pytest.mark.parametrize("name", ["qr_zbar", "qr_zxing"])
def test_a_code_that_is_one_of_several_is_no_card(name: str) -> None:
    """Pyzbar fails at the direction of such codes (structured append), which zbar does not tell."""
    page = u8(np.asarray(cv2.imread(str(ONE_OF_FOUR), cv2.IMREAD_GRAYSCALE)))
    card = shown(symbologies.load(name).draw(0, "SA", SIDE[name]))
    both = u8(cv2.copyMakeBorder(page, 0, 0, 0, card.shape[1], cv2.BORDER_CONSTANT, value=(245,)))
    both[: len(card), page.shape[1] :] = card
    kind = symbologies.load(name)
    read = [[mark.card for mark in look(both)] for look in (kind.glance, kind.read, kind.reread)]
    assert read == [["SA"]] * 3


def test_a_corner_mark_of_the_mat_is_no_card() -> None:
    pages = [shown(squares.draw(number, 40)) for number in CORNERS]
    assert [symbologies.load("aruco").read(page) for page in pages] == [()] * 4


@pytest.mark.parametrize("name", NAMES)
def test_noise_shows_no_card(name: str) -> None:
    random = np.random.default_rng(7)
    kind = symbologies.load(name)
    pages = [
        u8(cv2.GaussianBlur(random.integers(0, 256, (200, 240)).astype(np.uint8), (0, 0), s)) for s in (0.5, 1, 2, 4)
    ]
    assert [kind.read(page) for page in pages] == [()] * 4


@pytest.mark.parametrize("name", NAMES)
def test_a_half_hidden_mark_is_not_guessed(name: str) -> None:
    kind, side = symbologies.load(name), SIDE[name]
    page = shown(kind.draw(0, "S9", side))
    page[30 + side // 2 : 30 + side] = 180
    assert kind.read(page) == ()


def test_an_unknown_kind_of_mark_names_those_there_are() -> None:
    with pytest.raises(symbologies.UnknownSymbologyError, match=r"'maxicode'.*aruco, qr_zbar, qr_zxing"):
        symbologies.load("maxicode")


def test_a_missing_system_library_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def without_zbar(name: str) -> ModuleType:
        if name.startswith("pyzbar"):
            raise ImportError("Unable to find zbar shared library")
        return real(name)

    monkeypatch.setattr(importlib, "import_module", without_zbar)
    with pytest.raises(ZbarMissingError, match="libzbar0"):
        symbologies.load("qr_zbar")


def test_a_marks_centre_is_the_mean_of_its_corners() -> None:
    assert Mark(0, "SA", ((0, 0), (4, 0), (4, 2), (0, 2))).centre == (2, 1)
