"""From glimpses of cards in single frames to observations worth acting on.

A card is laid when it was read at one place in enough frames, and lifted when the mat shows there again. Nothing else
is said: a hand shows no mark, a sliding card is at one place in one frame only, and what covers a card shows no mat.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import Final, Literal, Protocol

from vision.observation import Laid, Lifted, Observation
from vision.sight import Glimpse, Spot


@dataclass(frozen=True, slots=True)
class Strictness:
    """When to believe."""

    frames: int = 3
    """Readings at one place, with one identity, before a card counts as laid."""
    still_mm: float = 1.0
    """A mark that moved less between two readings lies still: 3 pixels of a 1080p camera."""
    patience: int = 10
    """Readings after which a second equal card is believed although the first is neither seen nor gone."""
    forget_seconds: float = 2.0
    """A card not read for so long before it was laid is forgotten."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on its way to be believed, or believed and lying."""

    deck: int
    card: str
    x_mm: float
    y_mm: float
    angle: float
    spots: tuple[Spot, ...]
    """Every mark of it that was read."""
    marks: int
    """Most marks read in one frame: the place comes from that frame."""
    reads: int
    looks: int
    """Frames looked at from the first reading on."""
    first: float
    """Seconds of the first reading."""
    seen: float
    """Seconds of the last reading."""


class Scene(Protocol):
    """What the picture tells without reading marks."""

    def shows_mat(self, card: Lying) -> bool:
        """The bare mat is seen where the card lay."""
        ...

    def untouched(self, card: Lying) -> bool:
        """Some mark of the card lies as it did when it was last accounted for."""
        ...


@dataclass(frozen=True, slots=True)
class Tracks:
    """All that is believed, and all that is not yet."""

    laid: tuple[Lying, ...] = ()
    landing: tuple[Lying, ...] = ()


_PUSHED_MM: Final = 60.0
"""Two cards of one kind cannot lie closer and both be seen: this one was pushed."""
_REFRESH_MM: Final = 3.0
"""A laid card may creep so far between two readings."""


def step(
    tracks: Tracks,
    seconds: float,
    seen: Sequence[Glimpse],
    scene: Scene,
    strictness: Strictness = Strictness(),
) -> tuple[Tracks, tuple[Observation, ...]]:
    """Take in one frame in which something was looked at; return what is now believed and what is new."""
    gone = [card for card in tracks.laid if scene.shows_mat(card)]
    laid = tuple(card for card in tracks.laid if card not in gone)
    lifted = [Lifted(card.deck, card.card, seconds) for card in gone]
    laid, fresh = _refresh(laid, seen, seconds)
    landing = _approach(tracks.landing, fresh, seconds, strictness)
    waiting: list[Lying] = []
    believed: list[Laid] = []
    for card in landing:
        twin = next((other for other in laid if _name(other) == _name(card)), None)
        match _belief(card, twin, scene, strictness):
            case "wait":
                waiting.append(card)
            case "pushed":
                laid = (*(other for other in laid if other is not twin), card)
            case "laid":
                laid = (*laid, card)
                believed.append(_observation(card, seconds))
    return Tracks(laid, tuple(waiting)), (*lifted, *believed)


def _belief(card: Lying, twin: Lying | None, scene: Scene, strictness: Strictness) -> Literal["wait", "pushed", "laid"]:
    """Whether a landing card counts, given the equal card that is believed to lie elsewhere."""
    if card.reads < strictness.frames:
        return "wait"
    if twin is None or twin.seen >= card.first or scene.untouched(twin):
        return "laid"
    if dist((twin.x_mm, twin.y_mm), (card.x_mm, card.y_mm)) < _PUSHED_MM:
        return "pushed"
    # A hand may hide the place it was taken from: wait until that place is seen.
    return "laid" if card.reads >= strictness.patience else "wait"


def _refresh(
    laid: tuple[Lying, ...], seen: Sequence[Glimpse], seconds: float
) -> tuple[tuple[Lying, ...], list[Glimpse]]:
    """Laid cards that were read again, and the glimpses that are none of them."""
    fresh: list[Glimpse] = []
    now = list(laid)
    for glimpse in seen:
        place = next((i for i, card in enumerate(now) if matches(card, glimpse)), None)
        if place is None:
            fresh.append(glimpse)
        else:
            now[place] = _read(now[place], glimpse, seconds)
    return tuple(now), fresh


def _approach(landing: tuple[Lying, ...], fresh: list[Glimpse], seconds: float, strictness: Strictness) -> list[Lying]:
    """Landing cards with this frame's readings counted, in the order in which they were first seen."""
    now = [replace(card, looks=card.looks + 1) for card in landing if seconds - card.seen <= strictness.forget_seconds]
    for glimpse in fresh:
        place = next((i for i, card in enumerate(now) if _same(card, glimpse, strictness.still_mm)), None)
        if place is None:
            now.append(_first(glimpse, seconds))
        else:
            now[place] = _read(now[place], glimpse, seconds)
    # A card that is now read elsewhere, and only there, was not lying still.
    astray = {_name(glimpse) for glimpse in fresh}
    return [card for card in now if card.seen == seconds or _name(card) not in astray]


def _first(glimpse: Glimpse, seconds: float) -> Lying:
    return Lying(
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
    )


def _read(card: Lying, glimpse: Glimpse, seconds: float) -> Lying:
    """One more reading; the frame that showed most marks tells the place best."""
    new = tuple(spot for spot in glimpse.spots if not any(spot.is_at(old, _REFRESH_MM) for old in card.spots))
    known = replace(card, spots=card.spots + new, reads=card.reads + 1, seen=seconds)
    if len(glimpse.spots) <= card.marks:
        return known
    return replace(known, x_mm=glimpse.x_mm, y_mm=glimpse.y_mm, angle=glimpse.angle, marks=len(glimpse.spots))


def matches(card: Lying, glimpse: Glimpse) -> bool:
    """Whether the glimpse shows a laid card where it lies."""
    return _same(card, glimpse, _REFRESH_MM)


def _same(card: Lying, glimpse: Glimpse, apart_mm: float) -> bool:
    """Whether the glimpse shows this card at its place: some mark is where a mark was."""
    return _name(card) == _name(glimpse) and any(
        new.is_at(old, apart_mm) for old in card.spots for new in glimpse.spots
    )


def _name(card: Lying | Glimpse) -> tuple[int, str]:
    return card.deck, card.card


def _observation(card: Lying, seconds: float) -> Laid:
    return Laid(
        card.deck, card.card, card.x_mm, card.y_mm, card.angle, seconds, card.reads, min(1.0, card.reads / card.looks)
    )
