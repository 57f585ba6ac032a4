"""The size of marks, and the number of cards that are read, by camera and height: films on a mat of white paper.

Run it from the project's folder: ``python -m benchmarks.designs.heights [--camera usb] [--heights 60 70 80]``. One
thread. *First look* is the share of marks on lying cards that one reading of the whole card shows, *patient* the same
by the second reader; *read* are the cards that the eyes report, all others are missed or wrong.
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.eyes.reading import script
from groundwork.picture import Gray, f64
from vision.base.observation import Laid, Mark
from vision.eyes.pipeline import Eyes
from vision.film.cameras import CameraName
from vision.film.noise import Noise
from vision.film.reel import Reel, Take
from vision.film.script.effect import Shoot
from vision.film.script.script import Pose
from vision.marks import symbologies
from vision.marks.symbology import Symbology
from vision.mat.layout import Mat

SEATS = 3
CAMERAS: tuple[CameraName, ...] = ("module3", "usb")
LOOKS: dict[str, tuple[Noise, float | None]] = {
    "low": ("low", None),
    "low, defocus 0.6 px": ("low", 0.6),
    "low, defocus 1.0 px": ("low", 1.0),
    "high": ("high", None),
}
"""The noise, and the deviation of the blur in pixels, if another than the noise's; at most half a millimetre."""
HALF_MM = 70
"""The half side of the part of the picture that is read as a card's."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The outcome of a film."""

    counts: Counter[str]
    sides: list[float]
    """The sides of all marks that were read, pixels."""
    laid: list[str]

    def share(self, name: str) -> float:
        """Return a count's share of the marks on lying cards."""
        return self.counts[name] / max(1, self.counts["shown"])


def filmed(name: CameraName, height_cm: float, look: str, symbology: str, cards: int) -> tuple[Tally, list[str]]:
    """Read a film as the daemon reads it; returns also the cards laid in it."""
    noise, blur_px = LOOKS[look]
    steps = script(cards, SEATS)
    plain = Reel(Take(steps, SEATS, 1, noise, camera=name, height_cm=height_cm)).shoot.px_per_mm
    effects = {} if blur_px is None else {"soft": min(1.0, blur_px / (0.5 * plain))}
    take = Take(
        steps, SEATS, 1, noise, effects, fps=8, table="paper", camera=name, height_cm=height_cm, symbology=symbology
    )
    reel, tally = Reel(take), Tally(Counter(), [], [])
    kind, eyes = symbologies.load(symbology, [0]), Eyes(symbologies.load(symbology, [0]), Mat(), SEATS, [0])
    kind.expect(0.6 * kind.mark_mm * reel.shoot.px_per_mm)
    for number, gray in enumerate(reel.frames(grey=True)):
        tally.laid.extend(seen.card for seen in eyes.feed(number / take.fps, gray) if isinstance(seen, Laid))
        moment = reel.shoot.moments[number]
        if number % 6 == 0 and moment.laid and moment.hand is None:
            _look(tally, kind, _part(gray, reel.shoot, moment.laid[-1]))
    played = [pose.card for pose in _poses(reel.shoot)]
    return tally, played


def _look(tally: Tally, kind: Symbology, part: Gray) -> None:
    """Read the card that was laid last, which is wholly visible, in both ways."""
    tally.counts["shown"] += len(kind.corners)
    found = {way: _sure(marks) for way, marks in (("first", kind.read(part)), ("patient", kind.reread(part)))}
    for way, marks in found.items():
        tally.counts[way] += min(len(marks), len(kind.corners))
    for mark in found["patient"] or found["first"]:
        ends = np.array(mark.corners)
        tally.sides.append(float(np.linalg.norm(ends - np.roll(ends, -1, axis=0), axis=1).mean()))


def _sure(marks: Iterable[Mark]) -> list[Mark]:
    return [mark for mark in marks if mark.is_sure]


def _part(gray: Gray, shoot: Shoot, pose: Pose) -> Gray:
    ends = np.array([[(pose.x_mm + x, pose.y_mm + y) for x in (-HALF_MM, HALF_MM) for y in (-HALF_MM, HALF_MM)]])
    (seen,) = f64(cv2.perspectiveTransform(ends, shoot.to_px))
    left, top = np.maximum(seen.min(axis=0).astype(int), 0)
    right, bottom = seen.max(axis=0).astype(int)
    return np.ascontiguousarray(gray[top:bottom, left:right])


def _poses(shoot: Shoot) -> list[Pose]:
    """List every card that came to lie, in order."""
    found: list[Pose] = []
    for before, after in zip(shoot.moments, shoot.moments[1:], strict=False):
        if len(after.laid) > len(before.laid):
            found.append(after.laid[-1])
    return found


def main() -> None:
    """Print one line a camera, height and look."""
    parser = argparse.ArgumentParser(description="How large marks are, and how many cards are read.")
    parser.add_argument("--heights", type=float, nargs="+", default=[60, 70, 80])
    parser.add_argument("--camera", nargs="+", default=list(CAMERAS), choices=list(CAMERAS))
    parser.add_argument("--cards", type=int, default=12)
    parser.add_argument("--symbology", nargs="+", default=["aruco", "qr_zxing"], choices=symbologies.names())
    parser.add_argument("--looks", nargs="+", default=list(LOOKS), choices=list(LOOKS))
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    for symbology in chosen.symbology:
        for name in chosen.camera:
            for height_cm in chosen.heights:
                for look in chosen.looks:
                    tally, played = filmed(name, height_cm, look, symbology, chosen.cards)
                    right = len(set(tally.laid) & set(played))
                    print(
                        f"{symbology:9}{name:8}{height_cm:4.0f} cm  {look:20} "
                        f"{np.median(tally.sides) if tally.sides else 0:5.1f} px a mark  "
                        f"first look {tally.share('first'):4.0%}  patient {tally.share('patient'):4.0%}  "
                        f"read {right} of {len(played)}, told {len(tally.laid)}",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
