"""Every kind of mark at one size: our eyes against whole-frame loops, each with its own mark, on the same tricks.

Run it from the project's folder: `python -m benchmarks.designs.same_size [--side 12 18 24] [--cards 9] [--noise low]`.
The marks stand in two opposite corners of each card, where the largest has room too; places, hands, light and noise
are those of one seed for all. One thread, processor time. A loop has read a card when any frame showed it once, the
eyes when three frames agreed; events are the frames in which our eyes with square marks had something to do.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np

from benchmarks.designs.card_designs import stamp
from benchmarks.eyes import contenders
from benchmarks.eyes.contenders import BUDGET_MS, Contender
from benchmarks.eyes.reading import SEATS, WARM_UP, script
from vision.base.observation import Laid
from vision.base.picture import Bgr, Gray, u8
from vision.eyes.pipeline import Eyes
from vision.faces import cards as faces
from vision.film.noise import PRESETS, Noise
from vision.film.reel import Reel, Take
from vision.film.write import Lay, ScriptStep
from vision.marks import qr, symbologies
from vision.marks.identity import number_of
from vision.marks.symbology import Symbology
from vision.mat.layout import CARD_SIZES, Mat

CORNERS = (0, 2)
SIZE = "63x88"
WIPED_PX = round(qr.MARK_MM * faces.PX_PER_MM)
"""Side of the mark that stood there before."""
ARUCO = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
"""What people take who know ArUco: the first hundred numbers are enough for one deck."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of mark at a size."""

    title: str
    symbology: str
    """Of ours; empty for ArUco's own marks, which our eyes do not read."""
    side_mm: float

    def reader(self) -> Symbology:
        """Our reader of it."""
        kind = symbologies.load(self.symbology, [0])
        kind.mark_mm, kind.corners = self.side_mm, CORNERS
        return kind

    def face(self, deck: int, card: str) -> Bgr:
        """A card with this mark only."""
        # The face of the QR has nothing in the other two corners.
        picture = faces.face(deck, card, "qr_zxing", CARD_SIZES[SIZE]).copy()
        white = np.full((WIPED_PX, WIPED_PX), 248, np.uint8)
        for corner in CORNERS:
            stamp(picture, white, corner)
            stamp(picture, self._mark(deck, card, round(self.side_mm * faces.PX_PER_MM)), corner)
        return picture

    def _mark(self, deck: int, card: str, pixels: int) -> Gray:
        if self.symbology:
            return self.reader().draw(deck, card, pixels)
        return u8(cv2.aruco.generateImageMarker(ARUCO, number_of(deck, card), pixels))


def eyes(kind: Kind) -> tuple[Contender, Eyes]:
    """Our eyes, told what mark to expect."""
    own = Eyes(kind.reader(), Mat(), SEATS, decks=[0], budget_ms=BUDGET_MS)
    return Contender(
        f"Eyes, {kind.title}", lambda s, gray: [o.card for o in own.feed(s, gray) if isinstance(o, Laid)]
    ), own


def contest(
    kind: Kind, others: Sequence[Contender], steps: Sequence[ScriptStep], noise: Noise, events: list[int]
) -> None:
    """Film the cards with these marks, let all read, print; the first contest says which frames are events."""
    all_: list[Contender] = list(others)
    own: Eyes | None = None
    if kind.symbology:
        ours, own = eyes(kind)
        all_.append(ours)
    take = Take(steps, SEATS, seed=1, noise=noise, face=kind.face)
    find = not events
    for number, gray in enumerate(Reel(take).frames(grey=True)):
        idle = own.counts.idle if own else 0
        for contender in all_:
            contender.take(number / take.fps, gray)
        if find and own and own.counts.idle == idle and number >= WARM_UP:
            events.append(number)
    laid = {step.card for step in steps if isinstance(step, Lay)}
    for one in reversed(all_):
        costs = [one.costs_ms[number] for number in events]
        right, wrong = len(one.cards & laid), len(one.cards - laid)
        figures = f"{median(costs):8.2f} {np.percentile(costs, 99):8.2f}"
        print(f"{kind.side_mm:3g} mm {one.name:34} {figures}  {right}/{len(laid)} cards, {wrong} wrong", flush=True)


def main() -> None:
    """Draw, read, print."""
    parser = argparse.ArgumentParser(description="Every kind of mark at one size.")
    parser.add_argument("--side", nargs="+", type=float, default=[12, 18, 24])
    parser.add_argument("--cards", type=int, default=9)
    parser.add_argument("--noise", choices=list(PRESETS), default="low")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print("median ms and 99th of 100 of a frame in which something happens")
    for side in options.side:
        events: list[int] = []
        steps = script(options.cards)
        contest(Kind("AprilTag", "aruco", side), contenders.square_readers(), steps, options.noise, events)
        contest(Kind("ArUco 5×5", "", side), [contenders.aruco_reader(ARUCO)], steps, options.noise, events)
        contest(Kind("QR", "qr_zxing", side), contenders.qr_readers(), steps, options.noise, events)


if __name__ == "__main__":
    main()
