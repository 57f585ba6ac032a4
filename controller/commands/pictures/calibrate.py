"""``schiri calibrate``: how the camera sees the mat, what to do about it, and a file that keeps it."""

from pathlib import Path

import cv2

from controller.appliance.owner import change_owner, owner_of
from controller.commands.progress import progress
from controller.commands.terminal import say
from controller.live.calibration import (
    CalibrateError,
    CalibrationOutput,
    CalibrationRequest,
    check_free,
    check_writable,
    collect_survey,
    measured,
    save,
    write_whole,
)
from controller.live.camera_words import advice_text, lens_text
from hardware.camera.source import hide_password
from vision.calibration.advice import advice, expected_share
from vision.calibration.collect import Collector
from vision.calibration.overlay import draw
from vision.calibration.solve import Solution
from vision.calibration.survey import AreaReport, Survey

PICTURES = (".png", ".jpg", ".jpeg")
"""The suffixes of pictures."""
POOR = 1
"""Exit status: usable, but something should be better."""


def run(request: CalibrationRequest, out: CalibrationOutput, seconds: float) -> int:
    """Look, measure, tell, save; returns the exit status."""
    if out.picture and out.picture.suffix.lower() not in PICTURES:
        raise CalibrateError(f"{out.picture}: a picture's name ends in .png or .jpg")
    check_writable(out.save)
    check_free(request)
    survey_pictures, size = collect_survey(request, seconds)
    with progress("trying cards on the mat") as advance:
        solution, survey = measured(request, survey_pictures, size, advance)
    name = hide_password(request.source)
    say(
        f"{name}: {size[0]}x{size[1]}, {survey_pictures.frames} pictures, the mat in {survey_pictures.showing} of them."
    )
    say(f"The corner marks fit to {solution.residual_px:.2f} pixels. {lens_text(solution)}")
    _table(survey, request.names)
    todo, unsure = [advice_text(one, request.names) for one in advice(survey)], _of_pictures(survey_pictures)
    for sentence in filter(None, (unsure, *(todo or (f"Nothing{' else' if unsure else ''} needs to be done.",)))):
        say(sentence)
    save(request, out.save, size, solution, survey)
    change_owner([out.save], owner_of(out.save.parent))
    say(f"Saved in {out.save}.")
    if out.picture:
        write_whole(out.picture, _drawn(request, survey_pictures, solution, survey, out.picture))
        say(f"Picture: {out.picture}.")
    return POOR if todo or survey_pictures.is_still else 0


def _of_pictures(collector: Collector) -> str:
    """Name what these pictures cannot tell; empty where they tell all."""
    if collector.is_still:
        return (
            f"All {collector.frames} pictures are the same, as no camera gives them: grain and flicker are unknown, "
            "and too many cards are expected. See whether it is a still picture, or hangs."
        )
    if collector.is_scarce:
        few = "1 picture" if collector.frames == 1 else f"{collector.frames} pictures"
        return f"Only {few}: grain and flicker are hardly known; take more, or look longer (--seconds)."
    return ""


def _table(survey: Survey, names: tuple[str, ...]) -> None:
    wide = max(map(len, names))
    say(f"{'':{wide}}  px/mm  edge mm  contrast  light  glare  expected")
    for area in survey.areas:
        say(
            f"{names[area.seat]:{wide}}  {area.px_per_mm:5.2f}  {area.edge_mm:7.2f}  {area.contrast:8.0f}  "
            f"{area.mean:5.0f}  {area.clipped:5.1%}  {area.rate:8.0%}"
        )
    say(f"Expected: {expected_share(survey):.1%} of the cards that lie still are read; flicker {survey.flicker:.1%}.")


def _drawn(request: CalibrationRequest, collector: Collector, solution: Solution, survey: Survey, path: Path) -> bytes:
    """Return the picture, encoded as its name says."""
    labels = [_label(request.names[area.seat], area) for area in survey.areas]
    looks = list(collector.appearances().values())
    drawn = draw(collector.last(), request.mat, solution.calibration, looks, survey, labels)
    _, code = cv2.imencode(path.suffix, drawn)
    return bytes(code)


def _label(name: str, area: AreaReport) -> str:
    scale = f"{area.px_per_mm:.2f} px/mm, edge {area.edge_mm:.2f} mm"
    return f"{name}\n{scale}\ncontrast {area.contrast:.0f}, {area.rate:.0%} read"
