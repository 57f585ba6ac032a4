"""The options of a print, and the number of its sheets; nothing is drawn here."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from controller import games
from controller.games import vocabularies
from controller.record.cards import DECKS
from vision.marks.identity import COMMANDS
from vision.mat.layout import AREAS, CARD_SIZES, CardSize, Mat
from vision.print import papers
from vision.print.papers import Paper, PaperGrid, label_grid
from vision.print.tiling import tiling
from vision.words.cards import Suits

if TYPE_CHECKING:
    from vision.mat.layout import PlaceKind

PrintKind: TypeAlias = Literal["labels", "cards", "mat", "commands", "check"]

SIZES: Final = {"tarot78": "61x112"}
"""Card sizes of the decks whose cards are not 63x88."""
USUAL_SIZE: Final = "63x88"
ALWAYS: Final = (*COMMANDS[: COMMANDS.index("repeat") + 1], "missed")
"""The commands of every game."""
FOR_MATS: Final = frozenset({"A2"})
"""The papers for mats alone, larger than any printer of labels accepts."""


class PrintError(ValueError):
    """A sheet that cannot be printed as requested."""


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """The options for printing a sheet; a value of None follows from the game or the deck."""

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
        """Return the paper; raises PaperError."""
        return papers.paper(self.paper)

    def card_size(self, usual: str = USUAL_SIZE) -> CardSize:
        """Return the size of a card; raises PrintError."""
        name = self.size or usual
        if name not in CARD_SIZES:
            raise PrintError(f"there is no card size {name!r}; there are {', '.join(CARD_SIZES)}")
        return CARD_SIZES[name]


def deck_of(options: SheetOptions) -> str:
    """Name the requested deck; raises PrintError if there is none."""
    if options.deck is None and options.game is None:
        raise PrintError(f"say which deck: --deck {', '.join(DECKS)}, or --game and the name of a game")
    if options.deck is not None:
        if options.deck not in DECKS:
            raise PrintError(f"there is no deck {options.deck!r}; there are {', '.join(DECKS)}")
        if options.game and games.load(options.game).deck != DECKS[options.deck]:
            raise PrintError(f"--deck {options.deck}: {options.game} is not played with it; leave one of the two out")
        return options.deck
    cards = games.load(options.game or "").deck
    return next(name for name, deck in DECKS.items() if deck == cards)


def commands_of(game: str | None) -> Sequence[str]:
    """List the commands that an evening of a game needs, the game's own card first; all commands without a game.

    A word of the game without a mark is left out: it is said on phones only.
    """
    if game is None:
        return COMMANDS
    seats = (f"seats-{number}" for number in sorted(games.load(game).seats))
    names = (f"game-{game}", *seats, *ALWAYS, *vocabularies.load(game).wordings)
    return tuple(command for command in names if command in COMMANDS)


def seats_of(options: SheetOptions) -> int:
    """Return the number of seats of a mat; raises PrintError if the game has no mat for so many."""
    game = games.load(options.game) if options.game else None
    choices = game.seats if game else tuple(AREAS)
    usual = game.seats[0] if game else 4
    seats = usual if options.seats is None else options.seats
    if seats not in choices:
        raise PrintError(f"--seats {seats}: there are mats for {' or '.join(map(str, sorted(choices)))} seats")
    return seats


def unused_places(game: str | None, seats: int) -> "tuple[PlaceKind, ...]":
    """List the places of a mat that a game does not use."""
    return ("dog",) if game and not vocabularies.load(game).count("dog", seats) else ()


def sheets(kind: PrintKind, options: SheetOptions) -> int:
    """Count the sheets of paper that a print takes.

    Raises:
        PrintError: there is no such print.
        PaperError: there is no such paper, or it is too small.
    """
    page = options.page()
    match kind:
        case "labels":
            return label_grid(page).pages(len(DECKS[deck_of(options)]))
        case "cards":
            name = deck_of(options)
            return _of_cards(options.card_size(SIZES.get(name, USUAL_SIZE)), page, len(DECKS[name]))
        case "commands":
            return _of_cards(options.card_size(), page, len(commands_of(options.game)))
        case "mat":
            return len(tiling(Mat(), page).tiles)
        case "check":
            return 1  # on both of its sides


def _of_cards(size: CardSize, page: Paper, count: int) -> int:
    return PaperGrid(page, size.width_mm, size.height_mm).pages(count)
