"""The commands ``sdcard``, ``install-service`` and ``release`` and their options."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from controller.commands.help_text import Commands

app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    help="Install another release of the program, or go one step back; never during a match.",
)

ROOT = Annotated[Path, typer.Option(metavar="FOLDER", help="Of a system that is being built, instead of this one.")]
SOURCE = Annotated[Path | None, typer.Argument(help="A checkout or a wheel; without, where this program is.")]


def sdcard(
    folder: Annotated[Path, typer.Argument(help="The card's boot partition, or a folder to copy from.")],
    name: Annotated[str, typer.Option(help="The machine's name on the network; it begins with schiri.")] = "schiri",
    game: Annotated[str | None, typer.Option(help="What is played first; phones choose anew.")] = None,
    lang: Annotated[
        Literal["en", "de", "fr", "it", "ja"] | None,
        typer.Option(help="The table's language: en, de, fr, it or ja; without it that of this machine."),
    ] = None,
    suits: Annotated[
        Literal["french", "swiss", "german"], typer.Option(help="The suits of its pack: french, swiss or german.")
    ] = "french",
    wlan: Annotated[str, typer.Option(metavar="SSID", help="Its WLAN; the password is asked for.")] = "",
    country: Annotated[str, typer.Option(metavar="CH", help="The country of that WLAN, by two letters.")] = "",
    ssh_key: Annotated[
        Path | None, typer.Option(metavar="FILE.pub", help="A public key with which one may log in.")
    ] = None,
    login: Annotated[bool, typer.Option("--login", help="Ask for a password with which one may log in.")] = False,
    user: Annotated[str, typer.Option(help="Who may log in.")] = "pi",
    archive: Annotated[Path | None, typer.Option(metavar="FILE.tar.gz", help="A release, instead of this one.")] = None,
    git: Annotated[str, typer.Option(metavar="ADDRESS", help="From where the machine gets the program instead.")] = "",
    branch: Annotated[str, typer.Option(metavar="NAME", help="Which branch or tag of it.")] = "",
    offline: Annotated[
        bool, typer.Option("--offline", help="Bring all packages along: the machine needs no network.")
    ] = False,
    machine: Annotated[
        Literal["aarch64", "x86_64"], typer.Option(help="With --offline: aarch64 (a Raspberry Pi) or x86_64.")
    ] = "aarch64",
    camera: Annotated[
        str, typer.Option(metavar="SOURCE", help="A camera; without it the one that is plugged in.")
    ] = "",
    timezone: Annotated[
        str | None, typer.Option(metavar="Europe/Zurich", help="Its time; without it that of this machine.")
    ] = None,
) -> None:
    """Write the files by which a freshly written card becomes a table by itself, and the code that a phone scans."""
    from controller.appliance.cloud_init import Login, Wlan
    from controller.commands import terminal
    from controller.commands.system import sdcard as command
    from controller.commands.system.release import BEGIN

    network = Wlan.of(wlan, command.secret(f"password of the WLAN {wlan}"), country.upper()) if wlan else None
    password = command.hashed(command.secret(f"password of {user}")) if login else ""
    request = command.CardRequest(
        name,
        game or BEGIN.game,
        lang or terminal.language(),
        suits,
        command.timezone() if timezone is None else timezone,
        camera,
        Login(user, command.public_key(ssh_key), password),
        network,
        archive,
        git,
        branch,
        machine if offline else None,
    )
    raise typer.Exit(command.run(folder, request, sys.stdout))


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


@app.command(hidden=True)
def wished(root: ROOT = Path("/")) -> None:
    """Do what the table's owner has wished on a page; a unit of the service calls it."""
    from controller.commands.system import release as command

    raise typer.Exit(command.wished(root, sys.stdout))


@app.command()
def pack(
    file: Annotated[Path, typer.Argument(metavar="schiri-NAME.tar.gz", help="The archive to write.")],
    offline: Annotated[bool, typer.Option("--offline", help="Bring all packages along.")] = False,
    machine: Annotated[
        Literal["aarch64", "x86_64"], typer.Option(help="With --offline: aarch64 (a Raspberry Pi) or x86_64.")
    ] = "aarch64",
) -> None:
    """Pack this checkout for a table's card: its page of releases offers what lies there."""
    from controller.commands.system import release as command

    raise typer.Exit(command.pack(file, machine if offline else None, sys.stdout))


@app.command()
def show(root: ROOT = Path("/")) -> None:
    """Name the current release and the one before it."""
    from controller.commands.system import release as command

    raise typer.Exit(command.show(root, sys.stdout))
