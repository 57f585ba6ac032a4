"""How the camera of a table sees the mat: looked at, measured, and kept in a file."""

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path

from controller.referee.start import start
from controller.settings.model import CameraConfig, Config, DataConfig, load
from hardware.camera.settings import CameraSettings
from hardware.camera.source import open_source
from vision.calibration.collect import Collector
from vision.calibration.file import Saved, from_text, rows, to_text
from vision.calibration.solve import Solution, solve
from vision.calibration.survey import Survey, survey
from vision.marks import symbologies
from vision.mat.geometry import CARD_SIZES, Mat

SETTINGS = Path("schiri.toml")
"""Read if it is there and no other settings are named."""


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


def keep(wish: Wish, path: Path, size: tuple[int, int], solution: Solution, found: Survey) -> None:
    """Save a calibration, whole or not at all; raises CalibrateError."""
    write_whole(path, to_text(_saved(wish, size, solution, found)).encode())


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


def write_whole(path: Path, content: bytes) -> None:
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
