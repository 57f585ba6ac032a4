"""A whole table on the emulated machine: the referee sees a film through V4L2 and shows the score through FTDI."""

import json
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import pytest

from controller.commands.pictures import film
from controller.language.translate import ENGLISH, on_face
from controller.live import camera_words, scoreboard
from controller.live.scoreboard import TableState
from controller.record import text as record
from controller.record.events import Event, Played
from controller.referee.fold import fold
from controller.rules.match import AnyMatch
from controller.table.unseen.auction import question
from controller.table.unseen.course import open_hole
from controller.table.unseen.place_requests import TOO_SLOW
from firmware_bridge.face.fit import fit
from firmware_bridge.mcu.board import ArduinoBoard, picture
from hardware.camera.source import CameraError
from tests.firmware_bridge.mcu.test_firmware_glass import expected
from tests.pi.machine import Machine
from tests.support.examples import Example
from tests.support.guest import Running
from vision.film import sidecar

pytestmark = [pytest.mark.slow, pytest.mark.pi, pytest.mark.needs("avr", "pi"), pytest.mark.timeout(1800)]

LINES: Final = Example("mittlere/evening").data.decode().splitlines()[:9]
"""Two tricks of three cards."""
SIZE: Final = (1280, 720)
STILL: Final = 8
"""Pictures of the film for which the cards of a trick lie at least."""
SKIP, FPS = 2, 3
"""Of the film's fifteen pictures a second each second one is shown, at this rate: an emulated machine reads slowly."""
SETTINGS: Final = """
[table]
game = "mittlere"
seats = ["Anna", "Berta", "Carla"]
profile = "swiss"
[camera]
source = "/dev/video0"
size = "1280x720"
[reading]
budget_ms = 50
[[display]]
port = "/dev/ttyUSB0"
[console]
enabled = false
[data]
directory = "/tmp/data"
"""
DATA: Final = "/tmp/data"  # noqa: S108 - in the machine
PROGRAM: Final = ("python3.11", "-m", "controller")
SETTLE_S: Final = 10
"""Seconds in which the eyes get to know the empty mat; nothing tells when they have."""
VIVID: Final = "/sys/bus/platform/drivers/vivid"


@dataclass(frozen=True, slots=True)
class Film:
    """Pictures in ``/schiri/frames``: the last one, and the one in which the first trick lies complete."""

    last: int
    complete: int


@pytest.fixture(scope="module")
def reel(files: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Film]:
    """The film of the two tricks, as raw pictures."""
    folder = tmp_path_factory.mktemp("film")
    (folder / "tricks.jsonl").write_text("\n".join(LINES) + "\n", encoding="utf-8")
    avi = folder / "tricks.avi"
    assert film.run(str(folder / "tricks.jsonl"), avi, film.FilmRequest(size=SIZE)) == 0
    landed = json.loads(sidecar.beside(avi).read_text(encoding="utf-8"))["landings"][2]["frame"]
    count = 0
    capture = cv2.VideoCapture(str(avi), cv2.CAP_FFMPEG)
    with (files / "frames").open("wb") as raw:
        while (found := capture.read())[0]:
            if count % SKIP == 0:
                raw.write(found[1].tobytes())
            count += 1
    yield Film((count - 1) // SKIP, (landed + STILL) // SKIP)
    (files / "frames").unlink()


LONGEST_S: Final = 300
"""Seconds for what the emulated machine does in ten by itself, and in minutes where others compute beside it."""


def eventually(holds: Callable[[], bool], at_most_s: float = LONGEST_S) -> bool:
    end_s = time.monotonic() + at_most_s
    while not holds() and time.monotonic() < end_s:
        time.sleep(0.5)
    return holds()


PLAYS: Final = [(event["seat"], event["card"]) for event in map(json.loads, LINES) if event["e"] == "play"]


def project(pi: Machine) -> Running:
    projector = pi.start("python3.11", "/schiri/tests/pi/guest/projector.py", "/schiri/frames", str(FPS))
    projector.until("ready")
    return projector


def show(projector: Running, first: int, last: int) -> None:
    projector.tell(f"show {first} {last}")
    projector.until("shown")


def glass(match: AnyMatch, state: TableState) -> bytes:
    """What the display's glass is to look like, nobody being accused."""
    face = on_face(scoreboard.face(match, (), state), replace(ENGLISH, style="symbols"))
    return picture(expected(fit(face))).tobytes()


def shows(display: ArduinoBoard, events: int) -> bool:
    """Whether the display comes to show the match as it stands after so many of the film's events."""
    *_, last = fold([record.parse(line) for line in LINES[:events]])
    wanted = glass(last.match, TableState())
    return eventually(lambda: display.glass().tobytes() == wanted)


def shows_the_record(display: ArduinoBoard, pi: Machine, trouble: str = "") -> bool:
    """Whether the display comes to show the match as the machine has recorded it, and what the record makes it ask.

    That depends on the machine's speed: the score, or that too little was looked at to be sure.
    """

    def shown() -> bool:
        events = exported(pi)
        *_, last = fold(events)
        hole = open_hole(last.match, events)
        remarks = ("", TOO_SLOW, question(last.match) or "", hole.text if hole else "")
        return display.glass().tobytes() in {
            glass(last.match, TableState(trouble, remark=remark)) for remark in remarks
        }

    return eventually(shown)


def exported(pi: Machine) -> list[Event]:
    """Every line in the archive."""
    lines = pi.run(*PROGRAM, "record", "export", "--all", "--data-dir", DATA).splitlines()
    return [record.parse(line) for line in lines]


def recorded(pi: Machine) -> list[tuple[int, str]]:
    """Seat and card of every play in the archive."""
    return [(event.seat, str(event.card)) for event in exported(pi) if isinstance(event, Played)]


def test_filmed_tricks_are_read_and_shown_whatever_is_unplugged(
    pi: Machine, display: ArduinoBoard, files: Path, reel: Film
) -> None:
    (files / "table.toml").write_text(SETTINGS, encoding="utf-8")
    projector = project(pi)
    show(projector, 0, 0)
    referee = pi.start(*PROGRAM, "referee", "--config", "/schiri/table.toml")
    assert shows(display, 1)
    time.sleep(SETTLE_S)
    show(projector, 1, reel.complete)
    referee.until("DQ DK D10")
    assert shows_the_record(display, pi)

    # The display's power comes through its plug.
    pi.unplug()
    lit = display.glass().tobytes()
    display.ask("reset")
    assert eventually(lambda: display.glass().tobytes() != lit)
    pi.plug()
    assert shows_the_record(display, pi)

    # The cards of the first trick lie there when the camera goes, and when it comes back.
    pi.run("busybox", "sh", "-c", f"echo vivid.0 > {VIVID}/unbind")
    referee.until("camera blind: camera /dev/video0: no picture any more")
    assert shows_the_record(display, pi, camera_words.blind(CameraError("", "missing")))
    projector.signal(signal.SIGTERM)
    assert projector.ended() == -signal.SIGTERM
    # A real camera has its picture at once; this one is set up first, and nobody may use it meanwhile.
    referee.signal(signal.SIGSTOP)
    pi.run("busybox", "sh", "-c", f"echo vivid.0 > {VIVID}/bind")
    projector = project(pi)
    show(projector, reel.complete, reel.complete)
    referee.signal(signal.SIGCONT)
    assert shows_the_record(display, pi)
    time.sleep(SETTLE_S)
    show(projector, reel.complete, reel.last)
    referee.until("S10 S9 SA")
    assert shows_the_record(display, pi)

    referee.signal(signal.SIGTERM)
    assert referee.ended() == 0
    assert recorded(pi) == PLAYS
    assert not [line for line in referee.said if "out of turn" in line or "revoked" in line]
