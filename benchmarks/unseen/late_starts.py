"""Eyes that are started while cards lie on checked cloth: are their removal and their empty places recognised?

Run it from the project's folder: `python -m benchmarks.unseen.late_starts [--films 3] [--anew 15]`. Films drawn for
cameras that lean by several angles, whose truth is known frame by frame. The eyes see a film of one trick from half a
second after its third card has landed until six seconds after it was swept. With `--anew 15` they see films of two
tricks instead, restarted at each fifteenth frame, whatever happens in it. False is a card that is reported taken up and
lies, and a place that is called empty and has one. The mat below each card of one trick, as its pattern is continued,
is compared with the bare cloth.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

import cv2
import numpy as np

from benchmarks.unseen.eyes import PATCH, share
from groundwork.picture import Gray, u8
from vision.base.observation import Laid, Lifted
from vision.base.thresholds import THRESHOLDS
from vision.eyes.pipeline import Eyes
from vision.film.noise import Noise
from vision.film.reel import Reel, Take
from vision.film.script.script import Lay, Moment, ScriptStep, Sweep
from vision.film.table import Cloth
from vision.ground.background import STRIDE, Background, sample
from vision.ground.emptiness import blur
from vision.ground.pattern import PatternExtrapolation
from vision.marks.symbologies import load
from vision.mat.layout import AREAS, Mat

FPS: Final = 15
SEATS: Final = 3
SIZES: Final = {"720": (1280, 720), "1080": (1920, 1080)}
TRICKS: Final = (("SA", "H7", "DK"), ("C9", "SQ", "H10"))
LATER_S: Final = 0.5
"""The time from the landing of a trick's last card to the start of the eyes."""
LAST_S: Final = 2.0
"""The last stretch, in which a place has to be called empty once: lamps that flicker hide it now and then."""
AFTER_S: Final = 6.0
"""The time after the end of the film for which the bare cloth is shown."""
WRONG: Final = 15
"""The grey levels by which a continued look may be off."""

Shot = tuple[Moment, Gray]
"""The moment that a frame shows, and its picture."""


@dataclass(slots=True)
class Tally:
    """The results of some starts."""

    starts: int = 0
    lay: int = 0
    """The number of cards that lay when the eyes were started, or came later."""
    read: int = 0
    left: int = 0
    """The number of these that were reported taken up once they had left."""
    late_s: float = 0
    """The longest time from a card's leaving to its report."""
    empty: list[int] = field(default_factory=list[int])
    """The number of places called empty in the last two seconds of each start."""
    false: int = 0
    off: list[float] = field(default_factory=list[float])
    """The grey levels by which each continued place of a card is off, on average."""
    wrong: list[float] = field(default_factory=list[float])
    """The share of its looks that are off by too much."""
    asked: int = 0
    """The number of cards whose place was continued."""
    cost_ms: list[float] = field(default_factory=list[float])
    """The processor time of continuing."""

    def cells(self) -> tuple[str, ...]:
        """Write a row of the table."""
        empty = sum(self.empty)
        known = f"{len(self.off)} of {self.asked}"
        if self.off:
            known += f"; {float(np.mean(self.off)):.1f}; {100 * max(self.wrong):.1f} %"
        cost = f"{min(self.cost_ms):.0f}–{max(self.cost_ms):.0f}" if self.cost_ms else "–"
        return (
            f"{self.read} of {self.lay}",
            f"{self.left} of {self.read}",
            f"{self.late_s:.1f}",
            f"{empty} of {SEATS * self.starts}",
            str(self.false),
            known,
            cost,
        )


def film(tricks: int, take: Take) -> list[Shot]:
    """Draw the frames of a film, and the bare cloth after it."""
    reel = Reel(take)
    shots = [(moment, gray.copy()) for moment, gray in zip(reel.shoot.moments, reel.frames(grey=True), strict=True)]
    bare = [gray for moment, gray in shots[-FPS:] if moment == Moment(())]
    grain, frames = np.random.default_rng(tricks), (bare[number % len(bare)] for number in range(round(AFTER_S * FPS)))
    return [*shots, *((Moment(()), u8(np.clip(gray + grain.normal(0, 1, gray.shape), 0, 255))) for gray in frames)]


def script(tricks: int) -> list[ScriptStep]:
    """Write the steps of so many tricks, each swept."""
    steps: list[ScriptStep] = []
    for winner, cards in enumerate(TRICKS[:tricks]):
        steps += [Lay(seat, card) for seat, card in enumerate(cards)]
        steps.append(Sweep(winner))
    return steps


def watch(shots: Sequence[Shot], tally: Tally) -> None:
    """Start eyes at the first of some frames, and compare their reports with the truth."""
    eyes = Eyes(load("aruco", [0]), Mat(), SEATS, [0])
    lying, lay, read, left = dict[str, float](), set[str](), set[str](), set[str]()
    empty = set[int]()
    for number, (moment, gray) in enumerate(shots):
        seconds = number / FPS
        now = {pose.card for pose in moment.laid}
        lay |= now
        lying |= dict.fromkeys(now, seconds)
        for seen in eyes.feed(seconds, gray):
            if isinstance(seen, Laid):
                read.add(seen.card)
            elif isinstance(seen, Lifted):
                tally.false += seen.card in now
                left.add(seen.card)
                tally.late_s = max(tally.late_s, seconds - lying[seen.card])
        areas = [area.empty_since is not None for area in eyes.sight().areas]
        if len(shots) - number <= LAST_S * FPS:
            empty |= {seat for seat, is_empty in enumerate(areas) if is_empty}
        tally.false += sum(
            is_empty and any(share(pose, area) >= PATCH for pose in moment.laid)
            for is_empty, area in zip(areas, AREAS[SEATS], strict=True)
        )
    tally.starts += 1
    tally.lay, tally.read, tally.left = tally.lay + len(lay), tally.read + len(read), tally.left + len(read & left)
    tally.empty.append(len(empty))


def continued(shots: Sequence[Shot], tally: Tally) -> None:
    """Compare the continued look below the cards of the first frames with the bare cloth."""
    eyes = Eyes(load("aruco", [0]), Mat(), SEATS, [0])
    ground, gray = Background(shots[0][1]), shots[0][1]
    for number, (_, gray) in enumerate(shots[: round(LATER_S * FPS) + FPS]):
        eyes.feed(number / FPS, gray)
        ground.warm_up(gray)
    if (view := eyes.view) is None:
        return
    places = [view.place(card, THRESHOLDS.grid.rim_mm) for card in (*eyes.laid, *eyes.landing)]
    held = np.bitwise_or.reduce([np.zeros(view.shape, np.uint8), *places])
    mat = PatternExtrapolation(gray, view.bare() & ~u8(held), STRIDE, view.calibration, ground.foreign_limit)
    bare = blur(sample(shots[-1][1]))
    for place in places:
        began = time.process_time()
        told = mat.fill(place)
        tally.cost_ms.append(1000 * (time.process_time() - began))
        tally.asked += 1
        if told is not None:
            apart = cv2.absdiff(blur(told), bare)[place > 0]
            tally.off.append(float(apart.mean()))
            tally.wrong.append(float(np.mean(apart > WRONG)))


def one_trick(take: Take, tally: Tally) -> None:
    """Watch a film of one trick, from after its last card has landed."""
    shots = film(1, take)
    landed = next(number for number, (moment, _) in enumerate(shots) if len(moment.laid) == SEATS)
    started = shots[landed + round(LATER_S * FPS) :]
    # The eyes must have seen the lying cards before anything moves.
    still = [(started[0][0], u8(np.clip(started[0][1] + grain, 0, 255))) for grain in grains(started[0][1].shape)]
    watch([*still, *started], tally)
    continued([*still, *started], tally)


def grains(shape: tuple[int, ...]) -> Iterator[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """Yield the grain of a second's frames."""
    random = np.random.default_rng(5)
    for _ in range(FPS):
        yield random.normal(0, 1, shape)


def two_tricks(take: Take, every: int, tally: Tally) -> None:
    """Watch a film of two tricks, restarted at each frame whose number is a multiple of `every`."""
    shots = film(2, take)
    for start in range(0, len(shots) - round(AFTER_S * FPS), every):
        watch(shots[start:], tally)


def main() -> None:
    """Draw, watch, count."""
    parser = argparse.ArgumentParser(description="Eyes that are started while cards lie on checked cloth.")
    parser.add_argument("--films", type=int, default=3, help="of one trick, of each kind")
    parser.add_argument("--lean", nargs="*", type=float, default=[0, 5, 10, 20, 30], help="degrees off plumb")
    parser.add_argument("--squares", nargs="*", type=float, default=[26, 40], help="mm")
    parser.add_argument("--sizes", nargs="*", choices=tuple(SIZES), default=[*SIZES])
    parser.add_argument("--noise", nargs="*", choices=("low", "high"), default=["low", "high"])
    parser.add_argument("--cloth", choices=("felt", "wood", "checks", "paper"), default="checks")
    parser.add_argument(
        "--anew", type=int, metavar="FRAMES", help="instead: two tricks, begun anew each so many frames"
    )
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print("| picture | noise | squares | lean | read | leave | late, s | empty | false | continued; off; wrong | ms |")
    kinds = product(options.sizes, options.noise, options.squares, options.lean)
    for size, noise, squares, lean in kinds:
        tally = Tally()
        for seed in range(options.films):
            run(take_of(options.cloth, seed, SIZES[size], noise, (squares, lean), options.anew), options.anew, tally)
        print("|", " | ".join((size, noise, f"{squares:g}", f"{lean:g}°", *tally.cells())), "|", flush=True)


def take_of(
    cloth: Cloth, seed: int, size: tuple[int, int], noise: Noise, look: tuple[float, float], anew: int | None
) -> Take:
    """Set up the film of one or two tricks on a cloth with squares of such a side, for a camera that leans so much."""
    steps = script(2 if anew else 1)
    return Take(
        steps, SEATS, seed, noise, fps=FPS, size=size, table=cloth, check_mm=look[0], lean=look[1], pace_seconds=1.5
    )


def run(take: Take, anew: int | None, tally: Tally) -> None:
    """Watch one film."""
    if anew:
        two_tricks(take, anew, tally)
    else:
        one_trick(take, tally)


if __name__ == "__main__":
    main()
