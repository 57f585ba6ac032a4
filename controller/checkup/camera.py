"""The camera, the mat before it and the light on both: what ``calibrate`` measures, without saving it."""

import time
from collections.abc import Iterator
from typing import Final

from controller.checkup import Finding
from controller.live.calibration import CalibrateError, Wish, kept, look, measured, wished
from controller.settings.model import Config
from hardware.camera.source import CameraError, is_live, shown
from vision.calibration.advice import advice, expected
from vision.calibration.collect import Collector
from vision.mat.geometry import MatNotSeenError, TwoMatsError

LOOK_S: Final = 2.0


def check(config: Config) -> Iterator[Finding]:
    """Look for a moment: pictures a second, the four corner marks, sharpness and light at each seat."""
    wish, start = wished(config), time.monotonic()
    try:
        seen, size = look(wish, LOOK_S)
    except (CameraError, TwoMatsError) as error:
        yield Finding("camera", "broken", str(error))
        return
    told = f"{shown(wish.source)}: {size[0]}x{size[1]}"
    if is_live(wish.source):
        # A film is read as fast as this machine can.
        told += f", {seen.frames / max(time.monotonic() - start, 1e-3):.0f} pictures a second"
    yield Finding("camera", "ok", told)
    yield from _mat(wish, seen, size)
    yield calibration(config, size)


def _mat(wish: Wish, seen: Collector, size: tuple[int, int]) -> Iterator[Finding]:
    """The mat and the light on it."""
    try:
        solution, found = measured(wish, seen, size)
    except MatNotSeenError as error:
        yield Finding("mat", "broken", str(error))
        return
    yield Finding(
        "mat", "ok", f"seen in {seen.showing} of {seen.frames} pictures, to {solution.residual_px:.2f} pixels"
    )
    for sentence in advice(found, wish.names):
        yield Finding("light", "better", sentence)
    yield Finding("reading", "ok", f"{expected(found):.1%} of the cards that lie still should be read")


def calibration(config: Config, size: tuple[int, int]) -> Finding:
    """What was saved by ``calibrate``, held against pictures of this size."""
    again = "type: schiri calibrate"
    try:
        saved = kept(config.calibration_file)
    except CalibrateError as error:
        return Finding("calibration", "better", f"{error}; {again}")
    if saved is None:
        return Finding("calibration", "better", f"the lens was never measured; {again}")
    if (saved.width_px, saved.height_px) != size:
        told = f"saved for pictures of {saved.width_px}x{saved.height_px}, these are {size[0]}x{size[1]}; {again}"
        return Finding("calibration", "better", told)
    return Finding("calibration", "ok", f"saved {saved.when}")
