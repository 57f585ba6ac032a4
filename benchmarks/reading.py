"""What seeing costs: our eyes against plain loops over whole frames, on the same frames of the same film.

Run it from the project's folder: `python -m benchmarks.reading [--noise none|low|high] [--cards N]`. One thread; the
time to decode the video and to make it grey is left out for all alike.
"""

import argparse
import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

import cv2
import numpy as np

from vision.film import Lay, Step, Sweep, frames
from vision.mat import Mat
from vision.noise import Noise
from vision.observation import Laid
from vision.picture import Gray, u8
from vision.pipeline import Eyes
from vision.symbologies import load

SEATS = 3
FPS = 15
WARM_UP = 8
"""Frames in which the eyes find the mat; the others are warmed up on them too."""


@dataclass(slots=True)
class Contender:
    """One way to read frames, and what each frame cost, milliseconds."""

    name: str
    read: Callable[[float, Gray], Sequence[object]]
    """Takes media seconds and the frame."""
    costs: list[float] = field(default_factory=list[float])

    def time(self, seconds: float, gray: Gray) -> list[str]:
        """Read a frame and note what it cost; the cards observed, if it is one that observes."""
        start = perf_counter()
        result = self.read(seconds, gray)
        self.costs.append((perf_counter() - start) * 1000)
        return [seen.card for seen in result if isinstance(seen, Laid)]


def script(cards: int) -> list[Step]:
    """Tricks of a Jass deck, gathered by turns."""
    deck = [suit + rank for suit in "SHDC" for rank in ("A", "K", "Q", "J", "10", "9", "8", "7", "6")]
    order = [str(card) for card in np.random.default_rng(1).permutation(deck)][:cards]
    steps: list[Step] = []
    for place, card in enumerate(order):
        steps.append(Lay(place % SEATS, card))
        if place % SEATS == SEATS - 1:
            steps.append(Sweep(place % SEATS))
    return steps


def film(steps: list[Step], noise: Noise, symbology: str) -> Iterator[tuple[float, Gray]]:
    """The grey frames of the film that a camera would deliver."""
    for number, frame in enumerate(frames(steps, SEATS, seed=1, noise=noise, fps=FPS, symbology=symbology)):
        yield number / FPS, u8(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))


def whole_frame_aruco() -> Contender:
    """What one gets from OpenCV's own example: every number of the family, default settings."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    detector = cv2.aruco.ArucoDetector(family, cv2.aruco.DetectorParameters())
    return Contender("cv2.aruco, whole frame", lambda _, gray: list(detector.detectMarkers(gray)))


def whole_frame_zbar() -> Contender:
    """A plain loop of pyzbar, told to look for QR codes only."""
    zbar = importlib.import_module("pyzbar.pyzbar")
    only = [zbar.ZBarSymbol.QRCODE]
    return Contender("pyzbar, whole frame", lambda _, gray: zbar.decode(gray, symbols=only))


def duel(symbology: str, other: Contender, steps: list[Step], noise: Noise) -> None:
    """Both read every frame, one after the other; print costs and ratios."""
    eyes = Eyes(load(symbology), Mat(), SEATS, decks=[0])
    ours = Contender(f"Eyes, {symbology}", eyes.feed)
    idle: list[bool] = []
    laid: list[str] = []
    for number, (seconds, gray) in enumerate(film(steps, noise, symbology)):
        before = eyes.counts.idle
        for contender in (ours, other) if number % 2 else (other, ours):
            # A frame just made is in the processor's cache, as it is when a camera delivers it.
            laid += contender.time(seconds, gray.copy())
        idle.append(eyes.counts.idle > before)
    right = laid == [step.card for step in steps if isinstance(step, Lay)]
    print(f"{len(idle)} frames of {symbology} marks, {len(laid)} cards observed, {'all' if right else 'NOT all'} right")
    for kind in (True, False):
        where = [number for number, rested in enumerate(idle) if rested is kind and number >= WARM_UP]
        compare("idle" if kind else "event", ours, other, where)
    print(f"  {eyes.counts}")


def compare(kind: str, ours: Contender, other: Contender, where: list[int]) -> None:
    """Print what frames of one kind cost each."""
    for contender in (ours, other):
        costs = [contender.costs[number] for number in where]
        print(f"  {kind:5} {contender.name:24} median {median(costs):7.3f} ms  p99 {np.percentile(costs, 99):7.3f} ms")
    ratio = median(other.costs[number] / ours.costs[number] for number in where)
    print(f"  {kind:5} median ratio frame by frame {ratio:.0f} ({len(where)} frames)")


def main() -> None:
    """Draw, read, print."""
    parser = argparse.ArgumentParser(description="What seeing costs, on one thread.")
    parser.add_argument("--noise", choices=("none", "low", "high"), default="low")
    parser.add_argument("--cards", type=int, default=18)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    steps = script(options.cards)
    print(f"1920x1080, noise {options.noise}, one thread, OpenCV {cv2.__version__}")
    duel("qr_zxing", whole_frame_zbar(), steps, options.noise)
    duel("aruco", whole_frame_aruco(), steps, options.noise)


if __name__ == "__main__":
    main()
