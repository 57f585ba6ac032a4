"""What a check of the table can find: one module a part, each with ``check(config)``."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

State: TypeAlias = Literal["ok", "better", "broken"]
"""``broken``: a match cannot be refereed with it, or something may be lost."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    part: str
    """Of the table, in a word."""
    state: State
    told: str
    """What was found, and where it is not ``ok`` what to do, in one sentence."""
