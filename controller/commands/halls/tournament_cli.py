"""The commands ``schiri hall tournament …`` and their options; the work is in controller.commands.halls.tournament."""

import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from controller.commands.halls.folder import FOLDER
from controller.commands.help_text import Commands

app = typer.Typer(cls=Commands, rich_markup_mode=None, help="Run a tournament or a club evening: entries to ranking.")

_ROUND = Annotated[int, typer.Argument(help="The number of the round.")]
_TABLE = Annotated[str, typer.Argument(help="The name of the table.")]
_ENTRY = Annotated[int, typer.Argument(help="The number of the entry.")]
_ENTRIES = Annotated[list[str], typer.Argument(help="The numbers of the entries.")]
_WHY = Annotated[str, typer.Option(help="The reason, which everybody may read.")]
_SLIP = Annotated[
    str,
    typer.Argument(help='Deals, commas between, each its points by side: "102:55 (20:0) x2, 0:257", "812:758 /10".'),
]
_MINUS: Final = {"ignore_unknown_options": True}
"""Context of a command with points, which may begin with a minus: what is no option of its own is a word."""
_BYE_HELP = "What sitting out counts: the own average of points and a round won, or none."


@app.command("open")
def open_(
    title: Annotated[str, typer.Argument(help="Its title.")],
    folder: FOLDER,
    game: Annotated[str, typer.Option(help="The game, as `schiri games` lists it.")] = "schieber",
    movement: Annotated[
        str, typer.Option(help="draw (changing partners), swiss, round-robin, mitchell or free.")
    ] = "draw",
    rounds: Annotated[int, typer.Option(help="How many rounds.")] = 4,
    deals: Annotated[
        int | None, typer.Option(help="Deals or boards of a round; else as many as there is time for.", min=1)
    ] = None,
    minutes: Annotated[int | None, typer.Option(help="Of a round; else there is no clock.", min=1)] = None,
    ranked: Annotated[str, typer.Option(help="By points, wins or matchpoints.")] = "points",
    bye: Annotated[str, typer.Option(help=_BYE_HELP)] = "average",
    seats: Annotated[int | None, typer.Option(help="Players at a table; else as usual.", min=1)] = None,
    profile: Annotated[str, typer.Option(help="The profile of house rules.")] = "seed",
    options: Annotated[str, typer.Option(help='House rules, such as "weis=none".')] = "",
    tables: Annotated[
        str | None, typer.Option(help='Names of the tables, such as "1 2 5"; else they are numbered.')
    ] = None,
) -> None:
    """Open a tournament."""
    _some(tables, "--tables names no table; leave it out, and they are numbered")
    numbers = {"rounds": rounds, "deals": deals, "minutes": minutes, "seats": seats}
    rules = {"game": game, "movement": movement, "ranked": ranked, "bye": bye, "profile": profile, "options": options}
    _act(folder, "open", title=title, tables=tables, **numbers, **rules)


@app.command()
def enter(
    folder: FOLDER,
    names: Annotated[list[str] | None, typer.Argument(help='Players, or pairs as "Anna + Berta".')] = None,
    file: Annotated[
        Path | None, typer.Option(help="A file with an entry a line, or a table (CSV) with name, number, team.")
    ] = None,
) -> None:
    """Enter players or pairs."""
    from controller.commands.halls import tournament as command

    _act(folder, "register", names=command.entries_of(names or (), file))


@app.command()
def rename(entry: _ENTRY, names: Annotated[str, typer.Argument(help="The new names.")], folder: FOLDER) -> None:
    """Give an entry other names, in all rounds: they were written wrongly."""
    _act(folder, "rename", entry=entry, names=names)


@app.command()
def substitute(
    entry: _ENTRY,
    name: Annotated[str, typer.Argument(help="Who comes.")],
    folder: FOLDER,
    out: Annotated[str | None, typer.Option(help="Who leaves, of a pair.")] = None,
    number: Annotated[int | None, typer.Option("--round", help="From which round on; else from now on.", min=1)] = None,
) -> None:
    """Let somebody else sit in a player's place from now on; the points stay the entry's."""
    _act(folder, "substitute", entry=entry, comes=name, leaves=out, round=number)


@app.command()
def away(entries: _ENTRIES, folder: FOLDER) -> None:
    """Begin rounds without entries that are not there yet."""
    _act(folder, "attend", entries=" ".join(entries))


@app.command()
def here(entries: _ENTRIES, folder: FOLDER) -> None:
    """Seat entries from the next round on that are there now."""
    _act(folder, "attend", entries=" ".join(entries), there=1)


@app.command()
def withdraw(entry: _ENTRY, folder: FOLDER) -> None:
    """Let an entry go home; what it has played stays."""
    _act(folder, "withdraw", entry=entry)


@app.command()
def draw(
    folder: FOLDER,
    seed: Annotated[str | None, typer.Option(help="Any text, such as a lottery's numbers; else by chance.")] = None,
) -> None:
    """Draw the lots, from a seed with which anybody can repeat it."""
    _some(seed, "--seed is empty; leave it out, and chance takes one")
    _act(folder, "draw", seed=seed)


@app.command("round")
def round_(
    folder: FOLDER,
    tables: Annotated[
        list[str] | None, typer.Option("--table", help='Free seating, for each table: "3: 1 7 / 2 9".')
    ] = None,
) -> None:
    """Seat the next round, and begin it."""
    _act(folder, "round", tables="\n".join(tables or ()))


@app.command()
def close(folder: FOLDER) -> None:
    """Close the round; results that are missing may come late."""
    _act(folder, "close")


@app.command(context_settings=_MINUS)
def result(number: _ROUND, table: _TABLE, slip: _SLIP, folder: FOLDER) -> None:
    """Enter the slip of a table without a camera."""
    _act(folder, "result", round=number, table=table, slip=slip)


@app.command(context_settings=_MINUS)
def correct(number: _ROUND, table: _TABLE, slip: _SLIP, folder: FOLDER, why: _WHY) -> None:
    """Correct a result, for a reason."""
    _act(folder, "correct", round=number, table=table, slip=slip, why=why)


@app.command(context_settings=_MINUS)
def award(
    entry: _ENTRY, points: Annotated[str, typer.Argument(help="With a minus: taken away.")], folder: FOLDER, why: _WHY
) -> None:
    """Give an entry points or take some away, for a reason."""
    _act(folder, "award", entry=entry, points=points, why=why)


@app.command()
def end(folder: FOLDER) -> None:
    """End the tournament: its ranking stands."""
    _act(folder, "end")


@app.command()
def undo(folder: FOLDER) -> None:
    """Take the last step back, whatever it was."""
    _act(folder, "undo")


@app.command()
def redo(folder: FOLDER) -> None:
    """Let the step that was taken back last stand again."""
    _act(folder, "redo")


@app.command()
def show(folder: FOLDER) -> None:
    """Show the newest round and the ranking."""
    from controller.commands.halls import tournament as command

    raise typer.Exit(command.show(folder, sys.stdout))


@app.command("print")
def print_(
    what: Annotated[
        str,
        typer.Argument(
            help="slips.pdf, seating.pdf, guide.pdf, ranking.pdf, ranking.csv, tournament.json, boards.pbn, event.xml "
            "(USEBIO) or bridgemate.json."
        ),
    ],
    folder: FOLDER,
    number: Annotated[
        int | None, typer.Option("--round", help="Of slips and seating; the newest without it.", min=1)
    ] = None,
    lang: Annotated[
        str | None, typer.Option(help="Of its words: en, de, fr, it or ja; that of this machine without it.")
    ] = None,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="The file to write.")] = None,
) -> None:
    """Write slips, a seating list or the ranking to print, or everything to take along."""
    from controller.commands.halls import tournament as command

    raise typer.Exit(command.write(folder, what, number or 0, lang or "", to))


@app.command()
def verify(folder: FOLDER) -> None:
    """Hold the record against its chain, and each round's seating against the lots."""
    from controller.commands.halls import tournament as command

    raise typer.Exit(command.verify(folder, sys.stdout))


@app.command()
def code(
    folder: FOLDER,
    new: Annotated[bool, typer.Option("--new", help="Make another one.")] = False,
    arbiter: Annotated[bool, typer.Option("--arbiter", help="The arbiters' code, not the organiser's.")] = False,
) -> None:
    """Tell the code with which a browser becomes the organiser's, or an arbiter's."""
    from controller.commands.halls import tournament as command

    raise typer.Exit(command.code(folder, sys.stdout, "arbiter" if arbiter else "organiser", new=new))


def _some(text: str | None, sentence: str) -> None:
    """Refuse an option with nothing in it."""
    if text is not None and not text.strip(" ,"):
        raise typer.TyperException(sentence)


def _act(folder: Path, do: str, **fields: object) -> None:
    from controller.commands.halls import tournament as command

    raise typer.Exit(command.act(folder, do, **fields))
