"""Footage without noise in a folder: whole pictures, parts laid over them, and the truth; light in sRGB's curve.

`film.json` has for each frame the picture that it shows (`still`), the part laid over it (`over`, or null) and a note.
`boxes` has the place of each part, `bases` the picture under a part that is a still itself, `truth` who laid what when.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.light import LIGHT, levels_of

Radiance: TypeAlias = NDArray[np.float32]
"""A picture of light, rows by columns by blue, green and red; 0.8 is about a white paper."""
Box: TypeAlias = tuple[int, int, int, int]
"""A box: left, top, right and bottom in the whole picture, pixels."""

NAME: Final = "film.json"
_LIGHT: Final = LIGHT.astype(np.float32)
_JPEG: Final = (
    (cv2.IMWRITE_JPEG_QUALITY, 90),
    (cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444),
)


class FootageError(ValueError):
    """A folder without footage, in one sentence."""


@dataclass(frozen=True, slots=True)
class StoredFrame:
    """One frame: the picture that it shows, and the part laid over it."""

    still: str
    over: str | None
    note: str = ""


@dataclass(slots=True)
class Footage:
    """The frames of a film without noise, in a folder."""

    folder: Path
    frames: list[StoredFrame] = field(default_factory=list[StoredFrame])
    truth: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    boxes: dict[str, Box] = field(default_factory=dict[str, Box])
    bases: dict[str, str] = field(default_factory=dict[str, str])
    fps: float = 8

    @classmethod
    def read(cls, folder: Path) -> "Footage":
        """Open a folder; raises FootageError."""
        try:
            stored = json.loads((folder / NAME).read_text(encoding="utf-8"))
            frames = [StoredFrame(**frame) for frame in stored["frames"]]
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise FootageError(f"{folder} holds no footage: {error}; draw it first") from error
        boxes = {name: (box[0], box[1], box[2], box[3]) for name, box in stored.get("boxes", {}).items()}
        return cls(folder, frames, stored["truth"], boxes, stored.get("bases", {}), stored.get("fps", 8))

    def write(self) -> None:
        """Store all data but the pictures."""
        stored = {
            "fps": self.fps,
            "frames": [asdict(frame) for frame in self.frames],
            "truth": self.truth,
            "boxes": self.boxes,
            "bases": self.bases,
        }
        (self.folder / NAME).write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")

    def keep(self, name: str, light: Radiance, box: Box | None = None, base: str | None = None) -> None:
        """Store a picture, or a part of one."""
        path = self.folder / f"{name}.jpg"
        if not cv2.imwrite(
            str(path),
            np.rint(levels_of(light.astype(np.float64))).astype(np.uint8),
            [value for pair in _JPEG for value in pair],
        ):
            raise FootageError(f"{path} could not be written")
        if box is not None:
            self.boxes[name] = box
        if base is not None:
            self.bases[name] = base

    def pictures(self) -> Iterator[Radiance]:
        """Yield the light of every frame; the same array as before where nothing changes."""
        last: tuple[str, str | None] | None = None
        light = np.zeros((0, 0, 3), np.float32)
        whole = lru_cache(2)(self._whole)
        for frame in self.frames:
            if (frame.still, frame.over) != last:
                light = whole(frame.still)
                if frame.over is not None:
                    light = self._laid(light, frame.over)
                last = frame.still, frame.over
            yield light

    def _whole(self, name: str) -> Radiance:
        base = self.bases.get(name)
        return self._part(name) if base is None else self._laid(self._whole(base), name)

    def _laid(self, light: Radiance, name: str) -> Radiance:
        if name not in self.boxes:
            raise FootageError(f"{self.folder / NAME} does not say where {name} lies; draw the footage again")
        left, top, right, bottom = self.boxes[name]
        light = light.copy()
        light[top:bottom, left:right] = self._part(name)
        return light

    def _part(self, name: str) -> Radiance:
        path = self.folder / f"{name}.jpg"
        picture = cv2.imread(str(path))
        if picture is None:
            raise FootageError(f"{path} is no picture; draw the footage again")
        return np.asarray(cv2.LUT(picture, _LIGHT), np.float32)
