"""Words and entries of buttons and phones while the camera watches: one door, one record."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from controller.live.session import MatchSession, Update
from controller.live.table import LiveTable
from controller.record.cards import DECKS, Card
from controller.record.events import DealStart, Event, Gap, MatchStart, Played, Undo
from controller.record.text import to_line
from controller.referee.fold import outcome
from controller.store.journal import Journal, JournalError
from tests.support.listener import Listener
from tests.support.spoken_talk import word
from vision.base.observation import Blind

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
DEAL = DealStart(dealer=0)


class Watched:
    """A table nobody films: its record, and what was shown and told."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.session = MatchSession(self.journal, OPENING)
        self.table, self.listener = LiveTable(self.session), Listener()
        self.table.subscribe(self.listener)

    @property
    def alerts(self) -> list[str]:
        return self.listener.alerts

    @property
    def news(self) -> list[Update]:
        return self.listener.news

    @property
    def events(self) -> list[Event]:
        """What was recorded, whenever and by whatever means."""
        return [replace(event, t=None, src=None) for event in self.journal.events]


@pytest.fixture
def new_table(tmp_path: Path) -> Iterator[Callable[[], Watched]]:
    with ExitStack() as stack:
        names = iter("abcdef")
        yield lambda: Watched(stack.enter_context(Journal(tmp_path / f"{next(names)}.jsonl")))


@pytest.fixture
def table(new_table: Callable[[], Watched]) -> Watched:
    return new_table()


def test_an_event_is_on_the_disk_shown_and_told(table: Watched) -> None:
    news = table.table.enter(DEAL)
    assert (news.number, news.event, table.news) == (2, DEAL, [news])
    assert table.events == [OPENING, DEAL]
    assert table.session.match.running
    assert len(table.alerts) == 2


@pytest.mark.parametrize("said", ["undo", "misdeal", "end", "uphold", "dismiss", "new-deal", "hearts", "nonsense"])
def test_a_button_says_what_a_command_card_says(said: str, new_table: Callable[[], Watched]) -> None:
    pressed, laid = new_table(), new_table()
    for one in (pressed, laid):
        one.table.enter(DEAL)
    answer = pressed.table.say(said)
    for event in laid.session.observe(word(said, None, 3), 0.0):
        assert event.event.src == "camera"
    assert (pressed.events, answer) == (laid.events, laid.session.answer)
    assert bool(answer) == (len(pressed.events) == 2)
    assert [event.src for event in pressed.journal.events[2:]] == ["button"] * (len(pressed.events) - 2)
    assert pressed.alerts[-1] == laid.session.notice


def test_a_call_for_the_arbiter_stands_until_it_is_said_again(table: Watched) -> None:
    alerts: list[str] = []
    for _ in range(3):
        assert table.table.say("arbiter") == ""
        alerts.append(table.alerts[-1])
    assert alerts == ["somebody asks for the arbiter", "", "somebody asks for the arbiter"]
    assert table.events == [OPENING]


@pytest.mark.parametrize("wanted", ["score", "repeat"])
def test_a_request_to_hear_something_is_no_event(table: Watched, wanted: str) -> None:
    assert (table.table.say(wanted), table.session.request, table.events) == ("", wanted, [OPENING])
    table.table.say("undo")
    assert table.session.request == ""


def test_observations_are_processed_before_entries(table: Watched) -> None:
    """Else a gap that is written with the event could end the deal that the event was looked at for."""
    table.table.enter(DEAL)
    table.session.observe(Blind(1.0, 5.0, "load"), 5.0)
    assert table.events == [OPENING, DEAL], "the gap waits for a look at the table"
    with table.table.exclusive():
        looked_at, news = table.session.match, len(table.news)
        assert [type(event) for event in table.events] == [MatchStart, DealStart, Gap]
        assert table.news[-1].match is looked_at
        table.table.enter(Played(seat=1, card=Card("H10")))
        assert len(table.news) == news + 1


def test_many_hands_at_once_lose_nothing_and_repeat_nothing(table: Watched) -> None:
    table.table.enter(DEAL)
    plays = [Played(seat=seat, card=card) for seat in range(3) for card in DECKS["jass36"][seat::3]]

    def lay(seat: int) -> None:
        for play in plays[seat::3]:
            table.table.enter(play)

    hands = [threading.Thread(target=lay, args=[seat]) for seat in range(3)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert [news.number for news in table.news] == list(range(2, len(plays) + 3))
    assert sorted(map(to_line, table.events[2:])) == sorted(map(to_line, plays))
    assert outcome(table.journal.events).total == table.session.match.total


def test_an_event_that_cannot_be_written_did_not_happen(table: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(event: Event) -> int:
        raise JournalError(f"the disk is full before {event}")

    monkeypatch.setattr(table.journal, "append", full)
    before = table.session.match
    with pytest.raises(JournalError, match="full"):
        table.table.enter(DEAL)
    assert (table.session.match, table.news, table.events) == (before, [], [OPENING])


def test_time_goes_on_while_the_camera_is_blind(table: Watched) -> None:
    first = table.table.now
    table.table.enter(Undo(n=1, t=first))
    assert table.table.now >= first >= 0
