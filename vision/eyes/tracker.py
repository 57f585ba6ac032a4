"""The tracker: glimpses of cards in single frames to observations worth acting on.

A card is laid when it was read at one place in enough frames, and lifted when the mat shows there again. Nothing else
is said: a hand shows no mark, a sliding card is at one place in one frame only, and what covers a card shows no mat.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import Final, Literal, Protocol, TypeAlias

from vision.base.observation import CardSeen, Laid, Lifted, Point, Strictness
from vision.base.thresholds import THRESHOLDS
from vision.mat.placed_cards import SAME_CARD_MM, CardGlimpse, PlacedMark, glimpse_of

_LIMITS: Final = THRESHOLDS.tracker


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
    looks: int
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
    """A card that no frame has shown here before, and when its spot was seen without it."""
    return TrackedCard(
        glimpse.deck,
        glimpse.card,
        glimpse.x_mm,
        glimpse.y_mm,
        glimpse.angle,
        glimpse.spots,
        marks=len(glimpse.spots),
        reads=1,
        looks=1,
        first=seconds,
        seen=seconds,
        since=since,
        is_sure=glimpse.is_sure,
    )


def read_again(card: TrackedCard, glimpse: CardGlimpse, seconds: float) -> TrackedCard:
    """One more reading of a laid card, which may creep: its place is told by all its marks as they were read last."""
    return _read(card, glimpse, _joined(glimpse.spots, card.spots), seconds)


def read_while_landing(card: TrackedCard, glimpse: CardGlimpse, seconds: float) -> TrackedCard:
    """One more reading of a card that must not creep: its marks stay where they were read first."""
    return _read(card, glimpse, _joined(card.spots, glimpse.spots), seconds)


def _joined(these: tuple[PlacedMark, ...], others: tuple[PlacedMark, ...]) -> tuple[PlacedMark, ...]:
    """The marks of both, one for every corner of the card."""
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


def shows(glimpse: CardGlimpse, card: TrackedCard) -> bool:
    """Whether the glimpse shows a laid card where it lies: marks seen before, or other corners of it uncovered now."""
    return is_at(card, glimpse, _LIMITS.refresh_mm) or (
        card.name == glimpse.name and _completes(card.spots, glimpse.spots)
    )


def _completes(known: Sequence[PlacedMark], new: Sequence[PlacedMark]) -> bool:
    """Whether two sets of marks are different corners of one card."""
    return all(
        abs(_sine_of_double(a, b)) < 2 * _LIMITS.square
        and not a.is_turned_like(b)
        and dist(a.guess, b.guess) < SAME_CARD_MM
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
        """A mark at this place would be wholly under the card."""
        ...


class MatScene(CardGeometry, Protocol):
    """The tracker's view of the last frame, without reading marks."""

    def shows_mat(self, card: TrackedCard) -> bool:
        """The bare mat is seen where the card lay."""
        ...

    def shows_mat_beside(self, card: TrackedCard, others: Sequence[TrackedCard]) -> bool:
        """The bare mat is seen where the card lay, as far as the other cards do not hide it."""
        ...

    def origin(self, card: TrackedCard) -> Point | None:
        """Find where the hand that brought a card came over the edge of the mat, mm; None: that cannot be told."""
        ...

    def bare_at(self, spots: Sequence[PlacedMark]) -> float | None:
        """Seconds of the last frame that showed the bare mat where marks are read now, if there was one."""
        ...


@dataclass(frozen=True, slots=True)
class Tracks:
    """The believed cards, and those that land and are not believed yet."""

    laid: tuple[TrackedCard, ...] = ()
    """In the order in which they were laid."""
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
    strictness: Strictness = Strictness(),  # noqa: B008  frozen
) -> tuple[Tracks, tuple[CardSeen, ...]]:
    """Take in one frame in which something was looked at; return what is now believed and what is new."""
    # Where a mark of a card is read no mat is seen, and nobody needs to ask.
    gone = tuple(card for card in tracks.laid if not any(shows(g, card) for g in seen) and scene.shows_mat(card))
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
    """Whether a landing card counts, given the equal card that is believed to lie elsewhere.

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
        place = next((i for i, card in enumerate(now) if shows(glimpse, card)), None)
        if place is None:
            fresh.append(glimpse)
        else:
            now[place] = read_again(now[place], glimpse, seconds)
    return tuple(now), fresh


def _taken_off(
    laid: tuple[TrackedCard, ...], seen: Sequence[CardGlimpse], seconds: float, scene: MatScene
) -> tuple[TrackedCard, ...]:
    """Cards that lay above others whose marks are read now where they lay: they have left, although no mat shows."""
    taken: list[TrackedCard] = []
    for glimpse in seen:
        below = next((i for i, card in enumerate(laid) if shows(glimpse, card)), len(laid))
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
    now = [replace(card, looks=card.looks + 1) for card in landing if seconds - card.seen <= strictness.forget_seconds]
    for glimpse in fresh:
        place = next((i for i, card in enumerate(now) if is_at(card, glimpse, strictness.still_mm)), None)
        if place is None:
            now.append(first_reading(glimpse, seconds, scene.bare_at(glimpse.spots)))
        else:
            now[place] = read_while_landing(now[place], glimpse, seconds)
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
        min(1.0, card.reads / card.looks),
        origin,
        first=card.first,
        since=card.since,
    )
