"""The command ``schiri hall`` and its options; the work is in controller.commands.halls.hall."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from controller.commands.halls import tournament_cli
from controller.commands.halls.folder import FOLDER
from controller.commands.help_text import Commands

app = typer.Typer(
    cls=Commands, rich_markup_mode=None, help="Collect and show what many tables play; `hall enrol` lets a table in."
)
app.add_typer(tournament_cli.app, name="tournament")


_NAME = Annotated[str | None, typer.Option(help="The hall's name: small letters, digits and dashes.")]
_MQTT_PORT = Annotated[int | None, typer.Option(help="Where its broker listens; 8883 at first.", min=1, max=65535)]


@app.callback(invoke_without_command=True)
def hall(
    context: typer.Context,
    folder: FOLDER,
    name: _NAME = None,
    port: Annotated[int, typer.Option(help="Where the board page is.", min=0, max=65535)] = 8090,
    mqtt_port: _MQTT_PORT = None,
    broker: Annotated[
        str | None, typer.Option(metavar="mqtts://HOST:PORT", help="Another MQTT 5 broker instead of its own.")
    ] = None,
    user: Annotated[str | None, typer.Option(help="The hall's name at that broker.")] = None,
    password_file: Annotated[Path | None, typer.Option(help="A file with its password there.")] = None,
    certificate: Annotated[Path | None, typer.Option(help="That broker's certificate in PEM.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="postgresql://…", help="A PostgreSQL database that keeps the records, too.")
    ] = None,
) -> None:
    """Collect and show what many tables play, until Ctrl-C or SIGTERM."""
    if context.invoked_subcommand:
        return
    from controller.commands.halls import hall as command

    chosen = command.options(folder, name, mqtt_port, broker, user, database)
    raise typer.Exit(command.run(folder, chosen, port, password_file, certificate))


@app.command()
def enrol(
    table: Annotated[str, typer.Argument(help="The table's name there, such as 3.")],
    folder: FOLDER,
    name: _NAME = None,
    mqtt_port: _MQTT_PORT = None,
    address: Annotated[str | None, typer.Option(help="The hall's machine, as tables find it.")] = None,
) -> None:
    """Give a table its password; prints what belongs into its settings."""
    from controller.commands.halls import hall as command

    raise typer.Exit(command.enrol(folder, command.options(folder, name, mqtt_port), table, address, sys.stdout))
