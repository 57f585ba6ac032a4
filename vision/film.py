"""Draws the film of a card table from a small script: proving ground, test data and demonstration."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np

from vision.film_plan import Director
from vision.film_scene import Scene
from vision.film_script import Lay, Pace, Step, Sweep
from vision.film_table import Cloth
from vision.film_table import table as set_table
from vision.mat import CARD_SIZES, Mat
from vision.noise import LEVELS, Noise, spoiler
from vision.picture import Bgr

__all__ = ["FilmNotWrittenError", "Lay", "Progress", "Step", "Sweep", "frames", "write"]

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the frames drawn and the frames there will be."""


class FilmNotWrittenError(OSError):
    """The film cannot be written where it was asked for."""


def frames(
    steps: Sequence[Step],
    seats: int,
    seed: int = 0,
    noise: Noise = "low",
    fps: float = 15,
    size: tuple[int, int] = (1920, 1080),
    symbology: str = "aruco",
    table: Cloth = "felt",
    progress: Progress | None = None,
    card: str = "63x88",
    pace_seconds: float = 0.9,
) -> Iterator[Bgr]:
    """Every frame of the film, the same for the same arguments.

    Args:
        steps: what happens; the caller gives a `Sweep` after each full trick.
        seats: 2 to 5.
        seed: of everything left to chance: places, ways, light, grain.
        noise: how bad the camera is.
        fps: frames a second.
        size: width and height of the picture, pixels.
        symbology: kind of mark on the cards.
        table: felt or wood.
        progress: told after each frame.
        card: size of the cards, a name in `mat.CARD_SIZES`.
        pace_seconds: time a card takes; stretched so that at least six still frames lie between two cards.

    Raises:
        KeyError: the number of seats is not 2 to 5, or there is no such size of card.
        UnknownCardError: a step names a card that no mark stands for.
    """
    random = np.random.default_rng(seed)
    mat = Mat(card=CARD_SIZES[card])
    moments = list(Director(seats, mat, Pace.of(fps, pace_seconds), random).play(list(steps)))
    scene = Scene(set_table(mat, seats, table, size, random), symbology, mat.card)
    spoil = spoiler(LEVELS[noise], *size, random)
    for number, moment in enumerate(moments, 1):
        yield spoil(scene.draw(moment))
        if progress is not None:
            progress(number, len(moments))


def write(
    path: str | Path,
    steps: Sequence[Step],
    seats: int,
    seed: int = 0,
    noise: Noise = "low",
    fps: float = 15,
    size: tuple[int, int] = (1920, 1080),
    symbology: str = "aruco",
    table: Cloth = "felt",
    progress: Progress | None = None,
    card: str = "63x88",
    pace_seconds: float = 0.9,
) -> None:
    """Write the film as MJPG in an AVI file; the arguments are those of `frames`.

    Raises:
        FilmNotWrittenError: the file cannot be opened for writing.
    """
    if not Path(path).parent.is_dir():
        raise FilmNotWrittenError(f"{path}: there is no folder of that name; make it first")
    code = cv2.VideoWriter.fourcc(*"MJPG")
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, code, fps, size)
    if not writer.isOpened():
        raise FilmNotWrittenError(f"{path}: cannot be written; its name must end in .avi, its folder be writable")
    drawn = frames(steps, seats, seed, noise, fps, size, symbology, table, progress, card, pace_seconds)
    try:
        # Compressing a frame takes as long as drawing it, and runs beside the drawing of the next one.
        with ThreadPoolExecutor(max_workers=1) as second_core:
            written: Future[None] | None = None
            for frame in drawn:
                if written is not None:
                    written.result()
                written = second_core.submit(writer.write, frame)
    finally:
        writer.release()
