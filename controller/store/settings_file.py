"""The file of a table's settings, as it is written."""

from pathlib import Path

from controller.settings.model import ConfigError
from controller.store import atomic


def save(file: Path, text: str) -> None:
    """Replace the settings, whole or not at all; raises ConfigError."""
    try:
        atomic.write(file, text.encode())
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error.strerror}") from error
