"""``schiri read``: a film, a camera or a folder of pictures read into a record."""

import sys
from pathlib import Path

from controller.commands.terminal import complain, say, wording
from controller.live import event_text
from controller.live.camera import Source, eyes
from controller.live.loop import CameraLoop
from controller.live.session import AnnounceOptions, MatchSession, Update
from controller.live.table import LiveTable, Subscriber
from controller.record.events import MatchStart, Played, SightEvent
from controller.referee.fold import start
from controller.settings.names import ReadError
from controller.store.journal import Journal, chain_path
from hardware.camera.source import CameraError, colour, dropped, hide_password, open_source

FOUND = 1
"""Exit status: a verdict stands, or no card was read."""

ADVICE = "Check the kind of marks (--symbology) and the numbers of the decks (--decks)."
"""The advice where the mat was seen but no card."""


def run(source: Source, opening: MatchStart, out: Path) -> int:
    """Read a video into a new record; returns the exit status."""
    if out.exists():
        raise ReadError(f"{out} is there already; name a new file, or remove it first")
    watching = eyes(start(opening), source, dropped=lambda: dropped(camera), colour=lambda: colour(camera))
    with open_source(source.video, fps=source.fps, settings=source.settings) as camera, Journal(out) as journal:
        session = MatchSession(journal, opening, AnnounceOptions("training"))
        table = LiveTable(session)
        table.subscribe(Printer())
        try:
            CameraLoop(table, watching).run(camera)
        except CameraError:
            if all(isinstance(event, MatchStart | SightEvent) for event in journal.events):
                chain_path(out).unlink(missing_ok=True)
                out.unlink()
            raise
    if any(isinstance(event, Played) for event in journal.events):
        return FOUND if session.match.accused else 0
    refused = f"; {watching.counts.refused} marks of other decks were refused" if watching.counts.refused else ""
    complain(f"{hide_password(source.video)}: no card was read{refused}. {watching.trouble or ADVICE}")
    return FOUND


class Printer(Subscriber):
    """Printer of what an event made true, as it becomes true."""

    def on_event(self, update: Update) -> None:
        """Print every result."""
        for line in event_text.event_lines(update, wording(sys.stdout)):
            say(line)
