"""Lines that the daemon prints for the table: nothing that a power cut could take looks as if it were acknowledged."""

from pathlib import Path

from controller.live import event_text
from controller.live.session import MatchSession
from controller.record.cards import Card
from controller.record.events import Collect, DealStart, Event, MatchStart, Played
from controller.report import summary
from controller.store.resume import take_up
from tests.support.disk import refusing

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
CARDS = ((0, "H7"), (1, "DQ"), (2, "H8"), (2, "H9"), (0, "HA"), (1, "H10"))
PLAYS: list[Event] = [Played(seat=seat, card=Card(card)) for seat, card in CARDS]
FOUL: list[Event] = [DealStart(dealer=2), *PLAYS[:3], Collect(), *PLAYS[3:]]


def told(folder: Path, *, full: bool) -> list[str]:
    """The lines that a match prints, on a disk that takes it or does not."""
    with take_up(folder, new=False) as journal:
        session = MatchSession(journal, OPENING)

        def lines() -> list[str]:
            return [
                line
                for event in FOUL
                for line in event_text.public_lines(session.add(event), summary.SILENT, session.unsaved)
            ]

        if not full:
            return lines()
        with refusing(journal):
            return lines()


def test_every_line_of_what_is_not_on_the_disk_says_so_and_no_other(tmp_path: Path) -> None:
    saved, unsaved = told(tmp_path / "a", full=False), told(tmp_path / "b", full=True)
    assert len(saved) > 2
    assert "NOT SAVED" not in "".join(saved)
    assert unsaved == [f"NOT SAVED: {line.lstrip()}" for line in saved]
