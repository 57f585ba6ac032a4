"""The program ``schiri``: its commands and their options; each command's work is in controller.commands.

Exit status: 0 fine, 1 something was found (a verdict), 2 wrong use or unreadable input.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from controller.appliance import program
from controller.appliance.paths import SystemPaths
from controller.commands import terminal
from controller.commands.halls import hall_cli
from controller.commands.help_text import Program, outline
from controller.commands.pictures import camera_cli
from controller.commands.pictures import cli as picture_cli
from controller.commands.records import cli as record_cli
from controller.commands.system import backup_cli, firmware_cli, release_cli
from controller.commands.table import config_cli, display_cli
from controller.settings.usual import USUAL

WRONG_USE = 2

INTERRUPTED = 130
"""Exit status by which a shell shows that Ctrl-C ended a program."""

OURS = ("controller.", "vision.", "hardware.", "firmware_bridge.")
"""Errors that these define say in one sentence what is wrong; any other error is a fault of the program."""

app = typer.Typer(
    cls=Program,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Referee a game played with real cards: read marked cards, prove revokes, keep the score.",
    add_completion=False,
    pretty_exceptions_enable=False,
)

for _command in (
    picture_cli.film,
    picture_cli.read,
    picture_cli.marks,
    picture_cli.calibrate,
    picture_cli.enrol,
    picture_cli.count,
    display_cli.display,
    release_cli.sdcard,
    release_cli.install_service,
    release_cli.uninstall_service,
    backup_cli.backup,
    backup_cli.restore,
    backup_cli.support_bundle,
):
    app.command()(_command)
app.add_typer(record_cli.app, name="record")
app.add_typer(camera_cli.app, name="camera")
app.add_typer(firmware_cli.app, name="firmware")
app.add_typer(config_cli.app, name="config")
app.add_typer(release_cli.app, name="release")
app.add_typer(hall_cli.app, name="hall")


def print_version(asked: bool) -> None:
    """Print the version and end, if that is asked for."""
    if asked:
        from importlib.metadata import version

        terminal.write([f"schiri {version('schiri')}"], sys.stdout)
        raise typer.Exit


@app.callback()
def everywhere(
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        typer.Option(help="How much to log: debug, info, warning or error."),
    ] = "warning",
    version: Annotated[  # noqa: ARG001 - its callback prints it
        bool, typer.Option("--version", help="Print the version and end.", is_eager=True, callback=print_version)
    ] = False,
) -> None:
    """Set what holds for every command."""
    from controller.commands import log  # help tells without it

    log.begin(log_level)


@app.command()
def replay(
    records: Annotated[list[str], typer.Argument(metavar="RECORD...", help="Record files; - is standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Tell every event and the table after it.")] = False,
    explain: Annotated[int | None, typer.Option(metavar="ID", help="Tell the reasoning for one verdict.")] = None,
    silence: Annotated[
        int | None, typer.Option(metavar="LINE", help="Tell which observation each verdict lacks at one line.")
    ] = None,
    pack: Annotated[str | None, typer.Option(help="Tell what this rulebook proposes for the verdicts.")] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write one record as a page to step through, in one file.")
    ] = None,
    language: Annotated[
        Literal["en", "de", "fr", "it", "ja"], typer.Option(help="The language of that page: en, de, fr, it or ja.")
    ] = "en",
    suits: Annotated[
        Literal["french", "swiss", "german"],
        typer.Option(help="The suits of its cards: french, swiss or german."),
    ] = "french",
) -> None:
    """Print what follows from records: tricks, verdicts, scores. Exit status 1 if a verdict stands."""
    from controller.commands.records import replay as command

    if html is not None:
        if as_json or trace or pack or explain is not None or silence is not None:
            raise command.PageError("--html goes with none of --json, --trace, --explain, --silence and --pack")
        raise typer.Exit(command.page(records, html, language, suits))
    if explain is not None and silence is not None:
        raise command.ExplainError("--explain and --silence are told one at a time: leave one of them out")
    if explain is not None:
        raise typer.Exit(command.reason(records, explain, alone=not (as_json or trace), out=sys.stdout))
    if silence is not None:
        raise typer.Exit(command.silence(records, silence, alone=not (as_json or trace), out=sys.stdout))
    raise typer.Exit(command.run(records, as_json=as_json, trace=trace, pack=pack, out=sys.stdout))


@app.command()
def games(
    name: Annotated[str | None, typer.Argument(help="One game: its names, deck, house rules and profiles.")] = None,
    lang: Annotated[
        Literal["en", "de", "fr", "it", "ja"] | None,
        typer.Option(help="The language of the list, if not that of this machine."),
    ] = None,
) -> None:
    """List the games, or show one."""
    from controller.commands.table import games as command

    raise typer.Exit(command.run(name, sys.stdout, lang))


@app.command()
def new(
    part: Annotated[
        Literal["game", "display", "mark", "rulebook"], typer.Argument(help="What: game, display, mark or rulebook.")
    ],
    name: Annotated[str, typer.Argument(help="Its name in records and settings, such as my-whist.")],
    to: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where; schiri-NAME here without it.")] = None,
) -> None:
    """Write a package of your own to begin with: a game, a display, a mark or a rulebook that works, with its test."""
    from controller.commands.system import new as command

    raise typer.Exit(command.run(part, name, to, sys.stdout))


@app.command()
def advise(
    hand: Annotated[str, typer.Argument(metavar="CARDS", help="The cards of a hand, with commas: T21,EX,SK,…")],
    game: Annotated[str, typer.Option(help="What is played.")] = "tarot",
) -> None:
    """Advise what to bid with a hand, with the sum of its reasons."""
    from controller.commands.table import advise as command

    raise typer.Exit(command.run(game, hand, sys.stdout))


@app.command()
def referee(
    config: Annotated[Path, typer.Option(metavar="FILE.toml", help="The table's settings.", readable=False)] = USUAL,
    data_dir: Annotated[Path | None, typer.Option(help="Where records are kept, instead of what is set.")] = None,
    new: Annotated[bool, typer.Option("--new", help="End the match in progress and begin another.")] = False,
) -> None:
    """Referee a table until the camera ends, Ctrl-C or SIGTERM; an unfinished match is taken up again."""
    from controller.commands.table import referee as command
    from controller.settings.model import DataConfig, load

    settings = load(config)
    if data_dir:
        settings = replace(settings, data=DataConfig(data_dir))
    raise typer.Exit(command.run(settings, str(config), new=new))


@app.command()
def doctor(
    config: Annotated[Path, typer.Option(metavar="FILE.toml", help="The table's settings.", readable=False)] = USUAL,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")] = False,
) -> None:
    """Look at camera, light, mat, displays, pins, disk and clock, a line each. Status 1: there is something to do."""
    from controller.commands.table import doctor as command

    raise typer.Exit(command.run(config, as_json=as_json, out=sys.stdout))


@app.command()
def demo(
    fast: Annotated[bool, typer.Option("--fast", help="Do not wait for real time.")] = False,
    out: Annotated[Path, typer.Option(help="Folder for the film, the record and the pictures.")] = Path("out/demo"),
) -> None:
    """Referee a filmed deal in which one player revokes, on an emulated display."""
    from controller.commands.table import demo as command

    raise typer.Exit(command.run(out, fast=fast))


outline(app)


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit status; a mistake is told in one sentence."""
    terminal.prepare()
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        terminal.silence()  # whoever read along has left; nothing is wrong here
        return 0
    except (typer.TyperException, ValueError, OSError, LookupError) as error:
        told = _told(error)
        if told is None:
            raise
        if isinstance(error, OSError) and error.errno and not error.filename:
            terminal.silence()  # what waits to be written would fail again
        terminal.complain(told)
        return WRONG_USE


def _run(arguments: list[str] | None) -> int:
    """Run one command; what standard output does not take is a fault of it, not of Python's end."""
    status = int(app(arguments, prog_name=program.name(), standalone_mode=False) or 0)
    sys.stdout.flush()
    return status


NEEDS_ROOT: Final = "the files of an installed table need root: put sudo before the command"


def _told(error: Exception) -> str | None:
    """Say in one sentence what was wrong; None for a fault of the program."""
    if isinstance(error, typer.TyperException):
        told = error.format_message().replace(": Value error, ", ": ")  # the checker's word for it, and nobody else's
        return f"{told} ({program.name()} --help tells what there is)"
    if type(error).__module__.startswith(OURS):
        return str(error)
    if isinstance(error, OSError):
        told = f"{error.filename or 'standard output'}: {error.strerror}"
        return (
            f"{told}; {NEEDS_ROOT}" if isinstance(error, PermissionError) and _is_roots(str(error.filename)) else told
        )
    return None


def _is_roots(name: str) -> bool:
    """Whether a file is there that root alone may read; one that is to be written belongs elsewhere."""
    hidden = os.access(name, os.F_OK) and not os.access(name, os.R_OK)
    return os.geteuid() != 0 and (hidden or SystemPaths().is_of_table(Path(name)))
