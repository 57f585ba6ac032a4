"""``schiri calibrate`` as its users call it: what it tells, writes, and its exit status."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.cli import main
from controller.live.calibration import CalibrateError, load_saved
from controller.store.resume import take_up
from groundwork.picture import Gray
from tests.support.vision.mat_pictures import bent, camera, photo, worst_mm
from vision.calibration.file import from_text

TRUTH = camera(12, lens=bent(-0.06))


def folder(path: Path, *frames: Gray) -> str:
    path.mkdir()
    for number, frame in enumerate(frames):
        cv2.imwrite(str(path / f"{number}.png"), frame)
    return str(path)


def calibrate(path: Path, *more: str) -> int:
    return main(["calibrate", "--camera", str(path), "--save", str(path.parent / "c.json"), *more])


def test_a_good_camera_is_saved_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder(tmp_path / "good", *(photo(TRUTH, blur_px=0.5, seed=seed) for seed in range(3)))
    assert calibrate(tmp_path / "good", "--picture", "p.png", "--seats", "3") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith("good: 1280x720, 3 pictures, the mat in 3 of them.")
    assert "The lens moves the picture's corners inward by " in said[1]
    assert [line.split()[0:2] for line in said[3:6]] == [["seat", "1"], ["seat", "2"], ["seat", "3"]]
    assert said[7:] == [
        "Only 3 pictures: grain and flicker are hardly known; take more, or look longer (--seconds).",
        "Nothing else needs to be done.",
        f"Saved in {tmp_path / 'c.json'}.",
        "Picture: p.png.",
    ]
    kept = from_text((tmp_path / "c.json").read_text())
    assert worst_mm(kept.calibration, TRUTH) < 0.3
    assert (kept.width_px, kept.height_px, len(kept.areas)) == (1280, 720, 3)
    drawn = cv2.imread("p.png")
    assert drawn is not None
    assert drawn.shape == (720, 1280, 3)


def test_a_poor_camera_is_saved_too_and_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.calibration.read_rate.CARDS_TRIED", 25)
    folder(tmp_path / "poor", photo(TRUTH, blur_px=1.6))
    assert calibrate(tmp_path / "poor") == 1
    assert "Focus the camera: edges are " in capsys.readouterr().out
    assert (tmp_path / "c.json").exists()


def test_pictures_without_grain_promise_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As from an address that gives one still picture again and again."""
    frame = photo(TRUTH, blur_px=0.5)
    folder(tmp_path / "still", *[frame] * 9)
    assert calibrate(tmp_path / "still") == 1
    said, progress = capsys.readouterr()
    assert (
        "\nAll 9 pictures are the same, as no camera gives them: grain and flicker are unknown, and too many " in said
    )
    assert "\nNothing else needs to be done.\n" in said
    assert progress.splitlines()[0].startswith("trying cards on the mat: 0 of ")
    assert [line.split(":")[0] for line in progress.splitlines()] == ["trying cards on the mat"] * 5


def test_enough_pictures_in_grain_are_worth_their_promise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder(tmp_path / "good", *(photo(TRUTH, blur_px=0.5, seed=seed) for seed in range(9)))
    assert calibrate(tmp_path / "good") == 0
    assert "\nNothing needs to be done.\n" in capsys.readouterr().out


def test_settings_name_the_camera_the_players_and_the_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = folder(tmp_path / "good", photo(TRUTH, blur_px=0.5))
    settings = tmp_path / "table.toml"
    settings.write_text(
        f'[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n[camera]\nsource = "{source}"\n'
        f'[calibration]\nfile = "{tmp_path}/kept/here.json"\n'
    )
    assert main(["calibrate", "--config", str(settings)]) == 0
    assert "\nBerta " in capsys.readouterr().out
    assert from_text((tmp_path / "kept" / "here.json").read_text()).areas[1].seat == 1


def test_a_referee_that_runs_keeps_its_camera_and_says_where_to_measure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Most cameras let one program in: told that it is no camera, nobody would look for the referee."""
    pictures = folder(tmp_path / "pictures", photo(TRUTH, blur_px=0.5))
    config = tmp_path / "schiri.toml"
    config.write_text(
        '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'
        f'[camera]\nsource = "{pictures}"\n[data]\ndirectory = "{tmp_path / "data"}"\n'
    )
    words = ["calibrate", "--config", str(config)]
    with take_up(tmp_path / "data", new=False):
        assert main(words) == 2
        said = capsys.readouterr()
        assert "a referee runs here and has the camera open" in said.err
        assert "/setup/camera" in said.err
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert main([*words, "--camera", str(pictures), "--save", str(tmp_path / "other.json")]) == 0
    assert main(words) == 0
    assert (tmp_path / "data" / "calibration.json").exists()


def test_a_saved_calibration_is_used_and_a_broken_one_is_named(tmp_path: Path) -> None:
    folder(tmp_path / "good", photo(TRUTH, blur_px=0.5))
    assert load_saved(tmp_path / "c.json") is None
    assert calibrate(tmp_path / "good") == 0
    found = load_saved(tmp_path / "c.json")
    assert found is not None
    assert found.lens == found.calibration.lens is not None
    for content in (b"", b"\xff", (tmp_path / "c.json").read_bytes()[:-40]):
        (tmp_path / "c.json").write_bytes(content)
        with pytest.raises(CalibrateError, match=r"c\.json: "):
            load_saved(tmp_path / "c.json")
    with pytest.raises(CalibrateError, match="good: Is a directory"):
        load_saved(tmp_path / "good")


@pytest.mark.parametrize(
    ("frame", "told"),
    [
        (photo(TRUTH, without=(0, 1, 2, 3)), "no mat was seen in 1 picture; lay it flat"),
        (photo(TRUTH, without=(2,)), "the corner mark bottom right was not seen in 1 picture; clear it"),
        (np.hstack([photo(TRUTH)[::2, ::2]] * 2), "two mats are seen"),
    ],
)
def test_where_no_mat_can_be_found_nothing_is_saved(
    frame: Gray, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder(tmp_path / "bad", frame)
    assert calibrate(tmp_path / "bad") == 2
    said = capsys.readouterr().err
    assert said.startswith(f"schiri: {told}")
    assert said.count("\n") == 1
    assert not (tmp_path / "c.json").exists()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--picture", "p.txt"], "p.txt: a picture's name ends in .png or .jpg"),
        (["--picture", "p.txt", "--camera", "nowhere"], "p.txt: a picture's name ends in .png or .jpg"),
        (["--picture", "p"], "p: a picture's name ends in .png or .jpg"),
        (["--save", "file/c.json"], "file/c.json cannot be written: "),
        (["--camera", "nowhere"], "nowhere: no such film, folder or camera"),
        (["--camera", "83"], "camera 83: not there"),
        (["--config", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["--seconds", "0"], "--seconds"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(
    more: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    folder(tmp_path / "good", photo(TRUTH, blur_px=0.5))
    assert calibrate(tmp_path / "good", *more) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1
