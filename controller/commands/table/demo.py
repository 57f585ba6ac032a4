"""``schiri demo``: a filmed deal refereed before your eyes, on a display emulated on a pseudo-terminal."""

import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Final

from controller.commands import terminal
from controller.commands.pictures import film
from controller.language.translate import ENGLISH, on_face
from controller.live import camera as live_camera
from controller.live.loop import CameraLoop
from controller.live.scoreboard import ComposedFace
from controller.live.session import MatchSession, News
from controller.live.table import LiveTable, Subscriber
from controller.record import text as record
from controller.record.events import End, Event, Played
from controller.report import replay
from controller.rules.results import DealResult, TrickResult, Verdict
from controller.store.journal import Journal, chain_beside
from firmware_bridge.face.face import Face
from firmware_bridge.face.fit import fit
from firmware_bridge.ports.emulator import Emulator
from firmware_bridge.ports.serial_port import Display
from hardware.camera.source import open_source

RECORD: Final = "demo.jsonl"
LOOK: Final = film.FilmRequest(seed=4, fps=20, size=(1280, 720), pace_seconds=0.5)
"""Pictures smaller than a table camera's, so that the film is drawn within seconds."""
SPEED: Final = 1.3
"""How much faster than life the film is shown."""
SYMBOLS: Final = replace(ENGLISH, style="symbols")
"""How texts stand on the display: in English, cards by the symbols of their suits."""
SHOWN_WITHIN: Final = 3.0
"""Seconds that the display is given to show the newest face."""


def run(out: Path, *, fast: bool) -> int:
    """Draw the film of a recorded deal, referee it, and show the score; returns the exit status."""
    out.mkdir(parents=True, exist_ok=True)
    script = record.read(resources.files("controller.commands.table").joinpath(RECORD).read_bytes())
    video, written, picture = out / "table.avi", out / "record.jsonl", out / "display.png"
    (out / RECORD).write_text("".join(f"{record.to_line(event)}\n" for event in script.events), encoding="utf-8")
    for old in (written, chain_beside(written)):
        old.unlink(missing_ok=True)
    film.run(str(out / RECORD), video, LOOK)
    with Emulator() as device, Journal(written) as journal:
        stage = DemoStage(device)
        session = MatchSession(journal, replace(script.opening, v=2))
        _referee(video, session, stage, paced=not fast)
        device.image().save(picture)
        mine, theirs = _plays(journal.events), _plays(script.events)
    match = session.match
    say("", *match.game.sheet.lines(match.game.title, match.rules, match.book, match.total, stage.deals), "")
    right = sum(one == other for one, other in zip(mine, theirs, strict=False))
    say(f"{right} of {len(theirs)} cards were read as they were played.")
    say(f"film {video}, record {written}, picture of the display {picture}")
    return 0


def _referee(video: Path, session: MatchSession, stage: "DemoStage", *, paced: bool) -> None:
    """Watch the film as the daemon watches a table, until the last face is on the display."""
    say(f"\nrefereeing {video}, as if it were a camera; the display is on {stage.device.path}\n")
    eyes = live_camera.eyes(session.match, live_camera.Source(str(video)))
    stage.display = Display(stage.device.path)
    try:
        with open_source(str(video), fps=LOOK.fps * SPEED, paced=paced) as camera:
            table = LiveTable(session)
            table.subscribe(stage)
            CameraLoop(table, eyes).run(camera)
        table.publish(session.add(End()))
        stage.draw()
    finally:
        stage.display.close()


def _plays(events: Iterable[Event]) -> list[tuple[int, str]]:
    return [(event.seat, event.card) for event in events if isinstance(event, Played)]


class DemoStage(Subscriber):
    """The stage of the demo: the emulated display and the terminal."""

    display: Display

    def __init__(self, device: Emulator) -> None:
        self.device = device
        self.deals: list[DealResult] = []
        self.word = terminal.wording(sys.stdout)
        self._face = Face()

    def on_face(self, shown: ComposedFace) -> None:
        """Send a face to the display."""
        face = on_face(shown.face, SYMBOLS)
        self._face = fit(face)
        self.display.show(face)

    def on_event(self, news: News) -> None:
        """Tell in the terminal what happened: each card as it comes to lie, each trick, each verdict."""
        if isinstance(news.event, Played):
            _write(f"  {news.match.names[news.event.seat]} {self.word(news.event.card)}", end="")
        for result in news.results:
            match result:
                case TrickResult():
                    who = "nobody knows who" if result.winner is None else news.match.names[result.winner]
                    say(f"   {who} takes trick {result.trick}")
                case Verdict():
                    say("\n", replay.told(news.match, result, len(news.match.verdicts), self.word))
                    self.draw()
                case DealResult():
                    self.deals.append(result)
                    say("", replay.told(news.match, result, 0, self.word))
                case _:
                    say("", replay.told(news.match, result, 0, self.word))

    def draw(self) -> None:
        """Draw the display as it is once it shows the newest face, or once the time for that is over."""
        late = time.monotonic() + SHOWN_WITHIN
        while self.device.face() != self._face and time.monotonic() < late:
            time.sleep(0.01)
        say("", self.device.text(), "")


def say(*lines: str) -> None:
    """Write lines to the terminal."""
    _write(*(part for line in lines for part in line.split("\n")))


def _write(*lines: str, end: str = "\n") -> None:
    terminal.write(lines, sys.stdout, end)
    sys.stdout.flush()
