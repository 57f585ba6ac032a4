"""The example records: each read and folded once a process, and a test of each of them."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from controller.record import text as record
from controller.record.events import Event, MatchStart
from controller.record.text import RecordText
from controller.referee.fold import fold
from controller.referee.step import FoldStep
from controller.rules.match import AnyMatch

ROOT: Final = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Example:
    """A record in ``examples``, by a name like ``tarot/4-evening``; those of one name share what was read."""

    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def path(self) -> Path:
        """Its file."""
        return ROOT / f"{self.name}.jsonl"

    @property
    def data(self) -> bytes:
        """The bytes of its file."""
        return self.path.read_bytes()

    @property
    def text(self) -> RecordText:
        """The record that they hold."""
        return _read(self)

    @property
    def events(self) -> tuple[Event, ...]:
        """Its events, corrections among them."""
        return self.text.events

    @property
    def opening(self) -> MatchStart:
        """Its first event."""
        return self.text.opening

    @property
    def stages(self) -> tuple[FoldStep, ...]:
        """Every step of its fold."""
        return _folded(self)

    @property
    def match(self) -> AnyMatch:
        """The match as it stands after its last event."""
        return self.stages[-1].match


@cache
def _read(example: Example) -> RecordText:
    return record.read(example.data)


@cache
def _folded(example: Example) -> tuple[FoldStep, ...]:
    return tuple(fold(example.events))


EXAMPLES: Final = tuple(
    Example(path.relative_to(ROOT).with_suffix("").as_posix()) for path in sorted(ROOT.glob("*/*.jsonl"))
)

each_example: Final = pytest.mark.parametrize("example", EXAMPLES, ids=str)
"""Runs a test with each example."""
