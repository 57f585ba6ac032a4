"""The command ``schiri hall`` and its options; the work is in the modules beside it."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from controller.commands import terminal
from controller.commands.halls import tournament_cli
from controller.commands.halls.folder import FOLDER
from controller.commands.help_text import Commands
from controller.settings.usual import USUAL

app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    help="Collect and show what many tables play; `schiri hall enrol` and `schiri hall join` let a table in.",
)
app.add_typer(tournament_cli.app, name="tournament")


_NAME = Annotated[str | None, typer.Option(help="The hall's name: small letters, digits and dashes.")]
_ADDRESS = Annotated[
    str | None, typer.Option(help="The hall's machine, as tables and screens find it; else its name with .local.")
]
_MQTT_PORT = Annotated[int | None, typer.Option(help="Where its broker listens; 8883 at first.", min=1, max=65535)]


@app.callback(invoke_without_command=True)
def hall(
    context: typer.Context,
    folder: FOLDER,
    name: _NAME = None,
    port: Annotated[int | None, typer.Option(help="Where the board page is; 8090 at first.", min=0, max=65535)] = None,
    address: _ADDRESS = None,
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
    """Collect and show what many tables play, until Ctrl-C or SIGTERM; the options are kept for the next time."""
    if context.invoked_subcommand:
        _refuse_options(context, context.invoked_subcommand)
        return
    from controller.commands.halls import hall as command

    options = {"name": name, "port": port, "address": address, "mqtt_port": mqtt_port, "database": database}
    other = {"broker": broker, "user": user, "password_file": password_file, "certificate": certificate}
    raise typer.Exit(command.run(folder, command.options(folder, **options, **other)))


def _refuse_options(context: typer.Context, subcommand: str) -> None:
    """Refuse options before a subcommand, which would go unheeded; raises BadParameter."""
    for name in context.params:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            option = f"--{name.replace('_', '-')}"
            raise typer.BadParameter(f"write {option} behind the subcommand: schiri hall {subcommand} … {option} …")


@app.command()
def enrol(
    tables: Annotated[list[str], typer.Argument(metavar="TABLE...", help="The tables' names there, such as 3.")],
    folder: FOLDER,
    name: _NAME = None,
    mqtt_port: _MQTT_PORT = None,
    address: _ADDRESS = None,
    slip: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the codes as slips (.pdf), or one of them (.png).")
    ] = None,
    lang: Annotated[
        str | None, typer.Option(help="Of the slips: en, de, fr, it or ja; that of this machine without it.")
    ] = None,
) -> None:
    """Give tables their passwords, as QR codes that `schiri hall join` reads and as a part of their settings."""
    from controller.commands.halls import enrol as command
    from controller.commands.halls import hall as halls

    chosen = halls.options(folder, name=name, mqtt_port=mqtt_port, address=address)
    raise typer.Exit(
        command.run(folder, chosen, tables, command.SlipFile.of(slip, lang or terminal.language()), sys.stdout)
    )


@app.command()
def join(
    picture: Annotated[
        str | None, typer.Argument(metavar="[PICTURE]", help="A picture of the code; else the camera looks for it.")
    ] = None,
    ask: Annotated[bool, typer.Option("--ask", help="Ask for the code's line; what is typed is not shown.")] = False,
    config: Annotated[Path, typer.Option("--config", metavar="FILE.toml", help="The table's settings.")] = USUAL,
) -> None:
    """At a table: read the QR code of `schiri hall enrol`, and let the settings lead to that hall."""
    from controller.commands.halls import join as command

    raise typer.Exit(command.run(config, picture, ask=ask))
