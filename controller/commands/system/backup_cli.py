"""The commands ``backup``, ``restore`` and ``support-bundle`` and their options."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from controller.settings.usual import USUAL

CONFIG = Annotated[Path, typer.Option("--config", metavar="FILE.toml", help="The table's settings.", readable=False)]


def backup(
    out: Annotated[Path | None, typer.Argument(metavar="[OUT.tar.gz]", help="The file to write.")] = None,
    config: CONFIG = USUAL,
) -> None:
    """Write records, pictures, calibration and settings into one file, also while a match is played."""
    from controller.commands.system import backup as command

    raise typer.Exit(command.write(config, out, sys.stdout))


def restore(
    backup: Annotated[Path, typer.Argument(metavar="BACKUP.tar.gz", help="What `schiri backup` wrote.")],
    config: CONFIG = USUAL,
) -> None:
    """Put a backup back; what is there now is put aside, nothing is deleted. The referee must not run."""
    from controller.commands.system import backup as command

    raise typer.Exit(command.restore(backup, config, sys.stdout))


def support_bundle(
    out: Annotated[Path | None, typer.Argument(metavar="[OUT.zip]", help="The file to write.")] = None,
    config: CONFIG = USUAL,
) -> None:
    """Write what somebody who helps needs to know, without names, passwords or pictures."""
    from controller.commands.system import support as command

    raise typer.Exit(command.run(config, out, sys.stdout))
