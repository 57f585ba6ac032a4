"""``schiri config``: a table's settings written, checked and printed whole."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from pydantic import ValidationError

from controller import games
from controller.checkup import plugged
from controller.checkup.settings import check_data, usable
from controller.commands import terminal
from controller.referee.fold import cannot_start
from controller.settings import text as settings_text
from controller.settings.displays import DisplayConfig
from controller.settings.errors import SettingsText
from controller.settings.model import CameraConfig, ConfigError, TableConfig, load
from controller.settings.names import names
from controller.store.settings_file import save
from firmware_bridge.ports import serial_port
from hardware.camera.settings import PHONE
from vision.words.cards import Lang, Suits

_NAMES: Final = ("Anna", "Berta", "Carla", "Dora", "Emma")


@dataclass(frozen=True, slots=True)
class FirstSettings:
    """The words typed for a table to begin with: its game, names, language, pack and camera."""

    game: str
    seats: str | None
    """Players' names; None: names to be replaced, as many as the game needs."""
    lang: Lang
    suits: Suits
    camera: str | None = None
    """The camera; None: the one that is plugged in, if any is."""


def init(file: Path, typed: FirstSettings, out: TextIO, *, force: bool) -> int:
    """Write a file to begin with, by what is typed and what is plugged in; returns the exit status."""
    players = _NAMES[: _usual_seats(typed.game)] if typed.seats is None else names(typed.seats)
    table = TableConfig(typed.game, players, lang=typed.lang, suits=typed.suits)
    if fault := cannot_start(table.opening()):
        quote = (
            "; a name with a comma goes in double quotes: --seats '\"Anna, jr.\",Berta,Carla'"
            if typed.seats and ", " in typed.seats
            else ""
        )
        raise ConfigError(f"--game, --seats: {fault}{quote}")
    try:
        source = CameraConfig(typed.camera)
    except ValidationError as error:
        raise ConfigError(f"--camera: {error.errors()[0]['msg']}") from None
    if file.exists() and not force:
        raise ConfigError(f"{file} is there already; name a new file, or write over it with --force")
    if typed.camera is None:
        source = _look_for_camera(out)
    save(file, settings_text.explained(table, source, tuple(_look_for_displays(out))))
    terminal.write([f"language: {table.lang}; suits: {table.suits}"], out)
    terminal.print_commands(
        f"{file} is written. The table needs no display: `schiri referee --config {shlex.quote(str(file))}` says where"
        " its pages are and with which code a phone takes part; a browser on this machine shows the code at /pair.",
        out,
    )
    return 0


def _usual_seats(game: str) -> int:
    """Return the number of players of a game that are named by nobody."""
    try:
        return games.load(game).usual_seats
    except games.NoGameError:
        return len(_NAMES)  # the game is refused, whoever plays


def _look_for_camera(out: TextIO) -> CameraConfig:
    camera = plugged.camera()
    if camera is None:
        sentence = "camera: none is plugged in; until one is, cards are tapped on the pages; an old phone can be it:"
        terminal.write([f"{sentence} --camera {PHONE}"], out)
        return CameraConfig()
    others = "".join(f"; {name} is there too: --camera {source}" for source, name in camera.others)
    terminal.write([f"camera: {camera.name} ({camera.source}){others}"], out)
    return CameraConfig(camera.source)


def _look_for_displays(out: TextIO) -> Iterator[DisplayConfig]:
    plugs = serial_port.plugged()
    if plugs:
        terminal.write([f"looking for displays at {len(plugs)} USB plugs, {plugged.LONGEST_S:.0f} s at most"], out)
        out.flush()
    for one in plugged.displays(plugs):
        name = f"{one.plug.name or 'a device without a name'} ({one.plug.path})"
        if one.settings:
            terminal.write([f"display: {name}, {one.state}"], out)
            yield one.settings
        else:
            terminal.write([f"no display: {name}, {one.state}"], out)


def check(file: Path, out: TextIO) -> int:
    """Print whether a table can be refereed by these settings; returns the exit status."""
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
