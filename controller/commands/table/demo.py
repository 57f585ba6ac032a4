"""``schiri demo``: a filmed deal refereed before your eyes, on a display emulated on a pseudo-terminal."""

import hashlib
import sys
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import resources
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

import numpy as np
from platformdirs import user_cache_path

import vision
from controller.appliance.program import as_typed
from controller.commands import terminal
from controller.commands.pictures import film
from controller.language.translate import ENGLISH, on_face
from controller.live import camera as live_camera
from controller.live.loop import CameraLoop
from controller.live.scoreboard import ComposedFace
from controller.live.session import MatchSession, Update
from controller.live.table import LiveTable, Subscriber
from controller.record import text as record
from controller.record.events import End, Event, Played
from controller.report import replay
from controller.rules.results import DealResult, TrickResult, Verdict
from controller.store import atomic
from controller.store.journal import Journal, JournalError, chain_path
from firmware_bridge.face.face import Face
from firmware_bridge.face.fit import fit
from firmware_bridge.ports.emulator import Emulator
from firmware_bridge.ports.serial_port import Display
from groundwork.picture import Bgr, Gray
from hardware.camera.source import at_pace, gray, open_source

RECORD: Final = "demo.jsonl"
LOOK: Final = film.FilmRequest(seed=4, fps=20, size=(1280, 720), pace_seconds=0.5)
"""Pictures smaller than a table camera's, so that they are drawn about as fast as they are looked at."""
SPEED: Final = 1.3
"""The speed of the film in relation to real time."""
SYMBOLS: Final = replace(ENGLISH, style="symbols")
"""The style of texts on the display: English, with suit symbols."""
SHOWN_WITHIN: Final = 3.0
"""Seconds that the display is given to show the newest face."""


def run(out: Path, *, fast: bool) -> int:
    """Referee the film of a recorded deal, and show the score; returns the exit status."""
    script = record.read(resources.files("controller.commands.table").joinpath(RECORD).read_bytes())
    written, picture = out / "record.jsonl", out / "display.png"
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / RECORD).write_text("".join(f"{record.to_line(event)}\n" for event in script.events), encoding="utf-8")
        for old in (written, chain_path(written)):
            old.unlink(missing_ok=True)
    except OSError as error:
        raise JournalError(atomic.unwritable(out, error)) from error
    video = film_in(out)
    with Emulator() as device, Journal(written) as journal:
        stage = DemoStage(device)
        session = MatchSession(journal, replace(script.opening, v=3, sight=True))
        _referee(video, out / RECORD, session, stage, paced=not fast)
        device.image().save(picture)
        mine, theirs = _plays(journal.events), _plays(script.events)
    match = session.match
    say("", *match.game.sheet.lines(match.game.title, match.rules, match.book, match.total, stage.deals), "")
    right = sum(one == other for one, other in zip(mine, theirs, strict=False))
    say(f"{right} of {len(theirs)} cards were read as they were played.")
    say(f"film {video}, record {written}, picture of the display {picture}")
    say(
        "",
        "The revoke has changed no score: a verdict is a proof, and what it costs the arbiter decides, at a table on a"
        " phone. You are the arbiter of this deal:",
        as_typed(f"  schiri record rule {written} 1 upheld --effect void-deal"),
        as_typed(f"  schiri replay --explain 1 {written}     why it is proven"),
        "Then your own table: its parts, its cards to print and each step are in docs/table.md;",
        as_typed("  schiri sdcard FOLDER     writes a card with which a Raspberry Pi becomes one by itself"),
        as_typed("  schiri config init       makes this machine one, with a camera or with cards tapped on phones"),
    )
    return 0


def film_in(out: Path) -> Path:
    """Return the place of the film, drawn by this program once: in the cache, else beside the rest."""
    digest = hashlib.sha256(repr(LOOK).encode())
    digest.update(resources.files("controller.commands.table").joinpath(RECORD).read_bytes())
    for source in sorted(Path(vision.__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    try:
        cache = user_cache_path("schiri", ensure_exists=True)
        video = cache / f"demo-{digest.hexdigest()[:12]}.avi"
        for other in cache.glob("demo-*"):
            if not other.name.startswith(video.name):
                other.unlink()
        with TemporaryFile(dir=cache):
            return video
    except OSError:
        return out / "table.avi"


def _referee(video: Path, script: Path, session: MatchSession, stage: "DemoStage", *, paced: bool) -> None:
    """Watch the film as the daemon watches a table, until the last face is on the display."""
    say(f"\nrefereeing {video}, as if it were a camera; the display is on {stage.device.path}\n")
    eyes = live_camera.eyes(session.match, live_camera.Source(str(video)))
    stage.display = Display(stage.device.path)
    try:
        with _opened(video, script, paced=paced) as camera:
            table = LiveTable(session)
            table.subscribe(stage)
            CameraLoop(table, eyes).run(camera)
        table.publish(session.add(End()))
        stage.draw()
    finally:
        stage.display.close()


@contextmanager
def _opened(video: Path, script: Path, *, paced: bool) -> Generator[Iterable[tuple[float, Gray]]]:
    """Open the film; one that is not there yet is drawn while it is looked at."""
    if video.exists():
        with open_source(str(video), fps=LOOK.fps * SPEED, paced=paced) as camera:
            yield camera
        return
    drawn = film.drawing(str(script), video, LOOK)
    frames = _timed(drawn)
    yield at_pace(frames) if paced else frames


def _timed(drawn: Iterable[Bgr]) -> Iterator[tuple[float, Gray]]:
    """Pictures in grey with their seconds."""
    for number, picture in enumerate(drawn):
        yield number / (LOOK.fps * SPEED), gray(np.asarray(picture))


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

    def on_event(self, update: Update) -> None:
        """Print in the terminal what happened: each card as it comes to lie, each trick, each verdict."""
        if isinstance(update.event, Played):
            _write(f"  {update.match.names[update.event.seat]} {self.word(update.event.card)}", end="")
        for result in update.results:
            match result:
                case TrickResult():
                    who = "nobody knows who" if result.winner is None else update.match.names[result.winner]
                    say(f"   {who} takes trick {result.trick}")
                case Verdict():
                    say("\n", replay.told(update.match, result, len(update.match.verdicts), self.word))
                    self.draw()
                case DealResult():
                    self.deals.append(result)
                    say("", replay.told(update.match, result, 0, self.word))
                case _:
                    say("", replay.told(update.match, result, 0, self.word))

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
