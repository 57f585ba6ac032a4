"""A filmed table whose players wait for a word before each card, and the real referee that watches one."""

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2

from controller.record import text as record
from controller.record.events import Event
from controller.store.archive import FILE, Archive
from controller.table import screenplay
from firmware_bridge.ports.emulator import Emulator
from tests.support.waiting import PATIENCE_S
from vision.film.reel import Reel, Take
from vision.film.sidecar import landings

FRAME_S = 1 / 15
"""Between two pictures."""
SETTLED = 3
"""Frames after which the hand has left the card."""
TABLE = """
[table]
game = "mittlere"
seats = ["Anna", "Berta", "Carla"]
"""
SETTINGS = """
[camera]
source = "{source}"
[console]
address = "127.0.0.1"
port = {port}
https_port = {https_port}
[referee]
pack = "swiss"
[[display]]
port = "{display}"
"""


class Film:
    """The cards of a record being laid, one at a word."""

    def __init__(self, events: Sequence[Event], seats: int) -> None:
        reel = Reel(Take(list(screenplay.steps(events)), seats, size=(1280, 720), noise="none"))
        self.pictures = [cv2.imencode(".jpg", picture)[1].tobytes() for picture in reel.frames(grey=False)]
        self._landings: list[int] = [landing["frame"] for landing in landings(reel.shoot.moments)]
        self._place, self._until = 0, 0

    def play(self, cards: int) -> None:
        """Go on until so many cards of the film lie or lay there."""
        self._until = self._landings[cards - 1] + SETTLED

    def next(self) -> bytes:
        """The picture of now."""
        picture = self.pictures[self._place]
        self._place = min(self._place + 1, self._until, len(self.pictures) - 1)
        return picture


class _Camera(BaseHTTPRequestHandler):
    film: Film

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        with suppress(OSError):  # whoever watched has left
            while True:
                code = self.film.next()
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(code)}\r\n\r\n"
                self.wfile.write(head.encode() + code + b"\r\n")
                time.sleep(FRAME_S)  # a camera takes its time

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's own name
        """Say nothing."""


@dataclass
class Watched:
    """A table with its referee running."""

    display: Emulator
    data: Path
    settings: Path
    address: str
    camera: str
    """The address of the page by which a phone is its camera."""

    @property
    def record(self) -> list[Event]:
        """The newest match, as it is on the disk."""
        if not (self.data / FILE).exists():
            return []
        with Archive(self.data) as archive:
            matches = archive.matches()
            return [*record.read(archive.record(len(matches))).events] if matches else []


@dataclass
class Refereed(Watched):
    """A table whose camera is a film that waits for a word."""

    film: Film


@contextmanager
def filming(film: Film) -> Generator[str]:
    """Serve a film as a camera of the network does; the address of its pictures."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Camera", (_Camera,), {"film": film}))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/table.mjpg"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def refereed(events: Sequence[Event], directory: Path) -> Generator[Refereed]:
    """Film the events, and let the referee's own program watch the film; it is stopped at the end.

    Raises:
        AssertionError: the referee has complained of something.
    """
    film = Film(events, 3)
    with filming(film) as source, watched(directory, source) as table:
        yield Refereed(**vars(table), film=film)


@contextmanager
def watched(directory: Path, source: str, table: str = TABLE, *, expected: Collection[str] = ()) -> Generator[Watched]:
    """The referee's own program at a table; it is stopped at the end.

    Args:
        directory: of its settings and its data.
        source: its camera.
        table: the part of its settings that says what is played.
        expected: parts of the lines that it may complain with.

    Raises:
        AssertionError: the referee has complained of something else.
    """
    settings, data = directory / "schiri.toml", directory / "data"
    run = [sys.executable, "-m", "controller", "referee", "--config", str(settings), "--data-dir", str(data)]
    port, https_port = _free_port(), _free_port()
    with Emulator() as display:
        text = SETTINGS.format(source=source, port=port, https_port=https_port, display=display.path)
        settings.write_text(table + text, encoding="utf-8")
        host = "127.0.0.1"
        running = Watched(display, data, settings, f"http://{host}:{port}/", f"https://{host}:{https_port}/camera")
        with subprocess.Popen(run, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as referee:  # noqa: S603 - our own
            try:
                yield running
            finally:
                referee.terminate()
                _, told = referee.communicate(timeout=PATIENCE_S)
        usual = ("the last match is kept in", *expected)
        complaints = [line for line in told.decode().splitlines() if not any(one in line for one in usual)]
        assert (referee.returncode, complaints) == (0, []), complaints


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
