"""The running referee's use of the machine: memory, and processor time while nothing happens.

Run it from the project's folder: `python -m benchmarks.table.resident`. The daemon itself, `schiri referee`, watches
films of a table at 1920×1080; the kernel gives each process's usage. The cost of starting cancels out between a
long film and a short one; a process that only decodes the same films measures the cost of decoding.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from time import sleep

import cv2

from benchmarks.eyes.reading import script
from vision.film.write import ScriptStep, write

FPS = 15
SHORT, LONG = 1, 9
"""The number of times that the empty table is filmed: about 100 frames each."""
ROUNDS = 3
"""The number of times that each program watches each film, by turns; the least counts, as the rest is disturbance."""

_DECODE = """
import sys
import cv2
from hardware.camera.source import open_source
cv2.setNumThreads(1)
with open_source(sys.argv[1]) as camera:
    for frame in camera:
        pass
"""


@dataclass(frozen=True, slots=True)
class Used:
    """The resources that one process has used."""

    cpu_s: float
    peak_mb: float
    """The highest resident memory, read fifty times a second."""


def used(command: list[str]) -> Used:
    """Run a program to its end, its output discarded."""
    peak_mb = 0.0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:  # noqa: S603 - only programs of this file
        while True:
            # The kernel's own sum at the end would count this program's memory, from which the other was started.
            peak_mb = max(peak_mb, _resident_mb(process.pid))
            sleep(0.02)
            done, status, usage = os.wait4(process.pid, os.WNOHANG)
            if done:
                break
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command} ended with {process.returncode}")
    return Used(usage.ru_utime + usage.ru_stime, peak_mb)


def _resident_mb(pid: int) -> float:
    """Return the highest memory of a process so far; 0 once it has ended."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def referee(film: Path, folder: Path) -> Used:
    """Measure the resources that the daemon uses to watch a film."""
    settings = folder / f"{film.stem}.toml"
    settings.write_text(
        f'[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n[camera]\nsource = "{film}"\n',
        encoding="utf-8",
    )
    data = Path(mkdtemp(dir=folder))
    return used(
        [sys.executable, "-m", "controller", "referee", "--config", str(settings), "--data-dir", str(data), "--new"]
    )


def decoder(film: Path) -> Used:
    """Measure the resources of a process that only decodes a film."""
    return used([sys.executable, "-c", _DECODE, str(film)])


def costs(film: Path, folder: Path) -> tuple[float, float]:
    """Measure the processor time of the daemon and of decoding alone, seconds."""
    return referee(film, folder).cpu_s, decoder(film).cpu_s


def filmed(folder: Path, name: str, steps: list[ScriptStep], pace_seconds: float) -> Path:
    """Draw a film into the folder."""
    path = folder / f"{name}.avi"
    write(path, steps, 3, seed=1, fps=FPS, pace_seconds=pace_seconds)
    return path


def frames_of(film: Path) -> int:
    """Count the pictures of a film."""
    return int(cv2.VideoCapture(str(film)).get(cv2.CAP_PROP_FRAME_COUNT))


def main() -> None:
    """Film, watch, print."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        one = script(1)
        short, long = (filmed(folder, f"still{times}", one, 6.0 * times) for times in (SHORT, LONG))
        apart = frames_of(long) - frames_of(short)
        rounds = [(*costs(long, folder), *costs(short, folder)) for _ in range(ROUNDS)]
        watched_long, decoded_long, watched_short, decoded_short = map(min, zip(*rounds, strict=True))
        watching, decoding = watched_long - watched_short, decoded_long - decoded_short
        own = (watching - decoding) / apart
        print(f"still table: {apart} frames more take {watching:.2f} s, decoding alone {decoding:.2f} s")
        print(f"own cost {own * 1000:.2f} ms a frame, {own * FPS:.2%} of a core at {FPS} frames a second")
        film = filmed(folder, "play", script(12), 0.9)
        play, alone = referee(film, folder), decoder(film)
        print(f"12 cards played: {play.cpu_s:.1f} s of processor time, {play.peak_mb:.0f} MB resident at the highest")
        print(f"the same film decoded only: {alone.cpu_s:.1f} s, {alone.peak_mb:.0f} MB")


if __name__ == "__main__":
    main()
