"""Pictures that come at a camera's rate: how many the eyes miss, and the machine's spare time.

Run it from the project's folder: `python -m benchmarks.eyes.live_rate [--size 3840x2160] [--rate 60] [--jpeg]`. A film
is drawn beforehand and delivered in real time to the thread that reads a camera, each picture when it is due, as the
grey plane of a raw picture or (`--jpeg`) as a picture that is still to be decompressed. The eyes look in the main
thread, as in the daemon; a picture that a newer one replaces before they ask for it is missed.
"""

import argparse
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import cv2

from benchmarks.eyes.contenders import eyes
from benchmarks.eyes.reading import SEATS, script
from groundwork.picture import Gray
from hardware.camera.live import Live
from hardware.camera.picture import WholePicture, from_array
from vision.base.observation import Laid
from vision.film.write import Lay, gray_frames

QUALITY = 85
"""The quality of a compressed picture."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """The fate of the pictures."""

    pictures: int
    late: int
    """The pictures that came more than one interval late: the source itself was delayed."""
    missed: int
    """The pictures missed once the mat had been found."""
    finding: int
    """The pictures missed before that."""
    longest_ms: float
    """The longest look once the mat had been found."""
    cards: tuple[str, ...]
    cores: float
    """The processor time of this program a second."""


class Paced:
    """A camera whose pictures are in memory, each taken when it is due."""

    def __init__(self, pictures: Sequence[bytes | Gray], rate: float) -> None:
        """Begin with the first picture one interval from now.

        Args:
            pictures: the film.
            rate: pictures a second.
        """
        self.late = 0
        self._pictures, self._rate = iter(pictures), rate
        self._due = time.monotonic()

    def next(self) -> bytes | WholePicture | None:
        """Wait for the next picture; None after the last."""
        picture = next(self._pictures, None)
        if picture is None:
            return None
        self._due += 1 / self._rate
        now = time.monotonic()
        self.late += now > self._due + 1 / self._rate
        time.sleep(max(0.0, self._due - now))
        return picture if isinstance(picture, bytes) else from_array(picture.copy())


def deliver(pictures: Sequence[bytes | Gray], rate: float) -> Delivered:
    """Show a film to a pair of eyes in real time."""
    _, own = eyes("aruco", SEATS)
    camera = Paced(pictures, rate)
    cards: list[str] = []
    before, begun = _processor_s(), time.monotonic()
    live = Live("film", camera.next, lambda: None, may_end=True)
    own.dropped = lambda: live.dropped
    finding, longest = 0, 0.0
    for seconds, gray in live:
        was_found, began = own.view is not None, time.monotonic()
        cards += [seen.card for seen in own.feed(seconds, gray) if isinstance(seen, Laid)]
        if was_found:
            longest = max(longest, time.monotonic() - began)
        else:
            finding = live.dropped
    used, took = _processor_s() - before, time.monotonic() - begun
    return Delivered(
        live.pictures, camera.late, live.dropped - finding, finding, 1000 * longest, tuple(cards), used / took
    )


def _processor_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _size(text: str) -> tuple[int, int]:
    wide, _, high = text.partition("x")
    return int(wide), int(high)


def main() -> int:
    """Draw, deliver, print; the exit status is 1 if a card was not read."""
    parser = argparse.ArgumentParser(description="Pictures that come at a camera's rate.")
    parser.add_argument("--size", type=_size, default=(3840, 2160))
    parser.add_argument("--rate", type=float, default=60.0)
    parser.add_argument("--cards", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jpeg", action="store_true", help="the pictures come compressed")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    steps = script(options.cards)
    film = [
        cv2.imencode(".jpg", gray, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1].tobytes() if options.jpeg else gray.copy()
        for _, gray in gray_frames(steps, SEATS, seed=1, noise="low", size=options.size, fps=options.rate)
    ]
    laid = [step.card for step in steps if isinstance(step, Lay)]
    failed = False
    for _ in range(options.rounds):
        told = deliver(film, options.rate)
        failed |= list(told.cards) != laid
        print(
            f"{options.size[0]}x{options.size[1]} at {options.rate:g}: {told.pictures} pictures, {told.late} late, "
            f"{told.finding} missed while the mat was found, {told.missed} later, "
            f"longest look {told.longest_ms:.1f} ms, "
            f"{len(told.cards)} of {len(laid)} cards, {told.cores:.2f} cores",
            flush=True,
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
