"""``schiri film``: a record drawn as the film of its table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from controller.commands.progress import Advance, progress
from controller.commands.record_file import UnreadableError, load
from controller.commands.typed_opening import with_options
from controller.language.commands import command_name
from controller.record.events import Event, MatchStart
from controller.referee.fold import cannot_start, start
from controller.rules.match import AnyMatch
from controller.store import atomic
from controller.table import screenplay
from groundwork.picture import Bgr
from vision.film import sidecar
from vision.film import write as film
from vision.film.cameras import CameraName
from vision.film.noise import Noise, chosen
from vision.film.table import Cloth
from vision.marks import symbologies
from vision.marks.identity import COMMANDS

__all__ = ["FilmError", "FilmRequest", "chosen", "drawing", "run", "size"]

LEAST, MOST = 240, 8000
"""Sides of a picture, pixels: fewer show no mark, more no library draws."""
USUAL_CM = 70.0
"""Height of a camera over the table, if none is typed."""


class FilmError(ValueError):
    """A record that no film can be drawn of, a size that is none, or options that exclude one another."""


@dataclass(frozen=True, slots=True)
class FilmRequest:
    """The look of a film that is asked for; see :class:`vision.film.reel.Take`."""

    seed: int = 0
    noise: Noise = "low"
    effects: Mapping[str, float] = field(default_factory=dict[str, float])
    fps: float = 15
    size: tuple[int, int] = (1920, 1080)
    symbology: str = "aruco"
    cloth: Cloth = "felt"
    camera: CameraName = "close"
    height_cm: float = USUAL_CM
    pace_seconds: float = 0.9
    commands: bool = False
    """Whether what is no play is said by command cards and cards shown, so that the film can be read as the record."""


def size(text: str) -> tuple[int, int]:
    """Width and height in pixels, written ``1920x1080``; raises FilmError."""
    width, _, height = text.partition("x")
    if not all(part.isdecimal() and LEAST <= int(part[:5]) <= MOST and len(part) < 5 for part in (width, height)):
        raise FilmError(f"a size is written like 1920x1080, each side from {LEAST} to {MOST} pixels, not {text!r}")
    return int(width), int(height)


def height(camera: CameraName, height_cm: float | None) -> float:
    """Return how high a camera hangs, cm, as typed or as usual; raises FilmError where the mat decides the height."""
    if camera == "close" and height_cm is not None:
        raise FilmError("--height: a close camera hangs where the mat fills its picture; add --camera module3 or usb")
    return USUAL_CM if height_cm is None else height_cm


def run(name: str, out: Path, look: FilmRequest, options: Sequence[str] = ()) -> int:
    """Draw the film of a record, by these house rules in place of its own; returns the exit status."""
    with progress(f"drawing {out}") as advance:
        for _ in drawing(name, out, look, options, advance):
            pass
    return 0


def drawing(
    name: str, out: Path, look: FilmRequest, options: Sequence[str] = (), advance: Advance | None = None
) -> Iterator[Bgr]:
    """Every frame of a film while it is drawn; the film is there, whole, once the last one was taken."""
    events = _played(name, options)
    steps, match = list(screenplay.steps(events, commands=look.commands)), start(events[0])
    if not any(isinstance(step, film.Lay) for step in steps):
        raise FilmError(f"{name} holds no play, so there is nothing to draw")
    symbologies.load(look.symbology)
    if out.exists() and not _is_film(out):
        raise FilmError(f"{out} is there already and is no film; name a new file ending in .avi")
    unfinished = out.with_name(f".{out.stem}.unfinished{out.suffix}")
    try:
        yield from _frames(steps, match, unfinished, look, advance)
        atomic.move(unfinished, out)
        atomic.move(sidecar.beside(unfinished), sidecar.beside(out))
    except film.FilmNotWrittenError as error:
        raise FilmError(str(error).replace(str(unfinished), str(out))) from error
    finally:
        unfinished.unlink(missing_ok=True)
        sidecar.beside(unfinished).unlink(missing_ok=True)


def _played(name: str, options: Sequence[str]) -> tuple[MatchStart, *tuple[Event, ...]]:
    """Return the events of a record with the house rules that were typed."""
    text = load(name)
    if fault := cannot_start(text.opening):
        raise UnreadableError(f"{name}: line 1: {fault}")
    opening = with_options(text.opening, options) if options else text.opening
    return (opening, *text.events[1:])


def _is_film(path: Path) -> bool:
    """Whether a file is an AVI film, which may be drawn anew."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"RIFF"


def _frames(
    steps: list[film.ScriptStep], match: AnyMatch, out: Path, look: FilmRequest, advance: Advance | None
) -> Iterator[Bgr]:
    return film.write_frames(
        out,
        steps,
        match.rules.seats,
        seed=look.seed,
        noise=look.noise,
        effects=look.effects,
        fps=look.fps,
        size=look.size,
        symbology=look.symbology,
        table=look.cloth,
        camera=look.camera,
        height_cm=look.height_cm,
        progress=advance,
        card=match.game.card_size,
        pace_seconds=look.pace_seconds,
        labels={command: command_name(command, "en") for command in COMMANDS},
    )
