"""Pictures from a film or a folder."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import riff
from hardware.camera.errors import CameraError
from hardware.camera.live import Gray, gray

Frames: TypeAlias = Iterator[tuple[float, Gray]]

FOLDER_FPS: Final = 15.0
"""Frames a second of a folder of pictures, and of a film that does not say."""
_PICTURES: Final = {".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}


def file_frames(path: Path, fps: float | None, stack: ExitStack) -> Frames:
    """Open at once, so that errors come before the first picture is asked for; the stack closes it.

    Raises:
        CameraError: there is no such film or folder, or it cannot be read.
    """
    if path.is_dir():
        return _pictures(_names(path), fps or FOLDER_FPS)
    if not path.exists():
        raise CameraError(f"{path}: no such film, folder or camera; give a path, a camera's number or an http address")
    film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    stack.callback(film.release)
    if not film.isOpened() or film.get(cv2.CAP_PROP_FRAME_WIDTH) <= 0:
        raise CameraError(f"{path}: not a film that can be read; record it again or convert it to AVI or MP4")
    return _film(film, path, fps or film.get(cv2.CAP_PROP_FPS) or FOLDER_FPS)


def _film(film: cv2.VideoCapture, path: Path, fps: float) -> Frames:
    """Whole frames of a film, then an error if it should have gone on."""
    container = riff.riff_content(path)
    # Other containers only estimate their length: one frame more or less is no fault.
    promised = container.frames if container else int(film.get(cv2.CAP_PROP_FRAME_COUNT)) - 1
    number = 0
    while not (container and number >= container.frames):
        found, picture = film.read()
        if not found:
            break
        yield number / fps, _gray(path, picture)
        number += 1
    if number < promised or (container and container.torn):
        raise CameraError(
            f"{path}: the film ends in mid-frame at {number / fps:.2f} s; {number} whole frames were read, "
            "the rest is lost: copy or record it again"
        )


def _names(folder: Path) -> list[Path]:
    """The pictures of a folder: frame2 comes before frame10."""
    names = [path for path in folder.iterdir() if path.suffix.lower() in _PICTURES]
    if not names:
        raise CameraError(f"{folder}: the folder holds no pictures ({', '.join(sorted(_PICTURES))})")
    return sorted(names, key=lambda path: _natural(path.name))


def _natural(name: str) -> list[tuple[int, str]]:
    """Numbers in a name count by their value."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"([0-9]+)", name)]


def _pictures(names: list[Path], fps: float) -> Frames:
    shape: tuple[int, ...] | None = None
    for number, name in enumerate(names):
        picture = cv2.imread(str(name), cv2.IMREAD_GRAYSCALE)
        if picture is None:
            raise CameraError(f"{name}: the picture cannot be read; take it out of the folder or make it again")
        if shape is not None and picture.shape != shape:
            here, before = (f"{size[1]}x{size[0]}" for size in (picture.shape, shape))
            raise CameraError(f"{name}: {here} pixels, the pictures before it {before}; keep one size in a folder")
        shape = picture.shape
        yield number / fps, _gray(name, picture)


def _gray(path: Path, picture: NDArray[np.integer | np.floating]) -> Gray:
    """The brightness of a picture; an error names the file that it is from."""
    try:
        return gray(picture)
    except CameraError as error:
        raise CameraError(f"{path}: {error}") from None
