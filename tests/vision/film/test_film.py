from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from groundwork.picture import Bgr
from vision.film.noise import Noise
from vision.film.script.plan import Director
from vision.film.script.script import LEAD, STILL, Moment, Pace
from vision.film.write import FilmNotWrittenError, Lay, ScriptStep, Sweep, frames, write
from vision.marks.identity import UnknownCardError
from vision.mat.layout import AREAS, CARD_SIZES, Mat, seat_at

SMALL = (480, 270)
TRICK: list[ScriptStep] = [Lay(0, "SA"), Lay(1, "H10"), Lay(1, "T21"), Lay(0, "SA", deck=1), Sweep(1), Lay(0, "JO")]


def plan(steps: list[ScriptStep], seats: int = 2, seed: int = 0, fps: float = 15, size: str = "63x88") -> list[Moment]:
    pace = Pace.of(fps, 0.9)
    return list(Director(seats, Mat(card=CARD_SIZES[size]), pace, np.random.default_rng(seed)).play(steps))


def drawn(seed: int = 0, noise: Noise = "low") -> list[Bgr]:
    return list(frames(TRICK[:2], 2, seed=seed, noise=noise, size=SMALL))


@pytest.mark.parametrize("noise", ["none", "low", "high"])
def test_the_same_seed_draws_the_same_film(noise: Noise) -> None:
    assert all(np.array_equal(a, b) for a, b in zip(drawn(3, noise), drawn(3, noise), strict=True))


def test_another_seed_draws_another_film() -> None:
    assert not np.array_equal(drawn(3)[0], drawn(4)[0])


@pytest.mark.parametrize("fps", [5, 10, 15, 30])
def test_still_frames_lie_between_any_two_cards(fps: float) -> None:
    moments = plan(TRICK, fps=fps)
    still = [not moment.moving and moment.hand is None for moment in moments]
    runs = [len(run) for run in "".join("s" if s else "m" for s in still).split("m") if run]
    assert len(runs) == len(TRICK) + 1
    assert runs[0] == LEAD
    assert min(runs) >= STILL


@pytest.mark.parametrize("seats", AREAS)
@pytest.mark.parametrize("size", CARD_SIZES)
@pytest.mark.parametrize("seed", range(5))
def test_cards_come_to_rest_in_their_seats_area_side_by_side(seats: int, size: str, seed: int) -> None:
    steps: list[ScriptStep] = [Lay(seat, card) for seat in range(seats) for card in ("SA", "HA")]
    laid = plan(steps, seats, seed, size=size)[-1].laid
    assert [seat_at(pose.x_mm, pose.y_mm, seats) for pose in laid] == [seat for seat in range(seats) for _ in range(2)]
    card = CARD_SIZES[size]
    apart = [np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) for a, b in pairwise(laid)]
    assert min(apart) >= card.width_mm


def test_a_sweep_takes_everything_and_moves_several_cards_at_once() -> None:
    moments = plan([Lay(0, "SA"), Lay(1, "SK"), Lay(2, "SQ"), Sweep(1)], seats=3)
    assert moments[-1].laid == ()
    assert max(len(moment.moving) for moment in moments) > 1


def test_progress_counts_every_frame() -> None:
    told: list[tuple[int, int]] = []
    count = sum(1 for _ in frames(TRICK[:2], 2, size=SMALL, progress=lambda done, of: told.append((done, of))))
    assert told == [(number, count) for number in range(1, count + 1)]


def test_an_unknown_card_is_refused() -> None:
    with pytest.raises(UnknownCardError, match="'S99'"):
        list(frames([Lay(0, "S99")], 2, size=SMALL))


def test_a_film_that_cannot_be_written_says_where(tmp_path: Path) -> None:
    with pytest.raises(FilmNotWrittenError, match="nowhere"):
        write(tmp_path / "nowhere" / "film.avi", TRICK[:1], 2, size=SMALL)
