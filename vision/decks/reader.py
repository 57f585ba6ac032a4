"""The reader of faces: names a card that came to lie, by the mat before and after.

Correlation alone is never believed: a seven may fit an eight of its suit at 0.9. A card is believed if the evidence
against every rival is strong, and hardly a block contradicts it. Also its ink must be where the face has it, and enough
be seen.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import MARKED, Bgr, Gray, Mask, Matrix, Window, u8
from vision.base.thresholds import THRESHOLDS
from vision.decks import outline
from vision.decks.blocks import FaceLevels, blur, f32, flattened
from vision.decks.library import FaceLibrary, evidence_of
from vision.decks.patch import CardPose, Patch
from vision.decks.proposer import Proposer, align, move
from vision.mat.geometry import Calibration
from vision.mat.layout import CardSize

_LIMITS: Final = THRESHOLDS.face
_BLOCKS: Final = THRESHOLDS.blocks
_PX: Final = _BLOCKS.px_per_mm

LABEL: Final = CardSize(_LIMITS.label_width_mm, _LIMITS.label_height_mm)
"""Size of the label on each corner of a marked card."""

ColourOf: TypeAlias = Callable[[Window], Bgr]
"""Gives a part of the same picture in colour; asked for only where grey cannot tell."""

UnreadWhy: TypeAlias = Literal["nothing", "outline", "stranger", "hidden", "alike", "contrary", "misfit", "known"]
"""Reasons of an unread card.

Nothing changed; no card's outline (a hand, two cards at once, a thing); like no card of the deck; less than half is
seen. A rival is as likely; blocks contradict it; its ink lies elsewhere; the card lies elsewhere or was played.
"""


@dataclass(frozen=True, slots=True)
class FaceEvidence:
    """The likeliest card of a landing, and what speaks for and against it."""

    name: str
    rival: str
    """The card that is the next likely."""
    bits: float
    """Evidence for the one against the other."""
    contrary: int
    """Inner blocks that contradict it."""
    misfit: float
    """The misfit of its ink; 0 is a perfect fit."""
    inked_contrary: float
    """Share of its inked blocks that contradict it."""
    seen: float
    """Share of the card that was seen."""
    telling: float
    """Share that was seen of what tells it from the rival from which least does."""
    is_likeliest: bool = True
    """Whether it is the likeliest at first sight, too: by its shapes alone, whatever their tone."""
    faint_bits: float = np.inf
    """Evidence for it if the ink of each card is as strong as fits it best; asked only if all else speaks for it."""

    @property
    def why(self) -> UnreadWhy | None:
        """Reason why it may not be believed; None if it may."""
        if self.seen < _LIMITS.seen or self.telling < _LIMITS.telling:
            return "hidden"
        if self.contrary > _LIMITS.contrary_most or self.inked_contrary > _LIMITS.inked_contrary:
            return "contrary"
        if self.misfit > _LIMITS.misfit:
            return "misfit"
        return "alike" if min(self.bits, self.faint_bits) < _LIMITS.bits or not self.is_likeliest else None


@dataclass(frozen=True, slots=True, eq=False)
class FaceReading:
    """A card that came to lie, believed."""

    evidence: FaceEvidence
    pose: CardPose
    """The place where it lies; whichever way up."""
    picture: Gray
    """Picture from above, turned as its face was enrolled."""

    @property
    def name(self) -> str:
        """Name of the card."""
        return self.evidence.name


@dataclass(frozen=True, slots=True, eq=False)
class FaceUnread:
    """A thing that came to lie and is no card that may be believed."""

    why: UnreadWhy
    pose: CardPose | None = None
    """The place where it lies, if it has a card's outline."""
    evidence: FaceEvidence | None = None
    """The likeliest card, if there is one."""
    picture: Gray | None = None
    """The thing from above, if it has a card's outline."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A card that may lie there."""

    face: int
    is_turned: bool
    shift: tuple[int, int]
    """The shift of its place against the outline's, mm along and across it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Comparison:
    """The distances of the candidates from a picture, in one plane."""

    misfits: FaceLevels
    """Candidates by blocks of the picture."""
    differ: FaceLevels
    """The faces' own differences, candidates by candidates by blocks."""
    energy: FaceLevels
    """Ink of the candidates' faces."""
    lit: NDArray[np.bool_]
    """Blocks in which print can be seen."""

    @property
    def bits(self) -> FaceLevels:
        """The evidence for each candidate against each other one, from the blocks in which the two differ."""
        medians = np.median(self.misfits, axis=(1, 2))
        spread = np.maximum(_BLOCKS.noise, _BLOCKS.noise_median * medians)[:, None, None, None]
        weights = _BLOCKS.samples * (self.misfits[None] - self.misfits[:, None]) / (2 * spread)
        telling = (self.differ > _BLOCKS.differs) & self.lit
        told = np.where(telling, np.clip(weights, -_BLOCKS.cap, _BLOCKS.cap), 0)
        # Blocks overlap fourfold.
        bits = f32(told.sum(axis=(2, 3)) / (4 * np.log(2)))
        np.fill_diagonal(bits, np.inf)
        return bits

    def seen_difference(self, number: int) -> float:
        """Measure the visible part of the difference between a candidate and another, of which least is seen."""
        weights = evidence_of(np.delete(self.differ[number], number, axis=0))
        return float((weights[:, self.lit].sum(axis=1) / np.maximum(weights.sum(axis=(1, 2)), 1)).min(initial=1))

    def fit(self, number: int) -> tuple[int, float, float]:
        """Count the inner blocks against a candidate, its ink's misfit, and the share of inked blocks against it."""
        misfits, energy = self.misfits[number], self.energy[number]
        against = (misfits / np.maximum(energy, _BLOCKS.blank) > _LIMITS.contrary) & self.lit
        inner, inked = int(against[2:-2, 2:-2].sum()), (energy > _BLOCKS.inked) & self.lit
        if inked.sum() < _LIMITS.inked_fewest:
            return inner, 1.0, 1.0
        misfit = float(misfits[inked].sum() / energy[inked].sum())
        return inner, misfit, float((misfits[inked] / energy[inked] > _LIMITS.contrary).mean())


class FaceReader:
    """Names the cards of one deck as they land."""

    def __init__(self, library: FaceLibrary, label: CardSize | None = None) -> None:
        """Compute what is needed of the faces; it takes a second or two.

        Args:
            library: the deck.
            label: size of what may be stuck on the cards' corners, and tells nothing of their faces.
        """
        self.library, self._grid = library if label is None else library.blanked(label), library.grid
        library = self.library
        self._plane, self._planes = library.plane, (library.plane, *library.colours)
        self._rough = Proposer(library.size, library.plane.small, 1, label)
        self._coarse = Proposer(library.size, library.plane.small, 2, label)
        self._corners = None if label is None else self._grid.corners(label)
        self._hidden = np.zeros(self._plane.energy.shape[1:], np.bool_)
        if self._corners is not None:
            self._hidden = self._grid.shares(f32(self._corners)) > _LIMITS.under_label * MARKED
        self._evidence = np.stack([plane.evidence for plane in self._planes])

    def read(
        self,
        before: Gray,
        after: Gray,
        calibration: Calibration,
        window: Window | None = None,
        known: Collection[str] = (),
        colour: ColourOf | None = None,
    ) -> FaceReading | FaceUnread:
        """Read the card that came to lie between two still pictures.

        Args:
            before: the last still picture without it, of the same camera.
            after: a still picture with it, no hand near.
            calibration: the way between the pictures and the mat.
            window: the part of the pictures in which something changed, with a card's rim round it; None: all of them.
            known: cards that lie elsewhere or were played, one entry a card: no card is where it is not.
            colour: gives a part of `after` in colour; asked only where grey does not tell two cards apart.
        """
        where = window or (slice(0, after.shape[0]), slice(0, after.shape[1]))
        patch = Patch.of(after[where], where, calibration)
        earlier = Patch.of(before[where], where, calibration)
        mask = outline.changed(u8(earlier.picture), u8(patch.picture))
        poses = outline.find_poses(mask, patch.to_px, self.library.size)
        if not poses:
            return FaceUnread("outline" if mask.any() else "nothing")
        small, fine = patch.scaled_to(_PX / 2), patch.scaled_to(_PX)
        candidates, pose, score = self._propose(small, poses)
        if score < _LIMITS.unlike:
            return FaceUnread("stranger", pose, None, u8(fine.rectify(pose, self.library.size, _PX)))
        laying = _AlignedCard(self.library, fine, small, pose, self._corners)
        if colour is not None and len(self._planes) > 1:
            laying.colour = lambda: Patch.of(colour(where), where, calibration).scaled_to(_PX)
        found, picture = self._weigh(laying, candidates)
        why = found.why
        if why is None and list(known).count(found.name) >= self.library.copies:
            why = "known"
        return FaceReading(found, pose, picture) if why is None else FaceUnread(why, pose, found, picture)

    def _propose(self, small: Patch, poses: Sequence[CardPose]) -> tuple[list[_Candidate], CardPose, float]:
        """Propose candidates, the likeliest first, in the likeliest pose."""
        pose, (_, shift) = max(((one, self._rough.best(small, one)) for one in poses), key=lambda place: place[1][0])
        scores, shifts = self._coarse.correlate_around(small, pose, shift)
        count = len(self.library.names)
        both = scores.max(axis=0).reshape(2, count)
        turns, each = both.argmax(axis=0), both.max(axis=0)
        order = np.argsort(-each)
        near = int((each >= each[order[0]] - _LIMITS.near).sum())
        chosen = order[: min(max(near, _LIMITS.fewest), _LIMITS.most)].tolist()
        # The better way up first; the other one, too, where it is nearly as like: few pips tell.
        ways = [
            (face, turn)
            for face in chosen
            for turn in sorted((0, 1), key=lambda turn: turn != turns[face])
            if both[turn, face] >= each[face] - _LIMITS.near
        ]
        found = [
            _Candidate(face, bool(turn), shifts[int(scores[:, face + count * turn].argmax())]) for face, turn in ways
        ]
        return found, pose, float(each[order[0]])

    def _weigh(self, laying: "_AlignedCard", candidates: Sequence[_Candidate]) -> tuple[FaceEvidence, Gray]:
        """Weigh the candidates beside labels; return the likeliest, and its picture upright."""
        likeliest = first = candidates[0]
        candidates = self._upright(laying, first, candidates)
        first = next(one for one in candidates if one.face == first.face)
        faces = [one.face for one in candidates]
        chosen = np.zeros((len(candidates), len(candidates)), int)
        for _ in range(2):
            seen = [self._compare(laying, 0, first, candidates)]
            bits = seen[0].bits
            if laying.colour is not None and bits.min(axis=1).max() < _LIMITS.bits:
                chosen, bits = self._choose_planes(laying, first, candidates, seen)
            winner = int(bits.min(axis=1).argmax())
            if candidates[winner] is first:
                break
            first = candidates[winner]
        rival = int(bits[winner].argmin())
        planes = {0, *np.delete(chosen[winner], winner).tolist()}
        fits = [seen[plane].fit(winner) for plane in planes]
        contrary, misfit, inked_contrary = (max(values) for values in zip(*fits, strict=True))
        name, other = (self.library.names[faces[place]] for place in (winner, rival))
        found = FaceEvidence(
            name,
            other,
            float(bits[winner, rival]),
            int(contrary),
            misfit,
            inked_contrary,
            float(seen[0].lit[~self._hidden].mean()),
            seen[0].seen_difference(winner),
            is_likeliest=faces[winner] == likeliest.face,
        )
        if found.why is None:
            found = replace(found, faint_bits=self._faint_bits(laying, candidates, seen[0], winner, chosen[winner]))
        shown = u8(np.clip(laying.align(candidates[winner]), 0, MARKED).astype(np.uint8))
        return found, u8(cv2.rotate(shown, cv2.ROTATE_180)) if candidates[winner].is_turned else shown

    def _faint_bits(
        self,
        laying: "_AlignedCard",
        candidates: Sequence[_Candidate],
        seen: _Comparison,
        winner: int,
        planes: NDArray[np.int_],
    ) -> float:
        """Return the evidence for the likeliest card in grey if the ink of each is as strong as fits it best.

        A blurred picture, or one in a lamp's veil, has less contrast: a black card is then like the red one of its
        shape, however clearly its outlines tell the two apart.
        """
        misfits = seen.misfits.copy()
        for number, one in enumerate(candidates[: _LIMITS.laid_most]):
            picture, face = laying.align(one), self._plane.face(one.face, is_turned=one.is_turned)
            ink, strength = _BLOCKS.paper - face, 1.0
            for _ in range(2):
                paler = _BLOCKS.paper - flattened(picture, f32(_BLOCKS.paper - strength * ink))
                strength = float(np.clip((paler * ink).sum() / (ink * ink).sum(), *_LIMITS.faint))
            cells = self._plane.cells_of([(one.face, one.is_turned)])
            faint, pale = (f32(_BLOCKS.paper - strength * (_BLOCKS.paper - levels)) for levels in (face, cells))
            misfits[number] = self._grid.misfits(picture, faint, pale)[:, :, 0]
        bits = replace(seen, misfits=misfits).bits[winner]
        return float(bits[planes == 0].min(initial=np.inf))

    def _choose_planes(
        self,
        laying: "_AlignedCard",
        first: _Candidate,
        candidates: Sequence[_Candidate],
        seen: list[_Comparison],
    ) -> tuple[NDArray[np.int_], FaceLevels]:
        """Choose the plane that distinguishes each two candidates, and the evidence in it; colours are added to `seen`.

        The library alone chooses the plane: by the picture, it would be the one that happens to say most.
        """
        seen += [self._compare(laying, plane, first, candidates) for plane in range(1, len(self._planes))]
        faces = [one.face for one in candidates]
        tables = self._evidence[:, faces][:, :, faces]
        chosen = np.where(tables[0] < _LIMITS.gray_bits, tables.argmax(axis=0), 0)
        np.fill_diagonal(chosen, 0)
        bits = np.take_along_axis(np.stack([one.bits for one in seen]), chosen[None], axis=0)[0]
        return chosen, f32(bits)

    def _compare(
        self, laying: "_AlignedCard", plane: int, first: _Candidate, candidates: Sequence[_Candidate]
    ) -> _Comparison:
        """Compare the candidates with the picture in one plane, each aligned where it fits best."""
        tables, faces = self._planes[plane], [one.face for one in candidates]
        misfits = self._misfits(laying, plane, first, candidates)
        differ, energy = tables.alike[np.ix_(faces, faces)], tables.energy[faces]
        turned = np.array([one.is_turned for one in candidates])
        differ[turned], energy[turned] = differ[turned][:, :, ::-1, ::-1], energy[turned][:, ::-1, ::-1]
        face = tables.face(first.face, is_turned=first.is_turned)
        differ[:, :, self._hidden] = 0
        return _Comparison(
            misfits, differ, energy, self._readable_blocks(laying.align(first, plane), face) & ~self._hidden
        )

    def _upright(
        self, laying: "_AlignedCard", first: _Candidate, candidates: Sequence[_Candidate]
    ) -> Sequence[_Candidate]:
        """Turn each candidate the way up that fits better."""
        if len({one.face for one in candidates}) == len(candidates):
            return candidates
        means = self._misfits(laying, 0, first, candidates).mean(axis=(1, 2)).tolist()
        best = dict[int, tuple[float, _Candidate]]()
        for mean, one in zip(means, candidates, strict=True):
            if one.face not in best or mean < best[one.face][0]:
                best[one.face] = mean, one
        return [one for _, one in best.values()]

    def _misfits(
        self, laying: "_AlignedCard", plane: int, first: _Candidate, candidates: Sequence[_Candidate]
    ) -> FaceLevels:
        """Calculate the misfits of the candidates, each aligned where it fits best; candidates by blocks."""
        tables, own = self._planes[plane], laying.own_misfits
        misfits = np.empty((len(candidates), self._grid.rows - 1, self._grid.columns - 1), np.float32)
        alike = [number for number, one in enumerate(candidates) if _is_near(one.shift, first.shift)]
        cells = tables.cells_of([(candidates[number].face, candidates[number].is_turned) for number in alike])
        picture, face = laying.align(first, plane), tables.face(first.face, is_turned=first.is_turned)
        misfits[alike] = np.moveaxis(self._grid.misfits(picture, face, cells), 2, 0)
        # A rival that was never laid on the picture loses by where it lies: the likeliest have a place of their own.
        for number, one in enumerate(candidates):
            if number in alike and (number >= _LIMITS.laid_most or one == first):
                continue
            if (one, plane) not in own:
                cells = tables.cells_of([(one.face, one.is_turned)])
                standing = tables.face(one.face, is_turned=one.is_turned)
                own[one, plane] = self._grid.misfits(laying.align(one, plane), standing, cells)[:, :, 0]
            if number not in alike or own[one, plane].mean() < misfits[number].mean():
                misfits[number] = own[one, plane]
        return misfits

    def _readable_blocks(self, picture: FaceLevels, face: FaceLevels) -> NDArray[np.bool_]:
        """Mark the blocks in which print can be seen: neither overexposed nor with a lamp's reflection in them.

        What is brighter than the rest may be a lamp, or the rest lies in a shadow. A lamp reduces the contrast of the
        ink round it, and light does not.
        """
        shares = self._grid.shares
        dark = shares(f32(picture < _LIMITS.white)) > 1 - _LIMITS.dazzled
        side = _LIMITS.lamp_px
        light = f32((cv2.blur(picture * face, (side, side)) + 1) / (cv2.blur(face * face, (side, side)) + 1))
        by_block = shares(light)
        even = by_block < _LIMITS.lamp * np.median(by_block)
        if even.all():
            return dark
        flat, around = (
            f32(picture / np.maximum(light, _BLOCKS.dark)),
            (_LIMITS.contrast_blocks, _LIMITS.contrast_blocks),
        )
        common = cv2.blur(shares(f32(flat * face)) - shares(flat) * shares(face), around)
        ink = f32(cv2.blur(shares(face * face) - shares(face) ** 2, around)) / _BLOCKS.level**2
        is_clear = common / _BLOCKS.level**2 > _LIMITS.contrast * ink
        return dark & (even | ((ink > _BLOCKS.inked) & is_clear))


def _is_near(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1


class _AlignedCard:
    """Picture of a card, aligned with the faces that it may show; each alignment is cached.

    Attributes:
        colour: gives its patch in colour, if there is one.
        own_misfits: of aligned candidates, by plane, once they were asked for.
    """

    colour: Callable[[], Patch] | None = None

    def __init__(
        self, library: FaceLibrary, fine: Patch, small: Patch, pose: CardPose, corners: Mask | None = None
    ) -> None:
        self._library, self._fine, self._small, self._pose = library, fine, small, pose
        self._corners = corners
        self.own_misfits = dict[tuple[_Candidate, int], FaceLevels]()
        self._ways = dict[_Candidate, Matrix]()
        self._laid = dict[tuple[_Candidate, bool], list[FaceLevels]]()
        self._coloured: Patch | None = None

    def align(self, one: _Candidate, plane: int = 0) -> FaceLevels:
        """Return the blurred picture, aligned with the face as it stands; in grey, or in the plane of a colour."""
        key = one, plane > 0
        if key not in self._laid:
            size, place = self._library.size, move(self._pose, one.shift)
            if one not in self._ways:
                small = self._library.plane.small[one.face]
                rough = u8(self._small.rectify(place, size, _PX / 2, _LIMITS.rim_mm))
                self._ways[one] = align(small[::-1, ::-1] if one.is_turned else small, rough, _LIMITS.rounds)
            patch = self._fine if plane == 0 else self._patch_in_colour()
            picture = patch.rectify(place, size, _PX, _LIMITS.rim_mm, self._ways[one])
            parts = [u8(part) for part in cv2.split(picture)]
            if self._corners is not None:
                face = self._library.plane.face(one.face, is_turned=one.is_turned)
                parts = [self._blanked(part, face, self._corners) for part in parts]
            self._laid[key] = [blur(part) for part in parts]
        return self._laid[key][max(plane - 1, 0)]

    @staticmethod
    def _blanked(picture: Gray, face: FaceLevels, corners: Mask) -> FaceLevels:
        """Fill the picture with paper for its labels, in the light beside them."""
        side, free = _LIMITS.label_light_px, f32(corners == 0)
        seen = f32(picture) * free
        light = (cv2.blur(seen * face, (side, side)) + 1) / (cv2.blur(face * face * free, (side, side)) + 1)
        return np.where(corners > 0, f32(light * _BLOCKS.paper), f32(picture))

    def _patch_in_colour(self) -> Patch:
        if self._coloured is None and self.colour is not None:
            self._coloured = self.colour()
        return self._coloured or self._fine
