"""The commands ``config init``, ``check`` and ``effective`` and their options."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from controller.commands.help_text import Commands
from controller.settings.usual import USUAL

app = typer.Typer(cls=Commands, rich_markup_mode=None, help="Write and check a table's settings.")

FILE = Annotated[Path, typer.Argument(metavar="[FILE.toml]", help="The table's settings.")]


@app.command()
def init(
    file: FILE = USUAL,
    game: Annotated[str, typer.Option(help="What is played.")] = "mittlere",
    seats: Annotated[
        str | None,
        typer.Option(
            help="Names in order of play, with commas; one that has a comma in double quotes. Without it names to be"
            " replaced, as many as the game needs."
        ),
    ] = None,
    camera: Annotated[
        str | None,
        typer.Option(
            metavar="SOURCE",
            help="A camera's number or device, picamera (a Raspberry Pi's own), phone, a film, a folder of pictures or"
            " an http address; without it the one that is plugged in.",
        ),
    ] = None,
    lang: Annotated[
        Literal["en", "de", "fr", "it", "ja"] | None,
        typer.Option(help="The table's language: en, de, fr, it or ja; without it that of this machine."),
    ] = None,
    suits: Annotated[
        Literal["french", "swiss", "german"], typer.Option(help="The suits of its pack: french, swiss or german.")
    ] = "french",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write a file to begin with: your table, what is plugged in, and every other setting explained as a comment."""
    from controller.commands import terminal
    from controller.commands.table import config as command

    typed = command.FirstSettings(game, seats, lang or terminal.language(), suits, camera)
    raise typer.Exit(command.init(file, typed, sys.stdout, force=force))


@app.command()
def check(file: FILE = USUAL) -> None:
    """Say whether a table can be refereed by these settings. Exit status 2 if not, with line and reason."""
    from controller.commands.table import config as command

    raise typer.Exit(command.check(file, sys.stdout))


@app.command()
def effective(file: FILE = USUAL) -> None:
    """Print all settings that hold, those that the file leaves out among them, as a settings file."""
    from controller.commands.table import config as command

    raise typer.Exit(command.effective(file, sys.stdout))
