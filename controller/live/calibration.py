"""The calibration of a table's camera: its view of the mat is looked at, measured, and kept in a file."""

import math
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from controller.referee.fold import start
from controller.settings.model import CameraConfig, Config, DataConfig, load, load_if_any
from controller.settings.small_file import read_text
from controller.settings.usual import USUAL
from controller.store import atomic
from controller.store.lock import is_locked
from hardware.camera.settings import CameraSettings
from hardware.camera.source import open_source
from vision.calibration.collect import Collector
from vision.calibration.file import Saved, from_text, rows, to_text
from vision.calibration.solve import Solution, solve
from vision.calibration.survey import Survey, SurveyProgress, make_survey
from vision.mat.layout import CARD_SIZES, Mat


class CalibrateError(OSError):
    """The calibration or its picture cannot be written where it was asked for, or what is there is none."""


@dataclass(frozen=True, slots=True)
class CalibrationRequest:
    """The camera to calibrate, with its mat, decks and file."""

    source: str
    settings: CameraSettings
    mat: Mat
    names: tuple[str, ...]
    symbology: str
    decks: tuple[int, ...]
    save: Path
    table: Path | None = None
    """The data directory of the table whose camera it is; a referee that runs there has it open."""


@dataclass(frozen=True, slots=True)
class CalibrationOutput:
    """The files that a calibration writes."""

    save: Path
    picture: Path | None = None


def request(path: Path | None, source: str | None, seats: int) -> CalibrationRequest:
    """Return the calibration request of a settings file, or of the usual mat with so many seats; raises ConfigError."""
    table = load(path) if path else load_if_any(USUAL)
    if table is None:
        camera, save = CameraConfig(), DataConfig().directory / "calibration.json"
        names = tuple(f"seat {seat}" for seat in range(1, seats + 1))
        return CalibrationRequest(source or camera.video, camera.settings(), Mat(), names, "aruco", (0,), save)
    return requested(table, source)


def requested(config: Config, source: str | None = None) -> CalibrationRequest:
    """Return the calibration request of a table's settings."""
    mat = Mat(card=CARD_SIZES[start(config.table.opening()).game.card_size])
    return CalibrationRequest(
        source or config.camera.video,
        config.camera.settings(),
        mat,
        config.table.seats,
        config.marks.symbology,
        config.marks.decks,
        config.calibration_file,
        None if source else config.data.directory,
    )


def load_saved(path: Path) -> Saved | None:
    """Return the saved calibration, or None if there is no file.

    Raises CalibrateError for a file that is no calibration.
    """
    try:
        return from_text(read_text(path, "utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise CalibrateError(f"{path}: {reason}") from error


def save(request: CalibrationRequest, path: Path, size: tuple[int, int], solution: Solution, survey: Survey) -> None:
    """Save a calibration, whole or not at all; raises CalibrateError."""
    write_whole(path, to_text(_saved(request, size, solution, survey)).encode())


def measured(
    request: CalibrationRequest,
    collector: Collector,
    size: tuple[int, int],
    advance: SurveyProgress = lambda _done, _all: None,
) -> tuple[Solution, Survey]:
    """Return the solved camera position, and a report on how well each seat's area is seen.

    Each step is reported to `advance`.

    Raises:
        MatNotSeenError: no frame showed all four corner marks.
    """
    solution, seats = solve(request.mat, collector.views(), *size), len(request.names)
    marks = request.symbology, request.decks[0]
    return solution, make_survey(request.mat, seats, solution.calibration, collector, *marks, advance)


def collect_survey(request: CalibrationRequest, seconds: float) -> tuple[Collector, tuple[int, int]]:
    """Frames of so many seconds, counted from the first one, and their size; raises CameraError, TwoMatsError."""
    # A folder holds pictures that somebody took one by one: each may be a view of its own.
    collector = Collector(steady=1 if Path(request.source).is_dir() else 3)
    size, end = (0, 0), math.inf
    with open_source(request.source, fps=request.settings.fps, settings=request.settings) as camera:
        for now, gray in camera:
            end = min(end, now + seconds)  # cameras take their time to start
            if now > end:
                break
            size = gray.shape[1], gray.shape[0]
            collector.add(gray)
    return collector, size


def _saved(request: CalibrationRequest, size: tuple[int, int], solution: Solution, survey: Survey) -> Saved:
    return Saved(
        *size,
        request.mat,
        rows(solution.calibration),
        solution.calibration.lens,
        solution.doubt_mm,
        survey.areas,
        datetime.now(UTC).isoformat(timespec="seconds"),
    )


def check_free(request: CalibrationRequest) -> None:
    """Find out whether the camera is free to be looked through; raises CalibrateError."""
    # Most cameras let one program in, and a referee that lets others in, too, would not see that its file has changed.
    if request.table and is_locked(request.table):
        raise CalibrateError(
            "a referee runs here and has the camera open: measure it on its page /setup/camera, or stop it first"
            " (an installed one: sudo systemctl stop schiri)"
        )


def check_writable(path: Path) -> None:
    """Find out before the camera is looked through whether a calibration can be kept; raises CalibrateError."""
    folder = next(place for place in path.absolute().parents if place.exists())
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CalibrateError(
            f"{path} cannot be written: Permission denied; for an installed table put sudo before the command"
        )


def write_whole(path: Path, content: bytes) -> None:
    """Write a calibration or its picture, whole or not at all; raises CalibrateError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic.write(path, content)
    except OSError as error:
        raise CalibrateError(f"{path} cannot be written: {error.strerror}") from error
