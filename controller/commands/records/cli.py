"""The commands ``record list``, ``export``, ``import``, ``stats``, ``verify``, ``certificate`` and ``rule``."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from controller.commands.help_text import Commands
from controller.settings.usual import USUAL

app = typer.Typer(cls=Commands, rich_markup_mode=None, help="Look after records.")

CONFIG = Annotated[
    Path, typer.Option("--config", metavar="FILE.toml", help="The table's settings, if there are any.", readable=False)
]
DATA = Annotated[Path | None, typer.Option("--data-dir", help="Where records are kept, instead of what is set.")]
JSON = Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")]


@app.command(name="list")
def list_(
    newest: Annotated[int, typer.Option(help="How many of the newest matches.", min=1)] = 20,
    as_json: JSON = False,
    config: CONFIG = USUAL,
    data_dir: DATA = None,
) -> None:
    """List the matches in the archive: when, what, who, how far, and the score."""
    from controller.commands.records import list_ as command
    from controller.commands.records.where import archive, is_begun

    if not is_begun(config, data_dir):
        raise typer.Exit(command.nothing(as_json=as_json, out=sys.stdout))
    with archive(config, data_dir) as opened:
        raise typer.Exit(command.run(opened, newest=newest, as_json=as_json, out=sys.stdout))


@app.command()
def export(
    matches: Annotated[list[str] | None, typer.Argument(metavar="ID...", help="Matches, by number or name.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All of them.")] = False,
    form: Annotated[
        Literal["jsonl", "csv", "txt", "pbn"],
        typer.Option(
            "--format", help="The record; a row a deal and player; text for people; or boards for bridge programs."
        ),
    ] = "jsonl",
    to: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="A file a match, instead of standard output.")
    ] = None,
    config: CONFIG = USUAL,
    data_dir: DATA = None,
) -> None:
    """Write matches out of the archive: records with their chains, tables, or text."""
    from controller.commands.records import export as command
    from controller.commands.records.where import archive

    with archive(config, data_dir) as opened:
        raise typer.Exit(command.run(opened, matches or [], form, to, everything=everything))


@app.command(name="import")
def import_(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Records (.jsonl), texts (.txt), or boards of Bridge (.pbn, .lin)."),
    ],
    skip: Annotated[bool, typer.Option("--skip", help="Leave out boards that cannot be read, and tell which.")] = False,
    config: CONFIG = USUAL,
    data_dir: DATA = None,
) -> None:
    """Take records into the archive. Exit status 1 if a chain does not fit, 2 if a file was refused."""
    from controller.commands.records import import_ as command
    from controller.commands.records.where import archive

    with archive(config, data_dir, make=True) as opened:
        raise typer.Exit(command.run(opened, paths, sys.stdout, skip=skip))


@app.command()
def stats(
    game: Annotated[str | None, typer.Option(help="This game alone.")] = None,
    season: Annotated[str | None, typer.Option(metavar="YEAR", help="This year alone.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Draw them.")] = None,
    as_json: JSON = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="One table of it all, for spreadsheets.")] = False,
    config: CONFIG = USUAL,
    data_dir: DATA = None,
) -> None:
    """Tell what all matches come to, by player and by season; --json and --csv also pairs, games, luck and pace."""
    from controller.commands.records import stats as command
    from controller.commands.records.where import archive

    if as_json and as_csv:
        raise command.ChoiceError("--json and --csv are two forms of the same; ask for one of them")
    form: command.StatisticsForm = "json" if as_json else "csv" if as_csv else "text"
    with archive(config, data_dir) as opened:
        raise typer.Exit(command.run(opened, game=game, season=season, plot=plot, form=form, out=sys.stdout))


@app.command()
def verify(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="RECORD...", help="Matches by number or name, or files with their chains; else all."),
    ] = None,
    head: Annotated[
        str | None, typer.Option(metavar="HASH", help="The head that was written down: 16 digits or more.")
    ] = None,
    as_json: JSON = False,
    config: CONFIG = USUAL,
    data_dir: DATA = None,
) -> None:
    """Tell whether records are as they were written. Exit status 1 if a line was changed, added or removed."""
    from controller.commands.records import verify as command
    from controller.commands.records.where import archive

    opened = partial(archive, config, data_dir)
    raise typer.Exit(command.verify(names or [], head, opened, as_json=as_json, out=sys.stdout))


@app.command()
def certificate(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A match by number or name, or a file.")],
    verdict: Annotated[int | None, typer.Argument(metavar="ID", help="The number of one verdict.", min=1)] = None,
    config: CONFIG = USUAL,
    data_dir: DATA = None,
) -> None:
    """Write the certificates of verdicts, which anybody can check without Schiri, one a line."""
    from controller.commands.records import certificate as command
    from controller.commands.records.where import archive

    raise typer.Exit(command.run(record, verdict, partial(archive, config, data_dir), sys.stdout))


@app.command()
def rule(
    record: Annotated[
        str, typer.Argument(metavar="RECORD", help="A match by number or name, or a file, that no referee is writing.")
    ],
    verdict: Annotated[int, typer.Argument(metavar="ID", help="The number of the verdict.", min=1)],
    decision: Annotated[Literal["upheld", "dismissed", "open"], typer.Argument(help="The arbiter's decision.")],
    effect: Annotated[str, typer.Option(help="none, void-deal, redeal, score=1,-2,1 or a rulebook: swiss …")] = "none",
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Who rules.")] = None,
    config: CONFIG = USUAL,
    data_dir: DATA = None,
) -> None:
    """Add a ruling on a verdict to a record, and tell what it changes; an undo event takes it back."""
    from controller.commands.records import rule as command
    from controller.commands.records.where import archive
    from controller.record.events import Ruling

    ruling = Ruling(verdict=verdict, decision=decision, effect=command.effect(effect), by=by, src="console")
    raise typer.Exit(command.run(record, ruling, partial(archive, config, data_dir), sys.stdout))
