"""Footage developed to a film as a camera would have taken it, with the truth in a file beside it."""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2

from groundwork.picture import Bgr, Gray, u8
from tools.photoreal.camera import Camera, CameraSettings
from tools.photoreal.stored import Footage, FootageError


def developed(footage: Footage, settings: CameraSettings) -> Iterator[Bgr]:
    """Yield every frame of the footage as a camera would have taken it."""
    camera = Camera(settings)
    return (camera.take(light) for light in footage.pictures())


def received(footage: Footage, settings: CameraSettings, quality: int = 80) -> Iterator[Gray]:
    """Yield every frame in grey, as the eyes get it from a camera that sends JPEG pictures of a quality of 1 to 100."""
    for picture in developed(footage, settings):
        _, sent = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        arrived = cv2.imdecode(sent, cv2.IMREAD_GRAYSCALE)
        if arrived is None:
            raise AssertionError("a picture that was just encoded cannot be decoded")
        yield u8(arrived)


def write_film(footage: Footage, film: Path, settings: CameraSettings, quality: int, size: tuple[int, int]) -> None:
    """Write a film of JPEG pictures and, beside it, its truth.

    Args:
        footage: the footage to develop.
        film: the AVI file.
        settings: the camera's settings.
        quality: the JPEG pictures' quality, 1 to 100.
        size: the pictures' size; if smaller than the camera's, they are shrunk.
    """
    writer = cv2.VideoWriter(str(film), cv2.CAP_OPENCV_MJPEG, cv2.VideoWriter.fourcc(*"MJPG"), footage.fps, size)
    if not writer.isOpened():
        raise FootageError(f"{film} cannot be written; name a file ending in .avi in a folder that is there")
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, quality)
    for picture in developed(footage, settings):
        shrunk = size != (picture.shape[1], picture.shape[0])
        writer.write(u8(cv2.resize(picture, size, interpolation=cv2.INTER_AREA)) if shrunk else picture)
    writer.release()
    truth_beside(film).write_text(json.dumps(truth_of(footage), indent=1) + "\n", encoding="utf-8")


def truth_beside(film: Path) -> Path:
    """Return the path of the truth about a film."""
    return film.with_name(f"{film.name}.truth.json")


def truth_of(footage: Footage) -> dict[str, object]:
    """Return the events of a film, with their times."""
    return {
        "frames": len(footage.frames),
        "fps": footage.fps,
        "truth": footage.truth,
        "notes": [frame.note for frame in footage.frames],
    }
