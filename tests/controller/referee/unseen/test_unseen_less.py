"""Less seen, less said, taken strictly: an accusation is the same only of the same seats, for the same play and card.

A look before a card in turn says that a card of the trick was not found again; without it the record says that all lay
there, which is not less.
"""

from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from random import Random

import pytest

from controller.record.events import Event, Played, Seen
from controller.referee import fold
from controller.rules.results import Result, Verdict
from tests.support import disturbed, eye
from tests.support.eye import Blur, Seeing
from tests.support.honest import seeds

SEEDS = (*seeds(2), 48)


@cache
def evening(seed: int) -> tuple[disturbed.Played, Blur, Seeing]:
    """A match with faults, and how an eye sees it: well, or not so well."""
    played = disturbed.match(seed, honesty=0.8, order=0.95)
    blur = eye.disturbed(played.table, Random(seed), much=0.5) if seed % 2 else Blur()
    return played, blur, eye.written(played.table, blur)


def said(results: tuple[Result, ...], of: Mapping[int, int]) -> set[Hashable]:
    """Each accusation: its kind, its seat and card and the true line of the play, or its seats and deal."""
    verdicts = (one for one in results if isinstance(one, Verdict))
    return {
        (one.kind, one.seats, one.deal, one.rule) if one.seat is None else (one.kind, one.seat, one.card, of[one.event])
        for one in verdicts
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_seen_less_adds_no_accusation(seed: int) -> None:
    played, blur, seeing = evening(seed)
    random = Random(seed)
    for _ in range(4):
        blur = eye.worse(random, played.table, blur)
        less = eye.written(played.table, blur)
        before, now = (said(one.results, one.of) for one in (seeing, less))
        assert now <= before, blur
        seeing = less


def without_a_look(seeing: Seeing) -> Iterator[tuple[tuple[Event, ...], dict[int, int]]]:
    """The record without one of its looks, and the true lines of what is left."""
    stages = {stage.number: stage.match for stage in fold.fold(seeing.events)}
    for line, event in enumerate(seeing.events, 1):
        after = seeing.events[line] if line < len(seeing.events) else None
        deal = stages[line].deal
        in_turn = isinstance(after, Played) and deal is not None and after.seat == deal.to_play
        if isinstance(event, Seen) and not in_turn:
            of = {number - (number > line): true for number, true in seeing.of.items() if number != line}
            yield (*seeing.events[: line - 1], *seeing.events[line:]), of


@pytest.mark.parametrize("seed", SEEDS)
def test_no_line_of_what_was_seen_is_missed_by_an_accusation(seed: int) -> None:
    _, _, seeing = evening(seed)
    before = said(seeing.results, seeing.of)
    records = [*without_a_look(seeing)]
    looked_at = Random(seed).sample(records, min(len(records), 5))
    results = [tuple(result for stage in fold.fold(events) for result in stage.results) for events, _ in looked_at]
    added = [said(found, of) - before for found, (_, of) in zip(results, looked_at, strict=True)]
    assert not any(added)


def test_the_evenings_are_worth_asking() -> None:
    accused = [len(said(seeing.results, seeing.of)) for _, _, seeing in map(evening, SEEDS)]
    looks = [len([*without_a_look(seeing)]) for _, _, seeing in map(evening, SEEDS)]
    assert sum(accused) > 40
    assert sum(looks) > 40
