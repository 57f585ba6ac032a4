"""``schiri count``: the points of tricks that are laid under the camera one after the other."""

from dataclasses import dataclass, replace
from pathlib import Path

from controller import games
from controller.commands.stopping import stoppable
from controller.commands.terminal import language, say
from controller.language.catalogues import of_game
from controller.language.translate import SUIT_LETTERS, Locale, translated
from controller.live import wiring
from controller.live.camera import Source, eyes
from controller.live.counting import TrickCounter, deal_to_count
from controller.live.decks import DeckPlace
from controller.record.events import MatchStart
from controller.record.message import Message
from controller.referee.fold import start
from controller.rules.match import AnyMatch
from controller.settings.model import DataConfig, load, load_if_any
from controller.settings.names import ReadError
from controller.settings.usual import USUAL
from controller.store.lock import is_locked
from hardware.camera.source import CameraError, colour, dropped, open_source
from vision.decks.reader import FaceReader

UNREAD = 1
"""Exit status: something could not be read, or nothing was laid."""


@dataclass(frozen=True, slots=True)
class CountRequest:
    """Tricks to count: of which game, seen by what, read how."""

    match: AnyMatch
    trump: str | None
    source: Source
    faces: FaceReader | None
    locale: Locale
    table: Path | None = None
    """The data directory of the table whose camera it is; a referee that runs there has it open."""

    def say(self, text: str) -> None:
        """Write a sentence for whoever lays the cards."""
        text_translated = translated(text, self.locale)
        say(f"{text_translated[:1].upper()}{text_translated[1:]}.")


def request(
    config: Path | None, source: str | None, game: str | None, trump: str | None, deck: str | None
) -> CountRequest:
    """Return the request that was typed, the rest by the settings; raises ConfigError, DeckError and ReadError."""
    table = load(config) if config else load_if_any(USUAL)
    if table is None and game is None:
        raise ReadError("which game is it? name it with --game; `schiri games` lists all")
    chosen = games.load(games.id_of(game or (table.table.game if table else "")))
    if table and chosen.name == table.table.game:
        opening = table.table.opening()
    else:
        opening = MatchStart(game=chosen.name, seats=tuple(f"{seat + 1}" for seat in range(chosen.usual_seats)))
    settings = wiring.source(table) if table else Source("0")
    if source:
        settings = replace(settings, video=source, lens=None)
    data = table.data.directory if table else DataConfig().directory
    if deck is None and table and table.reading.cards == "faces":
        deck = table.reading.deck
    faces = None if deck is None else FaceReader(DeckPlace.at(data, deck).playable(chosen))
    locale = replace(of_game(chosen, language(), table.table.suits if table else "french"), style="words")
    return CountRequest(start(opening), _letter(trump), settings, faces, locale, None if source else data)


def _letter(trump: str | None) -> str | None:
    """Return the letter of a trump; empty: nothing is trump; raises ReadError."""
    if trump is None or trump == "none":
        return trump and ""
    letter = SUIT_LETTERS.get(trump, trump)
    if letter not in SUIT_LETTERS.values():
        raise ReadError(f"--trump {trump}: there are {', '.join(SUIT_LETTERS)}, and none")
    return letter


def run(what: CountRequest, *, last: bool) -> int:
    """Count until the source ends or Ctrl-C; returns the exit status.

    Args:
        what: the tricks.
        last: whether the last trick of the deal is among them, with what it counts.
    """
    deal = deal_to_count(what.match, what.trump)
    if what.table and is_locked(what.table):
        raise CameraError("a referee runs here and has the camera open: stop it first")
    with open_source(what.source.video, fps=what.source.fps, settings=what.source.settings) as camera:
        watching = eyes(
            what.match, what.source, None, what.faces, dropped=lambda: dropped(camera), colour=lambda: colour(camera)
        )
        counter = TrickCounter(watching, what.match, deal, bonus=what.match.game.last_trick_bonus() if last else 0)
        what.say(Message("lay the cards of a trick beside each other, take them away, and lay the next trick"))
        with stoppable(lambda: None):
            for seconds, gray in camera:
                for sentence in counter.feed(seconds, gray):
                    what.say(sentence)
    for sentence in (*counter.remove_card(), *counter.summary()):
        what.say(sentence)
    return UNREAD if counter.unread or not counter.cards else 0
