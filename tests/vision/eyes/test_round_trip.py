"""The eyes observe every script as it was laid: same cards, same order, same seats, and nothing else."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from hardware.camera.source import open_source
from tests.support.loops import some
from vision.base.observation import Blind, Laid, Lifted, Observation
from vision.eyes.pipeline import Eyes
from vision.film.noise import Noise
from vision.film.script.script import Pace
from vision.film.table import Cloth
from vision.film.write import FilmOptions, Lay, ScriptStep, Sweep, gray_frames, write
from vision.marks.identity import CARDS
from vision.marks.symbologies import load
from vision.mat.layout import CARD_SIZES, Mat, seat_at

HD, FULL = (1280, 720), (1920, 1080)


@dataclass(frozen=True)
class Seen:
    laid: list[tuple[int | None, int, str]] = field(default_factory=list[tuple[int | None, int, str]])
    lifted: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])

    def note(self, observation: Observation, seats: int) -> None:
        match observation:
            case Laid():
                seat = seat_at(observation.x_mm, observation.y_mm, seats)
                self.laid.append((seat, observation.deck, observation.card))
            case Lifted():
                self.lifted.append((observation.deck, observation.card))
            case Blind():
                raise AssertionError(observation)


def script(seats: int, cards: int, seed: int) -> list[ScriptStep]:
    """Tricks with second cards, duplicates of cards that lie or were swept, and all kinds of cards."""
    random = np.random.default_rng(seed)
    pack = [str(card) for card in random.permutation(CARDS)]
    steps: list[ScriptStep] = []
    used: list[str] = []
    lead = 0
    while len(used) < cards:
        for seat in ((lead + place) % seats for place in range(seats)):
            used.append(pack[len(used)])
            steps.append(Lay(seat, used[-1]))
            if random.random() < 0.3:
                other = used[int(random.integers(len(used)))] if random.random() < 0.5 else pack[len(used) + 40]
                steps.append(Lay(seat, other))
        lead = int(random.integers(seats))
        steps.append(Sweep(lead))
    return steps


def watch(
    steps: Sequence[ScriptStep],
    seats: int,
    seed: int,
    noise: Noise,
    size: tuple[int, int] = HD,
    symbology: str = "aruco",
    table: Cloth = "felt",
    card: str = "63x88",
    twice: bool = False,
) -> tuple[Seen, Eyes]:
    eyes = Eyes(
        load(symbology, [0], twice=True) if twice else load(symbology), Mat(card=CARD_SIZES[card]), seats, decks=[0]
    )
    seen = Seen()
    look: FilmOptions = {
        "seed": seed,
        "noise": noise,
        "size": size,
        "symbology": symbology,
        "table": table,
        "card": card,
    }
    for seconds, gray in gray_frames(steps, seats, **look):
        for observation in eyes.feed(seconds, gray):
            seen.note(observation, seats)
    return seen, eyes


def expected(steps: Sequence[ScriptStep], decks: Sequence[int] = (0,)) -> list[tuple[int | None, int, str]]:
    return [(step.seat, step.deck, step.card) for step in steps if isinstance(step, Lay) and step.deck in decks]


def check(steps: Sequence[ScriptStep], seen: Seen) -> None:
    assert seen.laid == expected(steps)
    assert sorted(seen.lifted) == sorted((deck, card) for _, deck, card in expected(steps))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("noise", ["none", "low"])
def test_small_pictures(seats: int, noise: Noise) -> None:
    steps = script(seats, 4, seed=seats)
    check(steps, watch(steps, seats, seats, noise, table="wood" if seats % 2 else "felt")[0])


def test_copies_of_a_card_lie_in_one_trick_and_are_told_apart() -> None:
    steps = [Lay(seat, card) for seat, card in enumerate(("H10@2", "CQ@1", "H10@1", "CQ@2"))]
    check([*steps, Sweep(0)], watch([*steps, Sweep(0)], 4, 1, "low", twice=True)[0])


@pytest.mark.parametrize("seats", [3, 5])
def test_large_pictures_and_tarot_cards(seats: int) -> None:
    steps = script(seats, 4, seed=seats + 50)
    check(steps, watch(steps, seats, seats, "low", size=FULL, card="61x112")[0])


@pytest.mark.parametrize("symbology", ["qr_zxing", "qr_zbar"])
@pytest.mark.parametrize("noise", ["none", "low"])
def test_qr_marks(symbology: str, noise: Noise) -> None:
    steps = script(4, 4, seed=9)
    check(steps, watch(steps, 4, 9, noise, size=FULL, symbology=symbology)[0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_more_seeds(seed: int, seats: int) -> None:
    steps = script(seats, 6, seed=100 * seats + seed)
    check(steps, watch(steps, seats, seed, "low", size=FULL, table="wood" if seed % 2 else "felt")[0])


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_on_a_bad_evening_a_card_may_be_missed_but_none_is_wrong(seats: int) -> None:
    """These scripts lay second copies on the first: where a mark of each must be seen at once, one may stay unread."""
    steps = script(seats, 6, seed=100 * seats + 2)
    seen = Counter(watch(steps, seats, 2, "high", size=FULL)[0].laid)
    there = Counter(expected(steps))
    assert not seen - there
    assert (there - seen).total() <= 1


def test_cards_of_foreign_decks_are_refused_and_counted() -> None:
    steps: list[ScriptStep] = [
        Lay(0, "SA"),
        Lay(1, "SA", deck=3),
        Lay(1, "HK"),
        Lay(0, "D7", deck=5),
        Sweep(0),
        Lay(1, "T1"),
    ]
    seen, eyes = watch(steps, 2, 1, "low")
    assert seen.laid == expected(steps)
    assert sorted(seen.lifted) == [(0, "HK"), (0, "SA")]
    assert eyes.counts.refused > 0


def test_a_third_card_on_top_of_two_and_of_its_own_like() -> None:
    steps: list[ScriptStep] = [
        Lay(0, "SA"),
        Lay(0, "H9"),
        Lay(0, "T7"),
        Lay(1, "DK"),
        Lay(1, "C2"),
        Lay(1, "C2"),
        Sweep(0),
    ]
    check(steps, watch(steps, 2, 3, "low")[0])


@pytest.mark.parametrize("noise", ["none", "low"])
@pytest.mark.parametrize("table", ["felt", "wood"])
def test_hands_alone_are_nothing(noise: Noise, table: Cloth) -> None:
    seen, eyes = watch([Sweep(seat) for seat in (0, 3, 1, 2, 0)], 4, 5, noise, table=table)
    assert seen == Seen()
    assert eyes.counts.idle < eyes.counts.frames


def test_an_empty_table_is_nothing_and_costs_no_reading() -> None:
    seen, eyes = watch([], 3, 2, "low")
    assert seen == Seen()
    assert eyes.counts.readings == 0


def test_cards_that_lie_there_from_the_start_are_observed() -> None:
    steps: list[ScriptStep] = [Lay(0, "SA"), Lay(1, "HK"), Lay(2, "D7"), Sweep(1)]
    film = list(gray_frames(steps, 3, seed=4, size=HD, pace_seconds=1.6))
    pace = Pace.of(15, 1.6)
    last_still_frames = pace.bring + pace.gather + pace.still + 12
    eyes, seen = Eyes(load("aruco"), Mat(), 3, decks=[0]), Seen()
    for seconds, gray in film[-last_still_frames:]:
        for observation in eyes.feed(seconds, gray):
            seen.note(observation, 3)
    assert sorted(seen.laid, key=str) == expected(steps)
    assert sorted(seen.lifted) == [(0, "D7"), (0, "HK"), (0, "SA")]


def test_a_covered_corner_is_named_until_it_is_seen() -> None:
    _, picture = next(gray_frames([], 3, size=HD))
    hidden = picture.copy()
    hidden[: HD[1] // 4, : HD[0] // 4] = 90
    eyes = Eyes(load("aruco"), Mat(), 3, decks=[0])
    for number in range(6):
        assert eyes.feed(number / 15, hidden) == ()
    assert eyes.trouble is not None
    assert eyes.trouble.corners == ("top left",)
    assert eyes.feed(1, picture) == ()
    assert eyes.trouble is None


def test_the_whole_way_through_a_film_file(tmp_path: Path) -> None:
    steps = script(3, 4, seed=77)
    path = tmp_path / "table.avi"
    write(path, steps, 3, seed=77, noise="low", size=HD)
    eyes, seen = Eyes(load("aruco"), Mat(), 3, decks=[0]), Seen()
    with open_source(str(path)) as camera:
        observed = [(seconds, one) for seconds, gray in camera for one in eyes.feed(seconds, gray)]
    for seconds, observation in some(observed):
        assert not isinstance(observation, Blind)
        assert observation.seconds == seconds
        seen.note(observation, 3)
    check(steps, seen)
