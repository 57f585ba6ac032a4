"""Files written whole or not at all."""

import os
from pathlib import Path

from controller.settings.model import ConfigError


def replace(file: Path, text: str) -> None:
    """Write a file whole or not at all, whatever happens meanwhile; raises ConfigError."""
    unfinished = file.with_name(f".{file.name}.new")
    try:
        with unfinished.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        unfinished.replace(file)
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error.strerror}") from error


def write(path: Path, data: bytes) -> None:
    """Replace a file that only this user may read, whole or not at all; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(path.name + ".unfinished")
    half.unlink(missing_ok=True)
    handle = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)
