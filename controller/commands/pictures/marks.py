"""``schiri marks``: prints stickers, whole cards, command cards, the mat and a print check, and reads prints back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from controller.prints.options import PrintError, SheetOptions
from controller.prints.sheets import PRINTS
from controller.settings.model import load_if_any
from controller.store import atomic
from vision.words.cards import Suits


@dataclass(frozen=True, slots=True)
class TypedTable:
    """The words typed of whose table sheets are printed for; None was left out."""

    deck: str | None
    game: str | None
    lang: str | None
    suits: Suits | None
    seats: int | None

    def or_set(self, file: Path) -> "TypedTable":
        """Return the same with what a table's settings have for what was left out; raises ConfigError."""
        config = load_if_any(file)
        if config is None:
            return self
        table, game = config.table, self.game or (config.table.game if self.deck is None else None)
        is_same = game == table.game
        return replace(
            self,
            game=game,
            lang=self.lang or table.lang,
            suits=self.suits or (table.suits if is_same else None),
            seats=len(table.seats) if self.seats is None and is_same else self.seats,
        )


def chosen_option(paths: Mapping[str, Path | None]) -> tuple[str, Path]:
    """Return the one option that was given, of those that say what to do.

    Raises PrintError for none or several.
    """
    chosen = [(what, path) for what, path in paths.items() if path is not None]
    if len(chosen) != 1:
        options = ", ".join(f"--{what}" for what in paths)
        raise PrintError(f"say what to print or to read back, one thing at a time: {options}")
    return chosen[0]


def run(what: str, out: Path, options: SheetOptions, force: bool) -> int:
    """Print one of `PRINTS` into a file; returns the exit status."""
    _may_write(out, force)
    atomic.write(out, PRINTS[what](options))
    return 0


def _may_write(out: Path, force: bool) -> None:
    """Whether a file may be written there: never over what is no PDF; raises PrintError."""
    if not out.parent.is_dir():
        raise PrintError(f"{out}: there is no folder of that name; make it first")
    if not out.exists():
        if out.suffix.lower() != ".pdf":
            raise PrintError(f"{out}: what is printed is a PDF; name a file ending in .pdf")
        return
    if not out.is_file() or not _is_pdf(out):
        raise PrintError(f"{out} is there already and is no PDF; name a new file ending in .pdf")
    if not force:
        raise PrintError(f"{out} is there already; name a new file, or write over it with --force")


def _is_pdf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(5) == b"%PDF-"
