"""``schiri film``: a record drawn as the film of its table."""

from dataclasses import dataclass
from pathlib import Path

from controller import record, screenplay
from controller.commands.replay import read_bytes
from controller.match import start
from controller.progress import progress
from vision import film
from vision.film_table import Cloth
from vision.noise import Noise


class FilmError(ValueError):
    """A record that no film can be drawn of, or a size that is none."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a film is to look; see :func:`vision.film.frames`."""

    seed: int = 0
    noise: Noise = "low"
    fps: float = 15
    size: tuple[int, int] = (1920, 1080)
    symbology: str = "aruco"
    cloth: Cloth = "felt"
    pace_seconds: float = 0.9


def size(text: str) -> tuple[int, int]:
    """Width and height in pixels, written ``1920x1080``; raises FilmError."""
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        raise FilmError(f"a size is written like 1920x1080, not {text!r}")
    return int(width), int(height)


def run(name: str, out: Path, look: Look) -> int:
    """Draw the film of a record; returns the exit status."""
    text = record.read(read_bytes(name))
    steps, match = list(screenplay.steps(text.events)), start(text.opening)
    if not any(isinstance(step, film.Lay) for step in steps):
        raise FilmError(f"{name} holds no play, so there is nothing to draw")
    with progress(f"drawing {out}") as advance:
        film.write(
            out,
            steps,
            match.rules.seats,
            seed=look.seed,
            noise=look.noise,
            fps=look.fps,
            size=look.size,
            symbology=look.symbology,
            table=look.cloth,
            progress=advance,
            card=match.game.card_size,
            pace_seconds=look.pace_seconds,
        )
    return 0
