"""The program ``schiri``: its commands and their options; each command's work is in controller.commands.

Exit status: 0 fine, 1 something was found (a verdict), 2 wrong use or unreadable input.
"""

import logging
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from controller import terminal
from controller.config import DataConfig, load
from controller.events import MatchStart, Ruling

WRONG_USE = 2

INTERRUPTED = 130
"""As a shell tells that Ctrl-C ended a program."""

OURS = ("controller.", "vision.", "hardware.", "firmware_bridge.")
"""Errors that these define say in one sentence what is wrong; any other error is a fault of the program."""

app = typer.Typer(
    help="Referee a game played with real cards: read marked cards, prove revokes, keep the score.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

records = typer.Typer(help="Look after records.", no_args_is_help=True)
app.add_typer(records, name="record")


@app.callback()
def everywhere(
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        typer.Option(help="How much to log: debug, info, warning or error."),
    ] = "warning",
) -> None:
    """Set what holds for every command."""
    logging.basicConfig(level=log_level.upper(), format="schiri: %(message)s")


@app.command()
def replay(
    records: Annotated[list[str], typer.Argument(metavar="RECORD...", help="Record files; - is standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Tell every event and the table after it.")] = False,
    explain: Annotated[int | None, typer.Option(metavar="ID", help="Tell the reasoning for one verdict.")] = None,
    pack: Annotated[str | None, typer.Option(help="Tell what this rulebook proposes for the verdicts.")] = None,
) -> None:
    """Print what follows from records: tricks, verdicts, scores. Exit status 1 if a verdict stands."""
    from controller.commands import replay as command

    if explain is not None:
        raise typer.Exit(command.reason(records, explain, alone=not (as_json or trace), out=sys.stdout))
    raise typer.Exit(command.run(records, as_json=as_json, trace=trace, pack=pack, out=sys.stdout))


@app.command()
def film(
    name: Annotated[str, typer.Argument(metavar="RECORD", help="A record that holds plays; - is standard input.")],
    out: Annotated[Path, typer.Argument(metavar="OUT.avi", help="The film to write.")],
    seed: Annotated[int, typer.Option(help="Of everything left to chance: places, ways, light, grain.", min=0)] = 0,
    noise: Annotated[Literal["none", "low", "high"], typer.Option(help="How bad the camera is.")] = "low",
    fps: Annotated[float, typer.Option(help="Frames a second.", min=5, max=120)] = 15,
    size: Annotated[str, typer.Option(help="Width and height, pixels.")] = "1920x1080",
    symbology: Annotated[str, typer.Option(help="Kind of mark on the cards.")] = "aruco",
    table: Annotated[Literal["felt", "wood"], typer.Option(help="What the cards lie on.")] = "felt",
) -> None:
    """Draw the film of a record: the table, its cards, the players' hands."""
    from controller.commands import film as command

    look = command.Look(seed, noise, fps, command.size(size), symbology, table)
    raise typer.Exit(command.run(name, out, look))


@app.command()
def read(
    video: Annotated[str, typer.Argument(help="A film, a camera's number, a folder of pictures or an MJPEG address.")],
    record: Annotated[Path, typer.Option(metavar="OUT.jsonl", help="The record to write; it must not exist yet.")],
    game: Annotated[str, typer.Option(help="What is played.")],
    seats: Annotated[str, typer.Option(help="Names in order of play, with commas; the first sits at the bottom.")],
    profile: Annotated[str, typer.Option(help="By which house rules.")] = "seed",
    symbology: Annotated[str, typer.Option(help="Kind of mark on the cards.")] = "aruco",
    decks: Annotated[str, typer.Option(help="Numbers of this table's decks, with commas.")] = "0",
    fps: Annotated[float | None, typer.Option(help="Pictures a second of a folder.", min=0.1)] = None,
) -> None:
    """Read a video into a record, telling what follows. Exit status 1 if a verdict stands."""
    from controller.commands import read as command

    source = command.Source(video, symbology, command.numbers(decks), fps)
    opening = MatchStart(game=game, seats=command.names(seats), profile=profile)
    raise typer.Exit(command.run(source, opening, record))


@app.command()
def games(
    name: Annotated[str | None, typer.Argument(help="One game, to see its deck, house rules and profiles.")] = None,
) -> None:
    """List the games, or show one."""
    from controller.commands import games as command

    raise typer.Exit(command.run(name, sys.stdout))


@app.command()
def advise(
    hand: Annotated[str, typer.Argument(metavar="CARDS", help="The cards of a hand, with commas: T21,EX,SK,…")],
    game: Annotated[str, typer.Option(help="What is played.")] = "tarot",
) -> None:
    """Advise what to bid with a hand, with the sum of its reasons."""
    from controller.commands import advise as command

    raise typer.Exit(command.run(game, hand, sys.stdout))


@app.command()
def referee(
    config: Annotated[Path, typer.Option(metavar="FILE.toml", help="The table's settings.")] = Path("schiri.toml"),
    data_dir: Annotated[Path | None, typer.Option(help="Where records are kept, instead of what is set.")] = None,
    new: Annotated[bool, typer.Option("--new", help="End the match in progress and begin another.")] = False,
) -> None:
    """Referee a table until the camera ends, Ctrl-C or SIGTERM; an unfinished match is taken up again."""
    from controller.commands import referee as command

    settings = load(config)
    if data_dir:
        settings = replace(settings, data=DataConfig(data_dir))
    raise typer.Exit(command.run(settings, str(config), new=new))


@app.command()
def demo(
    fast: Annotated[bool, typer.Option("--fast", help="Do not wait for real time.")] = False,
    out: Annotated[Path, typer.Option(help="Folder for the film, the record and the pictures.")] = Path("out/demo"),
) -> None:
    """Referee a filmed deal in which one player revokes, on an emulated display."""
    from controller.commands import demo as command

    raise typer.Exit(command.run(out, fast=fast))


@records.command()
def verify(
    names: Annotated[list[str], typer.Argument(metavar="RECORD...", help="Record files, their chains beside them.")],
    head: Annotated[
        str | None, typer.Option(metavar="HASH", help="The head that was written down: 16 digits or more.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a record, for programs.")] = False,
) -> None:
    """Tell whether records are as they were written. Exit status 1 if a line was changed, added or removed."""
    from controller.commands import record as command

    raise typer.Exit(command.verify(names, head, as_json=as_json, out=sys.stdout))


@records.command()
def rule(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record that no referee is writing.")],
    verdict: Annotated[int, typer.Argument(metavar="ID", help="The number of the verdict.", min=1)],
    decision: Annotated[Literal["upheld", "dismissed", "open"], typer.Argument(help="The arbiter's decision.")],
    effect: Annotated[str, typer.Option(help="none, void-deal, redeal, score=1,-2,1 or a rulebook: swiss …")] = "none",
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Who rules.")] = None,
) -> None:
    """Add a ruling on a verdict to a record, and tell what it changes; an undo event takes it back."""
    from controller.commands import rule as command

    ruling = Ruling(verdict=verdict, decision=decision, effect=command.effect(effect), by=by, src="console")
    raise typer.Exit(command.run(record, ruling, sys.stdout))


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit status; a mistake is told in one sentence."""
    terminal.prepare()
    try:
        return int(app(arguments, prog_name="schiri", standalone_mode=False) or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        terminal.silence()  # whoever read along has left; nothing is wrong here
        return 0
    except (typer.TyperException, ValueError, OSError, LookupError) as error:
        told = _told(error)
        if told is None:
            raise
        sys.stderr.write(f"schiri: {told}\n")
        return WRONG_USE


def _told(error: Exception) -> str | None:
    """What was wrong, in one sentence; None for a fault of the program."""
    if isinstance(error, typer.TyperException):
        return f"{error.format_message() or 'a command is missing'} (schiri --help tells what there is)"
    if type(error).__module__.startswith(OURS):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename or 'standard output'}: {error.strerror}"
    return None
