"""A word of the auction that went unseen: the cards are kept, the word is asked for, and said later it counts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import get_args

import pytest

from controller.record.events import DealStart, Event, GameEvent, Gap, Insert, Missed, Played
from controller.record.text import to_fields
from controller.referee import fold
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, ErrorResult, Result, Verdict
from controller.table.unseen.auction import missing_word, place_word
from tests.support import disturbed, eye
from tests.support.eye import Blur
from tests.support.honest import seeds

SEEDS = seeds(2)
AUCTIONS = {
    "belote",
    "bridge",
    "coiffeur",
    "condor",
    "differenzler",
    "doppelkopf",
    "euchre",
    "handjass",
    "schieber",
    "skat",
    "spades",
    "tarot",
}


@dataclass(frozen=True)
class Lost:
    """A match of which a word of the auction was lost in a gap."""

    played: disturbed.Played
    events: tuple[Event, ...]
    """The record without the word."""
    word: Event
    answers: tuple[Event, ...]
    """People say of each gap that no card was played in it."""

    def told(self, at: int) -> list[Event]:
        """The record in which people have answered before the line at this place."""
        return [*self.events[:at], *self.answers, *self.events[at:]]

    @property
    def after_it(self) -> int:
        """The line of the next word of the auction, or of the first card."""
        holes = [number for number, event in enumerate(self.events, 1) if isinstance(event, Gap)]
        words = [number for number, event in enumerate(self.events, 1) if isinstance(event, GameEvent | Played)]
        return next(number for number in words if number > min(n for n in holes if n > self.dealt))

    @property
    def dealt(self) -> int:
        """The line of the deal."""
        return next(number for number, event in enumerate(self.events, 1) if isinstance(event, DealStart))

    @property
    def optional(self) -> bool:
        """Whether the play goes on without the word: an announcement that nobody has to make, or cards laid away."""
        return missing_word(fold.outcome(self.told(self.first))) is None

    @property
    def first(self) -> int:
        """The place of the first card in the record."""
        return next(place for place, event in enumerate(self.events) if isinstance(event, Played))


def counts(match: AnyMatch) -> bool:
    """Whether cards that are laid now count."""
    deal = match.deal
    return deal is not None and match.game.auction.playable(deal) is not None


def auction(played: disturbed.Played) -> list[int]:
    """The lines of the first deal's auction up to the word that ends it, in the record of one who sees everything."""
    lines: list[int] = []
    for before, after in pairwise(fold.fold(played.lines)):
        if counts(after.match):
            return [*lines, after.number] * isinstance(after.event, get_args(GameEvent))
        lines += [after.number] * (before.match.deal is not None)
    return []


def lost(seed: int, earlier: int = 0) -> Lost | None:
    """A match without the word that ends the auction, or one before it; None if it has none, or nothing is played."""
    played = disturbed.match(seed)
    lines = auction(played)[::-1]
    if len(lines) <= earlier or not played.table.cards:
        return None
    line = lines[earlier]
    [when] = [when for when, number, _ in played.table.words if number == line]
    seeing = eye.written(played.table, Blur(blind=(((when - 0.6, when + 0.1), "camera"),)))
    events = [event for number, event in enumerate(seeing.events, 1) if seeing.of[number] != line]
    first = next(place for place, event in enumerate(events) if isinstance(event, Played))
    deal = fold.outcome(events[:first]).deal
    answers = [Missed(of=hole, plays=(), over=False, src="console") for hole in (deal.holes if deal else ())]
    return Lost(played, tuple(events), played.lines[line - 1], tuple(answers))


CASES = {(seed, earlier): one for seed in SEEDS for earlier in (0, 1) if (one := lost(seed, earlier))}


def results(events: Sequence[Event]) -> list[Result]:
    """What the referee says of a record."""
    return [result for stage in fold.fold(events) for result in stage.results]


def faults(events: Sequence[Event]) -> list[Result]:
    """The errors and verdicts of a record."""
    return [one for one in results(events) if isinstance(one, ErrorResult | Verdict)]


def of_cards(events: Sequence[Event]) -> list[Result]:
    """The errors at cards, and the verdicts; a word that makes no sense yet may be one."""
    errors = {number for number, event in enumerate(events, 1) if isinstance(event, GameEvent)}
    return [one for one in faults(events) if not (isinstance(one, ErrorResult) and one.event in errors)]


def test_the_cases_are_of_every_game_that_has_an_auction() -> None:
    assert {case.played.name for case in CASES.values()} == AUCTIONS
    assert len(CASES) > 25


@pytest.mark.parametrize("case", CASES.values(), ids=map(str, CASES))
def test_no_card_is_an_error_while_the_word_is_missing(case: Lost) -> None:
    assert case.answers
    for record in (case.events, case.told(len(case.events)), case.told(case.first)):
        assert of_cards(record) == []
    match = fold.outcome(case.told(case.first))
    assert match.ended or not match.running or missing_word(match) is not None


@pytest.mark.parametrize("answered_first", [True, False])
@pytest.mark.parametrize("after", [0, 4, 1000])
@pytest.mark.parametrize("case", CASES.values(), ids=map(str, CASES))
def test_the_word_said_later_makes_the_score_whole(case: Lost, after: int, *, answered_first: bool) -> None:
    """After some cards, or after all: said before the gap is answered, or after that."""
    so_far = [*case.events[: case.first + after]]
    rest = case.events[case.first + after :]
    record = [*so_far, *case.answers] if answered_first else so_far
    word = replace(case.word, t=99.0, src="console")
    if case.optional:
        # Nothing lacks it: people write it into the history, before the word that it belongs to.
        record.append(Insert(before=case.after_it, event=to_fields(word), t=word.t, src=word.src))
    else:
        record.append(place_word(fold.outcome(record), record, word))
    later: Sequence[Event] = () if answered_first else case.answers
    record = [*record, *later, *rest]
    assert faults(record) == []
    said = [(one.score, one.points) for one in results(record) if isinstance(one, DealResult)]
    assert said == [(deal.score, deal.points) for deal in case.played.scores]
