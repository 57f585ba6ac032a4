"""The camera, the mat before it and the light on both: what ``calibrate`` measures, without saving it."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from controller.checkup import Finding, FindingState
from controller.live.calibration import (
    CalibrateError,
    CalibrationRequest,
    collect_survey,
    load_saved,
    measured,
    requested,
)
from controller.live.camera_words import advice_text, trouble_text
from controller.live.wiring import is_missed
from controller.record.events import Event
from controller.record.message import Message
from controller.record.text import RecordError, read
from controller.settings.model import Config
from controller.store.archive import Archive
from controller.store.sqlite import ArchiveError
from controller.web import certificate
from hardware.camera.source import CameraError, hide_password, is_live
from vision.calibration.advice import advice, expected_share
from vision.calibration.collect import Collector
from vision.mat.geometry import MatNotSeenError, TwoMatsError

LOOK_S: Final = 2.0
NO_CAMERA: Final = Message(
    "None is there, and none is needed: cards are tapped on the page “By hand”. One that is plugged in sees at once."
)
"""The message on the camera of a table at which nobody misses it."""


def check(config: Config) -> Iterator[Finding]:
    """Look for a moment: pictures a second, the four corner marks, sharpness and light at each seat."""
    request = requested(config)
    if config.camera.is_phone:
        yield Finding(Message("camera"), *_phone(config))
        return
    try:
        survey, size = collect_survey(request, LOOK_S)
    except (CameraError, TwoMatsError) as error:
        if isinstance(error, CameraError) and error.fault == "missing" and _is_needless(config):
            yield Finding(Message("camera"), "ok", NO_CAMERA)
        else:
            yield Finding(Message("camera"), "broken", _words(error))
        return
    if not survey.frames:
        yield Finding(Message("camera"), "broken", Message("the source gave no picture"))
        return
    what: str = f"{hide_password(request.source)}: {size[0]}x{size[1]}"
    if is_live(request.source):
        # A film is read as fast as this machine can.
        rate = f"{survey.frames / LOOK_S:.0f}"
        what = Message("{reason}, {n} pictures a second", reason=what, n=rate)
    yield Finding(Message("camera"), "ok", what)
    yield from _mat(request, survey, size)
    yield calibration(config, size)


def _phone(config: Config) -> tuple[FindingState, Message]:
    """Whether a phone can be the camera here: what encrypts its pictures is there."""
    if config.console.cert is None and not certificate.is_installed():
        return "broken", Message("a phone is it, and for the encryption OpenSSL is missing: sudo apt install openssl")
    message = Message("a phone is it: start the referee, whose page /setup/camera shows it the way and measures it")
    return "ok", message


def _is_needless(config: Config) -> bool:
    """Whether nobody misses a camera that is not there."""
    with suppress(CalibrateError):
        return not is_missed(config, _events(config))
    return False


def _events(config: Config) -> Sequence[Event]:
    """Return the match in progress, as far as it can be read; its faults belong to the check of the records."""
    with suppress(ArchiveError, sqlite3.Error, RecordError), Archive(config.data.directory) as archive:
        stored = archive.running()
        return read(archive.record(stored.id)).events if stored else ()
    return ()


def _mat(request: CalibrationRequest, collector: Collector, size: tuple[int, int]) -> Iterator[Finding]:
    """Yield the findings on the mat and the light on it."""
    try:
        solution, survey = measured(request, collector, size)
    except MatNotSeenError as error:
        yield Finding(Message("mat"), "broken", _words(error))
        return
    shares, px = {"n": collector.showing, "n2": collector.frames}, f"{solution.residual_px:.2f}"
    yield Finding(Message("mat"), "ok", Message("seen in {n} of {n2} pictures, to {n3} pixels", **shares, n3=px))
    for one in advice(survey):
        yield Finding(Message("light"), "better", advice_text(one, request.names))
    share = f"{expected_share(survey):.1%}"
    yield Finding(Message("reading"), "ok", Message("{share} of the cards that lie still should be read", share=share))


def calibration(config: Config, size: tuple[int, int]) -> Finding:
    """Return the finding on the saved calibration, compared with pictures of this size."""
    try:
        saved = load_saved(config.calibration_file)
    except CalibrateError as error:
        return Finding(Message("calibration"), "better", Message("{reason}; type: schiri calibrate", reason=str(error)))
    if saved is None:
        return Finding(Message("calibration"), "better", Message("the lens was never measured; type: schiri calibrate"))
    if (saved.width_px, saved.height_px) != size:
        return Finding(Message("calibration"), "better", _other_size((saved.width_px, saved.height_px), size))
    return Finding(Message("calibration"), "ok", Message("saved {when}", when=str(saved.when)))


def _other_size(saved: tuple[int, int], here: tuple[int, int]) -> Message:
    return Message(
        "saved for pictures of {n}x{n2}, these are {n3}x{n4}; type: schiri calibrate",
        n=saved[0],
        n2=saved[1],
        n3=here[0],
        n4=here[1],
    )


def _words(error: CameraError | MatNotSeenError) -> str:
    """Say what is wrong with the view of the mat; a fault of the camera in its driver's words."""
    return trouble_text(error.trouble) if isinstance(error, MatNotSeenError) else str(error)
