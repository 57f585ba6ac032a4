"""The numbers behind a score are told wherever it is told in text: deal by deal, event by event, and as it happens."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from controller.live import event_text
from controller.live.session import MatchSession
from controller.record.text import RecordText
from controller.referee.fold import fold
from controller.report import replay, summary
from controller.report.replay import sentences
from controller.rules.results import DealResult
from controller.store.resume import take_up
from tests.support import evenings
from tests.support.examples import EXAMPLES, Example, each_example

TEXTS: dict[str, Callable[[RecordText], Iterable[str]]] = {
    "deal by deal": replay.replay_lines,
    "event by event": replay.chronicle_lines,
    "of a film": lambda text: (
        line for stage in fold(text.events) for line in event_text.result_lines(stage.match, stage.results)
    ),
}
"""Reports of a record, by their kind."""


def behind(text: RecordText) -> list[str]:
    """What stands behind the scores of a record's deals, in its order."""
    return [
        str(sentence)
        for match, result in replay.outcomes(text)
        if isinstance(result, DealResult)
        for sentence in sentences(match, result)
    ]


def test_every_game_has_an_example_in_which_something_is_behind_a_score() -> None:
    found = {example.opening.game for example in EXAMPLES if behind(example.text)}
    assert found == {game for game, _ in evenings.TABLES}


@each_example
@pytest.mark.parametrize("told", TEXTS)
def test_the_breakdown_stands_below_the_score_in_each_text(example: Example, told: str) -> None:
    wanted = behind(example.text)
    lines = [line.strip() for line in TEXTS[told](example.text)]
    assert [line for line in lines if line in wanted] == wanted


def test_the_table_is_told_them_when_the_deal_is_over(tmp_path: Path) -> None:
    text = Example("handjass/4-down-to-the-loser").text
    with take_up(tmp_path, new=False) as journal:
        session = MatchSession(journal, text.opening)
        lines = [
            line.strip()
            for event in text.events[1:]
            for line in event_text.public_lines(session.add(event), summary.SILENT)
        ]
    wanted = behind(text)
    assert wanted
    assert [line for line in lines if line in wanted] == wanted
