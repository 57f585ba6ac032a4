"""The commands ``install-service`` and ``release`` and their options."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from controller.commands.help_text import Commands

app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    help="Install another release of the program, or go one step back; never during a match.",
)

ROOT = Annotated[Path, typer.Option(metavar="FOLDER", help="Of a system that is being built, instead of this one.")]
SOURCE = Annotated[Path | None, typer.Argument(help="A checkout or a wheel; without, where this program is.")]


def install_service(
    source: SOURCE = None,
    config: Annotated[Path | None, typer.Option(metavar="FILE.toml", help="Settings to begin with.")] = None,
    root: ROOT = Path("/"),
    print_unit: Annotated[
        bool, typer.Option("--print", help="Print the service's description and do nothing.")
    ] = False,
) -> None:
    """Make this machine a table: the referee runs whenever it is switched on, as a user of its own. Needs root."""
    from controller.appliance import systemd_unit
    from controller.appliance.paths import GROUPS, SystemPaths
    from controller.commands.system import release as command
    from controller.settings.model import load

    if print_unit:
        if config:
            load(config)
        sys.stdout.write(systemd_unit.text(Path("/opt/schiri/current/bin/schiri"), SystemPaths().settings, GROUPS))
        return
    request = command.InstallRequest(source or command.CHECKOUT, config, root)
    raise typer.Exit(command.install_service(request, sys.stdout))


def uninstall_service(root: ROOT = Path("/")) -> None:
    """Take the service and the program away again; settings and records stay. Never during a match. Needs root."""
    from controller.commands.system import release as command

    raise typer.Exit(command.uninstall_service(root, sys.stdout))


@app.command()
def install(source: SOURCE = None, root: ROOT = Path("/")) -> None:
    """Install a release beside the current one and run it; the current one is kept for one step back."""
    from controller.commands.system import release as command

    raise typer.Exit(command.install(command.InstallRequest(source or command.CHECKOUT, root=root), sys.stdout))


@app.command()
def back(root: ROOT = Path("/")) -> None:
    """Run the release before this one again."""
    from controller.commands.system import release as command

    raise typer.Exit(command.back(root, sys.stdout))


@app.command()
def show(root: ROOT = Path("/")) -> None:
    """Name the current release and the one before it."""
    from controller.commands.system import release as command

    raise typer.Exit(command.show(root, sys.stdout))
