"""Processor time of the daemon while a camera sees a table, against decoding the same pictures alone.

Run it from the project's folder: `python -m benchmarks.table.camera_cost [--source stream] [--play] [--fps 30]`. A
drawn table comes in a camera's grain as colour JPEG of 1920×1080, without a card or with deals in play: so many a
second as a stream or from a USB camera (the stand-in of the tests, which needs gcc), and as a folder. By turns the
daemon watches it, and a few lines make the same pictures grey by `cv2.imdecode`: the least work of any program that
sees them all. `--loops` measures the usual programs beside: colour, then OpenCV's square marks, pyzbar or zxing-cpp
on each picture. The kernel gives each one's usage and the daemon's log its number of pictures; the cost of
starting cancels out between a long run and a short one. `--before FOLDER` is another checkout, measured by turns with
this one.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, TemporaryFile, mkdtemp
from typing import Final

import cv2
import numpy as np

from benchmarks.eyes.reading import LIKE_A_CAMERA, SEATS, script
from benchmarks.table.resident import used
from benchmarks.table.soak_films import scripts
from controller.record import text as record
from controller.record.events import Played
from controller.store.archive import Archive
from groundwork.picture import Bgr, u8
from tests.support.hardware.streams import MULTIPART, Wire, head
from tests.support.hardware.usb_camera import DEVICE, environment, library
from vision.film.write import frames

FPS: Final = 15
SIZE: Final = 1920, 1080
PICTURES: Final = 45
"""The number of different pictures, which are repeated."""
SHORT_S, LONG_S = 10.0, 50.0
"""The seconds that the daemon runs: it has to start, and to learn the mat."""
LONG: Final = 14
"""The number of times that a long folder has all pictures; a short one has them once."""
_EACH: Final = f"""
import sys, time, cv2, numpy as np
from pathlib import Path
cv2.setNumThreads(1)
{{before}}
pictures = [np.fromfile(path, np.uint8) for path in sorted(Path(sys.argv[1]).glob("*.jpg"))[:{PICTURES}]]
for _ in range(int(sys.argv[2])):
    for picture in pictures:
        {{look}}
        time.sleep({1 / FPS})
"""
_GRAY: Final = "gray = cv2.cvtColor(cv2.imdecode(picture, cv2.IMREAD_COLOR), cv2.COLOR_BGR2GRAY)"
_BARE: Final = _EACH.format(before="", look="cv2.imdecode(picture, cv2.IMREAD_GRAYSCALE)")
LOOPS: Final = {
    "aruco": _EACH.format(
        before="find = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250))",
        look=f"{_GRAY}; find.detectMarkers(gray)",
    ),
    "pyzbar": _EACH.format(before="from pyzbar import pyzbar", look=f"{_GRAY}; pyzbar.decode(gray)"),
    "zxing": _EACH.format(before="import zxingcpp", look=f"{_GRAY}; zxingcpp.read_barcodes(gray)"),
}
"""The programs of a few lines that read every picture."""


@dataclass(frozen=True, slots=True)
class Table:
    """A folder with the pictures of a table, and room for the programs' output."""

    folder: Path
    fps: int
    in_play: bool

    @property
    def pictures(self) -> Path:
        """The folder of the pictures."""
        return self.folder / "pictures"

    def draw(self) -> tuple[int, int]:
        """Draw the pictures; returns their number, and their mean size in bytes."""
        self.pictures.mkdir()
        sizes = list[int]()
        for number, picture in enumerate(self._play() if self.in_play else self._rest()):
            data = u8(cv2.imencode(".jpg", picture, LIKE_A_CAMERA)[1])
            data.tofile(self.pictures / f"{number:05d}.jpg")
            sizes.append(data.size)
        return len(sizes), sum(sizes) // len(sizes)

    def _rest(self) -> Iterator[Bgr]:
        rest = next(iter(frames(script(1), SEATS, seed=1, noise="low", size=SIZE, fps=self.fps))).astype(np.int16)
        grain = np.random.default_rng(1)
        for _ in range(PICTURES):
            noisy = np.clip(rest + grain.integers(-2, 3, rest.shape, np.int16), 0, 255)
            yield noisy.astype(np.uint8)

    def _play(self) -> Iterator[Bgr]:
        """Draw the empty table until the mat is learnt, then hands that play cards to the end of the last deal."""
        yield from islice(cycle(self._rest()), int(SHORT_S * self.fps))
        steps, _ = scripts(1)[0].steps()
        yield from frames(steps, SEATS, seed=1, noise="low", size=SIZE, fps=self.fps)

    def daemon(self, source: str) -> list[str]:
        """Return the words that start the daemon before a source."""
        settings = Path(mkdtemp(dir=self.folder)) / "table.toml"
        settings.write_text(
            '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'
            f'[camera]\nsource = "{source}"\nfps = {self.fps}\n[console]\naddress = "127.0.0.1"\nport = 0\n',
            encoding="utf-8",
        )
        data = str(settings.parent / "data")
        program = [sys.executable, "-m", "controller", "--log-level", "info", "referee"]
        return [*program, "--config", str(settings), "--data-dir", data, "--new"]


def watched(
    words: Sequence[str], folder: Path, more: Mapping[str, str], seconds: float, *, in_play: bool
) -> tuple[float, int]:
    """Measure the processor seconds that the daemon uses in so many seconds, and the number of pictures it took."""
    variables = {**os.environ, "PYTHONPATH": str(folder), **more}
    with (
        TemporaryFile() as talk,
        subprocess.Popen(words, stdout=talk, stderr=talk, cwd=folder, env=variables) as process,  # noqa: S603
    ):
        time.sleep(seconds)
        process.send_signal(signal.SIGTERM)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        talk.seek(0)
        said = talk.read().decode()
    taken = re.search(r"(\d+) pictures, \d+ of them dropped", said)
    if "camera blind" in said or taken is None:
        raise SystemExit(f"the camera is not seen: {said}")
    if seconds > SHORT_S and in_play:
        with Archive(Path(words[words.index("--data-dir") + 1])) as archive:
            [match] = archive.matches()
            cards = sum(isinstance(event, Played) for event in record.read(archive.record(match.id)).events)
        print(f"{cards} cards read of {sum(isinstance(event, Played) for event in scripts(1)[0].deals)}", flush=True)
    return usage.ru_utime + usage.ru_stime, int(taken[1])


@contextmanager
def streamed(table: Table) -> Generator[str]:
    """Serve the pictures in a process of its own; yields the address."""
    words = [sys.executable, "-m", "benchmarks.table.camera_cost", "--serve", str(table.pictures)]
    words += ["--fps", str(table.fps), *["--play"] * table.in_play]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        try:
            yield (server.stdout or sys.stdin).readline().strip()
        finally:
            server.kill()


def serve(folder: Path, fps: int, *, again: bool) -> None:
    """Stream the pictures of a folder until this process is ended; at the end the last one, or all ``again``."""
    pictures = [path.read_bytes() for path in sorted(folder.glob("*.jpg"))]

    def answer(_: str) -> Iterator[bytes]:
        yield head(f"{MULTIPART}; boundary=frame")
        due, number = time.monotonic(), 0
        while True:
            one = pictures[number % len(pictures) if again else min(number, len(pictures) - 1)]
            yield b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%b\r\n" % (len(one), one)
            number, due = number + 1, due + 1 / fps
            time.sleep(max(0.0, due - time.monotonic()))

    wire = Wire(answer)
    with wire.serving() as host:
        print(f"http://{host}/stream", flush=True)
        wire.stop.wait()


def repeated(table: Table, times: int) -> Path:
    """Make a folder with the pictures so many times, as links."""
    folder = table.folder / f"times{times}"
    if not folder.exists():
        folder.mkdir()
        paths = sorted(table.pictures.glob("*.jpg"))
        for number in range(times * len(paths)):
            (folder / f"{number:06d}.jpg").symlink_to(paths[number % len(paths)])
    return folder


def bare(table: Table, program: str = _BARE) -> float:
    """Measure the processor milliseconds a picture of a program that only decodes it, or of a usual loop."""
    times = 1, LONG // 2
    short, long = (used([sys.executable, "-c", program, str(table.pictures), str(count)]).cpu_s for count in times)
    return 1000 * (long - short) / ((times[1] - times[0]) * PICTURES)


def of_folder(table: Table, program: Path) -> float:
    """Measure the processor milliseconds that the daemon needs for a picture of a folder."""
    os.environ["PYTHONPATH"] = str(program)
    short, long = (used(table.daemon(str(repeated(table, times)))).cpu_s for times in (1, LONG))
    return 1000 * (long - short) / ((LONG - 1) * PICTURES)


def of_live(table: Table, program: Path, source: str, more: Mapping[str, str], long_s: float) -> float:
    """Measure the processor milliseconds that the daemon needs for a picture of a live source."""
    short, long = (
        watched(table.daemon(source), program, more, seconds, in_play=table.in_play) for seconds in (SHORT_S, long_s)
    )
    return 1000 * (long[0] - short[0]) / (long[1] - short[1])


def main() -> None:
    """Draw, watch, decode, print."""
    parser = argparse.ArgumentParser(description="What a table at rest costs the processor.")
    parser.add_argument("--source", choices=("stream", "usb", "folder"), action="append")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--fps", type=int, default=FPS)
    parser.add_argument("--play", action="store_true", help="a deal in play, as a stream")
    parser.add_argument("--loops", action="store_true", help="the usual programs, too")
    parser.add_argument("--before", type=Path, help="another checkout, measured as well")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.fps, again=not options.play)
        return
    programs = {"here": Path.cwd(), **({"before": options.before.resolve()} if options.before else {})}
    with TemporaryDirectory() as name:
        table = Table(Path(name), options.fps, options.play)
        count, size = table.draw()
        print(f"{count} pictures of {size // 1000} kB, {options.fps} a second")
        wanted = ["stream"] if options.play else options.source
        long_s = count / options.fps if options.play else LONG_S
        camera = library(table.folder) if not wanted or "usb" in wanted else Path()
        usb = environment(camera, table.pictures, SIZE, EVERY_MS=1000 // options.fps)
        with streamed(table) as address:
            ways: dict[str, Callable[[Path], float]] = {
                "stream": lambda program: of_live(table, program, address, {}, long_s),
                "usb": lambda program: of_live(table, program, DEVICE, usb, long_s),
                "folder": lambda program: of_folder(table, program),
            }
            for source in wanted or ways:
                rounds = {key: list[tuple[float, float]]() for key in programs}
                for _ in range(options.rounds):
                    for key, program in programs.items():
                        rounds[key].append((ways[source](program), bare(table)))
                for key, found in rounds.items():
                    own, least = (median(column) for column in zip(*found, strict=True))
                    ratio = median(one / other for one, other in found)
                    print(
                        f"{source}, {key}: daemon {own:.2f} ms a picture, decoding {least:.2f}: {ratio:.2f} times",
                        flush=True,
                    )
        for name, program in LOOPS.items() if options.loops else ():
            own = median(bare(table, program) for _ in range(options.rounds))
            print(f"{name} on each picture: {own:.2f} ms", flush=True)


if __name__ == "__main__":
    main()
