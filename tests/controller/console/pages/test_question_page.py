"""A question about cards read by their faces, on the phones: whoever it is about and one other player answer."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from controller.console.security.roles import Role
from controller.live.evidence import evidence_jpeg
from controller.record.events import Amend, Answered, MatchStart, Played
from controller.store.journal import Journal
from controller.store.pictures import FOLDER
from tests.support import disturbed
from tests.support.console.console_rig import Phone, Rig
from tests.support.read_by_faces import Reader, read

READ = read(disturbed.match(disturbed.seed_of("coiffeur", 4, 17), honesty=0.97), Random(0), Reader())
GRAY = np.full((200, 300), 90, np.uint8)


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Rig]:
    opening = READ.lines[0]
    assert isinstance(opening, MatchStart)
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, opening)
        rig.enter(READ.lines[1:])
        assert rig.session.match.question is not None
        yield rig


def seats(rig: Rig) -> tuple[int, int, int]:
    """The line of the question, who is accused, and another player."""
    question = rig.session.match.question
    assert question is not None
    accused = question.verdict.seat or 0
    return question.line, accused, (accused + 1) % 4


def of(rig: Rig, seat: int) -> Phone:
    return rig.phone(Role.PLAYER, rig.session.match.names[seat])


def test_each_answers_on_the_own_phone_and_two_yes_are_a_verdict(asked: Rig) -> None:
    line, accused, other = seats(asked)
    for seat in (other, accused):
        phone = of(asked, seat)
        page = phone.get("/question")[1]
        assert f'id="yes-{seat}"' in page
        assert page.count('id="yes-') == 1
        assert asked.session.match.verdicts == ()
        assert phone.do("answer", {"at": str(line), "seat": str(seat), "says": "yes"})[0] == 200
    assert [one.seat for one in asked.session.match.verdicts] == [accused]
    assert asked.said[-2:] == [Answered(of=line, seat=seat, yes=True) for seat in (other, accused)]
    assert 'id="yes-' not in of(asked, accused).get("/question")[1]


def test_nobody_answers_for_somebody_else_but_who_rules(asked: Rig) -> None:
    line, accused, other = seats(asked)
    refused = of(asked, other).do("answer", {"at": str(line), "seat": str(accused), "says": "yes"})
    assert refused[1] == "Each player answers on the own phone, or an arbiter for all."
    owner = asked.phone(Role.OWNER, "Zora")
    assert owner.get("/question")[1].count('id="yes-') == 4
    owner.do("answer", {"at": str(line), "seat": str(accused), "says": "yes"})
    assert asked.said[-1] == Answered(of=line, seat=accused, yes=True, by="Zora")
    assert asked.phone(Role.VIEWER).get("/question")[0] == 303
    assert 'id="yes-' not in asked.phone(Role.VIEWER).get("/question")[1]


def test_a_no_asks_which_card_it_was_and_the_other_place_is_told_with_it(asked: Rig) -> None:
    line, accused, other = seats(asked)
    question = asked.session.match.question
    assert question is not None
    verdict = question.verdict
    of(asked, accused).do("answer", {"at": str(line), "seat": str(accused), "says": "no", "wrong": str(verdict.event)})
    assert asked.session.match.verdicts == ()
    assert asked.session.match.ledger[-1].result.score is None
    phone = of(asked, other)
    assert 'id="do-name"' in phone.get("/question")[1]
    proof = (verdict.proof or ("",))[0]
    phone.do("name-card", {"of": str(verdict.event), "card": proof})
    assert [one for one in asked.said if isinstance(one, Amend)] == [
        Amend(of=verdict.event, with_={"card": proof}),
        Amend(of=verdict.proved, with_={"card": verdict.card}),
    ]
    assert asked.session.match.unread == ()
    assert asked.session.match.ledger[-1].result.score is not None


def test_the_way_to_a_question_is_on_the_table_s_page_after_the_deal_alone(asked: Rig) -> None:
    phone = of(asked, seats(asked)[1])
    assert 'id="to-question"' in phone.get("/")[1]
    phone.do("undo", {"of": str(max(n for n, one in enumerate(READ.lines, 1) if isinstance(one, Played)))})
    assert 'id="to-question"' not in phone.get("/")[1]
    assert "No question waits." in phone.get("/question")[1]


def test_a_picture_that_is_on_its_way_to_the_disk_is_asked_for_again_until_it_is_there(tmp_path: Path) -> None:
    opening, taken = READ.lines[0], "2026-11-21T190000Z"
    assert isinstance(opening, MatchStart)
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, opening)
        for number, event in enumerate(READ.lines[1:], 2):
            picture = f"{taken}/{number:05}-d1-s0-SA.jpg"
            rig.enter([replace(event, img=picture) if isinstance(event, Played) else event])
        question = rig.session.match.question
        assert question is not None
        phone, again = of(rig, question.verdict.seat or 0), 'hx-trigger="load delay:2s"'
        assert again in phone.get("/question")[1]
        lines, folder = (question.verdict.event, question.verdict.proved), tmp_path / FOLDER
        (folder / taken).mkdir(parents=True)
        for line in lines:
            at = (10, 10), (50, 10), (50, 60), (10, 60)
            (folder / (rig.session.events[line - 1].img or "")).write_bytes(evidence_jpeg(GRAY, "picture", at))
        page = phone.get("/question")[1]
        assert [f'<image href="/question/{line}.jpg"' in page for line in lines] == [True, True]
        assert again not in page
