"""Sentences of events, and of failures half-way."""

import re
from html import unescape
from pathlib import Path

import pytest

from controller.console.actions.base import Action, ActionPlan, ActionRequest
from controller.console.actions.runner import ActionRunner
from controller.console.http.streams import sentences
from controller.console.security.roles import Role
from controller.console.words.events import words
from controller.console.words.gettext import aloud
from controller.live.session import MatchSession, Update
from controller.record.events import Amend, Collect, Event, Insert, Undo
from controller.record.text import parse_fields
from controller.rules import standing
from controller.rules.results import DealResult, MatchResult
from controller.rules.sheet import signed
from controller.store.journal import Journal, JournalError
from tests.support.console.console_rig import DEAL, REVOKED, Rig, play
from tests.support.console.page_reader import heard
from tests.support.examples import Example, each_example
from tests.support.loops import some


@each_example
def test_every_event_is_said_and_every_deal_with_its_scores(example: Example, tmp_path: Path) -> None:
    with Journal(tmp_path / "said.jsonl") as journal:
        session = MatchSession(journal, example.opening)
        for event in some(example.events[1:]):
            news = session.add(event)
            said = " ".join(sentences(news))
            assert "{" not in said.replace(words(news.match.names, event), "")
            assert all(part in said for part in _wanted(news))


def _wanted(news: Update) -> list[str]:
    """What must be in the words of an event."""
    wanted: list[str] = [aloud(told.verdict.text) for told in news.announcements]
    for result in news.results:
        if isinstance(result, DealResult) and result.score and any(result.score):
            wanted += [signed(own).removeprefix("+") for own in result.score if own is not None]
            wanted += [f"{aloud(remark)[1:]}." for remark in result.breakdown.remarks]
        if isinstance(result, MatchResult):
            wanted.append(f"{standing.result(news.match)}.")
    return wanted


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Undo(n=2), "The last step was taken back."),
        (Insert(before=3, event={"e": "play", "seat": 0, "card": "S6"}), "Added: Anna: 6 of spades."),
        (play(7, "SA"), "seat 7: ace of spades."),
        (Collect(), "the trick was gathered."),
    ],
)
def test_corrections_say_what_holds_now(rig: Rig, event: Event, said: str) -> None:
    rig.enter(REVOKED[:3])
    rig.table.enter(event)
    assert next(sentences(rig.context.newest.value.updates[-1])) == said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"card": "H9"}, "a reading corrected to ♥9"),
        ({"seat": 1, "card": "S10"}, "a reading corrected to Berta, ♠10"),
        ({"points": 50}, "a reading corrected to 50"),
    ],
)
def test_a_corrected_reading_says_what_it_was_corrected_to(fields: dict[str, object], said: str) -> None:
    assert words(("Anna", "Berta", "Carla"), parse_fields({"e": "amend", "of": 3, "with": fields})) == said


def test_a_step_that_can_be_taken_back_says_which_card_was_corrected_to_what(rig: Rig) -> None:
    rig.enter([*REVOKED[:4], Amend(of=5, with_={"card": "HQ"})])
    player = rig.phone(Role.PLAYER)
    for path in ("/", "/say"):
        assert "Take back the correction to queen of hearts" in heard(player.get(path)[1]), path
    assert "Anna: queen of diamonds corrected to queen of hearts" in heard(player.get("/history")[1])
    assert player.do("undo", of=6) == (200, "Taken back: the correction to queen of hearts.")


def test_an_action_that_is_written_half_goes_on_where_it_was(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def both(ask: ActionRequest) -> ActionPlan:
        del ask
        return ActionPlan((DEAL, play(1, "H10")))

    rig.app.state.runner = ActionRunner(rig.context, {"both": Action("both", Role.PLAYER, both)})
    phone, key, append = rig.phone(Role.PLAYER), rig.context.keys.mint(), rig.journal.append

    def full(event: Event) -> int:
        if event.e == "play":
            raise JournalError("no room")
        return append(event)

    with monkeypatch.context() as patch:
        patch.setattr(rig.journal, "append", full)
        assert phone.do("both", key=key) == (503, "It cannot be written: no room")
    assert rig.said == [DEAL]
    assert [phone.do("both", key=key) for _ in range(2)] == [(200, "Anna deals Berta: 10 of hearts")] * 2
    assert rig.said == [DEAL, play(1, "H10")]


def test_a_word_that_means_nothing_is_refused_in_the_tables_words(rig: Rig) -> None:
    rig.app.state.runner = ActionRunner(
        rig.context, {"say": Action("say", Role.PLAYER, lambda _: ActionPlan(word="uphold"))}
    )
    assert rig.phone(Role.PLAYER).do("say") == (409, "there is no open verdict to uphold")


def test_a_fault_of_the_program_is_logged_and_told_in_a_sentence(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(match: object) -> None:
        raise ZeroDivisionError(str(match)[:9])

    monkeypatch.setattr("controller.console.pages.sheet.score_sheet.grid", broken)
    status, page = rig.phone().get("/sheet")
    assert (status, "the game goes on" in page, "ZeroDivision" in page) == (500, True, False)
    assert "could not answer /sheet" in caplog.text
    assert rig.phone().get("/")[0] == 200


def test_no_french_line_begins_with_a_mark_that_stands_behind_a_space(rig: Rig) -> None:
    rig.enter(REVOKED)
    reader = rig.phone(Role.ARBITER)
    reader.client.cookies.set("lang", "fr")
    for path in some(("/", "/verdicts", "/verdicts/1?steps=1", "/history", "/more", "/setup", "/fix")):
        shown = re.sub(r"<(style|script).*?</\1>|<[^>]*>", "", reader.get(path)[1], flags=re.DOTALL)
        assert re.findall(r"\w+ [:;?!»]", unescape(shown)) == [], path
        assert "\N{NO-BREAK SPACE}" in unescape(shown) or path not in {"/verdicts", "/verdicts/1?steps=1"}, path
