"""Command cards before the running eyes: what they say is heard while they land among the cards of a deal."""

from dataclasses import replace
from pathlib import Path

from controller.live.camera import Source, eyes
from controller.live.loop import CameraLoop
from controller.live.session import MatchSession
from controller.live.table import LiveTable
from controller.record.events import DealStart
from controller.store.journal import Journal
from controller.table import screenplay
from tests.support.console.console_rig import DEAL, OPENING
from vision.film.reel import Reel, Take


def test_a_command_card_that_lands_is_taken_for_no_card(tmp_path: Path) -> None:
    """A landing card tells what went unseen; the word of a command card names none, and ended the referee."""
    steps = [*screenplay.steps([OPENING, DEAL], commands=True)]
    reel = Reel(Take(steps, 3, size=(1280, 720), noise="none"))
    with Journal(tmp_path / "current.jsonl") as journal:
        session = MatchSession(journal, replace(OPENING, v=3, sight=True))
        frames = ((number / 15, picture) for number, picture in enumerate(reel.frames(grey=True)))
        CameraLoop(LiveTable(session), eyes(session.match, Source("film"))).run(frames)
        assert [event.dealer for event in journal.events if isinstance(event, DealStart)] == [DEAL.dealer]
