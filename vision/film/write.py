"""Draws the film of a card table from a small script: proving ground, test data and demonstration."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias, TypedDict, Unpack

import cv2

from groundwork.picture import Bgr, Gray
from vision.film import sidecar
from vision.film.cameras import CameraName
from vision.film.noise import Noise
from vision.film.reel import FaceOf, Reel, Take
from vision.film.script.script import Lay, PickUp, ScriptStep, Sweep
from vision.film.table import Cloth

__all__ = [
    "FilmNotWrittenError",
    "FilmOptions",
    "Lay",
    "PickUp",
    "Progress",
    "ScriptStep",
    "Sweep",
    "frames",
    "gray_frames",
    "write",
    "write_frames",
]

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the frames drawn and the frames there will be."""


class FilmNotWrittenError(OSError):
    """The film cannot be written where it was asked for."""


class FilmOptions(TypedDict, total=False):
    """The look of a film; :class:`vision.film.reel.Take` describes each option, with its value when it is left out."""

    seed: int
    noise: Noise
    effects: Mapping[str, float]
    fps: float
    size: tuple[int, int]
    symbology: str
    table: Cloth
    check_mm: float
    camera: CameraName
    height_cm: float
    lean: float
    card: str
    pace_seconds: float
    face: FaceOf | None
    labels: Mapping[str, str]


def frames(
    steps: Sequence[ScriptStep], seats: int, *, progress: Progress | None = None, **look: Unpack[FilmOptions]
) -> Iterator[Bgr]:
    """Every frame of the film in colour, the same for the same arguments; `progress` is told after each.

    Raises:
        KeyError: the number of seats is not 2 to 5, or there is no such size of card.
        UnknownCardError: a step names a card that no mark stands for.
        EffectError: there is no such effect, or its level is not 0 to 1.
        HeightError: the camera hangs so low that it does not see the whole mat.
        LeanError: it leans by 60 degrees or more.
    """
    reel = Reel(Take(steps, seats, **look))
    yield from _report_frames(reel, progress)


def gray_frames(steps: Sequence[ScriptStep], seats: int, **look: Unpack[FilmOptions]) -> Iterator[tuple[float, Gray]]:
    """Seconds and grey picture of every frame, as a camera gives them; several times quicker than in colour.

    The grain is another than that of `frames`, of the same strength; all else is the same. Raises as `frames` does.
    """
    take = Take(steps, seats, **look)
    for number, gray in enumerate(Reel(take).frames(grey=True)):
        yield number / take.fps, gray


def write(
    path: str | Path,
    steps: Sequence[ScriptStep],
    seats: int,
    *,
    progress: Progress | None = None,
    **look: Unpack[FilmOptions],
) -> None:
    """Write the film as MJPG in an AVI file, and beside it what was drawn; see :mod:`vision.film.sidecar`.

    Raises:
        FilmNotWrittenError: the file cannot be opened for writing; and what `frames` raises.
    """
    for _ in write_frames(path, steps, seats, progress=progress, **look):
        pass


def write_frames(
    path: str | Path,
    steps: Sequence[ScriptStep],
    seats: int,
    *,
    progress: Progress | None = None,
    **look: Unpack[FilmOptions],
) -> Iterator[Bgr]:
    """Every frame of a film while it is written; the file is whole once the last one was taken. Raises as `write`."""
    path = Path(path)
    if not path.parent.is_dir():
        raise FilmNotWrittenError(f"{path}: there is no folder of that name; make it first")
    reel = Reel(Take(steps, seats, **look))
    code = cv2.VideoWriter.fourcc(*"MJPG")
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, code, reel.take.fps, reel.take.size)
    if not writer.isOpened():
        raise FilmNotWrittenError(f"{path}: cannot be written; its name must end in .avi, its folder be writable")
    try:
        # Compressing a frame takes as long as drawing it, and runs beside what is done with it and the next one.
        with ThreadPoolExecutor(max_workers=1) as second_core:
            written: Future[None] | None = None
            for frame in _report_frames(reel, progress):
                if written is not None:
                    written.result()
                written = second_core.submit(writer.write, frame)
                yield frame
    finally:
        writer.release()
    sidecar.write(reel, sidecar.beside(path))


def _report_frames(reel: Reel, progress: Progress | None) -> Iterator[Bgr]:
    count = len(reel.shoot.moments)
    for number, frame in enumerate(reel.frames(grey=False), 1):
        yield frame
        if progress is not None:
            progress(number, count)
