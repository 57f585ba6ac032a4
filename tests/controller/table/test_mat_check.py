"""A match is taken up again: the mat beside the record, and what the displays say while nothing can be saved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.live.loop import OPENING_S, CameraLoop
from controller.live.session import MatchSession
from controller.live.table import LiveTable
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, End, Event, MatchStart, Played
from controller.referee.fold import outcome
from controller.store.match_journal import MatchJournal
from controller.store.resume import take_up
from controller.table.attribution import differences
from groundwork.picture import Gray
from tests.support import table_talk
from tests.support.disk import refusing
from tests.support.listener import Listener
from vision.base.observation import Trouble
from vision.marks.identity import NO_DECK

if TYPE_CHECKING:
    from vision.eyes.pipeline import Eyes

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
TRICK: list[Event] = [OPENING, DealStart(dealer=2), *(Played(seat=s, card=Card(c)) for s, c in enumerate(("SA", "S6")))]
FULL = [*TRICK, Played(seat=2, card=Card("S7"))]
GATHERED = [*FULL, Collect(), Played(seat=0, card=Card("HA"))]
BACK = ". Lay it as it was, or undo"


@pytest.mark.parametrize(
    ("events", "lying", "told"),
    [
        (TRICK, "SA S6", ""),
        (TRICK, "SA", "taken up: Berta's S6 is not on the mat" + BACK),
        (TRICK, "", "taken up: Anna's SA and Berta's S6 are not on the mat" + BACK),
        (TRICK, "SA S6 S7", "taken up: S7 is not in the record" + BACK),
        (TRICK, "SA HQ DA CK", "taken up: Berta's S6 is not on the mat; CK, DA and HQ are not in the record" + BACK),
        (FULL, "SA S6 S7", ""),
        (FULL, "", ""),
        (FULL, "SA S6", ""),
        (GATHERED, "HA", ""),
        (GATHERED, "HA SA S6 S7", ""),
        (GATHERED, "SA S6 S7", "taken up: Anna's HA is not on the mat" + BACK),
        (TRICK[:1], "SA", ""),
        ([*TRICK, End()], "DA", ""),
    ],
)
def test_differences_are_named(events: Sequence[Event], lying: str, told: str) -> None:
    assert differences(outcome(events), [Card(card) for card in lying.split()]) == told


@given(st.data(), st.integers(0, 30))
def test_the_mat_as_the_record_says_never_differs(data: st.DataObject, seed: int) -> None:
    events, _ = table_talk.record(OPENING, seed, honesty=0.8)
    match = outcome(events[: data.draw(st.integers(1, len(events)))])
    lying = match.deal.open.cards if match.deal else ()
    assert differences(match, lying) == ""


# --- as the table sees it ------------------------------------------------------------------------------------------


@dataclass
class Seen:
    """Eyes that see nothing happen, and cards lying there."""

    lying: str = ""
    trouble: Trouble | None = None
    view: None = None
    moving: bool = False
    landing: tuple[()] = ()
    fed: int = 0

    def feed(self, seconds: float, gray: Gray) -> tuple[()]:
        self.fed += 1
        return ()

    @property
    def laid(self) -> list["Lying"]:
        return [Lying(0, name) for name in self.lying.split()] + [Lying(NO_DECK, "undo")]


@dataclass
class Lying:
    deck: int
    card: str


class Display(Listener):
    """A display that is never told the same twice."""

    @property
    def changes(self) -> list[str]:
        """One alert after the other, each as long as it stood."""
        told = self.alerts
        return [alert for at, alert in enumerate(told) if not at or told[at - 1] != alert]


def frames(*seconds: float) -> Iterator[tuple[float, Gray]]:
    return ((at, np.zeros((2, 2), np.uint8)) for at in seconds)


def watched(journal: MatchJournal, seen: Seen) -> tuple[CameraLoop, LiveTable, Display]:
    table, display = LiveTable(MatchSession(journal, OPENING)), Display()
    table.subscribe(display)
    return CameraLoop(table, cast("Eyes", seen)), table, display


def test_the_mat_is_compared_once_and_the_next_event_ends_the_notice(tmp_path: Path) -> None:
    with take_up(tmp_path, new=False) as journal:
        for event in TRICK:
            journal.append(event)
    with take_up(tmp_path, new=False) as journal:
        watch, table, display = watched(journal, Seen("SA"))
        watch.run(frames(0.0, OPENING_S - 0.1))
        assert (display.changes, table.session.is_to_compare) == ([""], True)
        watch.run(frames(OPENING_S, OPENING_S + 0.1, OPENING_S + 0.2))
        told = "taken up: Berta's S6 is not on the mat" + BACK
        assert (display.changes, table.session.notice, table.session.is_to_compare) == (["", told], told, False)
        table.enter(Played(seat=2, card=Card("S7")))
        assert (display.changes, table.session.notice) == (["", told, ""], "")


def test_a_mat_on_which_cards_are_read_only_as_they_land_is_never_compared(tmp_path: Path) -> None:
    with take_up(tmp_path, new=False) as journal:
        for event in (replace(OPENING, cards="faces"), *TRICK[1:]):
            journal.append(event)
    with take_up(tmp_path, new=False) as journal:
        session = MatchSession(journal, replace(OPENING, cards="faces"))
        assert (session.is_to_compare, session.notice) == (False, "")


def test_a_mat_that_is_not_seen_is_compared_when_it_is_and_that_of_a_new_match_never(tmp_path: Path) -> None:
    with take_up(tmp_path, new=False) as journal:
        watch, table, _ = watched(journal, Seen("SA"))
        watch.run(frames(OPENING_S))
        assert (table.session.is_to_compare, table.session.notice) == (False, "")
        for event in TRICK[1:]:
            table.session.add(event)
    with take_up(tmp_path, new=False) as journal:
        seen = Seen(trouble=Trouble("mat-gone"))
        watch, table, display = watched(journal, seen)
        watch.run(frames(OPENING_S + 1))
        assert (table.session.is_to_compare, display.alerts[-1]) == (True, Trouble("mat-gone").text)
        seen.trouble = None
        watch.run(frames(OPENING_S + 2))
        assert display.alerts[-1] == "taken up: Anna's SA and Berta's S6 are not on the mat" + BACK


def test_every_face_says_so_while_events_are_not_saved_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that must show something else as its alert; and it ends without an event, when there is room again."""
    seen = Seen()
    monkeypatch.setattr("controller.store.match_journal.RETRY_S", 0.0)
    with take_up(tmp_path, new=False) as journal:
        watch, table, display = watched(journal, seen)
        with refusing(journal):
            table.enter(DealStart(dealer=2))
            table.enter(Played(seat=0, card=Card("SA")))
            assert (
                display.faces[-1].alert.text == "NOT SAVED: the disk may only be read; a power cut would take 2 events"
            )
            seen.trouble = Trouble("moving")
            watch.run(frames(1.0))
            assert display.faces[-1].alert.text == Trouble("moving").text
            assert display.faces[-1].status.startswith("NOT SAVED, trick 1 of 12")
            seen.trouble = None
        watch.run(frames(2.0))
        assert (table.session.unsaved, display.faces[-1].alert.text) == (0, "")
        assert display.faces[-1].status.startswith("trick 1 of 12")
    with take_up(tmp_path, new=False) as journal:
        assert journal.events == [OPENING, DealStart(dealer=2), Played(seat=0, card=Card("SA"))]
