"""The recorder of moments: what is doubtful, what is kept of it, and that it never keeps the game waiting."""

import threading
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from controller.live.moments import recorder
from controller.live.moments.moment import KeptMoment, WatchedTable, compress_picture
from controller.live.moments.recorder import MomentRecorder
from controller.live.moments.store import MomentStore
from controller.live.session import Update
from controller.record.cards import Card
from controller.record.events import Amend, DealStart, Event, Gap, Insert, MatchStart, Played, Seen
from controller.referee.fold import start
from tests.support.filmed_moments import OPENING, RecordedTable, film
from tests.support.waiting import PATIENCE_S
from vision.base.observation import AreaSight, Sight
from vision.eyes.reader import Counts

GRAY = np.zeros((16, 16), np.uint8)
FPS = 15


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "_CLOSE_WITHIN_S", PATIENCE_S)


@dataclass
class Eyes:
    """Eyes that see what the test says."""

    moving: bool = True
    laid: tuple[Any, ...] = ()
    landing: tuple[Any, ...] = ()
    counts: Counts = field(default_factory=Counts)
    areas: tuple[AreaSight, ...] = (AreaSight(0.0, None, seen=True),) * 3
    lost: int = 0

    def sight(self) -> Sight:
        return Sight(0.0, self.areas, stray=False)

    def dropped(self) -> int:
        return self.lost


class Table:
    """A recorder, the record that it hears and the eyes whose frames it gets."""

    def __init__(self, folder: Path, *, waits: bool = True, most_bytes: int = 10**7) -> None:
        self.store = MomentStore(folder, clock=lambda: 1.8e9)
        self.eyes, self.events = Eyes(), list[Event]([OPENING, DealStart(dealer=0, src="console")])
        self.recorder = MomentRecorder(self.store, WatchedTable(3), "", most_bytes, lambda: 1.8e9, waits=waits)

    def watch(self, began: float, ended: float) -> None:
        for number in range(round(began * FPS), round(ended * FPS)):
            self.recorder.frame(number / FPS, 0.0, GRAY, cast("Any", self.eyes))

    def say(self, event: Event) -> None:
        self.events.append(event)
        news = Update(len(self.events), event, start(OPENING), (), (), (), self.events)
        self.recorder.on_event(news)

    def kept(self) -> list[KeptMoment]:
        """The moments that were written, the oldest first."""
        self.recorder.close()
        found = [one.moment for one in self.store.listed() if one.moment]
        return sorted(found, key=lambda moment: moment.began)


def play(card: str, t: float, src: str = "camera") -> Played:
    return Played(seat=1, card=Card(card), t=t, since=t - 0.3, src=cast("Any", src))


def test_where_nothing_is_doubtful_nothing_is_written(tmp_path: Path) -> None:
    table = Table(tmp_path / "moments")
    table.watch(0, 5)
    table.say(play("SA", 4.0))
    table.watch(5, 10)
    assert (table.kept(), (tmp_path / "moments").exists()) == ([], False)


@pytest.mark.parametrize(
    ("event", "kind", "about"),
    [
        (Gap(from_=9.0, t=10.0, why="mat"), "gap", "mat"),
        (Gap(from_=9.0, t=10.0, why="dark"), "gap", "dark"),
        (Seen(t=10.0, unread=(2,), src="camera"), "unread", "2"),
        (Amend(of=3, with_={"card": "SK"}), "corrected", "S7"),
        (Insert(before=3, event={"e": "play", "seat": 0, "card": "H6"}), "corrected", "H6"),
        (play("H6", 10.0, "console"), "corrected", "H6"),
    ],
)
def test_moments_of_the_record_are_saved_with_the_seconds_around_them(
    event: Event, kind: str, about: str, tmp_path: Path
) -> None:
    table = Table(tmp_path)
    table.watch(0, 10)
    table.say(play("S7", 9.9))
    table.say(event)
    table.watch(10, 20)
    [moment] = table.kept()
    [doubt] = moment.doubts
    assert (doubt.kind, doubt.about) == (kind, about)
    assert moment.began == pytest.approx(max(0.0, doubt.began - recorder.BEFORE_S), abs=0.1)
    assert moment.ended == pytest.approx(doubt.ended + recorder.AFTER_S, abs=0.1)
    assert len(moment.times) >= FPS * (recorder.BEFORE_S + recorder.AFTER_S) - 2


@pytest.mark.parametrize("event", [
    Gap(from_=9.0, t=10.0, why="camera"), Gap(from_=0.0, t=0.0, why="start"), Seen(t=10.0),
    Amend(of=1, with_={"v": 2}), Amend(of=2, with_={"dealer": 1}), play("H6", 10.0),
])  # fmt: skip
def test_events_without_frames_or_doubts_make_no_moment(event: Event, tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.watch(0, 10)
    table.say(event)
    table.watch(10, 14)
    assert table.kept() == []


def test_a_card_corrected_long_after_is_shown_by_the_frames_of_its_landing(tmp_path: Path) -> None:
    """The ring holds four seconds here, and the correction comes after ninety."""
    size = len(compress_picture(GRAY))
    table = Table(tmp_path, most_bytes=2 * 4 * FPS * size)
    table.watch(0, 10)
    table.say(play("S7", 9.5))
    table.watch(10, 100)
    table.say(Amend(of=3, with_={"card": "SK"}))
    [moment] = table.kept()
    assert moment.began >= 8.4
    assert moment.ended <= 10.3
    assert sum(seconds >= 9.5 for seconds in moment.times) >= 3


def unread(table: Table, began: float) -> None:
    table.eyes.areas = (*table.eyes.areas[:2], AreaSight(None, began, seen=True))
    table.watch(began, began + 0.5)
    table.eyes.counts.unread += 1
    table.watch(began + 0.5, began + 8)


def test_an_unread_object_is_reported_once_and_again_for_a_new_one(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.watch(0, 5)
    unread(table, 5.0)
    table.eyes.areas = Eyes().areas
    table.watch(13, 14)
    unread(table, 14.0)
    assert [[doubt.kind for doubt in moment.doubts] for moment in table.kept()] == [["unread"], ["unread"]]


def test_an_object_that_was_never_misread_is_no_doubt(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.eyes.counts.unread = 3
    table.watch(0, 5)
    table.eyes.areas = (AreaSight(None, 5.0, seen=True),) * 3
    table.watch(5, 12)
    assert table.kept() == []


def test_a_candidate_that_is_not_believed_for_a_second_is_kept(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.watch(0, 5)
    table.eyes.landing = (candidate(5.0),)
    table.watch(5, 9)
    table.eyes.landing = ()
    table.watch(9, 12)
    [moment] = table.kept()
    assert [(doubt.kind, doubt.about) for doubt in moment.doubts] == [("candidate", "S7")]


def candidate(first: float, x_mm: float = 300.0) -> SimpleNamespace:
    return SimpleNamespace(deck=0, card="S7", first=first, x_mm=x_mm, y_mm=170.0)


def test_a_candidate_whose_place_is_never_sure_is_kept_from_its_first_reading_on(tmp_path: Path) -> None:
    """Each reading puts it a little elsewhere, as single marks do: the eyes begin to count anew, and it lies there."""
    table = Table(tmp_path)
    table.watch(0, 5)
    for number in range(10):
        table.eyes.landing = (candidate(5.0 + number * 0.3, 300.0 + 9 * (number % 3)),)
        table.watch(5.0 + number * 0.3, 5.3 + number * 0.3)
    table.eyes.landing = ()
    table.watch(8, 12)
    [moment] = table.kept()
    assert [(doubt.kind, doubt.about, doubt.began) for doubt in moment.doubts] == [("candidate", "S7", 5.0)]


def test_a_card_in_a_hand_that_moves_is_no_candidate(tmp_path: Path) -> None:
    table = Table(tmp_path)
    for number in range(30):
        table.eyes.landing = (candidate(5.0 + number * 0.3, 100.0 + 30 * (number % 10)),)
        table.watch(5.0 + number * 0.3, 5.3 + number * 0.3)
    assert table.kept() == []


def test_a_folder_that_cannot_be_written_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "moments").write_text("a file of that name")
    table = Table(tmp_path / "moments")
    table.watch(0, 10)
    table.say(Gap(from_=9.0, t=10.0, why="mat"))
    table.watch(10, 16)
    table.recorder.close()
    reason = f"{tmp_path / 'moments'} cannot be written (File exists); make room there, or name another folder"
    assert (table.recorder.written, table.recorder.trouble) == (0, reason)


def test_no_frame_is_in_two_moments_but_those_of_a_doubt_itself(tmp_path: Path) -> None:
    """A doubt is told when it ends: the moment before it may be written by then, and what is dropped must be gone."""
    table = Table(tmp_path)
    table.watch(0, 10)
    table.say(play("S7", 9.5))
    table.say(Gap(from_=9.0, t=10.0, why="mat"))
    table.watch(10, 20)
    table.say(Gap(from_=13.0, t=20.0, why="mat"))
    table.watch(20, 30)
    table.say(Amend(of=3, with_={"card": "SK"}))
    times = {(moment.doubts[0].kind, moment.doubts[0].ended): {*moment.times} for moment in table.kept()}
    assert set(times) == {("gap", 10.0), ("gap", 20.0), ("corrected", 9.5)}
    assert times["gap", 10.0] & times["gap", 20.0] == set()
    assert len(times["gap", 20.0]) > FPS * (20.0 + recorder.AFTER_S - 13.0) - 2
    again = times["corrected", 9.5] & times["gap", 10.0]
    assert 9.2 <= min(again) <= max(again) <= 9.5


def test_doubts_close_together_are_one_moment_and_none_is_longer_than_it_may_be(tmp_path: Path) -> None:
    table = Table(tmp_path)
    for number in range(30):
        table.watch(number * 2, number * 2 + 2)
        table.say(Gap(from_=number * 2 + 1.0, t=number * 2 + 1.5, why="mat"))
    moments = table.kept()
    assert sum(len(moment.doubts) for moment in moments) == 30
    assert 3 <= len(moments) < 10
    assert max(moment.ended - moment.began for moment in moments) <= recorder.LONGEST_S


def test_a_long_doubt_begins_with_the_first_frame_that_shows_it(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.watch(280, 304)
    table.say(Gap(from_=0.0, t=302.0, why="mat"))
    table.watch(304, 306)
    [moment] = table.kept()
    [doubt] = moment.doubts
    assert moment.began <= doubt.began < doubt.ended == 302.0 <= moment.ended


def test_no_frame_of_an_open_moment_is_pushed_out_of_the_ring(tmp_path: Path) -> None:
    """The ring holds three seconds, and something is doubtful for ten: what would be pushed out is written first."""
    size = len(compress_picture(GRAY))
    table = Table(tmp_path, most_bytes=2 * 3 * FPS * size)
    for second in range(10):
        table.watch(second, second + 1)
        table.say(Gap(from_=second + 0.2, t=second + 0.9, why="mat"))
    table.watch(10, 20)
    times = [seconds for moment in table.kept() for seconds in moment.times]
    assert len({*times}) >= 11 * FPS


def test_a_slow_machine_leaves_frames_out_and_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the first frame is being compressed all others are handed over: a few wait, the rest is left out."""
    free, jpeg = threading.Event(), compress_picture(GRAY)

    def slow(_: object) -> bytes:
        assert free.wait(PATIENCE_S)
        return jpeg

    monkeypatch.setattr(recorder, "compress_picture", slow)
    table = Table(tmp_path, waits=False)
    table.watch(0, 10)
    table.say(Gap(from_=1.0, t=2.0, why="mat"))
    free.set()
    [moment] = table.kept()
    assert 0 < len(moment.times) <= recorder.WAITING_AT_MOST + 1
    assert moment.lost > 20


def test_while_the_camera_drops_pictures_none_is_kept(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.watch(0, 3)
    table.eyes.lost = 5
    table.watch(3, 6)
    table.say(Gap(from_=3.0, t=4.0, why="load"))
    table.watch(6, 7)
    [moment] = table.kept()
    assert [seconds for seconds in moment.times if 3.0 <= seconds < 3.9] == []
    assert moment.lost >= 10


def test_a_disk_that_takes_nothing_is_told_and_the_game_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "moments").write_text("no folder")
    table = Table(tmp_path / "moments")
    for began in (0, 10, 20):
        table.watch(began, began + 10)
        table.say(Gap(from_=began + 5.0, t=began + 6.0, why="mat"))
    assert table.kept() == []
    assert table.recorder.trouble
    [line] = [one.message for one in caplog.records if "a doubtful moment is not kept" in one.message]
    assert "the game goes on" in line


def test_a_card_corrected_at_a_filmed_table_is_kept_and_named(tmp_path: Path) -> None:
    table = RecordedTable(tmp_path)
    table.run(film()[:30])
    number = next(n for n, event in enumerate(table.events, 1) if isinstance(event, Played))
    table.table.enter(Amend(of=number, with_={"card": "SK"}, src="console"))
    table.close()
    [name] = table.store.names()
    moment = table.store.read(name).moment
    assert [(doubt.kind, doubt.about) for doubt in moment.doubts] == [("corrected", "SA")]
    assert [span.lay.card for span in moment.cards] == ["SA"]
    assert isinstance(table.events[0], MatchStart)
