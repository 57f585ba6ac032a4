"""Reading a moment once more, and holding what is read to its truth."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from controller.live.moments import moment
from controller.live.moments.moment import MomentError, TrueLanding
from controller.live.moments.moment_file import MomentFile
from groundwork.picture import Gray
from vision.base.observation import Laid
from vision.eyes.pipeline import Eyes
from vision.marks import symbologies
from vision.marks.identity import COPY, UnknownCardError
from vision.marks.symbologies import UnknownSymbologyError
from vision.mat.layout import CARD_SIZES, Mat

CardName: TypeAlias = tuple[int, str]
"""Deck and card."""


@dataclass(frozen=True, slots=True)
class SecondReading:
    """The result of reading a moment once more."""

    cards: frozenset[CardName]
    """The cards of which the eyes were sure."""
    px_per_mm: float | None
    """The resolution in the middle of the mat; None if the mat was not found."""


@dataclass(frozen=True, slots=True)
class HeldReading:
    """The cards that were read beside those that lay there."""

    hits: tuple[TrueLanding, ...]
    """The cards that were there and were read."""
    missed: tuple[TrueLanding, ...]
    """The cards that were there and were not read."""
    misread: tuple[CardName, ...]
    """The readings without a card."""


def frames(file: MomentFile) -> Iterator[tuple[float, Gray]]:
    """Yield the seconds and the grey picture of every frame, as a camera gives them; raises MomentError."""
    for seconds, jpeg in zip(file.moment.times, file.frames, strict=True):
        yield seconds - file.moment.began, moment.open_picture(jpeg)


def read_again(file: MomentFile) -> SecondReading:
    """Read a moment again with eyes that have seen nothing before; raises MomentError."""
    eyes, cards = _eyes(file), set[CardName]()
    for seconds, gray in frames(file):
        cards |= {
            (observation.deck, observation.card)
            for observation in eyes.feed(seconds, gray)
            if isinstance(observation, Laid)
        }
    return SecondReading(frozenset(cards), round(eyes.view.px_on(1.0), 3) if eyes.view else None)


def held(found: Collection[CardName], lay: Sequence[TrueLanding]) -> HeldReading:
    """Compare what was read with the truth."""
    certain = [one for one in lay if one.is_certain]
    hits = tuple(one for one in certain if any(_is(one, card) for card in found))
    missed = tuple(one for one in certain if one not in hits)
    misread = tuple(sorted(card for card in found if not any(_is(one, card) for one in lay)))
    return HeldReading(hits, missed, misread)


def _is(one: TrueLanding, card: CardName) -> bool:
    return one.card == card[1] and one.deck in (None, card[0])


def _eyes(file: MomentFile) -> Eyes:
    """Return the eyes as they watched then, without a limit of time; raises MomentError."""
    table, (width, height) = file.moment.table, file.moment.size
    if table.card not in CARD_SIZES:
        raise MomentError(f"no card has the size {table.card!r}; the sizes are {', '.join(CARD_SIZES)}")
    try:
        twice = any(COPY in span.lay.card for span in file.moment.cards)
        symbology = symbologies.load(table.symbology, table.decks, twice=twice)
    except (UnknownSymbologyError, UnknownCardError) as error:
        raise MomentError(str(error)) from error
    return Eyes(
        symbology,
        Mat(card=CARD_SIZES[table.card]),
        table.seats,
        table.decks,
        strictness=table.strictness,
        lens=table.lens(width, height),
        areas=table.areas,
    )
