"""Nobody is accused where cards are read by their faces, and all else is as with marks."""

from dataclasses import replace

import pytest

from controller.record.events import Amend, Event, Ruling, Undo
from controller.record.text import parse, to_line
from controller.referee.fold import fold
from controller.rules.results import ErrorResult, MatchResult, Result, Verdict
from tests.support.examples import EXAMPLES, Example

ACCUSED = [one for one in EXAMPLES if one.match.verdicts and not any(isinstance(line, Ruling) for line in one.events)]


def by_faces(example: Example) -> list[Event]:
    return [replace(example.opening, cards="faces"), *example.events[1:]]


def results(lines: list[Event]) -> list[Result]:
    return [result for stage in fold(lines) for result in stage.results]


def unaccused(found: list[Result]) -> list[Result]:
    told = (one for one in found if not isinstance(one, Verdict | ErrorResult))
    return [replace(one, verdicts=0) if isinstance(one, MatchResult) else one for one in told]


@pytest.mark.parametrize("example", ACCUSED, ids=str)
def test_everything_but_the_verdicts_follows_from_a_record(example: Example) -> None:
    lines = by_faces(example)
    found = results(lines)
    assert not any(isinstance(one, Verdict) for one in found)
    assert unaccused(found) == unaccused(results(list(example.events)))
    *_, last = fold(lines)
    assert last.match.verdicts == ()
    *_, undone = fold([*lines, Undo(n=1)])
    assert undone.match.verdicts == ()


def test_a_card_that_is_refused_is_told_and_is_nobodys_fault() -> None:
    refused = [
        verdict
        for example in ACCUSED
        for verdict in example.match.verdicts
        if verdict.kind in ("second-card", "duplicate-card", "foreign-card")
    ]
    errors = [
        result
        for example in ACCUSED
        for result in results(by_faces(example))
        if isinstance(result, ErrorResult) and result.text.endswith("cannot be laid here: correct it if it was misread")
    ]
    assert refused
    assert [str(one.text).split()[0] for one in errors] == [str(one.card) for one in refused]


def test_no_correction_makes_a_verdict_of_it() -> None:
    lines = by_faces(ACCUSED[0])
    *_, last = fold([*lines, Amend(of=1, with_={"cards": None})])
    why = "event 1 cannot be amended: how its cards were read stays as it was"
    assert [(one.event, str(one.text)) for one in last.results if isinstance(one, ErrorResult)] == [
        (len(lines) + 1, why)
    ]
    assert last.match.verdicts == ()


def test_the_match_line_says_it_and_those_of_before_are_as_they_were() -> None:
    opening = ACCUSED[0].opening
    assert "cards" not in to_line(opening)
    said = replace(opening, cards="faces")
    assert parse(to_line(said)) == said
