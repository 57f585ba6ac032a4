"""Packages of other people: the games, rulebooks, marks and displays that they bring."""

from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias

from controller import games, rulebooks
from controller.checkup import Finding
from controller.record.extensions import BrokenExtension
from controller.record.message import Message
from controller.settings.model import Config
from firmware_bridge.displays import foreign
from firmware_bridge.displays.extensions import BrokenExtension as BrokenDisplay
from vision.base.extensions import BrokenExtension as BrokenMark
from vision.marks import symbologies

Broken: TypeAlias = BrokenExtension | BrokenMark | BrokenDisplay


def check(config: Config | None = None) -> Iterator[Finding]:
    """What is left out, each in a sentence; nothing is told where everything that was brought can be used."""
    del config
    for one in chain[Broken](games.broken(), rulebooks.broken(), symbologies.broken(), foreign.broken()):
        told = Message(
            "{code} of the package {name} is left out: {reason}; mend that package or remove it ({code2})",
            code=f"{one.name} ({one.group})",
            name=one.package,
            reason=one.reason,
            code2=f"pip uninstall {one.package}",
        )
        yield Finding(Message("extensions"), "better", told)
