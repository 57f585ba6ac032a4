"""The commands below ``schiri firmware`` and their options; the work is in controller.commands.system.firmware."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from controller.commands.help_text import Commands

app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    help="Build, flash and emulate the firmware of a display of your own.",
)

BOARD: TypeAlias = Annotated[Literal["uno", "nano", "nano-old", "pico"], typer.Option(help="What it is for.")]
FITTED: TypeAlias = Annotated[
    str,
    typer.Option(
        "--with",
        metavar="PART,…",
        help="What is fitted: oled, sh1106 or epaper; digits or matrix; strip, buzzer, lamp.",
    ),
]
VALUES: TypeAlias = Annotated[
    list[str], typer.Option("--set", metavar="NAME=NUMBER", help="A value of docs/firmware.md; may be repeated.")
]
OUT: TypeAlias = Annotated[Path, typer.Option(metavar="FOLDER", help="Where what is built is kept.")]
DEFAULT = "oled,buzzer,lamp"


@app.command()
def build(
    board: BOARD = "uno",
    fitted: FITTED = DEFAULT,
    values: VALUES = [],  # noqa: B006  typer copies it
    out: OUT = Path("out/firmware"),
) -> None:
    """Build a firmware and tell how large it is."""
    from controller.commands.system import firmware as command

    command.build(board, command.outfit(fitted, values), out)


@app.command()
def flash(
    board: BOARD = "uno",
    fitted: FITTED = DEFAULT,
    values: VALUES = [],  # noqa: B006  typer copies it
    port: Annotated[str | None, typer.Option(help="Where the board is, for instance /dev/ttyACM0.")] = None,
    out: OUT = Path("out/firmware"),
) -> None:
    """Build a firmware and write it to a board, with avrdude or mpremote."""
    from controller.commands.system import firmware as command

    raise typer.Exit(command.flash(board, command.outfit(fitted, values), port, out))


@app.command()
def emulate(
    fitted: FITTED = DEFAULT,
    values: VALUES = [],  # noqa: B006  typer copies it
    port: Annotated[Path | None, typer.Option(metavar="PATH", help="Where its serial port shall be.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="OUT.png", help="Keep the newest picture here.")] = None,
) -> None:
    """Run the AVR firmware in simavr, on a port that `schiri referee` can use as a display's."""
    from controller.commands.system import firmware as command

    raise typer.Exit(command.emulate(command.outfit(fitted, values), port, png))
