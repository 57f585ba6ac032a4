"""``schiri marks``: prints stickers, whole cards, command cards, the mat and a print check, and reads prints back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller import games
from controller.appliance import program
from controller.games import vocabularies
from controller.language.commands import command_name
from controller.record.cards import DECKS, DeckCountry, country_of
from controller.settings.model import load_if_any
from controller.store import atomic
from vision.marks.identity import COMMANDS
from vision.mat.layout import AREAS, CARD_SIZES, CardSize, Mat
from vision.print import papers
from vision.print.cards import whole_cards
from vision.print.command_cards import command_cards
from vision.print.labels import Deck, labels
from vision.print.mat_sheets import mat_sheets
from vision.print.papers import Paper
from vision.print.print_check import print_check
from vision.words.cards import CardWords, Suits, card_words, language

if TYPE_CHECKING:
    from vision.mat.layout import PlaceKind

SIZES: Final = {"tarot78": "61x112"}
"""Of the decks whose cards are not 63x88."""

ALWAYS: Final = (*COMMANDS[: COMMANDS.index("repeat") + 1], "missed")
"""Commands for every game."""

FOR_MATS: Final = frozenset({"A2"})
"""Papers that are larger than any printer of labels takes."""


class MarksError(ValueError):
    """A sheet that cannot be printed as it was asked for."""


@dataclass(frozen=True, slots=True)
class TypedTable:
    """The words typed of whose table sheets are printed for; None was left out."""

    deck: str | None
    game: str | None
    lang: str | None
    suits: Suits | None
    seats: int | None

    def or_set(self, file: Path) -> "TypedTable":
        """The same with what a table's settings have for what was left out; raises ConfigError."""
        found = load_if_any(file)
        if found is None:
            return self
        table, game = found.table, self.game or (found.table.game if self.deck is None else None)
        is_same = game == table.game
        return replace(
            self,
            game=game,
            lang=self.lang or table.lang,
            suits=self.suits or (table.suits if is_same else None),
            seats=len(table.seats) if self.seats is None and is_same else self.seats,
        )


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """The options for printing a sheet; what is None follows from the game or the deck."""

    deck: str | None = None
    game: str | None = None
    number: int = 0
    paper: str = "A4"
    lang: str = "en"
    suits: Suits = "french"
    size: str | None = None
    seats: int | None = None
    backs: bool = False
    font: Path | None = None

    def page(self) -> Paper:
        """The paper; raises PaperError."""
        return papers.paper(self.paper)


def print_labels(options: SheetOptions) -> bytes:
    """Sticker sheets of a deck; raises what a wish that nobody can fulfil is."""
    return labels(_deck(options), options.page(), options.font)


def print_cards(options: SheetOptions) -> bytes:
    """Whole cards of a deck."""
    deck = _deck(options)
    return whole_cards(deck, _size(options, SIZES.get(deck.name, "63x88")), options.page(), options.backs, options.font)


def print_mat(options: SheetOptions) -> bytes:
    """The table mat."""
    game = games.load(options.game) if options.game else None
    choices = game.seats if game else tuple(AREAS)
    usual = game.seats[0] if game else 4
    seats = usual if options.seats is None else options.seats
    if seats not in choices:
        raise MarksError(f"--seats {seats}: there are mats for {' or '.join(map(str, sorted(choices)))} seats")
    unused: tuple[PlaceKind, ...] = ()
    if options.game and not vocabularies.load(options.game).count("dog", seats):
        unused = ("dog",)
    return mat_sheets(Mat(), seats, options.page(), language(options.lang), options.font, unused)


def print_commands(options: SheetOptions) -> bytes:
    """Command cards of a game, or all there are."""
    size = _size(options, "63x88")
    title = games.load(options.game).title if options.game else "*"
    lang, country = language(options.lang), _country(options, "swiss")
    own = vocabularies.printed(options.game) if options.game else {}
    labels = {
        command: own[command].said(lang) if command in own else command_name(command, lang)
        for command in commands_of(options.game)
    }
    return command_cards(labels, size, options.page(), lang, title, options.font, country)


def _country(options: SheetOptions, otherwise: DeckCountry) -> DeckCountry:
    """The country whose suits the cards may have: the game's."""
    return games.load(options.game).country if options.game else otherwise


def print_a_check(options: SheetOptions) -> bytes:
    """The print check."""
    return print_check(options.page(), language(options.lang), options.font, program.name())


PRINTS: Final = {
    "labels": print_labels,
    "cards": print_cards,
    "mat": print_mat,
    "commands": print_commands,
    "check": print_a_check,
}
"""The sheets that can be printed, by their option."""


def one_of(asked: Mapping[str, Path | None]) -> tuple[str, Path]:
    """The one option that was given, of those that say what to do; raises MarksError for none or several."""
    given = [(what, path) for what, path in asked.items() if path is not None]
    if len(given) != 1:
        options = ", ".join(f"--{what}" for what in asked)
        raise MarksError(f"say what to print or to read back, one thing at a time: {options}")
    return given[0]


def run(what: str, out: Path, options: SheetOptions, force: bool) -> int:
    """Print one of `PRINTS` into a file; returns the exit status."""
    _may_write(out, force)
    atomic.write(out, PRINTS[what](options))
    return 0


def commands_of(game: str | None) -> Sequence[str]:
    """The commands that an evening of a game needs, the game's own card first; all commands without a game.

    A word of the game that no mark stands for is left out: it is said on phones only.
    """
    if game is None:
        return COMMANDS
    seats = (f"seats-{number}" for number in sorted(games.load(game).seats))
    wanted = (f"game-{game}", *seats, *ALWAYS, *vocabularies.load(game).wordings)
    return tuple(command for command in wanted if command in COMMANDS)


def deck_of(options: SheetOptions) -> str:
    """Name of the deck that is asked for; raises MarksError where there is none."""
    if options.deck is None and options.game is None:
        raise MarksError(f"say which deck: --deck {', '.join(DECKS)}, or --game and the name of a game")
    if options.deck is not None:
        if options.deck not in DECKS:
            raise MarksError(f"there is no deck {options.deck!r}; there are {', '.join(DECKS)}")
        if options.game and games.load(options.game).deck != DECKS[options.deck]:
            raise MarksError(f"--deck {options.deck}: {options.game} is not played with it; leave one of the two out")
        return options.deck
    cards = games.load(options.game or "").deck
    return next(name for name, deck in DECKS.items() if deck == cards)


def _deck(options: SheetOptions) -> Deck:
    if options.paper.upper() in FOR_MATS:
        raise MarksError(
            f"--paper {options.paper}: that is for mats; stickers and cards are printed on A4, Letter or A3"
        )
    name = deck_of(options)
    country = _country(options, country_of(DECKS[name]))
    words: CardWords = card_words(options.lang, options.suits, options.game or name, country)
    return Deck(name, DECKS[name], options.number, words)


def _size(options: SheetOptions, usual: str) -> CardSize:
    name = options.size or usual
    if name not in CARD_SIZES:
        raise MarksError(f"there is no card size {name!r}; there are {', '.join(CARD_SIZES)}")
    return CARD_SIZES[name]


def _may_write(out: Path, force: bool) -> None:
    """Whether a file may be written there: never over what is no PDF; raises MarksError."""
    if not out.parent.is_dir():
        raise MarksError(f"{out}: there is no folder of that name; make it first")
    if not out.exists():
        if out.suffix.lower() != ".pdf":
            raise MarksError(f"{out}: what is printed is a PDF; name a file ending in .pdf")
        return
    if not out.is_file() or not _is_pdf(out):
        raise MarksError(f"{out} is there already and is no PDF; name a new file ending in .pdf")
    if not force:
        raise MarksError(f"{out} is there already; name a new file, or write over it with --force")


def _is_pdf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(5) == b"%PDF-"
