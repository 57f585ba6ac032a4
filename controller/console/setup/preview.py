"""The camera's preview on a page: the newest picture with mat and areas over it, and the measures of ``calibrate``."""

import logging
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2

from controller.console.setup.form_errors import mistake
from controller.console.setup.frame_tap import FrameTap, NoPictureError
from controller.console.setup.words import CameraCheck, camera_checks
from controller.console.words.gettext import _, core
from controller.live import camera_words, wiring
from controller.live.calibration import CalibrateError, load_saved, measured, requested, save
from controller.settings.model import Config
from groundwork.picture import Gray, Matrix, u8
from vision.calibration import advice as calibration_advice
from vision.calibration.advice import CameraAdvice
from vision.calibration.collect import Collector
from vision.calibration.glare import outline
from vision.calibration.read_rate import GOOD
from vision.calibration.survey import AreaReport, MatCell
from vision.mat.geometry import Calibration, MatNotSeenError
from vision.mat.layout import Area, Mat

WIDE_PX: Final = 960
"""The picture is made so narrow."""
_QUALITY: Final = 70
_BELOW_PX: Final = 28
"""A seat's name stands so far below the upper edge of its area, where cards seldom lie."""
PATIENCE_S: Final = 2.0
"""Seconds to wait for a picture of a running camera."""
_PICTURES: Final = 4
"""Pictures by which the areas are judged."""
CALIBRATE_S: Final = 3.0
"""Seconds of a measurement: as long as the command looks."""
_MOST: Final = 60
"""Pictures of them that are measured: more tell nothing new."""


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PreviewOutline:
    """An outline drawn over the picture, with a name."""

    points: str
    """The corners as SVG writes them, pixels of the picture that is shown."""
    name: str
    x: float
    """Middle of the name."""
    y: float
    """Line that the name stands on."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The newest picture and what is drawn over it."""

    width: int
    height: int
    jpeg: str
    """The picture in base64."""
    mat: PreviewOutline | None
    """Outline of the mat; None: it is not found."""
    areas: tuple[PreviewOutline, ...]
    size: tuple[int, int]
    """Size of the camera's own pictures."""
    poor: tuple[str, ...] = ()
    """The corners of each small place at which too few cards are read, as SVG writes them."""


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of the seats' areas, with advice."""

    areas: tuple[tuple[str, AreaReport], ...] = ()
    expected: float = 0.0
    """Share of the cards that should be read."""
    found: tuple[CameraAdvice, ...] = ()
    """Advice on all that should be better."""
    advice: tuple[str, ...] = ()
    """The same in sentences with their figures, for experts."""
    checks: tuple[CameraCheck, ...] = ()
    """Distance, sharpness and light, for everybody."""
    cells: tuple[MatCell, ...] = ()
    """The mat in small places."""
    fault: str = ""
    """Reason why nothing could be measured."""


def sight(frame_tap: FrameTap, config: Config, cells: tuple[MatCell, ...] = ()) -> Preview:
    """Return the newest picture, with the mat's cells in which too few cards are read; raises NoPictureError."""
    gray = frame_tap.picture(PATIENCE_S)
    height, width = gray.shape
    scale = min(1.0, WIDE_PX / width)
    scaled = u8(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)) if scale < 1 else gray
    view = frame_tap.eyes.view if frame_tap.eyes else None
    mat, areas = _drawn(config, view.calibration, scale) if view else (None, ())
    poor = tuple(_corners(_area(cell), view.calibration, scale) for cell in cells if cell.rate < GOOD) if view else ()
    return Preview(scaled.shape[1], scaled.shape[0], _jpeg(scaled), mat, areas, (width, height), poor)


def _area(cell: MatCell) -> Area:
    (x, y), (wide, high) = cell.centre_mm, cell.size_mm
    return Area(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2, 0)


def _corners(area: Area, calibration: Calibration, scale: float) -> str:
    points: Matrix = outline(area, calibration) * scale
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points.tolist())


def _jpeg(gray: Gray) -> str:
    is_encoded, code = cv2.imencode(".jpg", gray, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not is_encoded:
        raise NoPictureError("the picture cannot be encoded")
    return b64encode(code.tobytes()).decode()


def _drawn(config: Config, calibration: Calibration, scale: float) -> tuple[PreviewOutline, tuple[PreviewOutline, ...]]:
    """Mat and areas as the camera sees them."""
    mat, names = Mat(), config.table.seats
    whole = Area(0, 0, mat.width_mm, mat.height_mm, 0)
    areas = zip(names, wiring.seating(config).areas, strict=True)
    return _outline("", whole, calibration, scale), tuple(
        _outline(name, area, calibration, scale) for name, area in areas
    )


def mat_outline(calibration: Calibration) -> str:
    """Return the corners of the mat that the camera sees, as SVG writes them, in pixels of its own pictures."""
    mat = Mat()
    return _corners(Area(0, 0, mat.width_mm, mat.height_mm, 0), calibration, 1.0)


def _outline(name: str, area: Area, calibration: Calibration, scale: float) -> PreviewOutline:
    points: Matrix = outline(area, calibration) * scale
    return PreviewOutline(
        _corners(area, calibration, scale), name, float(points[:, 0].mean()), float(points[:, 1].min()) + _BELOW_PX
    )


def measures(frame_tap: FrameTap, config: Config) -> Measures:
    """Scale, sharpness and light at each seat, by a few pictures of the running camera."""
    request = requested(config)
    try:
        collector, size = _collected(frame_tap.pictures(_PICTURES, PATIENCE_S))
        _solution, advice_found = measured(request, collector, size)
    except MatNotSeenError as error:
        return Measures(fault=core(camera_words.trouble_text(error.trouble)))
    areas = tuple((request.names[area.seat], area) for area in advice_found.areas)
    advice = calibration_advice.advice(advice_found)
    sentences = tuple(core(camera_words.advice_text(one, request.names)) for one in advice)
    checks = camera_checks(advice, request.names)
    return Measures(
        areas, calibration_advice.expected_share(advice_found), tuple(advice), sentences, checks, advice_found.cells
    )


def calibrate(frame_tap: FrameTap, config: Config) -> tuple[str, bool]:
    """Do what ``schiri calibrate`` does with the running camera's pictures, and keep it.

    Returns:
        What was done, in a sentence; and whether the lens is known otherwise than before.

    Raises:
        FormRefusedError: the mat is not seen whole.
        CalibrateError: it cannot be written.
    """
    request = requested(config)
    before = load_saved(request.save)
    try:
        collector, size = _collected(frame_tap.pictures(_MOST, CALIBRATE_S))
        solution, advice = measured(request, collector, size)
    except MatNotSeenError as error:
        raise mistake("", core(camera_words.trouble_text(error.trouble))) from error
    save(request, request.save, size, solution, advice)
    other_lens = (before.lens if before else None) != solution.calibration.lens
    _log.info("calibrated to %.2f px; %s", solution.residual_px, camera_words.lens_text(solution))
    return _("Measured, and kept: where the mat lies, and how the lens bends the picture."), other_lens


def measured_when(config: Config) -> str:
    """Return when the camera was measured, as the calibration says; empty: it never was, or the file is none."""
    try:
        calibration = load_saved(config.calibration_file)
    except CalibrateError:
        return ""
    return calibration.when if calibration else ""


def forget(config: Config) -> bool:
    """Forget what was measured, so that the camera is as it was before; returns whether there was anything."""
    is_there = config.calibration_file.exists()
    config.calibration_file.unlink(missing_ok=True)
    return is_there


def _collected(pictures: Iterator[Gray]) -> tuple[Collector, tuple[int, int]]:
    """Return the pictures as a calibration takes them, and their size; raises TwoMatsError."""
    collector, size = Collector(), (0, 0)
    for gray in pictures:
        size = gray.shape[1], gray.shape[0]
        collector.add(gray)
    return collector, size
