"""The check-up of a table (``schiri doctor``): one module a part, each with ``check(config)``.

Public: camera, clock, disk, displays, extensions, hall, peripherals, plugged, raspberry, records, settings, versions.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from controller.record.message import Message

FindingState: TypeAlias = Literal["ok", "better", "broken"]
"""``broken``: a match cannot be refereed with it, or something may be lost."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check."""

    part: Message
    """The part of the table, in a word."""
    state: FindingState
    told: str
    """The finding in one sentence, with the remedy where it is not ``ok``; a message, unless it is mere data."""
