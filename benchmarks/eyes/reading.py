"""The cost of seeing: our eyes against plain loops over whole frames, on the same frames of the same film.

Run it from the project's folder: `python -m benchmarks.eyes.reading [--noise low] [--cards 12] [--cloth felt checks]`.
One thread; processor time; the time to decode the video and to make it grey is left out for all alike. Each frame goes
to all contenders by turns, so that each finds the processor's cache as the others have left it; `Eyes, warm` is a
second pair of eyes that is given each frame right after the first, and `Eyes, decoded` a third that is given it right
after a picture was decompressed and made grey, as a daemon finds the cache.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

import cv2
import numpy as np

from benchmarks.eyes.contenders import Contender, eyes, qr_readers, square_readers
from groundwork.picture import Gray
from vision.film.noise import Noise
from vision.film.table import Cloth
from vision.film.write import Lay, ScriptStep, Sweep, gray_frames

SEATS = 3
WARM_UP = 8
"""The frames in which the eyes find the mat; the others are warmed up on them too."""
LIKE_A_CAMERA = (
    cv2.IMWRITE_JPEG_QUALITY,
    85,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422,
)
"""The way in which USB cameras encode their pictures."""
SIZE = (1920, 1080)


@dataclass(slots=True)
class Kinds:
    """The numbers of the frames by what happened in them."""

    still: list[int] = field(default_factory=list[int])
    """The frames in which nothing moved and nothing waited."""
    event: list[int] = field(default_factory=list[int])
    """The other frames: a hand, a card, anything else."""
    read: list[int] = field(default_factory=list[int])
    """The events in which marks were read: from the frame to the card."""

    def note(self, number: int, *, idle: bool, readings: int) -> None:
        """Sort a frame."""
        if number >= WARM_UP:
            (self.still if idle else self.event).append(number)
            if readings:
                self.read.append(number)


def script(cards: int, seats: int = SEATS) -> list[ScriptStep]:
    """Write tricks of a Jass deck, gathered by turns."""
    deck = [suit + rank for suit in "SHDC" for rank in ("A", "K", "Q", "J", "10", "9", "8", "7", "6")]
    order = [str(card) for card in np.random.default_rng(1).permutation(deck)][:cards]
    steps: list[ScriptStep] = []
    for place, card in enumerate(order):
        steps.append(Lay(place % seats, card))
        if place % seats == seats - 1:
            steps.append(Sweep(place % seats))
    return steps


def film(steps: list[ScriptStep], noise: Noise, symbology: str, cloth: Cloth) -> Iterator[tuple[float, Gray]]:
    """Yield the grey frames that a camera would deliver."""
    yield from gray_frames(steps, SEATS, seed=1, noise=noise, symbology=symbology, size=SIZE, table=cloth)


def contest(symbology: str, others: Sequence[Contender], steps: list[ScriptStep], noise: Noise, cloth: Cloth) -> None:
    """Let all read every frame, one after the other; print costs, ratios and the cards read."""
    (ours, own), (warm, _), (after, _) = (eyes(symbology, SEATS) for _ in range(3))
    warm.name, after.name = "Eyes, warm", "Eyes, decoded"
    kinds = Kinds()
    for number, (seconds, gray) in enumerate(film(steps, noise, symbology, cloth)):
        idle, readings = own.counts.idle, own.counts.readings
        for contender in (*others, ours, warm):
            contender.take(seconds, gray)
        decode(gray)
        after.take(seconds, gray)
        kinds.note(number, idle=own.counts.idle > idle, readings=own.counts.readings - readings)
    frames = len(ours.costs_ms)
    print(f"\n{symbology} marks on {cloth}, noise {noise}: {frames} frames, {own.counts}")
    laid = {step.card for step in steps if isinstance(step, Lay)}
    for contender in (ours, warm, after, *others):
        compare(contender, ours, kinds, laid)


def decode(gray: Gray) -> None:
    """Decode a camera's picture into a frame, at its usual cost, and leave the cache in the usual state."""
    _, packed = cv2.imencode(".jpg", cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR))
    cv2.cvtColor(np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)), cv2.COLOR_BGR2GRAY)


def compare(one: Contender, ours: Contender, kinds: Kinds, laid: set[str]) -> None:
    """Print a contender's cost, its ratio to ours, and the cards it has read."""
    cells: list[str] = []
    for where in (kinds.still, kinds.event, kinds.read):
        costs = [one.costs_ms[number] for number in where]
        ratio = median(one.costs_ms[number] / ours.costs_ms[number] for number in where)
        cells.append(f"{median(costs):8.3f} {np.percentile(costs, 99):8.3f} {ratio:6.1f}")
    right, wrong = len(one.cards & laid), len(one.cards - laid)
    print(f"{one.name:32} | {' | '.join(cells)} | {right}/{len(laid)} cards, {wrong} wrong")


def main() -> None:
    """Draw, read, print."""
    parser = argparse.ArgumentParser(description="What seeing costs, on one thread.")
    parser.add_argument("--noise", choices=("none", "low", "high"), default="low")
    parser.add_argument("--cards", type=int, default=12)
    parser.add_argument("--cloth", nargs="+", choices=("felt", "checks"), default=["felt", "checks"])
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(f"1920x1080, 15 frames a second, one thread, OpenCV {cv2.__version__}")
    print("each cell: median ms, 99th of 100 ms, median ratio to Eyes; still frames | events | events with reading")
    for cloth in options.cloth:
        contest("aruco", square_readers(), script(options.cards), options.noise, cloth)
        contest("qr_zxing", qr_readers(), script(options.cards), options.noise, cloth)


if __name__ == "__main__":
    main()
