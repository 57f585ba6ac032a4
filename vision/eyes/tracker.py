"""The tracker: marks of single frames to glimpses of cards, and these to observations worth acting on.

A card is laid when it was read at one place in enough frames, and lifted when the mat shows there again. Everything
else is silent: hands show no marks, a sliding card is at one place in one frame only, and what covers a card shows no
mat.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import atan2, cos, degrees, dist, hypot, sin
from typing import Final, Literal, Protocol, TypeAlias

from vision.base.observation import USUAL_STRICTNESS, CardSeen, Laid, Lifted, Mark, Point, Strictness
from vision.base.thresholds import THRESHOLDS
from vision.mat.geometry import Calibration
from vision.mat.layout import CARD_SIZES, CardSize

_LIMITS: Final = THRESHOLDS.tracker

# Placed cards: the marks of one frame grouped to the cards that carry them, in millimetres.


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """A mark on the mat."""

    centre: Point
    """Centre on the mat, mm."""
    right: Point
    """Unit vector along its upper edge."""

    @property
    def down(self) -> Point:
        """Unit vector along its left edge."""
        return -self.right[1], self.right[0]

    @property
    def guess(self) -> Point:
        """About where its card's centre is, mm."""
        (x, y), (rx, ry), (dx, dy) = self.centre, self.right, self.down
        return x + _LIMITS.inward_mm * (rx + dx), y + _LIMITS.inward_mm * (ry + dy)

    def is_at(self, other: "PlacedMark", apart_mm: float) -> bool:
        """Whether it is the other mark, moved at most so far and hardly turned, as another corner's would be."""
        return self.is_turned_like(other) and dist(self.centre, other.centre) <= apart_mm

    def is_turned_like(self, other: "PlacedMark") -> bool:
        """Whether both stand alike: every corner of a card has a turn of its own."""
        return self.right[0] * other.right[0] + self.right[1] * other.right[1] > _LIMITS.hardly_turned


@dataclass(frozen=True, slots=True)
class CardGlimpse:
    """A card as one frame shows it."""

    deck: int
    card: str
    x_mm: float
    y_mm: float
    angle: float
    """Degrees clockwise, 0 <= angle < 180; from a single mark it may be a quarter turn off."""
    spots: tuple[PlacedMark, ...]
    """The marks that were read."""
    is_sure: bool = True
    """Whether one of them is sure, or two of them, each no more than a candidate, agree on card and place."""

    @property
    def name(self) -> tuple[int, str]:
        """Deck and card."""
        return self.deck, self.card


def glimpses(marks: Iterable[Mark], calibration: Calibration) -> tuple[CardGlimpse, ...]:
    """Group the marks of one frame into cards; a mark read twice counts once. Sorted by place."""
    read = tuple(marks)
    by_card: dict[tuple[int, str], list[PlacedMark]] = {}
    doubtful: set[PlacedMark] = set()
    placed = zip(read, _on_mat(read, calibration), strict=True)
    # Where a mark was read twice, the sure reading counts.
    ordered = placed if all(mark.is_sure for mark in read) else sorted(placed, key=lambda pair: not pair[0].is_sure)
    for mark, spot in ordered:
        spots = by_card.setdefault((mark.deck, mark.card), [])
        if all(dist(spot.centre, other.centre) > _LIMITS.same_mark_mm for other in spots):
            spots.append(spot)
            if not mark.is_sure:
                doubtful.add(spot)
    found = [glimpse_of(*name, group) for name, spots in by_card.items() for group in _groups(spots)]
    if doubtful:
        found = [
            replace(card, is_sure=False) if len(card.spots) == 1 and card.spots[0] in doubtful else card
            for card in found
        ]
    return tuple(sorted(found, key=lambda glimpse: (glimpse.x_mm, glimpse.y_mm)))


def _on_mat(marks: Sequence[Mark], calibration: Calibration) -> list[PlacedMark]:
    """Project the marks onto the mat, all at once, which takes no longer than one."""
    if not marks:
        return []
    corners = calibration.mm_of([point for mark in marks for point in mark.corners])
    return [_spot(*corners[first : first + 4]) for first in range(0, len(corners), 4)]


def _spot(a: Sequence[float], b: Sequence[float], c: Sequence[float], d: Sequence[float]) -> PlacedMark:
    """Place a mark by its corners on the mat, clockwise from the mark's own upper left."""
    right = b[0] + c[0] - a[0] - d[0], b[1] + c[1] - a[1] - d[1]
    length = max(hypot(*right), 1e-9)
    centre = (a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4
    return PlacedMark(centre, (right[0] / length, right[1] / length))


def _groups(spots: Sequence[PlacedMark]) -> list[list[PlacedMark]]:
    """Spots whose guesses of the centre agree, the best pairs first; no card has two corners with the same turn."""
    group_of = [[spot] for spot in spots]
    for one, other in _pairs(spots):
        near, far = group_of[one], group_of[other]
        if near is far or any(a.is_turned_like(b) for a in near for b in far):
            continue
        near += far
        group_of = [near if group is far else group for group in group_of]
    return [group for place, group in enumerate(group_of) if all(group is not other for other in group_of[:place])]


def _pairs(spots: Sequence[PlacedMark]) -> list[tuple[int, int]]:
    """Places of spots that may be of one card, those that fit best first.

    Of two equal cards that overlap, marks of different ones may have the nearer guesses; how the marks lie to each
    other tells them apart. Cards of another size, with labels of ours, are told apart as well as may be.
    """
    guesses = [spot.guess for spot in spots]
    pairs = [
        (one, other) for one, other in combinations(range(len(spots)), 2) if _may_join(guesses[one], guesses[other])
    ]
    if not any(spots[one].is_turned_like(spots[other]) for one, other in combinations(range(len(spots)), 2)):
        # One card: whatever the order, all are joined.
        return pairs
    fits = [{pair: _misfit(spots[pair[0]], spots[pair[1]], size) for pair in pairs} for size in CARD_SIZES.values()]
    # All are of one size: that of which each mark has a partner at the right place.
    misfit = min(fits, key=lambda fit: sum(_nearest(place, fit) for place in range(len(spots))))
    return sorted(pairs, key=lambda pair: misfit[pair])


def _may_join(one: Point, other: Point) -> bool:
    return dist(one, other) <= _LIMITS.same_card_mm


def _nearest(place: int, misfit: Mapping[tuple[int, int], float]) -> float:
    """Return the misfit of a spot and its best partner, at most what a guess of one card may err."""
    return min((mm for pair, mm in misfit.items() if place in pair), default=_LIMITS.same_card_mm)


def _misfit(one: PlacedMark, other: PlacedMark, size: CardSize) -> float:
    """Measure how far the other mark is from where a card of this size has the corner turned like it, mm."""
    if one.is_turned_like(other):
        return _LIMITS.same_card_mm
    way = other.centre[0] - one.centre[0], other.centre[1] - one.centre[1]
    found = _dot(way, one.right), _dot(way, one.down)
    is_right = _dot(other.right, one.down) > -_LIMITS.squarely
    is_below = _dot(other.right, one.down) < _LIMITS.squarely
    # A mark alone does not know which of its edges is the short one.
    edges = size.width_mm - 2 * _LIMITS.edge_mm, size.height_mm - 2 * _LIMITS.edge_mm
    return min(dist(found, (right * is_right, down * is_below)) for right, down in (edges, edges[::-1]))


def glimpse_of(deck: int, card: str, spots: Sequence[PlacedMark]) -> CardGlimpse:
    """Make a card of the marks that it carries, at least one."""
    x, y = (sum(places) / len(spots) for places in zip(*(spot.guess for spot in spots), strict=True))
    return CardGlimpse(deck, card, x, y, _angle(spots, (x, y)), tuple(spots))


def _angle(spots: Sequence[PlacedMark], centre: Point) -> float:
    """Direction of the card's short edge: seen from a mark, the centre is farther along the long edge."""
    along = across = 0.0
    for spot in spots:
        way = (centre[0] - spot.centre[0], centre[1] - spot.centre[1])
        lean = _dot(way, spot.down) - _dot(way, spot.right)
        short = spot.right if lean >= 0 else spot.down
        weight = abs(lean) + 1e-6
        turn = 2 * atan2(short[1], short[0])
        along += weight * cos(turn)
        across += weight * sin(turn)
    return degrees(atan2(across, along)) / 2 % 180


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1]


# A card on the mat as many frames have shown it.

TrackState: TypeAlias = Literal["landing", "lying", "covered", "gathered"]
"""Not yet believed; believed and seen; believed and hidden by cards laid on it; it has left the mat."""


@dataclass(frozen=True, slots=True)
class TrackedCard:
    """A card on its way to be believed, or believed and lying."""

    deck: int
    card: str
    x_mm: float
    y_mm: float
    angle: float
    spots: tuple[PlacedMark, ...]
    """The newest reading of every mark of it that was read."""
    marks: int
    """Most marks read in one frame."""
    reads: int
    attempts: int
    """Frames looked at from the first reading on."""
    first: float
    """Seconds of the first reading."""
    seen: float
    """Seconds of the last reading."""
    since: float | None = None
    """Seconds of the last frame before the first reading in which its spot was seen without it; None: there is none."""
    is_sure: bool = True
    """Whether one of its readings was sure."""

    @property
    def name(self) -> tuple[int, str]:
        """Deck and card."""
        return self.deck, self.card


def first_reading(glimpse: CardGlimpse, seconds: float, since: float | None = None) -> TrackedCard:
    """Start tracking a card that is new here; `since`: when its spot was seen without it."""
    return TrackedCard(
        glimpse.deck,
        glimpse.card,
        glimpse.x_mm,
        glimpse.y_mm,
        glimpse.angle,
        glimpse.spots,
        marks=len(glimpse.spots),
        reads=1,
        attempts=1,
        first=seconds,
        seen=seconds,
        since=since,
        is_sure=glimpse.is_sure,
    )


def update_laid(card: TrackedCard, glimpse: CardGlimpse, seconds: float) -> TrackedCard:
    """Update a laid card by one more reading; it may creep, so its newest marks give its place."""
    return _read(card, glimpse, _merge(glimpse.spots, card.spots), seconds)


def update_landing(card: TrackedCard, glimpse: CardGlimpse, seconds: float) -> TrackedCard:
    """Update a landing card by one more reading; it must not creep, so its first marks give its place."""
    return _read(card, glimpse, _merge(card.spots, glimpse.spots), seconds)


def _merge(these: tuple[PlacedMark, ...], others: tuple[PlacedMark, ...]) -> tuple[PlacedMark, ...]:
    """Merge two sets of marks, one for every corner of the card."""
    return (*these, *(other for other in others if not any(other.is_turned_like(mine) for mine in these)))


def _read(card: TrackedCard, glimpse: CardGlimpse, spots: tuple[PlacedMark, ...], seconds: float) -> TrackedCard:
    place = glimpse if spots == glimpse.spots else glimpse_of(card.deck, card.card, spots)
    return replace(
        card,
        x_mm=place.x_mm,
        y_mm=place.y_mm,
        angle=place.angle,
        spots=spots,
        marks=max(card.marks, len(glimpse.spots)),
        reads=card.reads + 1,
        seen=seconds,
        is_sure=card.is_sure or glimpse.is_sure,
    )


def is_at(card: TrackedCard, glimpse: CardGlimpse, apart_mm: float) -> bool:
    """Whether some mark of this card is where a mark of it was."""
    return card.name == glimpse.name and any(new.is_at(old, apart_mm) for old in card.spots for new in glimpse.spots)


def matches(glimpse: CardGlimpse, card: TrackedCard) -> bool:
    """Whether the glimpse shows a laid card where it lies: marks seen before, or other corners of it uncovered now."""
    return is_at(card, glimpse, _LIMITS.refresh_mm) or (
        card.name == glimpse.name and _completes(card.spots, glimpse.spots)
    )


def _completes(known: Sequence[PlacedMark], new: Sequence[PlacedMark]) -> bool:
    """Whether two sets of marks are different corners of one card."""
    return all(
        abs(_sine_of_double(a, b)) < 2 * _LIMITS.square
        and not a.is_turned_like(b)
        and dist(a.guess, b.guess) < _LIMITS.same_card_mm
        for a in known
        for b in new
    )


def _sine_of_double(a: PlacedMark, b: PlacedMark) -> float:
    """Return the sine of twice the angle between two marks: 0 where it is a multiple of a quarter turn."""
    cosine = a.right[0] * b.right[0] + a.right[1] * b.right[1]
    sine = a.right[0] * b.right[1] - a.right[1] * b.right[0]
    return 2 * sine * cosine


class CardGeometry(Protocol):
    """The tracker's knowledge of how cards lie on each other."""

    def covers(self, card: TrackedCard, spot: PlacedMark) -> bool:
        """Whether the card would cover all of a mark at this place."""
        ...


class MatScene(CardGeometry, Protocol):
    """The tracker's view of the last frame, without reading marks."""

    def shows_mat(self, card: TrackedCard) -> bool:
        """Whether the bare mat is seen where the card lay."""
        ...

    def shows_mat_beside(self, card: TrackedCard, others: Sequence[TrackedCard]) -> bool:
        """Whether the bare mat is seen where the card lay, as far as the other cards do not hide it."""
        ...

    def origin(self, card: TrackedCard) -> Point | None:
        """Find where the hand that brought a card came over the edge of the mat, mm; None: that cannot be told."""
        ...

    def bare_at(self, spots: Sequence[PlacedMark]) -> float | None:
        """Seconds of the last frame that showed the bare mat where marks are read now, if there was one."""
        ...


@dataclass(frozen=True, slots=True)
class Tracks:
    """Believed cards, and those that land and are not believed yet."""

    laid: tuple[TrackedCard, ...] = ()
    """Laid cards, in the order in which they were laid."""
    landing: tuple[TrackedCard, ...] = ()
    gathered: tuple[TrackedCard, ...] = ()
    """The cards that have left since a card was last laid."""

    def states(self, geometry: CardGeometry) -> list[tuple[TrackedCard, TrackState]]:
        """Every card and how it lies."""
        found: list[tuple[TrackedCard, TrackState]] = [(card, "gathered") for card in self.gathered]
        for place, card in enumerate(self.laid):
            above = self.laid[place + 1 :]
            found.append((card, "covered" if _is_hidden(card, above, geometry) else "lying"))
        return [*found, *((card, "landing") for card in self.landing)]


def step(
    tracks: Tracks,
    seconds: float,
    seen: Sequence[CardGlimpse],
    scene: MatScene,
    strictness: Strictness = USUAL_STRICTNESS,
) -> tuple[Tracks, tuple[CardSeen, ...]]:
    """Process one frame that was searched for marks; return the new tracks and what is new."""
    # Where a mark of a card is read no mat is seen, and nobody needs to ask.
    gone = tuple(card for card in tracks.laid if not any(matches(g, card) for g in seen) and scene.shows_mat(card))
    laid = tuple(card for card in tracks.laid if card not in gone) if gone else tracks.laid
    lifted = [Lifted(card.deck, card.card, seconds) for card in gone]
    laid, fresh = _refresh(laid, seen, seconds)
    taken = _taken_off(laid, [glimpse for glimpse in seen if glimpse.is_sure], seconds, scene)
    if taken:
        gone, laid = (*gone, *taken), tuple(card for card in laid if card not in taken)
        lifted += [Lifted(card.deck, card.card, seconds) for card in taken]
    still_mm = strictness.still_mm
    coming = [
        card
        for card in tracks.landing
        if any(is_at(card, glimpse, still_mm) for glimpse in fresh) or not scene.shows_mat(card)
    ]
    landing = _approach(coming, fresh, seconds, scene, strictness)
    waiting: list[TrackedCard] = []
    believed: list[Laid] = []
    for card in landing:
        twin = next((other for other in laid if other.name == card.name), None)
        belief = _belief(card, twin, laid, seconds, scene, strictness)
        if belief == "wait":
            waiting.append(card)
            continue
        if twin is not None and belief == "moved":
            gone = (*gone, twin)
            lifted.append(Lifted(twin.deck, twin.card, seconds))
        laid = (*(other for other in laid if belief == "laid" or other is not twin), card)
        if belief != "pushed":
            believed.append(_observation(card, seconds, scene.origin(card)))
    gathered = gone if believed else (*tracks.gathered, *gone)
    return Tracks(laid, tuple(waiting), gathered), (*lifted, *believed)


def _belief(
    card: TrackedCard,
    twin: TrackedCard | None,
    laid: Sequence[TrackedCard],
    seconds: float,
    scene: MatScene,
    strictness: Strictness,
) -> Literal["wait", "pushed", "moved", "laid"]:
    """Decide whether a landing card counts, given the equal card that is believed to lie elsewhere.

    There is one card of every kind: a second is believed only where the first was read since, or lies under others.
    """
    settled = card.reads >= strictness.frames and seconds - card.first >= strictness.settle_seconds
    if not settled or not card.is_sure or card.seen < seconds:
        return "wait"
    if twin is None or twin.seen >= card.first:
        return "laid"
    if dist((twin.x_mm, twin.y_mm), (card.x_mm, card.y_mm)) < _LIMITS.pushed_mm:
        return "pushed"
    others = [other for other in laid if other is not twin]
    if scene.shows_mat_beside(twin, [*others, card]):
        return "pushed"
    # A hand may hide the place it was taken from: wait until that place is seen.
    if seconds - card.first < strictness.patience_seconds:
        return "wait"
    return "laid" if _is_hidden(twin, laid[laid.index(twin) + 1 :], scene) else "moved"


def _is_hidden(card: TrackedCard, above: Sequence[TrackedCard], geometry: CardGeometry) -> bool:
    """Whether cards that were laid later cover all its marks."""
    return all(any(geometry.covers(other, spot) for other in above) for spot in card.spots)


def _refresh(
    laid: tuple[TrackedCard, ...], seen: Sequence[CardGlimpse], seconds: float
) -> tuple[tuple[TrackedCard, ...], list[CardGlimpse]]:
    """Laid cards that were read again, and the glimpses that are none of them."""
    fresh: list[CardGlimpse] = []
    now = list(laid)
    for glimpse in seen:
        place = next((i for i, card in enumerate(now) if matches(glimpse, card)), None)
        if place is None:
            fresh.append(glimpse)
        else:
            now[place] = update_laid(now[place], glimpse, seconds)
    return tuple(now), fresh


def _taken_off(
    laid: tuple[TrackedCard, ...], seen: Sequence[CardGlimpse], seconds: float, scene: MatScene
) -> tuple[TrackedCard, ...]:
    """Cards that lay above others whose marks are read now where they lay: they have left, although no mat shows."""
    taken: list[TrackedCard] = []
    for glimpse in seen:
        below = next((i for i, card in enumerate(laid) if matches(glimpse, card)), len(laid))
        taken += [
            card
            for card in laid[below + 1 :]
            # From a single mark its place is not known well enough.
            if card.seen < seconds and card.marks > 1 and any(scene.covers(card, spot) for spot in glimpse.spots)
        ]
    return tuple(dict.fromkeys(taken))


def _approach(
    landing: Sequence[TrackedCard], fresh: list[CardGlimpse], seconds: float, scene: MatScene, strictness: Strictness
) -> list[TrackedCard]:
    """Landing cards with this frame's readings counted, in the order in which they were first seen."""
    now = [
        replace(card, attempts=card.attempts + 1)
        for card in landing
        if seconds - card.seen <= strictness.forget_seconds
    ]
    for glimpse in fresh:
        place = next((i for i, card in enumerate(now) if is_at(card, glimpse, strictness.still_mm)), None)
        if place is None:
            now.append(first_reading(glimpse, seconds, scene.bare_at(glimpse.spots)))
        else:
            now[place] = update_landing(now[place], glimpse, seconds)
    # A card that is now read elsewhere, and only there, was not lying still.
    astray = {glimpse.name for glimpse in fresh if glimpse.is_sure}
    return [card for card in now if card.seen == seconds or card.name not in astray]


def _observation(card: TrackedCard, seconds: float, origin: Point | None) -> Laid:
    return Laid(
        card.deck,
        card.card,
        card.x_mm,
        card.y_mm,
        card.angle,
        seconds,
        card.reads,
        min(1.0, card.reads / card.attempts),
        origin,
        first=card.first,
        since=card.since,
    )
