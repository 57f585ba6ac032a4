"""``schiri enrol``: an owner's deck learned under the camera, card by card, so that it can be read without marks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from controller import games
from controller.appliance.owner import change_owner, owner_of
from controller.commands.stopping import stoppable
from controller.commands.terminal import language, say
from controller.games import AnyGame
from controller.language.catalogues import of_game
from controller.language.translate import Locale, translated
from controller.live import decks, enrolling, wiring
from controller.live.camera import Source
from controller.live.decks import DeckError, DeckPlace
from controller.live.enrolling import EnrolManner, EnrolmentBench, alike
from controller.record.message import Listed, Message
from controller.settings.model import DataConfig, load, load_if_any
from controller.settings.usual import USUAL
from controller.store import atomic
from controller.store.lock import is_locked
from hardware.camera.source import CameraError, colour, dropped, hide_password, open_source
from vision.decks.enrolment import Enrolment
from vision.decks.library import FaceLibrary
from vision.mat.layout import CARD_SIZES, CardSize

UNFINISHED = 1
"""Exit status: cards are missing, or nobody has looked at the faces yet."""


@dataclass(frozen=True, slots=True)
class EnrolRequest:
    """A deck to enrol: where it is kept, what it is of, and what sees it."""

    place: DeckPlace
    game: AnyGame
    source: Source
    size: CardSize
    locale: Locale
    table: Path | None = None
    """The data directory of the table whose camera it is; a referee that runs there has it open."""

    def say(self, text: str) -> None:
        """Write a sentence for whoever lays the cards."""
        text_translated = translated(text, self.locale)
        say(f"{text_translated[:1].upper()}{text_translated[1:]}.")

    def save(self, library: FaceLibrary) -> None:
        """Save the deck with the picture of its faces; raises DeckError."""
        self.place.write(library, decks.sheet_of(library, self.locale))
        change_owner([self.place.folder, self.place.file, self.place.sheet], owner_of(self.place.folder.parent))


def request(
    config: Path | None, source: str | None, deck: str | None, game: str | None, size: str | None
) -> EnrolRequest:
    """Return the request that was typed, the rest of it by the settings, if there are any.

    Raises ConfigError, DeckError.
    """
    table = load(config) if config else load_if_any(USUAL)
    if table is None and game is None:
        raise DeckError("which game's deck is it? name the game with --game; `schiri games` lists all")
    chosen = games.load(games.id_of(game or (table.table.game if table else "")))
    settings = wiring.source(table) if table else Source("0")
    if source:
        settings = replace(settings, video=source, lens=None)
    card = CARD_SIZES[chosen.card_size] if size is None else decks.size_of(size)
    data = table.data.directory if table else DataConfig().directory
    place = DeckPlace.at(data, deck or (table.reading.deck if table else decks.USUAL))
    locale = replace(of_game(chosen, language(), table.table.suits if table else "french"), style="words")
    return EnrolRequest(place, chosen, settings, card, locale, None if source else data)


def run(what: EnrolRequest, manner: EnrolManner, wrong: Sequence[str] = ()) -> int:
    """Enrol until all cards have their faces, the source ends or Ctrl-C; returns the exit status.

    Args:
        what: the deck.
        manner: manner of taking cards in.
        wrong: cards to take out before, and to lay anew.
    """
    if what.table and is_locked(what.table):
        raise DeckError("a referee runs here and has the camera open: use its page /setup/decks, or stop it first")
    earlier = what.place.read()
    state = decks.begun(what.game, what.size, earlier)
    for name in wrong:
        if name not in state.deck:
            raise DeckError(f"--forget {name}: there is no such card; `schiri games {what.game.name}` lists the deck")
        state = state.forget(name)
    if state.is_complete and earlier is not None:
        return _ended(what, earlier)
    return _ended(what, _laid(what, manner, state))


def confirm(what: EnrolRequest) -> int:
    """Save that somebody has looked at the faces and found all names right."""
    library = _library(what.place)
    if missing := library.missing(decks.names_of(what.game)):
        raise DeckError(f"the deck {what.place.name} is not whole yet: it has no face for {', '.join(missing)}")
    what.save(decks.confirmed(library))
    what.say(Message("the deck {name} is ready", name=what.place.name))
    return 0


def export(what: EnrolRequest, path: Path) -> int:
    """Write a deck as one picture, to be passed on."""
    library = _library(what.place)
    try:
        atomic.write(path, decks.sheet_of(library, what.locale))
    except OSError as error:
        raise DeckError(atomic.unwritable(path, error)) from error
    what.say(Message("{path}: send it as a file, for a smaller copy is no deck any more", path=str(path)))
    return 0


def take_over(what: EnrolRequest, path: Path) -> int:
    """Save the deck on a picture; one that is there under this name stays."""
    if what.place.file.exists():
        raise DeckError(f"there is a deck {what.place.name} already: name another one with --deck")
    library = decks.imported(path)
    what.save(library)
    return _ended(what, library)


def _library(place: DeckPlace) -> FaceLibrary:
    library = place.read()
    if library is None:
        raise DeckError(f"there is no deck {place.name} in {place.folder}: enrol it first, or name another with --deck")
    return library


def _laid(what: EnrolRequest, manner: EnrolManner, state: Enrolment) -> FaceLibrary:
    """Return the deck after the cards that were laid; each is on the disk before it is told to be enrolled."""
    with open_source(what.source.video, fps=what.source.fps, settings=what.source.settings) as camera:
        eyes = enrolling.eyes(what.source, what.game, state.size, lambda: dropped(camera), lambda: colour(camera))
        bench = EnrolmentBench(eyes, state, manner, lambda kept: what.place.write(decks.kept(kept)))
        what.say(bench.asked)
        with stoppable(lambda: None):
            for seconds, gray in camera:
                for sentence in bench.feed(seconds, gray):
                    what.say(sentence)
                if bench.state.is_complete:
                    break
    if not bench.has_begun:
        why = translated(bench.trouble, what.locale) or "too few pictures showed the mat"
        raise CameraError(f"{hide_password(what.source.video)}: {why}")
    if not bench.state.faces:
        raise DeckError(f"{hide_password(what.source.video)}: no card was enrolled, so no deck was kept")
    library = decks.kept(bench.state)
    what.save(library)
    return library


def _ended(what: EnrolRequest, library: FaceLibrary) -> int:
    """Print the state of the deck, and ask whether all names are right."""
    for sentence in alike(library):
        what.say(sentence)
    deck = decks.names_of(what.game)
    if missing := library.missing(deck):
        what.say(
            Message(
                "{n} of {n2} cards are enrolled; type the command again to go on: {cards}",
                n=len(deck) - len(missing),
                n2=len(deck),
                cards=Listed(missing),
            )
        )
        return UNFINISHED
    if decks.is_confirmed(library):
        what.say(Message("the deck {name} is ready", name=what.place.name))
        return 0
    path = str(what.place.sheet)
    what.say(Message("all {n} cards are enrolled; look at their faces and names: {path}", n=len(deck), path=path))
    what.say(
        Message(
            "if all names are right, add --confirm; a card with a wrong one is laid anew by --forget, such as "
            "--forget {name}",
            name=deck[0],
        )
    )
    return UNFINISHED
