"""Packages of other people: the games, rulebooks, marks and displays that they bring."""

from collections.abc import Iterator
from importlib.metadata import entry_points
from itertools import chain
from typing import Final

from controller import games, rulebooks
from controller.checkup import Finding
from controller.record.message import Listed, Message
from controller.settings.model import Config
from firmware_bridge.displays import foreign
from vision.marks import symbologies

OURS: Final = "schiri"
"""Entry points in groups of this name, or below it, are meant for Schiri."""
GROUPS: Final = (games.GROUP, rulebooks.GROUP, symbologies.GROUP, foreign.GROUP)


def check(config: Config | None = None) -> Iterator[Finding]:
    """List what is left out, each in a sentence; nothing where everything that was brought can be used."""
    del config
    for one in chain(games.broken(), rulebooks.broken(), symbologies.broken(), foreign.broken()):
        message = Message(
            "{code} of the package {name} is left out: {reason}; mend that package or remove it ({code2})",
            code=f"{one.name} ({one.group})",
            name=one.package,
            reason=one.reason,
            code2=f"pip uninstall {one.package}",
        )
        yield Finding(Message("extensions"), "better", message)
    yield from _misnamed()


def _misnamed() -> Iterator[Finding]:
    """List what is brought under a group that nobody asks for, a slip such as ``schiri.game``."""
    entries = entry_points()
    for group in sorted(entries.groups):
        if group in GROUPS or not f"{group}.".replace("-", ".").replace("_", ".").startswith(f"{OURS}."):
            continue
        for point in entries.select(group=group):
            message = Message(
                "{code} of the package {name} is not found: entry points are looked for under {names} only",
                code=f"{point.name} ({group})",
                name=point.dist.name if point.dist else "?",
                names=Listed(GROUPS, "and"),
            )
            yield Finding(Message("extensions"), "better", message)
