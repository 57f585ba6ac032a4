"""The option ``--folder`` of all commands for a hall."""

from pathlib import Path
from typing import Annotated

import typer


def _usual() -> Path:
    """Return the folder of this user; whoever only asks for help waits for nothing that finds it."""
    from platformdirs import user_data_path

    return user_data_path("schiri-hall")


FOLDER = Annotated[
    Path,
    typer.Option(
        metavar="FOLDER",
        default_factory=_usual,
        show_default="schiri-hall in your folder for data",
        help="Where the hall keeps what it has.",
    ),
]
