"""``schiri read``: a film, a camera or a folder of pictures read into a record."""

import sys
from dataclasses import dataclass, field
from pathlib import Path

from controller import chain_file, telling
from controller.events import MatchStart, Played
from controller.journal import Journal
from controller.match import AnyMatch, start
from controller.session import Manners, News, Session
from controller.terminal import say
from controller.watch import Watch
from firmware_bridge.face import Face
from hardware.camera import CameraError, CameraSettings, is_live, open_source, shown
from vision import symbologies
from vision.calibration_lens import Lens
from vision.health import Limits
from vision.identity import DECKS
from vision.mat import CARD_SIZES, Mat
from vision.pipeline import Eyes
from vision.strictness import Strictness

FOUND = 1
"""Exit status: a verdict stands, or no card was read."""

ADVICE = "Check the kind of marks (--symbology) and the numbers of the decks (--decks)."
"""What may be wrong where the mat was seen but no card."""


class ReadError(ValueError):
    """A record that cannot be written where it was asked for, or deck numbers or names that are none."""


@dataclass(frozen=True, slots=True)
class Source:
    """What is read, and how its cards are marked."""

    video: str
    symbology: str = "aruco"
    decks: tuple[int, ...] = (0,)
    fps: float | None = None
    settings: CameraSettings = field(default_factory=CameraSettings)
    """What is asked of a camera."""
    lens: Lens | None = None
    """What bends its pictures, if that was measured."""
    limits: Limits = field(default_factory=Limits)
    """What counts as a knocked camera, too little light or a lost focus."""
    strictness: Strictness = field(default_factory=Strictness)
    """When to believe a card."""
    budget_ms: float = 8.0
    """For reading in one frame of a live camera; a film is given all the time it takes."""


def run(source: Source, opening: MatchStart, out: Path) -> int:
    """Read a video into a new record; returns the exit status."""
    if out.exists():
        raise ReadError(f"{out} is there already; name a new file, or remove it first")
    watching = eyes(start(opening), source)
    with open_source(source.video, fps=source.fps, settings=source.settings) as camera, Journal(out) as journal:
        session = Session(journal, opening, Manners("training"))
        try:
            Watch(session, watching, _nobody, tell).run(camera)
        except CameraError:
            if len(journal.events) == 1:
                chain_file.beside(out).unlink(missing_ok=True)
                out.unlink()
            raise
    if any(isinstance(event, Played) for event in journal.events):
        return FOUND if session.match.accused else 0
    refused = f"; {watching.counts.refused} marks of other decks were refused" if watching.counts.refused else ""
    sys.stderr.write(f"schiri: {shown(source.video)}: no card was read{refused}. {watching.trouble or ADVICE}\n")
    return FOUND


def eyes(match: AnyMatch, source: Source) -> Eyes:
    """The eyes for the table of a match; with a live camera they take no longer for a frame than they are given."""
    mat, marks = Mat(card=CARD_SIZES[match.game.card_size]), symbologies.load(source.symbology, source.decks)
    budget_ms = source.budget_ms if is_live(source.video) else None
    return Eyes(
        marks,
        mat,
        match.rules.seats,
        source.decks,
        strictness=source.strictness,
        budget_ms=budget_ms,
        lens=source.lens,
        limits=source.limits,
    )


def tell(news: News) -> None:
    """Print what an event made true, as it becomes true."""
    for line in telling.everything(news):
        say(line)


def numbers(text: str) -> tuple[int, ...]:
    """Deck numbers, written ``0,1``; raises ReadError."""
    parts = text.split(",")
    if not all(part.isdecimal() and len(part) == 1 and int(part) < DECKS for part in parts):
        raise ReadError(f"deck numbers go from 0 to {DECKS - 1} and are written like 0 or 0,1, not {text!r}")
    return tuple(map(int, parts))


def names(text: str) -> tuple[str, ...]:
    """Players, written ``Anna,Berta,Carla``; raises ReadError for a name that is none."""
    found = tuple(name.strip() for name in text.split(","))
    wrong = next((name for name in found if not name or not name.isprintable()), None)
    if wrong is not None or len(set(found)) < len(found):
        raise ReadError(f"--seats needs a different, printable name for each player, not {text!a}")
    return found


def _nobody(face: Face) -> None:
    """Where no display is, nothing is shown."""
    del face
