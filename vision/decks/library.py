"""Libraries: the enrolled faces of one deck, what tells them apart, and the file that keeps them."""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final
from zipfile import BadZipFile

import cv2
import numpy as np

from groundwork.picture import Bgr, Gray, u8
from vision.base.thresholds import THRESHOLDS
from vision.decks.blocks import NEAR, BlockGrid, FaceLevels, blur, f32, turn_cells
from vision.mat.layout import CardSize

VERSION: Final = 1
"""The version of the file; a reader of another one refuses it."""
_BLOCKS: Final = THRESHOLDS.blocks
_LIMITS: Final = THRESHOLDS.enrolment


class FaceLibraryError(ValueError):
    """A file that keeps no deck; the message says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class AlikePair:
    """Two cards of a deck that the reader may not tell apart."""

    one: str
    other: str
    bits: float
    """Evidence for the right one in the best light."""


@dataclass(frozen=True, eq=False)
class FaceLibrary:
    """The enrolled faces of one deck."""

    size: CardSize
    faces: Mapping[str, Gray | Bgr]
    """Faces by the card's name: rectified, `px_per_mm` of the thresholds, grey or in colour, all of one kind."""
    copies: int = 1
    """Cards of each name in the deck."""
    when: str = ""
    """ISO date of the enrolment."""
    back: Gray | None = None
    """The back, if it was shown."""
    notes: Mapping[str, str] = field(default_factory=dict[str, str])
    """Notes to keep with the library, such as a title."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The cards' names, in the order of all tables."""
        return tuple(self.faces)

    @cached_property
    def grid(self) -> BlockGrid:
        """The blocks of its cards."""
        return BlockGrid.of(self.size)

    @property
    def is_coloured(self) -> bool:
        """Whether colours were enrolled, too."""
        return any(face.ndim == 3 for face in self.faces.values())

    def gray(self, name: str) -> Gray:
        """Return a face in grey."""
        face = self.faces[name]
        return u8(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)) if face.ndim == 3 else face

    def missing(self, deck: Sequence[str]) -> tuple[str, ...]:
        """List the cards of a deck that have no face yet."""
        return tuple(name for name in dict.fromkeys(deck) if name not in self.faces)

    @cached_property
    def plane(self) -> "FacePlane":
        """The tables of its faces in grey."""
        return FacePlane(self.grid, [self.gray(name) for name in self.names])

    @cached_property
    def colours(self) -> "tuple[FacePlane, ...]":
        """The tables of its faces in blue, green and red; none if it has no colours."""
        if not self.is_coloured:
            return ()
        return tuple(
            FacePlane(self.grid, [u8(self.faces[name][..., plane]) for name in self.names]) for plane in range(3)
        )

    def alike(self, limit_bits: float = _LIMITS.alike) -> tuple[AlikePair, ...]:
        """Pairs that cannot be told apart for certain, the most alike first, with colours if there are any."""
        found = np.maximum.reduce([plane.evidence for plane in (self.plane, *self.colours)])
        both = np.minimum(found, found.T)
        pairs = [
            AlikePair(self.names[one], self.names[other], round(float(both[one, other]), 1))
            for one, other in zip(*np.triu_indices(len(self.names), 1), strict=True)
            if both[one, other] < limit_bits
        ]
        return tuple(sorted(pairs, key=lambda pair: pair.bits))

    def without(self, name: str) -> "FaceLibrary":
        """Return the library without one face, to enrol it again."""
        return replace(self, faces={one: face for one, face in self.faces.items() if one != name})

    def blanked(self, label: CardSize) -> "FaceLibrary":
        """Return the library with paper on all corners, where labels are stuck."""
        corners = self.grid.corners(label)
        faces = dict[str, Gray | Bgr]()
        for name, face in self.faces.items():
            faces[name] = face.copy()
            faces[name][corners > 0] = round(_BLOCKS.paper)
        return replace(self, faces=faces)

    def to_bytes(self) -> bytes:
        """Return the file to keep: NumPy's archive of arrays."""
        file = io.BytesIO()
        told = json.dumps(self.heading(), ensure_ascii=False)
        back = np.zeros((0, 0), np.uint8) if self.back is None else self.back
        np.savez_compressed(file, heading=np.array(told), faces=np.stack(list(self.faces.values())), back=back)
        return file.getvalue()

    def heading(self) -> dict[str, object]:
        """Return the values that are kept beside the pictures."""
        return {
            "v": VERSION,
            "names": list(self.names),
            "size_mm": [self.size.width_mm, self.size.height_mm],
            "copies": self.copies,
            "when": self.when,
            "notes": dict(self.notes),
        }

    @classmethod
    def from_bytes(cls, data: bytes) -> "FaceLibrary":
        """Read the library in a file.

        Raises:
            FaceLibraryError: the file is torn, of another version, or was not made by `to_bytes`.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as kept:
                heading, faces, back = str(kept["heading"]), u8(kept["faces"]), u8(kept["back"])
        except (BadZipFile, EOFError, KeyError, OSError, ValueError) as error:
            raise FaceLibraryError(f"no deck's faces: {error}; export them anew, or enrol the deck anew") from error
        return cls.from_parts(heading, list(faces), back if back.size else None)

    @classmethod
    def from_parts(cls, heading: str, faces: Sequence[Gray | Bgr], back: Gray | None) -> "FaceLibrary":
        """Build a library from a heading and its pictures.

        Raises:
            FaceLibraryError: they do not belong together.
        """
        advice = "export the deck anew, or enrol it anew"
        try:
            told = json.loads(heading)
            version = told["v"]
            if version != VERSION:
                raise FaceLibraryError(f"a deck of version {version}, this program reads {VERSION}; {advice}")
            size = CardSize(*(float(mm) for mm in told["size_mm"]))
            names, copies = [str(name) for name in told["names"]], int(told["copies"])
            when, notes = str(told["when"]), {str(key): str(value) for key, value in told["notes"].items()}
        except (AttributeError, KeyError, TypeError, json.JSONDecodeError) as error:
            raise FaceLibraryError(f"no deck's faces: its heading cannot be read ({error}); {advice}") from error
        if len(set(names)) != len(faces) or not names or copies < 1:
            raise FaceLibraryError(f"no deck's faces: {len(faces)} pictures, {len(set(names))} names; {advice}")
        grid = BlockGrid.of(size)
        shape = grid.height, grid.width
        if any(face.shape[:2] != shape for face in faces) or (back is not None and back.shape != shape):
            raise FaceLibraryError(
                f"no deck's faces: its pictures are not of {shape[1]} by {shape[0]} pixels; {advice}"
            )
        return cls(size, dict(zip(names, faces, strict=True)), copies, when, back, notes)


class FacePlane:
    """Tables of a deck's faces in one plane: grey, or one colour.

    Attributes:
        grid: their blocks.
        faces: blurred.
        small: at half the size, to align a card with them.
        cells: faces by cells by pixels.
        energy: their ink, faces by blocks.
    """

    def __init__(self, grid: BlockGrid, faces: Sequence[Gray]) -> None:
        """Compute the tables; `alike` waits until it is asked for."""
        self.grid = grid
        self.faces = [blur(face) for face in faces]
        half = grid.width // 2, grid.height // 2
        self.small = [f32(cv2.resize(face, half, interpolation=cv2.INTER_AREA)) for face in faces]
        self.cells = np.stack([grid.cells(face) for face in self.faces])
        self.energy = np.stack([grid.energy(face) for face in self.faces])

    def cells_of(self, chosen: Sequence[tuple[int, bool]]) -> FaceLevels:
        """Return the cells of some faces, each upright or turned round."""
        cells = self.cells[[face for face, _ in chosen]]
        for place, (face, is_turned) in enumerate(chosen):
            if is_turned:
                cells[place] = self.cells[face, ::-1, ::-1]
        return cells

    def face(self, number: int, *, is_turned: bool) -> FaceLevels:
        """Return a blurred face, upright or turned round."""
        return self.faces[number][::-1, ::-1] if is_turned else self.faces[number]

    @cached_property
    def alike(self) -> FaceLevels:
        """The misfit of each face against each other one, the more alike way up; in the first one's blocks."""
        count = len(self.faces)
        both = np.concatenate((self.cells, turn_cells(self.cells)))
        found = np.empty((count, count, self.grid.rows - 1, self.grid.columns - 1), np.float32)
        for number, face in enumerate(self.faces):
            misfits = self.grid.misfits(face, face, both, NEAR)
            means = misfits.mean(axis=(0, 1)).reshape(2, count)
            upright = np.where(means[0] <= means[1], np.arange(count), np.arange(count) + count)
            found[number] = np.moveaxis(misfits[:, :, upright], 2, 0)
        return found

    @cached_property
    def evidence(self) -> FaceLevels:
        """The bits for each face against each other one in the best light."""
        bits = evidence_of(self.alike).sum(axis=(2, 3)) / (4 * np.log(2))
        np.fill_diagonal(bits, np.inf)
        return f32(bits)


def evidence_of(differ: FaceLevels) -> FaceLevels:
    """Calculate the evidence, in nats, that each block can give for a face against another."""
    weights = np.minimum(_BLOCKS.samples * differ / (2 * _BLOCKS.noise), _BLOCKS.cap)
    return f32(np.where(differ > _BLOCKS.differs, weights, 0))
