"""Archive and match that the record commands are asked about."""

import os
import re
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from controller.settings import model as config
from controller.store.archive import FILE, Archive
from controller.store.sqlite import ArchiveError, reason

_NAME = re.compile(r"\d+|\d{4}-\d\d-\d\dT\d{6}Z", re.ASCII)


def directory(settings: Path, data_dir: Path | None) -> Path:
    """Return the data directory: as asked for, as a table's settings say, or where it is if nothing is set.

    Raises:
        ConfigError: the settings cannot be read, or were named and are not there.
    """
    if data_dir is not None:
        return data_dir
    table = config.load_if_any(settings)
    return table.data.directory if table else config.DataConfig().directory


def is_begun(settings: Path, data_dir: Path | None) -> bool:
    """Whether there is an archive; a folder that was named, and is none, may be mistyped and counts as one.

    Raises:
        ConfigError: the settings cannot be read.
    """
    folder = directory(settings, data_dir)
    return (data_dir is not None and not folder.is_dir()) or os.path.lexists(folder / FILE)


@contextmanager
def archive(settings: Path, data_dir: Path | None, *, make: bool = False) -> Generator[Archive]:
    """Open the archive of the data directory.

    Raises:
        ArchiveError: it cannot be opened, or is found to be damaged while it is read.
        ConfigError: the settings cannot be read.
    """
    with Archive(directory(settings, data_dir), make=make) as opened:
        try:
            yield opened
        except sqlite3.Error as error:
            raise ArchiveError(f"{opened.path} cannot be read or written: {reason(opened.path, error)}") from error


def is_match(name: str) -> bool:
    """Whether a word means a match in the archive, by its number or name, and no file."""
    return bool(_NAME.fullmatch(name)) and not Path(name).exists()
