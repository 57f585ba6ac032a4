"""The command ``schiri display`` and its options; the work is in controller.commands.table.display."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  typer reads the types of options while the program runs
from typing import Annotated

import typer


def display(
    kind: Annotated[
        str,
        typer.Option(help="What the display is: serial, wled, epaper, backpack, lcdproc, kiosk, or another package's."),
    ] = "serial",
    port: Annotated[
        str | None,
        typer.Option(help="Where it is: a serial port, machine:port of an LCDd, or address:port to serve a kiosk on."),
    ] = None,
    size: Annotated[str | None, typer.Option(metavar="16x2", help="Columns and lines of a backpack.")] = None,
    lights: Annotated[int | None, typer.Option(help="Of a WLED strip; without, presets are shown.")] = None,
    options: Annotated[
        str | None,
        typer.Option(metavar="NAME=VALUE…", help="Settings of another package's display."),
    ] = None,
    face: Annotated[str | None, typer.Option(metavar="NAME", help="One example face; all of them without.")] = None,
    seconds: Annotated[float, typer.Option(help="How long each face is shown.", min=0.1)] = 5,
    config: Annotated[Path | None, typer.Option(metavar="FILE.toml", help="Show on a table's displays.")] = None,
    emulate: Annotated[bool, typer.Option("--emulate", help="Show here what the display would show.")] = False,
    png: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where --emulate draws its pictures.")] = None,
) -> None:
    """Show example faces on a display to test it. Exit status 1 if it does not answer."""
    from controller.commands.table import display as command
    from controller.settings.model import load

    display_options, chosen = command.DisplayOptions(kind, port, size, lights, options), command.faces(face)
    if emulate:
        raise typer.Exit(command.emulate(display_options, chosen, png))
    settings = load(config).display if config else (display_options.settings(),)
    raise typer.Exit(command.run(settings, chosen, seconds))
