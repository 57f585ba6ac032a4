"""The eyes' knowledge of their gaps: gaps by their cause, late readings, areas that are called empty.

Run it from the project's folder: `python -m benchmarks.unseen.eyes [--films 6]`. Films of three tricks, drawn at
1280×720 and 15 frames a second, whose truth is known frame by frame. In the first part a stretch of 1 to 6 seconds is
spoiled: black, frozen, covered by a newspaper, dropped, or never delivered. In the second the whole film is made hard
to read. In the third it is too, and the machine is slow and drops what is late. Nobody may call an area empty in which
a card lies, nor say that a card came later than it did.

`python -m benchmarks.unseen.waits` writes down how long each card waited to be read.
"""

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, radians, sin
from statistics import median
from typing import Final, TypeAlias

import cv2
import numpy as np

from benchmarks.eyes.reading import script
from benchmarks.eyes.spoiling import GAPS, HARD, Spoil
from groundwork.picture import Gray, u8
from vision.base.observation import Blind, Laid
from vision.eyes.pipeline import Eyes
from vision.film.noise import Noise
from vision.film.reel import Reel, Take
from vision.film.script.script import Moment, Pose
from vision.marks.symbologies import load
from vision.mat.layout import AREAS, Area, Mat

FPS: Final = 15
SIZE: Final = (1280, 720)
CARDS: Final = 9
LATE_S: Final = 1.0
"""The time after which a card in sight that is not read is late."""
PATCH: Final = 0.25
"""The share of a card from which on an area is not empty."""
RIGHT_S: Final = 0.1
"""The tolerance of the ends of a gap."""

Frame: TypeAlias = tuple[float, Moment, Gray | None, int]
"""The seconds, the true moment, the picture as the eyes get it or None, and the number of dropped pictures so far."""


@dataclass(slots=True)
class Tally:
    """The results of some films."""

    films: int = 0
    gaps: int = 0
    told: int = 0
    """The gaps reported once, with their cause, both ends right."""
    other: int = 0
    """The gaps reported without cause, or wrongly."""
    off_s: list[float] = field(default_factory=list[float])
    cards: int = 0
    waits_s: list[float] = field(default_factory=list[float])
    """The seconds from a card's landing to its `Laid`; only of cards that landed in sight."""
    slack_s: list[float] = field(default_factory=list[float])
    """The seconds by which a card may have come earlier than it did, as far as was seen."""
    untrue: int = 0
    """The cards reported read before they lay, or reported absent when they lay."""
    empty: int = 0
    """The number of areas called empty, over all frames."""
    false_empty: int = 0
    """The number of areas called empty in which a card lay, or since a time at which one did."""

    @property
    def late(self) -> int:
        """The number of cards that were read late, or never."""
        return self.cards - sum(wait <= LATE_S for wait in self.waits_s)


@dataclass(slots=True)
class Watching:
    """One film, watched beside its truth."""

    tally: Tally
    areas: tuple[Area, ...]
    landed: dict[tuple[int, str], float] = field(default_factory=dict[tuple[int, str], float])
    lying: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])
    used: dict[int, float] = field(default_factory=dict[int, float])
    """The seconds of the last frame in which a card lay in each area."""
    blind: list[Blind] = field(default_factory=list[Blind])

    def happens(self, seconds: float, moment: Moment) -> None:
        """Note the true events of a frame."""
        lying = {(pose.deck, pose.card) for pose in moment.laid}
        self.landed |= dict.fromkeys(lying - self.lying, seconds)
        self.lying = lying
        for seat, area in enumerate(self.areas):
            if any(share(pose, area) >= PATCH for pose in moment.laid):
                self.used[seat] = seconds

    def sees(self, eyes: Eyes, seconds: float, gray: Gray) -> None:
        """Let the eyes look, and compare their reports with the truth."""
        for seen in eyes.feed(seconds, gray):
            if isinstance(seen, Blind):
                self.blind.append(seen)
            elif isinstance(seen, Laid):
                self._laid(seen)
        sight = eyes.sight()
        # A frozen picture shows the moment at which it was taken.
        for seat, area in enumerate(sight.areas if sight.t == seconds else ()):
            if area.empty_since is not None:
                self.tally.empty += 1
                self.tally.false_empty += area.empty_since <= self.used.get(seat, -1)

    def _laid(self, seen: Laid) -> None:
        landed = self.landed[seen.deck, seen.card]
        self.tally.untrue += seen.first < landed or (seen.since is not None and seen.since >= landed)
        self.tally.slack_s += [] if seen.since is None else [landed - seen.since]
        self.tally.waits_s.append(seen.seconds - landed)


def share(pose: Pose, area: Area) -> float:
    """Return the share of a card that lies in an area."""
    card, turn = Mat().card, radians(pose.turn)
    right, down = np.array((cos(turn), sin(turn))), np.array((-sin(turn), cos(turn)))
    grid = (np.arange(8) + 0.5) / 8 - 0.5
    points = [a * card.width_mm * right + b * card.height_mm * down for a in grid for b in grid]
    return float(np.mean([area.contains(pose.x_mm + x, pose.y_mm + y) for x, y in points]))


def film(seed: int, seats: int, noise: Noise, effects: Mapping[str, float]) -> Iterator[tuple[float, Moment, Gray]]:
    """Yield the frames of a film with their true moments."""
    reel = Reel(Take(script(CARDS, seats), seats, seed, noise, effects=effects, fps=FPS, size=SIZE))
    for number, (moment, gray) in enumerate(zip(reel.shoot.moments, reel.frames(grey=True), strict=True)):
        yield number / FPS, moment, gray


def watched(frames: Iterator[Frame], seats: int, tally: Tally) -> tuple[Watching, float]:
    """Watch a film; returns the observations, and its length."""
    eyes, watching, end = Eyes(load("aruco", [0]), Mat(), seats, [0]), Watching(tally, AREAS[seats]), 0.0
    lost = [0]
    eyes.dropped = lambda: lost[0]
    for seconds, moment, gray, lost[0] in frames:
        watching.happens(seconds, moment)
        end = seconds
        if gray is not None:
            watching.sees(eyes, seconds, gray)
    tally.films += 1
    tally.cards += len(watching.landed)
    return watching, end


def spoiled(
    frames: Iterator[tuple[float, Moment, Gray]], spoil: Spoil, begin: float, end: float, *, drops: bool
) -> Iterator[Frame]:
    """Yield the film with a stretch of it spoiled."""
    last, lost = np.zeros((1, 1), np.uint8), 0
    for seconds, moment, gray in frames:
        if begin < seconds < end:
            lost += drops
            yield seconds, moment, spoil(gray, last), lost
        else:
            last = gray
            yield seconds, moment, gray, lost


def gap(name: str, seed: int, tally: Tally) -> None:
    """Watch a film with one gap, and count whether it is reported with its cause and time."""
    random = np.random.default_rng(seed)
    why, spoil = GAPS[name]
    begin = round(random.uniform(2, 5) * FPS) / FPS
    end = begin + round(random.uniform(1, 6) * FPS) / FPS
    seats = 2 + seed % 4
    frames = spoiled(film(seed, seats, "low", {}), spoil, begin - 1e-6, end, drops=why == "load")
    watching, _ = watched(frames, seats, tally)
    tally.gaps += 1
    truth = Blind(begin - 1 / FPS, end, why)
    right = [one for one in watching.blind if is_right(one, truth)]
    tally.told += len(right) == 1
    tally.other += len(watching.blind) - len(right)
    tally.off_s += [max(abs(one.began - truth.began), abs(one.ended - truth.ended)) for one in right]


def is_right(one: Blind, truth: Blind) -> bool:
    """Whether a gap is reported truly."""
    return one.why == truth.why and max(abs(one.began - truth.began), abs(one.ended - truth.ended)) <= RIGHT_S


def hard(name: str, seed: int, tally: Tally) -> None:
    """Watch a film that is hard to read from its beginning to its end."""
    noise, effects, share_of_light = HARD[name]
    random = np.random.default_rng(seed)
    seats = 2 + seed % 4

    def dimmed(gray: Gray) -> Gray:
        grain = random.normal(0, 2, gray.shape).astype(np.float32)
        return u8(np.clip(gray * np.float32(share_of_light) + grain, 0, 255))

    frames = film(seed, seats, noise, effects)
    dim = ((seconds, moment, gray if share_of_light == 1 else dimmed(gray), 0) for seconds, moment, gray in frames)
    watching, _ = watched(dim, seats, tally)
    tally.other += len(watching.blind)


def slow(times: int, seed: int, tally: Tally, *, hurries: bool) -> float:
    """Watch a film on a machine so many times as slow, whose late pictures are dropped; returns frames a second."""
    seats, free, lost, looked = 2 + seed % 4, 0.0, [0], 0
    eyes = Eyes(load("aruco", [0]), Mat(), seats, [0], budget_ms=8, clock=lambda: times * time.thread_time())
    eyes.dropped = (lambda: lost[0]) if hurries else int
    watching, seconds = Watching(tally, AREAS[seats]), 0.0
    for seconds, moment, gray in film(seed, seats, "high", {"hands": 0.7}):
        watching.happens(seconds, moment)
        if seconds < free:
            lost[0] += 1
            continue
        began = time.thread_time()
        watching.sees(eyes, seconds, gray)
        free = seconds + times * (time.thread_time() - began)
        looked += 1
    tally.cards += len(watching.landed)
    tally.other += len(watching.blind)
    return looked / seconds


def print_gaps(names: Sequence[str], films: int) -> None:
    """Watch films with a gap and print the reports of it."""
    print("| gap | told | told wrongly | ends off, worst | `first`, `since` untrue | called empty | of them false |")
    for name in names:
        tally = Tally()
        for seed in range(films):
            gap(name, seed, tally)
        off = f"{max(tally.off_s):.3f} s" if tally.off_s else "–"
        cells = (f"{tally.told} of {tally.gaps}", tally.other, off, tally.untrue, tally.empty, tally.false_empty)
        print(f"| {name} |", " | ".join(map(str, cells)), "|", flush=True)


def print_hard(names: Sequence[str], films: int) -> None:
    """Watch films that are hard to read and print how late their cards were read."""
    print("\n| films | cards | late or never | wait, median / worst | could have come earlier by, median / worst |")
    for name in names:
        tally = Tally()
        for seed in range(films):
            hard(name, seed, tally)
        waits, slack = tally.waits_s or [0.0], tally.slack_s or [0.0]
        late = f"{tally.late} ({100 * tally.late / tally.cards:.0f} %)"
        spread = (f"{median(one):.2f} / {max(one):.2f} s" for one in (waits, slack))
        wrong = f"untrue {tally.untrue}, empty {tally.empty}, false {tally.false_empty}, gaps {tally.other}"
        print(f"| {name} | {tally.cards} | {late} |", " | ".join(spread), f"| {wrong} |", flush=True)


def print_slow(machines: Sequence[int], films: int) -> None:
    """Watch films on slow machines and print their misses."""
    print("\n| machine | looked at a second | late or never | wait, median / worst | gaps | false |")
    for times, hurries in ((times, hurries) for times in machines for hurries in (False, True)):
        tally = Tally()
        rate = median([slow(times, seed, tally, hurries=hurries) for seed in range(films)])
        waits = tally.waits_s or [0.0]
        name = f"{times} times as slow, {'hurrying' if hurries else 'at leisure'}"
        late = f"{tally.late} of {tally.cards} | {median(waits):.2f} / {max(waits):.2f} s"
        print(f"| {name} | {rate:.1f} | {late} | {tally.other} | {tally.untrue + tally.false_empty} |", flush=True)


def main() -> None:
    """Draw, watch, print."""
    parser = argparse.ArgumentParser(description="What the eyes know of what they did not see.")
    parser.add_argument("--films", type=int, default=6, help="of each kind")
    parser.add_argument("--slow", nargs="*", type=int, default=[1, 20, 60], help="times as slow as this machine")
    parser.add_argument(
        "--only", nargs="*", choices=(*GAPS, *HARD), default=[*GAPS, *HARD], help="these kinds of films"
    )
    options = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.perf_counter()
    print_gaps([name for name in GAPS if name in options.only], options.films)
    print_hard([name for name in HARD if name in options.only], options.films)
    print_slow(options.slow, options.films)
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
