"""Enrolment: each card is laid on the bare mat twice, and taken into the library if both pictures agree.

Safety is made here: of a face that is missing or wrong every later reading may be wrong. Pictures that are no good are
refused with why; a person looks at the finished sheet once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import sqrt, tau
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np

from groundwork.picture import MARKED, Bgr, Gray, Window, u8
from vision.base.thresholds import THRESHOLDS
from vision.decks import outline
from vision.decks.blocks import FREE, BlockGrid, FaceLevels, blur, f32
from vision.decks.library import FaceLibrary
from vision.decks.patch import CardPose, Patch
from vision.decks.proposer import Proposer, align
from vision.decks.reader import ColourOf
from vision.mat.geometry import Calibration
from vision.mat.layout import CardSize

_LIMITS: Final = THRESHOLDS.enrolment
_BLOCKS: Final = THRESHOLDS.blocks
_RIM_MM: Final = THRESHOLDS.face.rim_mm
_PX: Final = _BLOCKS.px_per_mm
_RIM: Final = _RIM_MM * _PX
_KEPT: Final = 3
"""Captures of a card that are kept until two of them agree."""

RefusedWhy: TypeAlias = Literal["nothing", "outline", "far", "glare", "blurred", "moved"]
"""Reasons of a refused capture.

Nothing came to lie; no card's outline of this size; the camera hangs too high; overexposed; out of focus or blurred by
motion; the card moved between two pictures, or a hand did.
"""


@dataclass(frozen=True, slots=True)
class CaptureRefused:
    """A picture of a card that is no good for enrolment."""

    why: RefusedWhy


@dataclass(frozen=True, slots=True, eq=False)
class FaceCapture:
    """Good picture of a card alone on the bare mat."""

    gray: Gray
    """Picture from above, with a rim round it; whichever way up."""
    colour: Bgr | None = None
    """The same in colour."""
    blur_px: float = 0.0
    """Deviation of its edges in the camera's picture."""

    @property
    def face(self) -> Gray | Bgr:
        """The card without its rim, in colour if there is any."""
        return _without_rim(self.gray if self.colour is None else self.colour)


def capture(
    bare: Gray,
    after: Gray,
    calibration: Calibration,
    size: CardSize,
    window: Window | None = None,
    again: Gray | None = None,
    colour: ColourOf | None = None,
) -> FaceCapture | CaptureRefused:
    """Capture a card that lies alone on the mat.

    Args:
        bare: the mat without it.
        after: with it, no hand near.
        calibration: the way between the pictures and the mat.
        size: of the deck's cards.
        window: the part of the pictures in which something changed, with a card's rim round it; None: all of them.
        again: a still picture some frames later, by which it is known that nothing moved.
        colour: gives a part of `after` in colour.
    """
    where = window or (slice(0, after.shape[0]), slice(0, after.shape[1]))
    patch, earlier = Patch.of(after[where], where, calibration), Patch.of(bare[where], where, calibration)
    mask = outline.changed(u8(earlier.picture), u8(patch.picture))
    if not mask.any():
        return CaptureRefused("nothing")
    poses = outline.find_poses(mask, patch.to_px, size)
    if not poses:
        return CaptureRefused("outline")
    if patch.px_per_mm < _LIMITS.far:
        return CaptureRefused("far")
    pose = next((one for one in poses if _shows_all_sides(one)), poses[0])
    native = u8(patch.rectify(pose, size, patch.px_per_mm))
    blur_px = edge_blur(native)
    # The outline of a card that is blurred is larger than the card.
    if blur_px > _LIMITS.blurred_px:
        return CaptureRefused("blurred")
    if not _shows_all_sides(pose):
        return CaptureRefused("outline")
    gray = u8(patch.scaled_to(_PX).rectify(pose, size, _PX, _RIM_MM))
    if float((_without_rim(gray) > _LIMITS.glare).mean()) > _LIMITS.glaring:
        return CaptureRefused("glare")
    if again is not None:
        later = u8(Patch.of(again[where], where, calibration).rectify(pose, size, patch.px_per_mm))
        differences = cv2.absdiff(cv2.GaussianBlur(native, (0, 0), 1), cv2.GaussianBlur(later, (0, 0), 1))
        if float((u8(differences) > _LIMITS.moved).mean()) > _LIMITS.moved_share:
            return CaptureRefused("moved")
    if colour is None:
        return FaceCapture(gray, None, blur_px)
    coloured = Patch.of(colour(where), where, calibration).scaled_to(_PX)
    return FaceCapture(gray, u8(coloured.rectify(pose, size, _PX, _RIM_MM)), blur_px)


def _shows_all_sides(pose: CardPose) -> bool:
    return max(abs(pose.spare_x_mm), abs(pose.spare_y_mm)) <= _LIMITS.outline_mm


def edge_blur(picture: Gray) -> float:
    """Measure the blur of a picture's sharpest edges, pixels: the step across each divided by its slope."""
    levels = f32(picture)
    slope = cv2.magnitude(*(cv2.Sobel(levels, cv2.CV_32F, *way, ksize=1) for way in ((1, 0), (0, 1)))) / 2
    kernel = np.ones((_LIMITS.edge_px, _LIMITS.edge_px), np.uint8)
    step = f32(cv2.dilate(picture, kernel)) - f32(cv2.erode(picture, kernel))
    sharp = slope >= np.percentile(slope, _LIMITS.edges)
    return float(np.median(step[sharp] / np.maximum(slope[sharp], 1e-3))) / sqrt(tau)


def _without_rim(picture: Gray | Bgr) -> Gray | Bgr:
    return picture[_RIM:-_RIM, _RIM:-_RIM]


EnrolResultKind: TypeAlias = Literal["first", "differs", "enrolled", "twice", "face-down"]
"""Results of a capture.

Lay it once more; the pictures of it differ: lay it once more; the card is in the library; it is there under another
name already; the back shows.
"""


@dataclass(frozen=True, slots=True)
class EnrolResult:
    """The use that was made of a capture."""

    kind: EnrolResultKind
    name: str = ""
    """The card it was taken for."""
    other: str = ""
    """The name under which it is in the library already."""


@dataclass(frozen=True, slots=True, eq=False)
class Enrolment:
    """A deck on its way into a library; each step gives the next state."""

    size: CardSize
    deck: tuple[str, ...]
    """The names of its cards, each once, in the order in which they are asked for."""
    copies: int = 1
    """Cards of each name."""
    faces: Mapping[str, Gray | Bgr] = field(default_factory=dict[str, "Gray | Bgr"])
    """The faces so far, by name."""
    waiting: Mapping[str, tuple[FaceCapture, ...]] = field(default_factory=dict[str, tuple[FaceCapture, ...]])
    """Captures of cards that were laid and are not enrolled yet, the newest last."""
    back: Gray | None = None
    later: tuple[str, ...] = ()
    """The names that are asked for after all others."""

    @property
    def _order(self) -> tuple[str, ...]:
        return (*(name for name in self.deck if name not in self.later), *self.later)

    @property
    def next_name(self) -> str | None:
        """The card to lay next; None if the deck is complete."""
        return next((name for name in self._order if name not in self.faces), None)

    @property
    def new_name(self) -> str | None:
        """The first card that was neither enrolled nor laid; None if there is none."""
        return next((name for name in self._order if name not in self.faces and name not in self.waiting), None)

    @property
    def is_complete(self) -> bool:
        """Whether every card has its face."""
        return self.next_name is None

    def show_back(self, back: FaceCapture) -> "Enrolment":
        """Take the back, so that cards that lie face down are told."""
        return replace(self, back=_level_paper(_without_rim(back.gray)))

    def enrol(
        self, taken: FaceCapture, name: str | None = None, *, is_sure: bool = False
    ) -> tuple["Enrolment", EnrolResult]:
        """Enrol a capture of a card.

        Args:
            taken: the capture.
            name: the card that was laid; None: any, in any order; it is a card that waits, or the next new one.
            is_sure: take it although it looks like another card: somebody has said that it is one of its own.
        """
        if self.back is not None and join(self.back, taken) is not None:
            return self, EnrolResult("face-down", name or "")
        if not is_sure:
            other = self._alike({one: face for one, face in self.faces.items() if one != name}, taken)
            if other is not None:
                return self, EnrolResult("twice", name or other, other)
        if name is None:
            name = self._alike({one: taken_[-1].face for one, taken_ in self.waiting.items()}, taken) or self.new_name
            if name is None:
                return self, EnrolResult("twice")
        earlier = self.waiting.get(name, ())
        for one in reversed(earlier):
            face = join(one.face, taken)
            if face is not None:
                waiting = {other: captures for other, captures in self.waiting.items() if other != name}
                state = replace(self, faces={**self.faces, name: _level_paper(face)}, waiting=waiting)
                return state, EnrolResult("enrolled", name)
        kept = (*earlier, taken)[-_KEPT:]
        state = replace(self, waiting={**self.waiting, name: kept})
        return state, EnrolResult("differs" if earlier else "first", name)

    def forget(self, name: str) -> "Enrolment":
        """Take a card out, to lay it anew."""
        faces = {one: face for one, face in self.faces.items() if one != name}
        return replace(self, faces=faces, waiting={one: kept for one, kept in self.waiting.items() if one != name})

    def put_off(self, name: str) -> "Enrolment":
        """Ask for a card after all others."""
        return replace(self, later=(*(one for one in self.later if one != name), name))

    def library(self, when: str = "") -> FaceLibrary:
        """Return the library of the faces so far, in the deck's order."""
        faces = {name: self.faces[name] for name in self.deck if name in self.faces}
        return FaceLibrary(self.size, faces, self.copies, when, self.back)

    def _alike(self, faces: Mapping[str, Gray | Bgr], taken: FaceCapture) -> str | None:
        """Find the face that the capture shows, too."""
        if not faces:
            return None
        names, half = list(faces), (BlockGrid.of(self.size).width // 2, BlockGrid.of(self.size).height // 2)
        small = [f32(cv2.resize(_to_gray(face), half, interpolation=cv2.INTER_AREA)) for face in faces.values()]
        likeness = Proposer(self.size, small, 2).correlate(_half(_without_rim(taken.gray)))
        nearest = [names[place] for place in np.argsort(-likeness)[:3].tolist() if likeness[place] > _LIMITS.like]
        return next((name for name in nearest if join(faces[name], taken) is not None), None)


def join(face: Gray | Bgr, other: FaceCapture) -> Gray | Bgr | None:
    """Join a face and a capture if they show the same in every block, in each colour too; else None."""
    in_colour = face.ndim == 3 and other.colour is not None
    gray = _to_gray(face)
    height, width = gray.shape
    small = f32(cv2.resize(gray, (width // 2, height // 2), interpolation=cv2.INTER_AREA))
    seen = other.colour if in_colour and other.colour is not None else other.gray
    for is_turned in (False, True):
        half, whole = (u8(cv2.rotate(one, cv2.ROTATE_180)) if is_turned else one for one in (other.gray, seen))
        way = align(small, _half(half), _LIMITS.rounds)
        laid = u8(cv2.warpAffine(whole, way[:2], (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))
        pairs = [*zip(cv2.split(face), cv2.split(laid), strict=True)] if in_colour else [(gray, laid)]
        if all(_agree(u8(one), u8(two)) for one, two in pairs):
            joined = [_average(u8(one), u8(two)) for one, two in pairs]
            return u8(cv2.merge(joined)) if in_colour else joined[0]
    return None


def _agree(one: Gray, other: Gray) -> bool:
    height, width = one.shape
    grid = BlockGrid(height, width, height // _BLOCKS.cell_px, width // _BLOCKS.cell_px)
    soft = blur(one)
    misfits = grid.misfits(blur(other), soft, grid.cells(soft)[None], FREE)[:, :, 0]
    share = misfits / np.maximum(grid.energy(soft), _BLOCKS.blank)
    return not bool((share[1:-1, 1:-1] > _LIMITS.agree).any())


def _average(one: Gray, other: Gray) -> Gray:
    """Average two pictures of a card in the light of the first; where one has less contrast, take the other.

    A lamp's reflection and a blur reduce contrast; nothing adds any.
    """
    first, second = f32(one), f32(other)
    side = (_BLOCKS.light_px, _BLOCKS.light_px)
    second = f32(second * (cv2.blur(first * second, side) + 1) / (cv2.blur(second * second, side) + 1))
    contrasts = [_variance(picture) + _LIMITS.grain**2 for picture in (first, second)]
    ratio = np.log(contrasts[1] / contrasts[0]) / np.log(_LIMITS.clearer)
    share = np.clip((ratio + 1) / 2, 0, 1)
    return u8(np.clip(first * (1 - share) + second * share, 0, MARKED).round().astype(np.uint8))


def _variance(picture: FaceLevels) -> FaceLevels:
    """Calculate the square of a picture's contrast round each pixel."""
    side = (_BLOCKS.light_px // 2, _BLOCKS.light_px // 2)
    return f32(np.maximum(cv2.blur(picture * picture, side) - cv2.blur(picture, side) ** 2, 0))


def _level_paper(face: Gray | Bgr) -> Gray | Bgr:
    """Scale a face so that its paper is as light as that of all others."""
    paper = max(float(np.percentile(plane, _BLOCKS.paper_percentile)) for plane in cv2.split(face))
    return u8(np.clip(f32(face) * (_BLOCKS.paper / max(1.0, paper)), 0, MARKED).round().astype(np.uint8))


def _to_gray(face: Gray | Bgr) -> Gray:
    return u8(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)) if face.ndim == 3 else face


def _half(picture: Gray | Bgr) -> Gray:
    height, width = picture.shape[:2]
    return u8(cv2.resize(_to_gray(picture), (width // 2, height // 2), interpolation=cv2.INTER_AREA))
