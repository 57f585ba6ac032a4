"""The probability of a wrong card: each way to certainty, as docs/marks.md tells it, from what the code demands."""

from itertools import product
from math import comb, log2

import numpy as np
import pytest

from controller import games
from controller.prints.options import commands_of
from controller.record.events import MatchStart
from controller.record.message import Message
from controller.referee.fold import start
from controller.table.command_words import speaker
from groundwork.picture import Matrix, f64
from tests.support.vision.hidden_marks import MODULES, hidden
from vision.base.thresholds import THRESHOLDS
from vision.marks import squares_patient
from vision.marks.identity import COMMANDS, NUMBERS
from vision.marks.squares import cells_of

SECOND = THRESHOLDS.reader.second

TURNS = 4
WEIGHINGS = 4
"""Two outlines, each by light and by grey levels."""
GIVEN_UP = 8
"""Looks after which a thing is taken for no card, and as many glances."""
FALSE_FRAME = 5e-5
"""Of a landing, at most: a border that is made of two marks. `benchmarks.designs.false_frames` saw one with 120,000
cards, so that with a certainty of 95 in 100 it is rarer than 4.8 of so many."""
WORDS = 2**36
GOAL = 1e-9


def codes(game: str) -> int:
    """Words that are a card of a game's deck, or a command that is heard in it, at any turn; others are told only."""
    return TURNS * (len(games.load(game).deck) + len(commands_of(game)))


def every_code() -> Matrix:
    """The cells of each number at each quarter turn, row by row."""
    return np.array([np.rot90(cells_of(number), -turn).ravel() for number in range(NUMBERS) for turn in range(TURNS)])


def sure_mark(game: str) -> float:
    """Of the patient reader."""
    return codes(game) * len(SECOND) * WEIGHINGS * 2**-squares_patient.SURE * FALSE_FRAME


def one_corrected_bit(game: str) -> float:
    """Of the quick reader, as every look and glance reads."""
    within_one = 1 + comb(36, 1)
    return codes(game) * within_one / WORDS * 2 * GIVEN_UP * FALSE_FRAME


def two_candidates(game: str) -> float:
    """Of one card, where its geometry puts them."""
    tries = len(SECOND) * WEIGHINGS
    first = codes(game) * tries * 2**-squares_patient.CANDIDATE
    second = 3 * TURNS * tries * 2**-squares_patient.CANDIDATE
    return first * second * FALSE_FRAME


@pytest.mark.parametrize("game", games.names())
def test_all_ways_to_certainty_together_are_wrong_once_in_more_than_a_billion_landings(game: str) -> None:
    assert 0 < two_candidates(game) < GOAL / 1000 < sure_mark(game) + one_corrected_bit(game) < GOAL - GOAL / 1000


@pytest.mark.parametrize("game", games.names())
def test_a_command_that_the_game_does_not_hear_changes_nothing(game: str) -> None:
    """So a false frame that is taken for one of them is told, and is no card and no word."""
    seats = games.load(game).seats[0]
    match = start(MatchStart(game=game, seats=tuple("ABCDE"[:seats])))
    unheard = {*COMMANDS} - {*commands_of(game)}
    assert len(unheard) > 20
    assert {word for word in unheard if not isinstance(speaker(match, word, 0), Message)} == set()


def test_a_candidate_alone_would_not_be_enough() -> None:
    assert codes("coiffeur") * len(SECOND) * WEIGHINGS * 2**-squares_patient.CANDIDATE * FALSE_FRAME > GOAL


def test_any_two_numbers_differ_in_eleven_cells_at_any_turn() -> None:
    every = np.array([np.rot90(cells_of(number), -turn).ravel() for number in range(NUMBERS) for turn in range(TURNS)])
    agreement = every @ every.T
    np.fill_diagonal(agreement, -np.inf)
    least = int(36 - agreement.max()) // 2
    assert least == 11
    # A mark of another card needs so many of those cells changed; where clear ones err once in 10,000 that is never.
    flaws = 2
    assert log2(37 * comb(11, flaws)) + (least - flaws) * log2(1e-4) < -100


@pytest.mark.parametrize("step", [2.0, pytest.param(0.5, marks=pytest.mark.slow)])
def test_no_mark_of_which_a_card_hides_up_to_half_shows_another_number(step: float) -> None:
    """The edge of the card that lies over it is taken for the mark's own, so that what is left of it is stretched."""
    every, own = every_code().astype(np.float32), TURNS * np.arange(NUMBERS)[:, None] + np.arange(TURNS)
    least_cells, most_bits, steps = 36, 0.0, np.arange(0, MODULES / 2 + step / 2, step)
    ways = [way for way in product(steps, steps, range(TURNS)) if way[0] or way[1]]
    assert len(ways) == TURNS * (len(steps) ** 2 - 1) > 30
    for first, second, side in ways:
        cells = hidden(first, second, side).astype(np.float32)
        agreement, alike = cells @ every.T, np.sign(cells) @ every.T
        for scores in (agreement, alike):
            np.put_along_axis(scores, own, -np.inf, axis=1)
        least_cells = min(least_cells, int((36 - alike.max()) // 2))
        # What agrees best is weighed alone: weighing takes long.
        best = agreement.argmax(axis=1)
        likely = np.argsort(agreement.max(axis=1) / np.abs(cells).sum(axis=1))[-20:]
        most_bits = max(
            most_bits, float(squares_patient.bits_of_evidence(f64(cells[likely]), f64(every[best[likely]])).max())
        )
    assert least_cells > 1, "the quick reader corrects one cell"
    assert 20 < most_bits < squares_patient.SURE - 4
