"""``schiri config``: a table's settings written, checked, printed whole, and brought to today's version."""

import os
from pathlib import Path
from typing import TextIO

from controller import displays, settings_change, settings_text, wiring
from controller.commands.calibrate import kept
from controller.commands.read import names
from controller.config import Config, ConfigError, TableConfig, load
from controller.match import cannot_start
from controller.toml_text import SettingsTextError
from firmware_bridge.displays.characters import TooSmall
from firmware_bridge.tcp_port import BadAddress
from vision import symbologies
from vision.symbologies import UnknownSymbologyError


def init(file: Path, game: str, seats: str, *, force: bool) -> int:
    """Write a file to begin with; returns the exit status."""
    table = TableConfig(game, names(seats))
    if fault := cannot_start(table.opening()):
        raise ConfigError(f"--game, --seats: {fault}")
    if file.exists() and not force:
        raise ConfigError(f"{file} is there already; name a new file, or write over it with --force")
    replace(file, settings_text.explained(table))
    return 0


def check(file: Path, out: TextIO) -> int:
    """Say whether a table can be refereed by these settings; returns the exit status."""
    config = load(file)
    usable(config, str(file))
    opening = config.table.opening()
    out.write(f"{file}: {opening.game}, {len(opening.seats)} seats, {len(config.display)} displays: all right\n")
    return 0


def usable(config: Config, name: str) -> None:
    """Check what the settings' own types cannot: that a table can be refereed by them.

    Raises:
        ConfigError: there is no such game, rule, area, rulebook, display or kind of mark; names file and section.
        CalibrateError: the calibration that is kept is none.
    """
    wiring.check_rules(config, name)
    try:
        symbologies.load(config.marks.symbology, config.marks.decks)
    except UnknownSymbologyError as error:
        raise ConfigError(f"{name}: [marks]: {error}") from error
    for display in config.display:
        try:
            displays.check(display)
        except (BadAddress, TooSmall) as error:
            raise ConfigError(f"{name}: [[display]]: {error}") from error
    kept(config.calibration_file)


def effective(file: Path, out: TextIO) -> int:
    """Print all settings that hold; returns the exit status."""
    out.write(settings_text.effective(load(file)))
    return 0


def migrate(file: Path, out: TextIO) -> int:
    """Bring a file to today's version, keeping the old one; returns the exit status."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"{file} cannot be read: {reason}") from error
    try:
        new = settings_change.migrated(text)
    except SettingsTextError as error:
        raise ConfigError(f"{file}: {error}") from error
    if new == text:
        out.write(f"{file} is of today's version already\n")
        return 0
    old = file.with_name(f"{file.name}.old")
    replace(old, text)
    replace(file, new)
    out.write(f"{file} is of today's version now; the file as it was: {old}\n")
    return 0


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
