"""Owners' decks beside the records: kept, passed on, looked at and confirmed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Final, Self

from controller.games import AnyGame
from controller.language.translate import Locale, StyledCards
from controller.record.cards import Card
from controller.settings.names import is_deck_name
from controller.store import atomic
from vision.decks.enrolment import Enrolment
from vision.decks.library import FaceLibrary, FaceLibraryError
from vision.decks.sheet import from_png, to_png
from vision.mat.layout import CardSize

FOLDER: Final = "decks"
"""The folder of all decks, in the directory of the data."""
USUAL: Final = "own"
"""The name of a deck where none is named."""
_ENDING: Final = ".npz"
_CONFIRMED: Final = "confirmed"
"""The note of the day on which somebody looked at all faces and found their names right."""
SIZES_MM: Final = (40, 130)
"""The least and the most width or height of a card."""
_SIZE: Final = re.compile(r"(\d{2,3}(?:\.\d)?)x(\d{2,3}(?:\.\d)?)")


class DeckError(OSError):
    """A deck that is not there, or cannot be read, written or played with; the message says what to do."""


@dataclass(frozen=True, slots=True)
class DeckPlace:
    """The place where one deck is kept, by its name."""

    folder: Path
    name: str

    @classmethod
    def at(cls, data: Path, name: str) -> Self:
        """Return the place of a deck in the directory of the data; raises DeckError for what is no name."""
        if not is_deck_name(name):
            raise DeckError(f"a deck's name has small letters, digits and dashes, not {name!r}")
        return cls(data / FOLDER, name)

    @property
    def file(self) -> Path:
        """The file of its faces."""
        return self.folder / f"{self.name}{_ENDING}"

    @property
    def sheet(self) -> Path:
        """The picture of all its faces, to be looked at."""
        return self.folder / f"{self.name}.png"

    @classmethod
    def names(cls, folder: Path) -> list[str]:
        """Return the names of all decks that are kept in a folder."""
        return sorted(path.stem for path in folder.glob(f"*{_ENDING}"))

    def read(self) -> FaceLibrary | None:
        """Return the deck; None if there is none; raises DeckError."""
        try:
            return FaceLibrary.from_bytes(atomic.read(self.file))
        except FileNotFoundError:
            return None
        except (OSError, FaceLibraryError) as error:
            raise DeckError(f"{self.file}: {_reason(error)}") from error

    def write(self, library: FaceLibrary, sheet: bytes | None = None) -> None:
        """Save a deck, whole or not at all; raises DeckError."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            atomic.write(self.file, library.to_bytes())
            if sheet is not None:
                atomic.write(self.sheet, sheet)
        except OSError as error:
            raise DeckError(f"{self.file} cannot be written: {_reason(error)}") from error

    def playable(self, game: AnyGame) -> FaceLibrary:
        """Return the deck to play a game with; raises DeckError if it is not there, not whole or not confirmed."""
        library, again = self.read(), f"schiri enrol --deck {self.name}"
        if library is None:
            others = self.names(self.folder)
            others_there = f"; there is {' and '.join(others)}" if others else ""
            raise DeckError(f"there is no deck {self.name} in {self.folder}{others_there}: type {again}")
        if missing := library.missing(names_of(game)):
            raise DeckError(f"the deck {self.name} has no face for {_few(missing)}: type {again} --game {game.name}")
        if _CONFIRMED not in library.notes:
            raise DeckError(
                f"nobody has looked at the faces of the deck {self.name} yet: look at {self.sheet}, and if all names"
                f" are right, type {again} --game {game.name} --confirm"
            )
        return library


def _few(names: Sequence[str]) -> str:
    return f"{', '.join(names[:5])}{f' and {len(names) - 5} more cards' if len(names) > 5 else ''}"


def _reason(error: Exception) -> str:
    return str((error.strerror if isinstance(error, OSError) else None) or error)


def imported(path: Path) -> FaceLibrary:
    """Return the deck on a picture that was exported; it is confirmed as it was there; raises DeckError."""
    try:
        return from_png(atomic.read(path))
    except (OSError, FaceLibraryError) as error:
        raise DeckError(f"{path}: {_reason(error)}") from error


def size_of(text: str) -> CardSize:
    """Return the size of a deck's cards, written ``57x89``; raises DeckError."""
    found, (least, most) = _SIZE.fullmatch(text), SIZES_MM
    if found is None:
        raise DeckError(f"a card's size is written like 57x89, width and height in millimetres, not {text!r}")
    size = CardSize(float(found[1]), float(found[2]))
    if not all(least <= side <= most for side in (size.width_mm, size.height_mm)):
        raise DeckError(f"a card's width and height are {least} to {most} mm, not {text}")
    return size


def names_of(game: AnyGame) -> tuple[str, ...]:
    """Return the names of a game's cards, each once, in the order in which they are asked for."""
    return tuple(dict.fromkeys(str(card.face) for card in game.deck))


def begun(game: AnyGame, size: CardSize, earlier: FaceLibrary | None) -> Enrolment:
    """Return the enrolment of a game's deck, from what was enrolled before."""
    names = names_of(game)
    copies = len(game.deck) // len(names)
    if earlier is None:
        return Enrolment(size, names, copies)
    return Enrolment(earlier.size, names, copies, earlier.faces, back=earlier.back)


def kept(state: Enrolment) -> FaceLibrary:
    """Return the library of an enrolment, which nobody has looked at yet."""
    return state.library(datetime.now(UTC).date().isoformat())


def confirmed(library: FaceLibrary) -> FaceLibrary:
    """Return a library whose faces somebody has looked at."""
    return replace(library, notes={**library.notes, _CONFIRMED: datetime.now(UTC).date().isoformat()})


def is_confirmed(library: FaceLibrary) -> bool:
    """Whether somebody has looked at its faces."""
    return _CONFIRMED in library.notes


def sheet_of(library: FaceLibrary, locale: Locale) -> bytes:
    """Return the picture of all faces, a suit a row, each with its name in words."""
    words = {name: sheet_words(name, locale) for name in library.names}
    rows = [list(row) for _, row in groupby(library.names, key=lambda name: Card(name).suit)]
    return to_png(library, rows, words)


def sheet_words(name: str, locale: Locale) -> str:
    """Return a card's name below its face; by its letters where the built-in typeface has no others."""
    if locale.lang == "ja":
        return name
    names = StyledCards(locale.cards.lang, locale.cards.suits, locale.cards.jass, "words").name(name)
    return names.replace("œ", "oe")
