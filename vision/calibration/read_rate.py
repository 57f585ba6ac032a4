"""Rate of cards read under given conditions: a small experiment with the marks in use.

Marks of this symbology are drawn as large, as soft, as dark and as grainy as the camera sees them, and given to the
same reader. So the figure belongs to the marks in use, not to a table that was measured with others.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, exp, floor, log, sqrt
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from groundwork.picture import Gray, Matrix, f64, u8
from vision.base.light import enlarge, levels_of, light_of
from vision.marks.identity import CARDS
from vision.marks.symbology import Symbology

CARDS_TRIED: Final = 100
_FIRST: Final = 40
"""Cards after which the experiment ends if it is plain that too few are read."""
_PLAINLY: Final = 0.9
FRAMES: Final = 3
"""Frames in which marks are read plainly; in as many more they are enlarged, with the second reader too."""
ENOUGH: Final = 3
"""A card counts as read when so many of its frames showed it, as the eyes demand."""
_FINE: Final = 6
"""Pixels of the drawing for each of the camera's, both ways."""
_COLUMNS: Final = 12
"""Marks beside each other on the sheet that is read."""
_MARGIN: Final = 1.25
"""White round the mark, as a share of its side."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions under which a camera sees a place on the mat."""

    px_per_mm: float
    blur_px: float
    """Deviation of the blur, the pixels' own size left out."""
    dark: float
    light: float
    """Grey levels of black and white."""
    grain: float
    """Standard deviation of the grey levels of plain white."""


def expected_rate(symbology: Symbology, deck: int, here: Conditions) -> float:
    """Estimate the share of still cards that are read, 0 to 1.

    A card shows half of its marks, at least one (others lie on the rest), at a random turn, in frames that differ by
    grain alone. It counts when `ENOUGH` of them show it. The eyes try harder where they cannot read, and so does this.
    Where the first cards prove that too few are read, the others are not tried.
    """
    random = np.random.default_rng(0)
    names = [str(name) for name in random.choice(CARDS, CARDS_TRIED)]
    first = _read_of(symbology, deck, here, names[:_FIRST], random)
    if first < _PLAINLY * len(names[:_FIRST]) or not names[_FIRST:]:
        return first / len(names[:_FIRST])
    return (first + _read_of(symbology, deck, here, names[_FIRST:], random)) / CARDS_TRIED


def _read_of(
    symbology: Symbology, deck: int, here: Conditions, names: Sequence[str], random: np.random.Generator
) -> int:
    """Count the cards of these that are read."""
    marks = max(1, len(symbology.corners) // 2)
    side = max(8, ceil(symbology.mark_mm * here.px_per_mm * _MARGIN * sqrt(2)) + 4)
    clean = np.stack([_draw_mark(symbology, deck, name, here, side, random) for name in names for _ in range(marks)])
    # The lens mixes light; the camera makes grey levels of it, and then come the grain and the reader.
    soft = np.stack([_blur(patch, here.blur_px) for patch in clean])
    black, white = light_of(here.dark), light_of(here.light)
    seen = levels_of(black + soft * (white - black)).reshape(len(names), marks, side, side)
    read = np.zeros(len(names), np.int64)
    for frame in range(2 * FRAMES):
        left = np.flatnonzero(read < ENOUGH)
        if not left.size:
            break
        noisy = u8(np.clip(seen[left] + random.normal(0, here.grain, seen[left].shape), 0, 255))
        read[left] += _read(symbology, noisy, [names[int(card)] for card in left], hard=frame >= FRAMES)
    return int((read >= ENOUGH).sum())


def _blur(patch: Gray, blur_px: float) -> Matrix:
    share = np.asarray(patch, np.float64) / 255
    return f64(cv2.GaussianBlur(share, (0, 0), blur_px)) if blur_px else share


def _read(symbology: Symbology, patches: Gray, names: list[str], *, hard: bool) -> NDArray[np.bool_]:
    """Decide for each card whether a mark of it was read in its own place.

    Args:
        symbology: the reader.
        patches: card by card, mark by mark, as the camera sees them: cards x marks x side x side.
        names: of the cards.
        hard: enlarged, and by the second reader too.
    """
    _, marks, side, _ = patches.shape
    found = np.zeros(len(names), np.bool_)
    scale = 2 if hard else 1
    sheet = _sheet(patches.reshape(-1, side, side))
    seen = enlarge(sheet, 2) if hard else sheet
    for mark in (*symbology.read(seen), *(symbology.reread(seen) if hard else ())):
        x, y = mark.centre
        if not mark.is_sure:
            continue
        card = (int(y) // (side * scale) * _COLUMNS + int(x) // (side * scale)) // marks
        if card < len(names):
            found[card] |= names[card] == mark.card
    return found


def _draw_mark(
    symbology: Symbology, deck: int, name: str, here: Conditions, side: int, random: np.random.Generator
) -> Gray:
    """Draw a mark at a random turn and a random place between pixels, on white."""
    big = symbology.draw(deck, name, 256)
    scale = symbology.mark_mm * here.px_per_mm * _FINE / 256
    x, y = (side / 2 + random.uniform(-0.5, 0.5, 2)) * _FINE
    turn = cv2.getRotationMatrix2D((127.5, 127.5), random.uniform(0, 360), scale)
    turn[:, 2] += (x - 127.5, y - 127.5)
    fine = cv2.warpAffine(
        big,
        turn,
        (side * _FINE, side * _FINE),
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(255,),
    )
    return u8(cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA))


def _sheet(patches: Gray) -> Gray:
    """Patches in rows of `_COLUMNS`, the last row filled with black."""
    side = patches.shape[1]
    rows = ceil(len(patches) / _COLUMNS)
    full = np.zeros((rows * _COLUMNS, side, side), np.uint8)
    full[: len(patches)] = patches
    return u8(full.reshape(rows, _COLUMNS, side, side).swapaxes(1, 2).reshape(rows * side, _COLUMNS * side))


# Expected shares of cards read under many conditions, with as few experiments as they need.

GOOD: Final = 0.995
"""Share of cards below which something must be done: of the hundred that are tried, one is too many."""

_ALIKE: Final = 0.01
"""Shares that differ by no more are not told apart."""
_SCALE: Final = 0.05
_BLUR_PX: Final = 0.1
_LEVELS: Final = 20
_GRAIN: Final = 1.0
"""Conditions that differ by less are one, the worse of them: scale as a share, blur, grey levels, grain."""
_FINER: Final = 5
"""Parts of a step of scale and blur that are told apart where reading just ends: one step is all or nothing there."""


class RateCache:
    """Cache of the expected shares for one kind of mark; each experiment is made once.

    Better conditions never read less: between two tried ones with one result, and above a good enough one, no more are
    tried.
    """

    def __init__(self, symbology: Symbology, deck: int) -> None:
        """Start without entries for marks of this symbology and deck."""
        self._symbology, self._deck = symbology, deck
        self._known: dict[Conditions, float] = {}

    def rate(self, here: Conditions) -> float:
        """Share of the cards that lie still under these conditions and are read, 0 to 1."""
        at_least = self._measure(_round(here))
        if at_least >= GOOD or self._measure(_round(here, better=True)) - at_least <= _ALIKE:
            return at_least
        return self._measure(_round(here, parts=_FINER))

    def _measure(self, here: Conditions) -> float:
        if here not in self._known:
            self._known[here] = self._infer(here)
        return self._known[here]

    def _infer(self, here: Conditions) -> float:
        at_least = max((rate for other, rate in self._known.items() if _is_no_better(other, here)), default=-1.0)
        at_most = min((rate for other, rate in self._known.items() if _is_no_better(here, other)), default=2.0)
        if at_least >= GOOD or at_most - at_least <= _ALIKE or at_most == 0:
            return max(0.0, at_least)
        return expected_rate(self._symbology, self._deck, here)


def _is_no_better(one: Conditions, other: Conditions) -> bool:
    return (
        one.px_per_mm <= other.px_per_mm
        and one.blur_px >= other.blur_px
        and one.dark >= other.dark
        and one.light <= other.light
        and one.grain >= other.grain
    )


def _round(here: Conditions, *, parts: int = 1, better: bool = False) -> Conditions:
    """Round conditions to the same or a little worse, in steps of scale and blur; or both a step better."""
    scale, blur = _SCALE / parts, _BLUR_PX / parts
    return Conditions(
        round(exp(scale * (floor(log(max(here.px_per_mm, 0.1)) / scale + 1e-9) + better)), 6),
        round(blur * max(0, ceil(here.blur_px / blur - 1e-9) - better), 6),
        _LEVELS * ceil(here.dark / _LEVELS - 1e-9),
        _LEVELS * floor(here.light / _LEVELS + 1e-9),
        _GRAIN * ceil(here.grain / _GRAIN - 1e-9),
    )


def worst_and_best(places: Iterable[Conditions]) -> tuple[Conditions, Conditions]:
    """Combine the worst of each property, and the best."""
    conditions = tuple(places)
    scale, blur, dark, light, grain = zip(
        *((one.px_per_mm, one.blur_px, one.dark, one.light, one.grain) for one in conditions), strict=True
    )
    worst = Conditions(min(scale), max(blur), max(dark), min(light), max(grain))
    return worst, Conditions(max(scale), min(blur), min(dark), max(light), min(grain))


# Remedies for places where too few cards would be read: what each would bring, by experiment.

RemedyKind: TypeAlias = Literal["nearer", "focus", "light"]
"""More pixels a millimetre; a sharper picture; more light."""

_STEPS: Final = (1.25, 1.6, 2.0)
"""Factors that are tried of pixels, sharpness and contrast: no more can be had on a table."""
_MOST_LIGHT: Final = 235.0
"""Grey level above which white is in danger of being clipped."""
_WORTH: Final = 0.5
"""Share of the missing cards that a remedy must bring to be named."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """Change of one thing, and the share of cards read then."""

    kind: RemedyKind
    times: float
    """Factor of pixels a millimetre, of sharpness, or of grey levels between black and white."""
    rate: float


def remedies(here: Conditions, book: RateCache) -> tuple[Remedy, ...]:
    """List the changes that help at a place, each thing alone; the one that brings most is the first.

    Each is changed no further than a good share needs. Where one alone is enough, it alone is named. Changes that bring
    less than half of the missing cards are left out: they would disappoint.
    """
    now = book.rate(here)
    if now >= GOOD:
        return ()
    tried = [_first_good(kind, here, book) for kind in _CHANGES]
    least = min(GOOD, max(one.rate for one in tried))
    worth = [one for one in tried if one.rate >= max(least, now + _WORTH * (1 - now))]
    return tuple(sorted(worth, key=lambda one: -one.rate))


def _first_good(kind: RemedyKind, here: Conditions, book: RateCache) -> Remedy:
    """Find the smallest change that is enough, or the largest there is."""
    change, tried = _CHANGES[kind], [1.0]
    for times in _STEPS:
        tried.append(times)
        if book.rate(change(here, times)) >= GOOD:
            break
    best = max(tried, key=lambda times: book.rate(change(here, times)))
    then = change(here, best)
    gained = (then.light - then.dark) / max(here.light - here.dark, 1.0) if kind == "light" else best
    return Remedy(kind, gained, book.rate(then))


def _nearer(here: Conditions, times: float) -> Conditions:
    return replace(here, px_per_mm=here.px_per_mm * times)


def _sharper(here: Conditions, times: float) -> Conditions:
    return replace(here, blur_px=here.blur_px / times)


def _lighter(here: Conditions, times: float) -> Conditions:
    light = min(_MOST_LIGHT, here.dark + (here.light - here.dark) * times)
    return replace(here, light=max(light, here.light))


_CHANGES: Final[Mapping[RemedyKind, Callable[[Conditions, float], Conditions]]] = {
    "nearer": _nearer,
    "focus": _sharper,
    "light": _lighter,
}
