"""``schiri config``: a table's settings written, checked and printed whole."""

import shlex
from pathlib import Path
from typing import TextIO

from pydantic import ValidationError

from controller.checkup.settings import check_data, usable
from controller.commands import terminal
from controller.referee.fold import cannot_start
from controller.settings import text as settings_text
from controller.settings.errors import SettingsText
from controller.settings.model import CameraConfig, ConfigError, TableConfig, load
from controller.settings.names import names
from controller.store.settings_file import save


def init(file: Path, game: str, seats: str, camera: str | None, out: TextIO, *, force: bool) -> int:
    """Write a file to begin with; returns the exit status."""
    table = TableConfig(game, names(seats))
    if fault := cannot_start(table.opening()):
        quote = (
            "; a name with a comma goes in double quotes: --seats '\"Anna, jr.\",Berta,Carla'" if ", " in seats else ""
        )
        raise ConfigError(f"--game, --seats: {fault}{quote}")
    try:
        source = CameraConfig(camera)
    except ValidationError as error:
        raise ConfigError(f"--camera: {error.errors()[0]['msg']}") from None
    if file.exists() and not force:
        raise ConfigError(f"{file} is there already; name a new file, or write over it with --force")
    save(file, settings_text.explained(table, source))
    terminal.tell(
        f"{file} is written. It needs no display: `schiri referee --config {shlex.quote(str(file))}` says where its"
        " pages are and with which code a phone takes part; a browser on this machine shows the code at /pair.",
        out,
    )
    return 0


def check(file: Path, out: TextIO) -> int:
    """Say whether a table can be refereed by these settings; returns the exit status."""
    config = load(file)
    written = SettingsText.of(file)
    check_data(config, written)
    usable(config, written)
    opening = config.table.opening()
    displays = f"{len(config.display)} display{'' if len(config.display) == 1 else 's'}"
    out.write(f"{file}: {opening.game}, {len(opening.seats)} seats, {displays}: all right\n")
    return 0


def effective(file: Path, out: TextIO) -> int:
    """Print all settings that hold; returns the exit status."""
    out.write(settings_text.effective(load(file)))
    return 0
