"""A question about two cards read by faces: asked by itself once the deal is over, and told as no more than that."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from controller.live.evidence import pictures
from controller.live.session import AnnounceOptions, MatchSession
from controller.live.table import LiveTable
from controller.peripherals import signals, voice
from controller.record.events import Answered, MatchStart, Question
from controller.store.journal import Journal
from tests.support import disturbed
from tests.support.listener import Listener
from tests.support.read_by_faces import Reader, read

READ = read(disturbed.match(disturbed.seed_of("coiffeur", 4, 17), honesty=0.97), Random(0), Reader())
WAITS = "a question waits"


@pytest.mark.parametrize("policy", ["training", "club"])
def test_the_table_hears_of_a_question_after_the_deal_and_of_a_verdict_after_two_yes(
    policy: str, tmp_path: Path
) -> None:
    opening, listener = READ.lines[0], Listener()
    assert isinstance(opening, MatchStart)
    with Journal(tmp_path / "record.jsonl") as journal:
        options = AnnounceOptions("training" if policy == "training" else "club")
        table = LiveTable(MatchSession(journal, opening, options))
        table.subscribe(listener)
        for event in READ.lines[1:]:
            assert all(WAITS not in face.status for face in listener.faces)
            table.enter(event)
        match, asked = table.session.match, listener.news[-1]
        question = match.question
        assert question is not None
        assert [type(event) for event in journal.events[len(READ.lines) :]] == [Question]
        assert WAITS in listener.faces[-1].status
        assert not any(face.alert.text for face in listener.faces)
        assert signals.event_signal(asked) == "check"
        assert [text for _lang, text in voice.event_phrases(asked, "en", ("verdict", "score"))] == ["A question waits."]
        assert not pictures(question.verdict, journal.events)
        accused = question.verdict.seat or 0
        for seat in (accused, (accused + 1) % 4):
            assert match.verdicts == ()
            table.enter(Answered(of=question.line, seat=seat, yes=True), only_possible=True)
            match = table.session.match
        assert match.verdicts == (question.verdict,)
        assert listener.faces[-1].alert.text == question.verdict.text
        assert WAITS not in listener.faces[-1].status
        assert table.session.announced == (question.verdict,)
        again = MatchSession(journal, replace(opening), options)
        assert again.match.questions == match.questions
