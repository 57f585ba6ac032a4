"""Proposals for the verdicts of a match: one line each, for deals that are over and the one in progress."""

from controller.record.events import MatchStart, Ruling
from controller.referee.fold import outcome
from controller.report import summary
from tests.support import table_talk
from tests.support.loops import some

OPENING = MatchStart(game="coiffeur", seats=("Taro", "Jiro", "Hanako"))
LINES = next(
    lines
    for seed in range(99)
    for lines, _ in [table_talk.record(OPENING, seed, deals=2, honesty=0.7)]
    if len({verdict.deal for verdict in outcome(lines).verdicts}) > 1
)
"""Verdicts in more than one deal."""


def test_every_verdict_has_its_line_in_their_order() -> None:
    match = outcome(LINES)
    numbers = range(1, len(match.verdicts) + 1)
    told = list(summary.proposal_lines(match, "swiss"))
    assert [line.partition(":")[0] for line in told] == [f"swiss, verdict {number}" for number in numbers]
    assert [line for number in some(numbers) for line in summary.proposal_lines(match, "swiss", [number])] == told


def test_a_verdict_has_its_line_already_while_its_deal_is_played() -> None:
    proved = outcome(LINES).verdicts[-1].proved
    match = outcome(LINES[:proved])
    assert match.deal is not None
    assert match.verdicts[-1].deal == match.deal.number
    assert len(list(summary.proposal_lines(match, "swiss"))) == len(match.verdicts)


def test_dismissed_verdicts_and_the_silent_pack_have_none() -> None:
    match = outcome([*LINES, Ruling(verdict=1, decision="dismissed")])
    assert len(list(summary.proposal_lines(match, "swiss"))) == len(match.verdicts) - 1
    assert list(summary.proposal_lines(match, "swiss", [1])) == []
    assert list(summary.proposal_lines(match, "record")) == []
