"""The file of a table's settings, as it is written."""

import os
from pathlib import Path

from controller.settings.model import ConfigError
from controller.store import atomic


def save(file: Path, text: str) -> None:
    """Replace the settings, whole or not at all, for their owner and group alone; raises ConfigError.

    They may hold a camera's password. An existing file keeps its owner, also if root writes it.
    """
    try:
        before = file.stat() if file.exists() else None
        atomic.write(file, text.encode(), 0o640)
        if before and os.geteuid() == 0:
            os.chown(file, before.st_uid, before.st_gid)
    except OSError as error:
        raise ConfigError(atomic.unwritable(file, error)) from error
