"""Accounts for changes by readings: known cards and things read in vain are not read again until they move."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from vision.base.observation import CardSeen, Laid, Mark
from vision.eyes.attention import Attention, Region
from vision.eyes.grid import RIM_MM, MatView
from vision.eyes.reader import RegionReading
from vision.eyes.track_state import shows
from vision.eyes.tracker import Tracks
from vision.mat.placed_cards import CardGlimpse


@dataclass(frozen=True, slots=True, eq=False)
class FrameFindings:
    """The marks, cards and observations found in one frame."""

    seconds: float
    readings: Sequence[RegionReading]
    seen: Sequence[CardGlimpse]
    """The cards that the readings show, those of other decks too."""
    tracks: Tracks
    """The cards as they are believed to lie after it."""
    said: Sequence[CardSeen]


def account(attention: Attention, view: MatView, decks: frozenset[int], found: FrameFindings) -> int:
    """Strike off what is explained; how many still things are given up, read in vain too often to be cards."""
    landing = [view.place(card, RIM_MM) for card in found.tracks.landing]
    for card in found.seen:
        if _is_explained(card, decks, found.tracks):
            # What lands on it is not explained by it.
            attention.account(reduce(lambda rest, other: rest & ~other, landing, view.place(card, RIM_MM)))
    _ask_for_twins(attention, view, found)
    return sum(1 for _ in _given_up(attention, found))


def _is_explained(seen: CardGlimpse, decks: frozenset[int], tracks: Tracks) -> bool:
    """Whether a card is known and wholly seen, or of another deck."""
    return seen.deck not in decks or any(shows(seen, card) and len(seen.spots) >= card.marks for card in tracks.laid)


def _ask_for_twins(attention: Attention, view: MatView, found: FrameFindings) -> None:
    """Where an equal card lay before one that has just come, look again: either it is read there or it has moved.

    A look that was taken in vain before it came says nothing: a hand may have rested there.
    """
    new = {card.name for card in found.tracks.landing if card.first == found.seconds}
    for card in found.tracks.laid:
        if card.name in new and card.seen < found.seconds:
            attention.wake(view.place(card))


def _given_up(attention: Attention, found: FrameFindings) -> Iterator[Region]:
    """Still things without a sure mark that are left alone from now on; those that tell something new are not."""
    news = {card.name for card in found.tracks.landing if card.is_sure}
    news |= {(new.deck, new.card) for new in found.said if isinstance(new, Laid)}
    for reading in found.readings:
        region, marks = reading.region, reading.marks
        if region.restless or _is_news(attention, region, marks, news):
            continue
        if attention.tried_in_vain(region) and not any(mark.is_sure for mark in marks):
            yield region


def _is_news(attention: Attention, region: Region, marks: Iterable[Mark], news: set[tuple[int, str]]) -> bool:
    return any((mark.deck, mark.card) in news and attention.owns(region, *mark.centre) for mark in marks)
