"""``schiri calibrate``: how the camera sees the mat, what to do about it, and a file that keeps it."""

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path

import cv2

from controller.config import CameraConfig, Config, DataConfig, load
from controller.match import start
from controller.terminal import say
from hardware.camera import open_source, shown
from hardware.camera_settings import CameraSettings
from vision import symbologies
from vision.calibration import Solution, solve
from vision.calibration_advice import GOOD, advice, expected
from vision.calibration_collect import Collector
from vision.calibration_picture import picture
from vision.calibration_saved import Saved, from_text, rows, to_text
from vision.calibration_survey import AreaReport, Survey, survey
from vision.mat import CARD_SIZES, Mat

SETTINGS = Path("schiri.toml")
"""Read if it is there and no other settings are named."""
PICTURES = (".png", ".jpg", ".jpeg")
"""How a picture's name may end."""
POOR = 1
"""Exit status: usable, but something should be better."""


class CalibrateError(OSError):
    """The calibration or its picture cannot be written where it was asked for, or what is there is none."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be calibrated."""

    source: str
    settings: CameraSettings
    mat: Mat
    names: tuple[str, ...]
    symbology: str
    decks: tuple[int, ...]
    save: Path


@dataclass(frozen=True, slots=True)
class Out:
    """What is to be written where."""

    save: Path
    picture: Path | None = None


def wish(path: Path | None, source: str | None, seats: int) -> Wish:
    """What the settings say; without a file the usual mat with so many seats; raises ConfigError."""
    if path is None and not SETTINGS.exists():
        camera, save = CameraConfig(), DataConfig().directory / "calibration.json"
        names = tuple(f"seat {seat}" for seat in range(1, seats + 1))
        return Wish(source or camera.source, camera.settings(), Mat(), names, "aruco", (0,), save)
    return wished(load(path or SETTINGS), source)


def wished(config: Config, source: str | None = None) -> Wish:
    """What a table's settings say."""
    mat = Mat(card=CARD_SIZES[start(config.table.opening()).game.card_size])
    return Wish(
        source or config.camera.source,
        config.camera.settings(),
        mat,
        config.table.seats,
        config.marks.symbology,
        config.marks.decks,
        config.calibration_file,
    )


def kept(path: Path) -> Saved | None:
    """What was saved there, None if nothing was; raises CalibrateError for a file that is no calibration."""
    try:
        return from_text(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise CalibrateError(f"{path}: {reason}") from error


def run(wish: Wish, out: Out, seconds: float) -> int:
    """Look, measure, tell, save; returns the exit status."""
    if out.picture and out.picture.suffix.lower() not in PICTURES:
        raise CalibrateError(f"{out.picture}: a picture's name ends in .png or .jpg")
    seen, size = look(wish, seconds)
    solution, found = measured(wish, seen, size)
    say(f"{shown(wish.source)}: {size[0]}x{size[1]}, {seen.frames} pictures, the mat in {seen.showing} of them.")
    say(f"The corner marks fit to {solution.residual_px:.2f} pixels. {solution.lens_told}")
    _table(found, wish.names)
    todo = advice(found, wish.names)
    for sentence in todo or ("Nothing needs to be done.",):
        say(sentence)
    keep(wish, out.save, size, solution, found)
    say(f"Saved in {out.save}.")
    if out.picture:
        _write(out.picture, _drawn(wish, seen, solution, found, out.picture))
        say(f"Picture: {out.picture}.")
    return POOR if todo else 0


def keep(wish: Wish, path: Path, size: tuple[int, int], solution: Solution, found: Survey) -> None:
    """Save a calibration, whole or not at all; raises CalibrateError."""
    _write(path, to_text(_saved(wish, size, solution, found)).encode())


def measured(wish: Wish, seen: Collector, size: tuple[int, int]) -> tuple[Solution, Survey]:
    """Where the camera stands, and what it sees where each seat lays its cards.

    Raises:
        MatNotSeenError: no frame showed all four corner marks.
    """
    symbology = symbologies.load(wish.symbology, wish.decks)
    solution = solve(wish.mat, seen.views(), *size)
    return solution, survey(wish.mat, len(wish.names), solution.calibration, seen, symbology, wish.decks[0])


def look(wish: Wish, seconds: float) -> tuple[Collector, tuple[int, int]]:
    """Frames of so many seconds, and their width and height; raises CameraError, TwoMatsError."""
    # A folder holds pictures that somebody took one by one: each may be a view of its own.
    seen = Collector(steady=1 if Path(wish.source).is_dir() else 3)
    size = (0, 0)
    with open_source(wish.source, fps=wish.settings.fps, settings=wish.settings) as camera:
        for _, gray in takewhile(lambda frame: frame[0] <= seconds, camera):
            size = gray.shape[1], gray.shape[0]
            seen.take(gray)
    return seen, size


def _table(found: Survey, names: tuple[str, ...]) -> None:
    wide = max(map(len, names))
    say(f"{'':{wide}}  px/mm  edge mm  contrast  light  glare  expected")
    for area in found.areas:
        say(
            f"{names[area.seat]:{wide}}  {area.px_per_mm:5.2f}  {area.edge_mm:7.2f}  {area.contrast:8.0f}  "
            f"{area.mean:5.0f}  {area.clipped:5.1%}  {area.rate:8.0%}"
        )
    say(f"Expected: {expected(found):.1%} of the cards that lie still are read; flicker {found.flicker:.1%}.")


def _saved(wish: Wish, size: tuple[int, int], solution: Solution, found: Survey) -> Saved:
    return Saved(
        *size,
        wish.mat,
        rows(solution.calibration),
        solution.calibration.lens,
        solution.doubt_mm,
        found.areas,
        datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _drawn(wish: Wish, seen: Collector, solution: Solution, found: Survey, path: Path) -> bytes:
    """The picture, encoded as its name says."""
    labels = [_label(wish.names[area.seat], area) for area in found.areas]
    looks = list(seen.looks().values())
    drawn = picture(seen.last(), wish.mat, solution.calibration, looks, found.areas, labels, GOOD)
    _, code = cv2.imencode(path.suffix, drawn)
    return bytes(code)


def _label(name: str, area: AreaReport) -> str:
    scale = f"{area.px_per_mm:.2f} px/mm, edge {area.edge_mm:.2f} mm"
    return f"{name}\n{scale}\ncontrast {area.contrast:.0f}, {area.rate:.0%} read"


def _write(path: Path, content: bytes) -> None:
    """Whole or not at all, also when the power is cut."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink()
        raise CalibrateError(f"{path} cannot be written: {error.strerror}") from error
