from importlib.util import find_spec
from itertools import product
from pathlib import Path

import pytest

pytest.importorskip("tools.photoreal", reason="the tools are part of the checkout alone")

import cv2
import numpy as np

from tools.photoreal.__main__ import main
from tools.photoreal.develop import truth_beside
from tools.photoreal.screenplay import MAT, FilmScript, card_file, lacquer_file
from tools.photoreal.stored import Footage, StoredFrame
from vision.marks.identity import CORNERS, DICTIONARY_SIZE, card_of
from vision.marks.squares import SquareReader
from vision.mat.layout import Mat


def test_a_scene_is_the_script_and_our_own_prints(tmp_path: Path) -> None:
    scene = tmp_path / "scene"
    assert main(["prepare", str(scene), "0:HA", "1:HK"]) == 0
    assert FilmScript.read(scene).cards == ("HA", "HK")
    reader = SquareReader(range(DICTIONARY_SIZE))
    for card in ("HA", "HK"):
        face = cv2.imread(str(scene / card_file(card)), cv2.IMREAD_GRAYSCALE)
        assert face is not None
        assert [card_of(number) for number, _ in reader.read(np.asarray(face, np.uint8))] == [(0, card)] * 4
    mat = cv2.imread(str(scene / MAT), cv2.IMREAD_GRAYSCALE)
    assert mat is not None
    px_mm = mat.shape[1] / Mat().width_mm
    seen = {number: np.mean(outline, axis=0) / px_mm for number, outline in reader.read(np.asarray(mat, np.uint8))}
    assert set(seen) == set(CORNERS)
    assert [seen[number].tolist() for number in CORNERS] == [
        pytest.approx(place, abs=0.2) for place in Mat().corner_centres
    ]


def test_a_bought_card_has_a_dull_sticker_a_little_crooked_on_each_corner(tmp_path: Path) -> None:
    assert main(["prepare", str(tmp_path), "0:HK", "--stickers"]) == 0
    face, lacquer = (
        np.asarray(cv2.imread(str(tmp_path / name), cv2.IMREAD_GRAYSCALE), np.uint8)
        for name in (card_file("HK"), lacquer_file("HK"))
    )
    found = SquareReader(range(DICTIONARY_SIZE)).read(face)
    assert [card_of(number) for number, _ in found] == [(0, "HK")] * 4
    rows, columns = face.shape
    middles = [np.mean(outline, axis=0) for _, outline in found]
    assert {(bool(x > columns / 2), bool(y > rows / 2)) for x, y in middles} == set(product((False, True), repeat=2))
    assert [lacquer[round(y), round(x)] for x, y in middles] == [0] * 4
    assert lacquer[rows // 2, columns // 2] == 255
    slants = [np.subtract(outline[1], outline[0]) for _, outline in found]
    off = [float(np.degrees(np.arctan2(*sorted(np.abs(along))))) for along in slants]
    assert 0.5 < max(off) < 6


def test_a_card_of_ours_is_lacquered_everywhere(tmp_path: Path) -> None:
    assert main(["prepare", str(tmp_path), "0:HK"]) == 0
    assert not (tmp_path / lacquer_file("HK")).exists()


def test_footage_becomes_a_film_with_its_truth(tmp_path: Path) -> None:
    footage = Footage(tmp_path / "footage")
    footage.folder.mkdir()
    footage.keep("still", np.full((1125, 1998, 3), 0.8, np.float32))
    footage.frames, footage.truth = [StoredFrame("still", None)] * 2, [{"frame": 1, "gather": 0}]
    footage.write()
    film = tmp_path / "film.avi"
    assert main(["develop", str(footage.folder), str(film), "--size", "1280x720", "--dim"]) == 0
    opened = cv2.VideoCapture(str(film))
    pictures = [opened.read()[1].shape for _ in range(int(opened.get(cv2.CAP_PROP_FRAME_COUNT)))]
    assert pictures == [(720, 1280, 3)] * 2
    assert '"gather": 0' in truth_beside(film).read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["prepare", "scene", "9:HA"], "'9:HA' is no step"),
        (["prepare", "scene", "0:H99"], "H99"),
        (["develop", "nowhere", "film.avi"], "nowhere holds no footage"),
        (["develop", "nowhere", "film.avi", "--electrons", "0"], "electrons is 0: 1 is the least"),
        (["develop", "nowhere", "film.avi", "--defocus", "-1"], "defocus is -1: 0 is the least"),
        (["develop", "nowhere", "film.avi", "--white", "nan"], "white is nan"),
    ],
)
def test_impossible_input_is_refused_in_a_sentence(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert said in capsys.readouterr().err


@pytest.mark.skipif(find_spec("bpy") is not None, reason="this Python can draw")
def test_without_blender_drawing_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", str(tmp_path), str(tmp_path / "footage")]) == 2
    assert "no module bpy" in capsys.readouterr().err
    assert not (tmp_path / "footage").exists()
