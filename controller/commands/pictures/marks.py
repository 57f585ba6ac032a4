"""``schiri marks``: prints stickers, whole cards, command cards, the mat and a print check, and reads prints back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller import games
from controller.record.cards import DECKS
from vision.marks.identity import COMMANDS
from vision.mat.geometry import AREAS, CARD_SIZES, CardSize, Mat
from vision.print import papers
from vision.print.cards import whole_cards
from vision.print.command_cards import command_cards
from vision.print.labels import Deck, labels
from vision.print.mat_sheets import mat_sheets
from vision.print.papers import Paper
from vision.print.print_check import print_check
from vision.words.cards import CardWords, Suits, card_words, language

JASS: Final = ("jass36", "joker33")
"""Decks whose cards have names of their own in Swiss German."""

SIZES: Final = {"tarot78": "61x112"}
"""Of the decks whose cards are not 63x88."""

ALWAYS: Final = COMMANDS[: COMMANDS.index("repeat") + 1]
"""Commands for every game."""

FOR_MATS: Final = frozenset({"A2"})
"""Papers that are larger than any printer of labels takes."""

_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
_TAROT_BIDS: Final = ("petite", "pousse", "prise", "garde", "garde-sans", "garde-contre")
_DECLARED: Final = ("poignee-single", "poignee-double", "poignee-triple", "misere", "petit-sec", "chelem")

OWN: Final[Mapping[str, tuple[str, ...]]] = {
    "coiffeur": (*_SUITS, "no-trump", "reverse", "slalom", "gustav", "joker1", "joker2", "up", "down"),
    "condor": ("take", "leave"),
    "handjass": (
        *("in", "out", "blind", "agree", "exchange"),
        *("weis-20", "weis-50", "weis-100", "weis-150", "weis-200", "stock"),
    ),
    "tarot": (*_TAROT_BIDS, *_DECLARED, "call", *_SUITS, "nobody", "laid-away"),
}
"""What a game has beside them: bids, contracts, declarations; other games have none."""


class MarksError(ValueError):
    """A sheet that cannot be printed as it was asked for."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How a sheet is to be printed; what is None follows from the game or the deck."""

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


def print_labels(wish: Wish) -> bytes:
    """Sticker sheets of a deck; raises what a wish that nobody can fulfil is."""
    return labels(_deck(wish), wish.page(), wish.font)


def print_cards(wish: Wish) -> bytes:
    """Whole cards of a deck."""
    deck = _deck(wish)
    return whole_cards(deck, _size(wish, SIZES.get(deck.name, "63x88")), wish.page(), wish.backs, wish.font)


def print_mat(wish: Wish) -> bytes:
    """The table mat."""
    game = games.load(wish.game) if wish.game else None
    choices = game.seats if game else tuple(AREAS)
    usual = game.seats[0] if game else 4
    seats = usual if wish.seats is None else wish.seats
    if seats not in choices:
        raise MarksError(f"--seats {seats}: there are mats for {' or '.join(map(str, sorted(choices)))} seats")
    return mat_sheets(Mat(), seats, wish.page(), language(wish.lang), wish.font)


def print_commands(wish: Wish) -> bytes:
    """Command cards of a game, or all there are."""
    size = _size(wish, "63x88")
    title = games.load(wish.game).title if wish.game else "*"
    return command_cards(commands_of(wish.game), size, wish.page(), language(wish.lang), title, wish.font)


def print_a_check(wish: Wish) -> bytes:
    """The print check."""
    return print_check(wish.page(), language(wish.lang), wish.font)


PRINTS: Final = {
    "labels": print_labels,
    "cards": print_cards,
    "mat": print_mat,
    "commands": print_commands,
    "check": print_a_check,
}
"""What there is to print, by the option that asks for it."""


def one_of(asked: Mapping[str, Path | None]) -> tuple[str, Path]:
    """The one option that was given, of those that say what to do; raises MarksError for none or several."""
    given = [(what, path) for what, path in asked.items() if path is not None]
    if len(given) != 1:
        options = ", ".join(f"--{what}" for what in asked)
        raise MarksError(f"say what to print or to read back, one thing at a time: {options}")
    return given[0]


def run(what: str, out: Path, wish: Wish, force: bool) -> int:
    """Print one of `PRINTS` into a file; returns the exit status."""
    _may_write(out, force)
    sheet = PRINTS[what](wish)
    unfinished = out.with_name(f".{out.name}.unfinished")
    try:
        unfinished.write_bytes(sheet)
        unfinished.replace(out)
    finally:
        unfinished.unlink(missing_ok=True)
    return 0


def commands_of(game: str | None) -> Sequence[str]:
    """The commands that an evening of a game needs, the game's own card first; all commands without a game."""
    if game is None:
        return COMMANDS
    seats = tuple(f"seats-{number}" for number in sorted(games.load(game).seats))
    return (f"game-{game}", *seats, *ALWAYS, *OWN.get(game, ()))


def deck_of(wish: Wish) -> str:
    """Name of the deck that is asked for; raises MarksError where there is none."""
    if wish.deck is None and wish.game is None:
        raise MarksError(f"say which deck: --deck {', '.join(DECKS)}, or --game and the name of a game")
    if wish.deck is not None:
        if wish.deck not in DECKS:
            raise MarksError(f"there is no deck {wish.deck!r}; there are {', '.join(DECKS)}")
        if wish.game and games.load(wish.game).deck != DECKS[wish.deck]:
            raise MarksError(f"--deck {wish.deck}: {wish.game} is not played with it; leave one of the two out")
        return wish.deck
    cards = games.load(wish.game or "").deck
    return next(name for name, deck in DECKS.items() if deck == cards)


def _deck(wish: Wish) -> Deck:
    if wish.paper.upper() in FOR_MATS:
        raise MarksError(f"--paper {wish.paper}: that is for mats; stickers and cards are printed on A4, Letter or A3")
    name = deck_of(wish)
    words: CardWords = card_words(wish.lang, wish.suits, name, DECKS[name], jass=name in JASS)
    return Deck(name, DECKS[name], wish.number, words)


def _size(wish: Wish, usual: str) -> CardSize:
    name = wish.size or usual
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
