"""The commands ``camera record|list|show|blur|drop|export|check`` and their options."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from controller.commands.help_text import Commands
from controller.settings.usual import USUAL

app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    help="Keep doubtful moments of a table, look at them, and make test cases of them.",
)

CONFIG = Annotated[
    Path, typer.Option("--config", metavar="FILE.toml", help="The table's settings, if there are any.", readable=False)
]
IN = Annotated[
    Path | None,
    typer.Option("--in", metavar="FOLDER", help="Where moments are, if not in the data directory.", file_okay=False),
]
NAME = Annotated[str, typer.Argument(metavar="NAME", help="A moment, as `schiri camera list` names it.")]


@app.command()
def record(
    source: Annotated[
        str | None, typer.Argument(metavar="SOURCE", help="A camera, film, folder or address, if not as set.")
    ] = None,
    game: Annotated[str | None, typer.Option(help="What is played, at a table without settings.")] = None,
    seats: Annotated[str | None, typer.Option(help="Names in order of play, with commas, likewise.")] = None,
    out: Annotated[
        Path | None, typer.Option("--record", metavar="OUT.jsonl", help="Keep the record, too; it must not exist yet.")
    ] = None,
    config: CONFIG = USUAL,
    folder: IN = None,
) -> None:
    """Watch a camera or a film, and keep the frames around whatever is doubtful. Ctrl-C ends it."""
    from controller.commands.pictures import camera_record as command

    raise typer.Exit(command.run(command.settings(config, source, game, seats), out, folder))


@app.command(name="list")
def list_(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")] = False,
    config: CONFIG = USUAL,
    folder: IN = None,
) -> None:
    """List the moments that are kept: when, why, how long, how large."""
    from controller.commands.pictures import camera_moments as command

    raise typer.Exit(command.list_(command.store(config, folder), as_json=as_json, out=sys.stdout))


@app.command()
def show(
    name: NAME,
    frames: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the frames into this folder, to look at.")
    ] = None,
    config: CONFIG = USUAL,
    folder: IN = None,
) -> None:
    """Tell what a moment holds, and write its frames where you can look at them."""
    from controller.commands.pictures import camera_moments as command

    raise typer.Exit(command.show(command.store(config, folder), name, frames, sys.stdout))


@app.command()
def blur(
    name: NAME,
    boxes: Annotated[list[str], typer.Argument(metavar="LEFT,TOP,WIDTH,HEIGHT...", help="Rectangles, in pixels.")],
    config: CONFIG = USUAL,
    folder: IN = None,
) -> None:
    """Make rectangles of all frames of a moment unrecognizable, for good."""
    from controller.commands.pictures import camera_moments as command

    raise typer.Exit(command.blur(command.store(config, folder), name, boxes, sys.stdout))


@app.command()
def drop(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME...", help="Moments to delete.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All of them.")] = False,
    config: CONFIG = USUAL,
    folder: IN = None,
) -> None:
    """Delete moments."""
    from controller.commands.pictures import camera_moments as command

    store = command.store(config, folder)
    raise typer.Exit(command.drop(store, names or [], everything=everything, out=sys.stdout))


@app.command()
def export(
    name: NAME,
    out: Annotated[Path, typer.Argument(metavar="OUT.zip", help="The bundle to write; it must not exist yet.")],
    newer: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="The corrected record, if not in the archive.")
    ] = None,
    config: CONFIG = USUAL,
    folder: IN = None,
) -> None:
    """Make a bundle of a moment: frames, and what was true as people have corrected it. Nothing is sent anywhere."""
    from controller.commands.pictures import camera_moments as command

    record = command.newer_record(config, newer)
    raise typer.Exit(command.export(command.store(config, folder), name, out, record, sys.stdout))


@app.command()
def check(
    bundles: Annotated[list[Path], typer.Argument(metavar="BUNDLE...", help="Bundles, or folders of them.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")] = False,
) -> None:
    """Read bundles once more and hold them to their truth.

    Exit status 1: a card misread, or fewer read than when the bundle was made; 2: a file that is no bundle.
    """
    from controller.commands.pictures import camera_check as command

    raise typer.Exit(command.run(bundles, as_json=as_json, out=sys.stdout))
