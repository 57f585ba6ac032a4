"""Processor time of the daemon while a camera sees a table at rest, against decoding the same pictures alone.

Run it from the project's folder: `python -m benchmarks.table.camera_cost [--source stream] [--before FOLDER]`. A drawn
table without a card comes in a camera's grain as colour JPEG of 1920×1080: 15 a second as a stream or from a USB camera
(the stand-in of the tests, which needs gcc), and as a folder. By turns the daemon watches it, and a few lines make the
same pictures grey by `cv2.imdecode`: the least that a program needs that sees them all. The kernel tells what each has
used and the daemon's log how many pictures it took; what starting costs cancels out between a long run and a short one.
`--before` is another checkout, measured by turns with this one.
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
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, TemporaryFile, mkdtemp
from typing import Final

import cv2
import numpy as np

from benchmarks.eyes.reading import SEATS, script
from benchmarks.table.resident import used
from tests.support.hardware.streams import MULTIPART, Wire, head
from tests.support.hardware.usb_camera import DEVICE, environment, library
from vision.base.picture import u8
from vision.film.write import frames

FPS: Final = 15
SIZE: Final = 1920, 1080
PICTURES: Final = 45
"""Different pictures, which come over and over."""
SHORT_S, LONG_S = 10.0, 50.0
"""Seconds that the daemon runs: it has to start, and to learn the mat."""
LONG: Final = 14
"""A long folder holds all pictures so many times, a short one once."""
_LIKE_A_CAMERA: Final = (
    cv2.IMWRITE_JPEG_QUALITY,
    85,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422,
)

_BARE: Final = f"""
import sys, time, cv2, numpy as np
from pathlib import Path
cv2.setNumThreads(1)
pictures = [np.fromfile(path, np.uint8) for path in sorted(Path(sys.argv[1]).glob("*.jpg"))]
for _ in range(int(sys.argv[2])):
    for picture in pictures:
        cv2.imdecode(picture, cv2.IMREAD_GRAYSCALE)
        time.sleep({1 / FPS})
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A folder with the pictures of a table, and room for what the programs write."""

    folder: Path

    @property
    def pictures(self) -> Path:
        """The folder of the pictures."""
        return self.folder / "pictures"

    def draw(self) -> int:
        """Draw the pictures; returns their mean size in bytes."""
        self.pictures.mkdir()
        rest = next(iter(frames(script(1), SEATS, seed=1, noise="low", size=SIZE, fps=FPS))).astype(np.int16)
        grain, sizes = np.random.default_rng(1), list[int]()
        for number in range(PICTURES):
            noisy = np.clip(rest + grain.integers(-2, 3, rest.shape, np.int16), 0, 255)
            data = u8(cv2.imencode(".jpg", noisy.astype(np.uint8), _LIKE_A_CAMERA)[1])
            data.tofile(self.pictures / f"{number:04d}.jpg")
            sizes.append(data.size)
        return sum(sizes) // len(sizes)

    def daemon(self, source: str) -> list[str]:
        """The words that start the daemon before a source."""
        settings = Path(mkdtemp(dir=self.folder)) / "table.toml"
        settings.write_text(
            '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'
            f'[camera]\nsource = "{source}"\nfps = {FPS}\n[console]\naddress = "127.0.0.1"\nport = 0\n',
            encoding="utf-8",
        )
        data = str(settings.parent / "data")
        program = [sys.executable, "-m", "controller", "--log-level", "info", "referee"]
        return [*program, "--config", str(settings), "--data-dir", data, "--new"]


def watched(words: Sequence[str], folder: Path, more: Mapping[str, str], seconds: float) -> tuple[float, int]:
    """Processor seconds that the daemon uses in so many, and how many pictures it took."""
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
    return usage.ru_utime + usage.ru_stime, int(taken[1])


@contextmanager
def streamed(pictures: Path) -> Generator[str]:
    """A server of the pictures, in a process of its own; gives the address."""
    words = [sys.executable, "-m", "benchmarks.table.camera_cost", "--serve", str(pictures)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        try:
            yield (server.stdout or sys.stdin).readline().strip()
        finally:
            server.kill()


def serve(folder: Path) -> None:
    """Stream the pictures of a folder until this process is ended."""
    pictures = [path.read_bytes() for path in sorted(folder.glob("*.jpg"))]

    def answer(_: str) -> Iterator[bytes]:
        yield head(f"{MULTIPART}; boundary=frame")
        due, number = time.monotonic(), 0
        while True:
            one = pictures[number % len(pictures)]
            yield b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%b\r\n" % (len(one), one)
            number, due = number + 1, due + 1 / FPS
            time.sleep(max(0.0, due - time.monotonic()))

    wire = Wire(answer)
    with wire.serving() as host:
        print(f"http://{host}/stream", flush=True)
        wire.stop.wait()


def repeated(table: Table, times: int) -> Path:
    """A folder with the pictures over and over, as links."""
    folder = table.folder / f"times{times}"
    if not folder.exists():
        folder.mkdir()
        paths = sorted(table.pictures.glob("*.jpg"))
        for number in range(times * len(paths)):
            (folder / f"{number:06d}.jpg").symlink_to(paths[number % len(paths)])
    return folder


def bare(table: Table) -> float:
    """Processor milliseconds that decoding a picture takes a program that does nothing else."""
    times = 1, LONG // 2
    short, long = (used([sys.executable, "-c", _BARE, str(table.pictures), str(count)]).cpu_s for count in times)
    return 1000 * (long - short) / ((times[1] - times[0]) * PICTURES)


def of_folder(table: Table, program: Path) -> float:
    """Processor milliseconds that the daemon needs for a picture of a folder."""
    os.environ["PYTHONPATH"] = str(program)
    short, long = (used(table.daemon(str(repeated(table, times)))).cpu_s for times in (1, LONG))
    return 1000 * (long - short) / ((LONG - 1) * PICTURES)


def of_live(table: Table, program: Path, source: str, more: Mapping[str, str]) -> float:
    """Processor milliseconds that it needs for a picture of a live source."""
    short, long = (watched(table.daemon(source), program, more, seconds) for seconds in (SHORT_S, LONG_S))
    return 1000 * (long[0] - short[0]) / (long[1] - short[1])


def main() -> None:
    """Draw, watch, decode, print."""
    parser = argparse.ArgumentParser(description="What a table at rest costs the processor.")
    parser.add_argument("--source", choices=("stream", "usb", "folder"), action="append")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--before", type=Path, help="another checkout, measured as well")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return
    programs = {"here": Path.cwd(), **({"before": options.before.resolve()} if options.before else {})}
    with TemporaryDirectory() as name:
        table = Table(Path(name))
        print(f"{PICTURES} pictures of {table.draw() // 1000} kB")
        camera = library(table.folder) if not options.source or "usb" in options.source else Path()
        usb = environment(camera, table.pictures, SIZE, EVERY_MS=1000 // FPS)
        with streamed(table.pictures) as address:
            ways: dict[str, Callable[[Path], float]] = {
                "stream": lambda program: of_live(table, program, address, {}),
                "usb": lambda program: of_live(table, program, DEVICE, usb),
                "folder": lambda program: of_folder(table, program),
            }
            for source in options.source or ways:
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


if __name__ == "__main__":
    main()
