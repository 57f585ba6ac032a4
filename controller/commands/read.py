"""``schiri read``: a film, a camera or a folder of pictures read into a record."""

import sys
from dataclasses import dataclass
from pathlib import Path

from controller import replay
from controller.events import MatchStart
from controller.journal import Journal
from controller.match import AnyMatch, start
from controller.results import Verdict
from controller.session import News, Session
from controller.watch import Watch
from firmware_bridge.face import Face
from hardware.camera import open_source
from vision import symbologies
from vision.mat import CARD_SIZES, Mat
from vision.pipeline import Eyes


class ReadError(ValueError):
    """A record that cannot be written where it was asked for, or deck numbers that are none."""


@dataclass(frozen=True, slots=True)
class Source:
    """What is read, and how its cards are marked."""

    video: str
    symbology: str = "aruco"
    decks: tuple[int, ...] = (0,)
    fps: float | None = None


def run(source: Source, opening: MatchStart, out: Path) -> int:
    """Read a video into a new record; returns the exit status."""
    if out.exists():
        raise ReadError(f"{out} is there already; name a new file, or remove it first")
    watching = eyes(start(opening), source)
    with open_source(source.video, fps=source.fps) as camera, Journal(out) as journal:
        session = Session(journal, opening)
        Watch(session, watching, _nobody, tell).run(camera)
    return int(session.match.accused)


def eyes(match: AnyMatch, source: Source) -> Eyes:
    """The eyes for the table of a match."""
    mat = Mat(card=CARD_SIZES[match.game.card_size])
    return Eyes(symbologies.load(source.symbology), mat, match.rules.seats, source.decks)


def tell(news: News) -> None:
    """Print what an event made true, as it becomes true."""
    count = len(news.match.verdicts) - sum(isinstance(result, Verdict) for result in news.results)
    for result in news.results:
        count += isinstance(result, Verdict)
        sys.stdout.write(replay.told(news.match, result, count) + "\n")
        sys.stdout.flush()


def numbers(text: str) -> tuple[int, ...]:
    """Deck numbers, written ``0,1``; raises ReadError."""
    if not all(part.isdecimal() for part in text.split(",")):
        raise ReadError(f"deck numbers are written like 0 or 0,1, not {text!r}")
    return tuple(map(int, text.split(",")))


def _nobody(face: Face) -> None:
    """Where no display is, nothing is shown."""
    del face
