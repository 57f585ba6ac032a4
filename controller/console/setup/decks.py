"""The pages' view of owners' decks: which there are, how far each is, its faces by suit, the form of a new one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final

import cv2

from controller import games
from controller.console.setup.form_errors import FormError, FormRefusedError
from controller.console.words.gettext import _
from controller.games import AnyGame
from controller.live import decks
from controller.live.decks import DeckError, DeckPlace
from controller.live.enrolling import EnrolManner, alike
from controller.record.cards import Card
from controller.record.message import Message
from controller.settings.model import Config
from controller.settings.names import is_deck_name
from groundwork.picture import Gray
from vision.decks.library import FaceLibrary
from vision.mat.layout import CARD_SIZES, CardSize

SIZES: Final[Mapping[str, CardSize]] = {"57x89": CardSize(57, 89), "59x91": CardSize(59, 91), **CARD_SIZES}
"""Usual sizes of cards."""
_QUALITY: Final = 88


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """A deck as the pages list it."""

    name: str
    count: int
    """Cards of the table's game."""
    missing: tuple[str, ...] = ()
    """The cards of it that have no face yet."""
    is_confirmed: bool = False
    is_played: bool = False
    """Whether the table's cards are read or checked by it."""
    is_checking: bool = False
    """Whether it checks the stickers of cards that are read by their marks."""
    fault: str = ""
    """Reason why the file is no deck."""

    @property
    def enrolled(self) -> int:
        """Cards of the game that have their face."""
        return self.count - len(self.missing)


@dataclass(frozen=True, slots=True)
class DeckRequest:
    """A deck to enrol, and how."""

    place: DeckPlace
    size: CardSize
    manner: EnrolManner


def game_of(config: Config) -> AnyGame:
    """Return the game of the table, whose cards are enrolled."""
    return games.load(config.table.game)


def entries(config: Config) -> list[DeckEntry]:
    """All decks of the table, by name."""
    folder = config.data.directory / decks.FOLDER
    return [entry(config, one) for one in DeckPlace.names(folder)]


def entry(config: Config, name: str) -> DeckEntry:
    """Return one of the decks; a deck that is not there has no card."""
    game, place = game_of(config), DeckPlace(config.data.directory / decks.FOLDER, name)
    names = decks.names_of(game)
    is_played = config.reading.cards != "marks" and config.reading.deck == name
    is_checking = is_played and config.reading.cards == "both"
    unread = DeckEntry(name, len(names), names, is_played=is_played, is_checking=is_checking)
    try:
        library = stored_library(place)
    except DeckError as error:
        return replace(unread, fault=str(error))
    if library is None:
        return unread
    return replace(unread, missing=library.missing(names), is_confirmed=decks.is_confirmed(library))


def stamp(place: DeckPlace) -> str:
    """Return the mark of a deck's file as it is now, another one with each change; empty: there is none."""
    try:
        found = place.file.stat()
    except OSError:
        return ""
    return f"{found.st_mtime_ns}-{found.st_ino}"


def stored_library(place: DeckPlace) -> FaceLibrary | None:
    """Return a deck as it is kept; None if there is none; raises DeckError."""
    return _read(place, stamp(place))


@lru_cache(maxsize=2)
def _read(place: DeckPlace, _stamp: str) -> FaceLibrary | None:
    """Return a file of faces, which a page of a deck asks for once a card."""
    return place.read()


def pairs(place: DeckPlace) -> Sequence[Message]:
    """Return the pairs that the reader may not tell apart, in sentences; seconds of work; raises DeckError."""
    return _pairs(place, stamp(place))


@lru_cache(maxsize=2)
def _pairs(place: DeckPlace, _stamp: str) -> Sequence[Message]:
    # Its tables take much more room than its faces: they go with it.
    library = place.read()
    return () if library is None else alike(library)


def rows(library: FaceLibrary, game: AnyGame) -> list[tuple[str, list[Card]]]:
    """Return the cards of a game that have a face, by suit in the order of the deck."""
    there = [Card(name) for name in decks.names_of(game) if name in library.faces]
    return [(suit, list(cards)) for suit, cards in groupby(there, key=lambda card: card.suit)]


def picture(library: FaceLibrary, card: str) -> bytes | None:
    """Return the face of a card as a JPEG; None if it has none."""
    face = library.faces.get(card)
    return None if face is None else jpeg(face)


def jpeg(face: Gray) -> bytes:
    """Return a face as pages show it."""
    return cv2.imencode(".jpg", face, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


def requested(form: Mapping[str, str], data: Path) -> DeckRequest:
    """Return the deck that the form asks for; raises FormRefusedError."""
    name, written = form.get("deck", "").strip(), form.get("size", "").replace("×", "x").replace(" ", "")
    mistakes, size = list[FormError](), CardSize(0, 0)
    if not is_deck_name(name):
        told = _("Use small letters, digits and dashes, such as {name}.").format(name="own")
        mistakes.append(FormError("deck", told))
    try:
        size = decks.size_of(written)
    except DeckError:
        told = _("Write width and height in millimetres, from {least} to {most}, such as {size}.")
        least, most = decks.SIZES_MM
        mistakes.append(FormError("size", told.format(least=least, most=most, size="57x89")))
    if mistakes:
        raise FormRefusedError(mistakes)
    manner = EnrolManner("any" in form, "alike" in form, "no-back" not in form)
    return DeckRequest(DeckPlace.at(data, name), size, manner)
