"""Alerts on the displays of a table and their durations, each stated by its subject."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.live import scoreboard
from controller.live.alert_board import AlertBoard, Invitation, Invite, no_invitation
from controller.live.scoreboard import PLAIN, ComposedFace, TableState, about
from controller.live.session import AnnounceOptions, MatchSession
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, Event, MatchStart, Played, Undo
from controller.record.message import Message
from controller.referee.fold import outcome
from controller.rules.results import Verdict
from controller.store.journal import Journal
from firmware_bridge.displays import kiosk
from firmware_bridge.face.face import Alert, Face

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
DEAL: list[Event] = [
    DealStart(dealer=2),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((0, "H7"), (1, "DQ"), (2, "H8"))),
    Collect(),
]
FOUL = [*DEAL, *(Played(seat=seat, card=Card(card)) for seat, card in ((2, "H9"), (0, "HA"), (1, "H10")))]
ADDRESS = "http://schiri.local:8080/"


@dataclass
class Table:
    """A table nobody films, its board, and all that was shown."""

    journal: Journal
    invite: Invite = no_invitation
    shown: list[ComposedFace] = field(default_factory=list[ComposedFace])

    def __post_init__(self) -> None:
        self.session = MatchSession(self.journal, OPENING, AnnounceOptions("training"))
        self.board = AlertBoard(self.session, self.shown.append, lambda match: self.invite(match))

    def enter(self, events: list[Event]) -> None:
        for event in events:
            self.board.show_update(self.session.add(event))

    @property
    def faces(self) -> list[Face]:
        return [one.face for one in self.shown]

    @property
    def alert(self) -> Alert:
        return self.faces[-1].alert

    def say(self, word: str) -> None:
        self.board.forget_last_answer()
        self.session.say(word, 1.0, "button")
        self.board.refresh()

    def confirm(self) -> None:
        self.board.confirm()
        self.board.refresh()

    def confirmed(self) -> Alert:
        """What is shown after somebody has confirmed what was shown."""
        self.confirm()
        return self.alert

    def accused(self, kind: str) -> Verdict:
        [found] = [verdict for verdict in self.session.announced if verdict.kind == kind]
        return found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with ExitStack() as stack:
        yield Table(stack.enter_context(Journal(tmp_path / "a.jsonl")))


def test_a_verdict_is_shown_as_what_it_is_about_until_that_accusation_is_confirmed(table: Table) -> None:
    table.enter(FOUL)
    revoke = table.accused("revoke")
    assert table.alert == Alert(revoke.text, "verdict", about(revoke))
    table.confirm()
    assert table.alert == Alert()
    table.enter([Collect()])
    assert table.alert == Alert()
    assert table.shown[-1].state.confirmed >= {revoke.accusation}


def test_a_withdrawn_verdict_says_which_and_stays_until_the_next_event_or_until_it_is_confirmed(table: Table) -> None:
    for last in (table.board.refresh, table.confirm):
        table.enter(FOUL if not table.session.match.running else FOUL[-1:])
        revoke = table.accused("revoke")
        table.enter([Undo(n=1)])
        assert (table.alert.kind, table.alert.about) == ("withdrawn", about(revoke))
        assert table.alert.text == f"withdrawn: {revoke.text}"
        table.board.refresh_if_changed()
        assert table.alert.kind == "withdrawn"
        last()
        assert table.alert.kind == ("withdrawn" if last == table.board.refresh else "notice")


def test_the_next_event_ends_what_was_withdrawn(table: Table) -> None:
    table.enter(FOUL)
    table.enter([Undo(n=1), Played(seat=1, card=Card("HJ"))])
    assert table.alert.kind != "withdrawn"


def test_a_call_goes_before_answers_and_behind_verdicts_and_stays_until_it_is_taken_back(table: Table) -> None:
    table.say("take")
    assert table.alert == Alert("take means nothing in Mittlere", "answer")
    table.say("arbiter")
    assert table.alert == Alert("somebody asks for the arbiter", "call")
    kinds = [table.confirmed().kind]
    table.enter(FOUL)
    kinds += [table.alert.kind, table.confirmed().kind]
    assert kinds == ["call", "verdict", "call"]
    table.say("arbiter")
    assert table.alert == Alert()


def test_events_that_are_not_saved_stay_and_every_face_says_so(table: Table) -> None:
    table.journal.unsaved, table.journal.trouble = 1, Message("the disk is full")
    table.enter(FOUL)
    assert table.faces[-1].status.startswith("NOT SAVED, ")
    assert table.alert.kind == "verdict"
    for _ in range(2):
        table.confirm()
        assert table.alert == Alert("the disk is full", "trouble")
    table.journal.unsaved, table.journal.trouble = 0, ""
    table.board.refresh_if_changed()
    assert (table.alert, "NOT SAVED" in table.faces[-1].status) == (Alert(), False)


def test_a_confirmed_notice_is_shown_again_once_another_came_between(table: Table) -> None:
    """Until the table is told something else: then the same words are news again."""
    table.say("take")
    notice = table.alert
    table.confirm()
    assert table.alert == Alert()
    table.board.refresh()
    assert table.alert == Alert()
    table.session.say("undo", 1.0, "button")
    table.board.refresh()
    assert table.alert.text == "nothing has happened that could be taken back"
    table.session.say("take", 1.0, "button")
    table.board.refresh()
    assert table.alert == notice


def test_a_trouble_goes_before_all_else_and_is_not_confirmed(table: Table) -> None:
    table.enter(FOUL)
    table.board.trouble(Message("camera or mat moved; wait until they rest"))
    table.confirm()
    assert table.alert == Alert("camera or mat moved; wait until they rest", "trouble")
    table.board.trouble("")
    assert table.alert == Alert()


def test_the_page_and_its_code_reach_the_displays_until_the_first_deal(table: Table) -> None:
    table.invite = lambda match: Invitation("" if match.running else "owner code 123 456", ADDRESS)
    table.board.repaint()
    idle = table.faces[-1]
    assert (idle.rows, idle.address, idle.alert) == ((), ADDRESS, Alert("owner code 123 456", "code"))
    content = kiosk.content(idle)
    assert content["address"] == "schiri.local:8080"
    assert content["code"]["path"]
    table.board.trouble(Message("the source gave no picture"))
    assert (table.alert.kind, table.faces[-1].address) == ("trouble", ADDRESS)
    table.enter(DEAL[:1])
    assert (len(table.faces[-1].rows), table.faces[-1].address) == (3, "")


texts = st.sampled_from(["", "one", "two"])
states = st.builds(TableState, texts, texts, texts, texts, texts)
MATCH = outcome([OPENING, *FOUL])


@given(states, states, st.booleans())
def test_a_notice_that_was_confirmed_is_gone_for_as_long_as_nothing_else_is_told(
    first: TableState, then: TableState, same: bool
) -> None:
    heard = MATCH.verdicts
    read = first.with_confirmed(heard)
    now = read if same else read.with_notices(then.unsaved, then.call, then.answer, then.remark)
    shown = scoreboard.alert_of(MATCH, heard, now)
    lasting = now.trouble or now.unsaved or now.call
    assert shown.kind not in ("verdict", "check", "withdrawn")
    assert shown.text == (now.trouble or (now.notice[1] if lasting or now.notice != first.notice else ""))


@given(states)
def test_a_face_of_a_table_of_which_there_is_nothing_to_say_has_the_alert_of_its_match(state: TableState) -> None:
    plain, face = scoreboard.face(MATCH, MATCH.verdicts), scoreboard.face(MATCH, MATCH.verdicts, state)
    assert plain == scoreboard.face(MATCH, MATCH.verdicts, PLAIN)
    assert replace(face, alert=plain.alert, status=plain.status) == plain
    assert face.status == (f"NOT SAVED, {plain.status}" if state.unsaved else plain.status)


def test_observers_hear_of_faces_in_the_order_of_the_displays(table: Table) -> None:
    table.enter(FOUL)
    assert table.faces
    assert [shown.face for shown in table.shown] == table.faces


@pytest.mark.parametrize("change", [AlertBoard.refresh, AlertBoard.repaint, AlertBoard.refresh_if_changed])
def test_the_same_table_has_the_same_face(table: Table, change: Callable[[AlertBoard], None]) -> None:
    table.enter(FOUL)
    before = table.faces[-1]
    change(table.board)
    assert table.faces[-1] == before
