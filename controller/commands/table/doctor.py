"""``schiri doctor``: a line for each part of the table, with what to do where something is wrong."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final, TextIO

from controller.appliance.program import as_typed
from controller.checkup import (
    Finding,
    FindingState,
    camera,
    clock,
    disk,
    displays,
    extensions,
    hall,
    raspberry,
    records,
    versions,
)
from controller.checkup import peripherals as hands
from controller.commands import terminal
from controller.live import wiring
from controller.record.message import Message
from controller.settings.errors import SettingsText
from controller.settings.model import Config, ConfigError, load
from controller.store.lock import is_locked

FOUND = 1
"""Exit status: something should be done."""

Check = Callable[[Config], Iterator[Finding]]
CHECKS: Final[tuple[Check, ...]] = (
    versions.check,
    extensions.check,
    raspberry.check,
    clock.check,
    disk.check,
    records.check,
    camera.check,
    displays.check,
    hands.check,
    hall.check,
)
HELD: Final = (camera.check, displays.check, hands.check)
"""The checks of parts that a running referee keeps open."""
_RUNNING: Final = Message(
    "a referee runs here and holds camera, displays and pins; its own page /setup/health tells how they are"
)
SIGNS: Final[dict[FindingState, str]] = {"ok": "ok", "better": "!", "broken": "!!"}


def run(path: Path, *, as_json: bool, out: TextIO) -> int:
    """Look at everything that the settings name; returns the exit status."""
    worst = 0
    for finding in examine(path):
        worst |= finding.state != "ok"
        if as_json:
            out.write(as_typed(json.dumps(asdict(finding), ensure_ascii=False)) + "\n")
        else:
            terminal.print_commands(f"{SIGNS[finding.state]:2} {finding.part:12} {finding.told}", out)
        out.flush()
    return FOUND if worst else 0


def examine(path: Path) -> Iterator[Finding]:
    """Every finding, as it is found; without settings only what needs none."""
    try:
        config = load(path)
        wiring.check_rules(config, SettingsText.of(path))
    except ConfigError as error:
        yield Finding(Message("settings"), "broken", str(error))
        yield from extensions.check()
        return
    table = config.table
    message = Message("{file}: {name}, {n} seats", file=str(path), name=table.game, n=len(table.seats))
    yield Finding(Message("settings"), "ok", message)
    if config.data.directory.is_dir() and not os.access(config.data.directory, os.R_OK | os.X_OK):
        # Whoever may not look does not see the referee either, which holds what a check would open.
        message = Message(
            "{file} is another user's, as it is on an installed table; put sudo before the command",
            file=str(config.data.directory),
        )
        yield Finding(Message("records"), "broken", message)
        return
    running = is_locked(config.data.directory)
    for check in CHECKS:
        if not (running and check in HELD):
            yield from check(config)
    if running:
        # Each can be opened once: asked again, they would call the table itself a stranger.
        yield Finding(Message("table"), "ok", _RUNNING)
