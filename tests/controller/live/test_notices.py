"""Alerts that go away when they are confirmed, and alerts that stay."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from controller.live import camera_words
from controller.live.camera import Source, eyes
from controller.live.loop import CameraLoop
from controller.live.session import AnnounceOptions, MatchSession
from controller.live.table import LiveTable
from controller.peripherals.signals import LastingSignals, lasting_signals
from controller.record.cards import Card
from controller.record.events import Bid, Collect, DealStart, Declare, Event, MatchStart, Played, Undo
from controller.store.journal import Journal
from groundwork.picture import Gray
from tests.support.examples import Example
from tests.support.listener import Listener
from tests.support.spoken_talk import away, word
from tests.support.vision.mat_pictures import camera, photo

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
DEAL: list[Event] = [
    DealStart(dealer=2),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((0, "H7"), (1, "DQ"), (2, "H8"))),
    Collect(),
]
FOUL = [*DEAL, *(Played(seat=seat, card=Card(card)) for seat, card in ((2, "H9"), (0, "HA"), (1, "H10")))]
HANDJASS: list[Event] = [DealStart(dealer=3, turned=Card("H6")), *(Bid(seat=seat, call="in") for seat in range(4))]
REVOKED = "Berta revoked in trick 1"
NOTHING = "nothing has happened that could be taken back"


class Told:
    """A table nobody films, whose displays show what its notices let through."""

    def __init__(self, journal: Journal, opening: MatchStart = OPENING) -> None:
        self.journal = journal
        self.session = MatchSession(journal, opening, AnnounceOptions("training"))
        self.table, self.listener = LiveTable(self.session), Listener()
        self.board = self.table.board
        self.table.subscribe(self.listener)

    @property
    def alerts(self) -> list[str]:
        return self.listener.alerts

    @property
    def alert(self) -> str:
        return self.alerts[-1]

    @property
    def standing(self) -> list[LastingSignals]:
        return [*map(lasting_signals, self.listener.shown)]

    def confirm(self) -> str:
        self.board.confirm()
        return self.table.say("confirm")

    def say(self, said: str) -> str:
        self.board.forget_last_answer()
        return self.table.say(said)

    def enter(self, events: list[Event]) -> None:
        for event in events:
            self.table.enter(event)


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Callable[..., Told]]:
    with ExitStack() as stack:

        def told(*opening: MatchStart) -> Told:
            return Told(stack.enter_context(Journal(tmp_path / "a.jsonl")), *opening)

        yield told


@pytest.fixture
def table(seated: Callable[..., Told]) -> Told:
    return seated()


def test_the_numbers_behind_the_newest_score_are_shown_on_request_until_the_next_event(table: Told) -> None:
    table.say("score")
    assert table.alert == "no deal has a score yet"
    table.confirm()
    assert table.alert == ""
    played = [*Example("mittlere/evening").events[1:]]
    first = next(number for number, event in enumerate(played) if number and isinstance(event, DealStart))
    table.enter(played[:first])
    assert REVOKED.removesuffix("1") in table.alert
    table.confirm()
    assert table.say("score") == ""
    assert table.alert == (
        "deal 1: Anna +1, Berta +1, Carla −2; points: cards won (Anna 34, Berta 64, Carla 54), "
        "last trick won (Anna 5); score: the highest and the lowest win (Anna +1, Berta +1, Carla −2)"
    )
    table.enter(played[first : first + 1])
    assert table.alert == ""
    table.say("score")
    assert table.alert.startswith("deal 1: ")


def test_broken_pictures_are_told_while_many_come_and_no_longer(table: Told) -> None:
    one_in = 0
    good = photo(camera(12), blur_px=0.5)

    def frames() -> Iterator[tuple[float, Gray]]:
        nonlocal one_in
        for number in range(12):
            one_in = 8 if number in range(7, 10) else 0
            yield number / 10, good
            alerts.append(table.alert)

    alerts = list[str]()
    loop = CameraLoop(
        table.table,
        eyes(table.session.match, Source("")),
        pictures=lambda: camera_words.pictures(broken_one_in=one_in, is_resized=False),
    )
    loop.run(frames())
    assert alerts[6:] == ["", *["the camera sends broken pictures: one in 8; check its cable"] * 3, "", ""]


def test_a_verdict_goes_away_once_and_for_all_but_its_lamp_and_the_record_stay(table: Told) -> None:
    table.enter(FOUL)
    assert REVOKED in table.alert
    assert table.standing[-1] == LastingSignals(alert=table.alert)
    before = table.session.events[:]
    assert table.confirm() == ""
    assert (table.alert, table.standing[-1]) == ("", LastingSignals())
    table.table.enter(Collect())
    assert table.alert == ""
    assert [*table.session.events[:-1]] == [*before]
    assert table.session.match.accused


def test_a_verdict_that_nobody_has_confirmed_is_shown_beside_one_that_was(table: Told) -> None:
    table.enter(FOUL)
    table.confirm()
    table.table.enter(Played(seat=0, card=Card("H10")))
    assert "H10" in table.alert
    assert REVOKED not in table.alert


def test_further_notices_stand_behind_a_confirmed_verdict(table: Told) -> None:
    table.enter(FOUL)
    table.confirm()
    assert table.say("take") == table.alert == "take means nothing in Mittlere"
    table.confirm()
    assert table.alert == ""


def test_an_answer_that_was_confirmed_is_given_anew_when_it_is_asked_for(table: Told) -> None:
    for _ in range(2):
        assert table.say("undo") == table.alert == NOTHING
        assert table.standing[-1] == LastingSignals(answer=NOTHING, alert=NOTHING)
        table.confirm()
        assert table.alert == ""


def test_a_withdrawn_verdict_is_said_until_it_is_confirmed(table: Told) -> None:
    table.enter(FOUL)
    table.table.enter(Undo(n=1))
    assert table.alert.startswith("withdrawn: ")
    assert table.standing[-1].alert == table.alert
    table.confirm()
    assert table.alert == ""


def test_a_blind_camera_stays_and_what_it_hides_comes_after_it(table: Told) -> None:
    table.enter(FOUL)
    table.table.trouble("camera blind: it was unplugged")
    table.confirm()
    assert (table.alert, table.standing[-1].signal) == ("camera blind: it was unplugged", "blind")
    table.table.trouble("")
    assert table.alert == ""


def test_a_blind_table_tries_to_save_what_waits(table: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """No frame comes at which it would be tried."""
    tries: list[int] = []
    monkeypatch.setattr(table.journal, "save", lambda: tries.append(1))
    table.table.trouble("camera blind: it was unplugged")
    table.table.trouble("camera blind: it was unplugged")
    assert len(tries) == 2


def test_a_disk_that_takes_nothing_stays_behind_a_verdict_too(table: Told) -> None:
    table.enter(FOUL)
    table.journal.unsaved, table.journal.trouble = 1, "the disk is full"
    table.table.trouble("")
    assert (REVOKED in table.alert, table.standing[-1].signal) == (True, "blind")
    table.confirm()
    assert (table.alert, table.standing[-1]) == ("the disk is full", LastingSignals(trouble="the disk is full"))
    table.confirm()
    assert table.alert == "the disk is full"
    table.journal.unsaved, table.journal.trouble = 0, ""
    table.table.trouble("")
    assert (table.alert, table.standing[-1]) == ("", LastingSignals())


def test_a_call_stands_until_it_is_taken_back(table: Told) -> None:
    table.say("arbiter")
    table.confirm()
    assert (table.alert, table.standing[-1]) == (
        "somebody asks for the arbiter",
        LastingSignals(call="somebody asks for the arbiter"),
    )
    table.say("arbiter")
    assert (table.alert, table.standing[-1]) == ("", LastingSignals())


def test_a_word_that_waits_is_said_when_it_is_confirmed(seated: Callable[..., Told]) -> None:
    """A Weis that may still be shown counts without its cards once the table has taken notice; it counts once."""
    table = seated(MatchStart(game="handjass", seats=("Anna", "Berta", "Carla", "Dora")))
    table.enter(HANDJASS)
    weis = word("weis-20", 0, 4)
    before = len(table.session.events)
    assert table.session.observe(weis, 1.0) == ()
    assert table.confirm() == ""
    assert table.confirm() == ""
    assert table.session.observe(away([weis])[0], 2.0) == ()
    assert [replace(event, t=None) for event in table.session.events[before:]] == [
        Declare(seat=0, what="weis", points=20, src="button")
    ]
