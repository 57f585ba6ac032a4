"""The walk through the first set-up: its steps, and those that are done, kept in the data directory."""

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from controller.console.words.gettext import _
from controller.store import atomic

FILE: Final = "console-set-up.json"
"""The file of the steps that are done, in the data directory."""
STEPS: Final[Mapping[str, str]] = {
    "language": "/setup/language",
    "game": "/setup/game",
    "prints": "/prints",
    "camera": "/setup/camera",
    "test": "/setup/test",
}
"""Each step and its page, in order."""
_MOST_BYTES: Final = 10_000

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WalkStep:
    """One step."""

    key: str
    path: str
    name: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class Walk:
    """The steps as they stand."""

    steps: tuple[WalkStep, ...]

    @property
    def remaining(self) -> tuple[WalkStep, ...]:
        """The steps that are not done, in order."""
        return tuple(step for step in self.steps if not step.is_done)

    def at(self, path: str) -> WalkStep | None:
        """Return the step of a page, as long as any is left."""
        return next((step for step in self.steps if step.path == path), None) if self.remaining else None

    def number(self, step: WalkStep) -> int:
        """Return the place of a step among all, from 1."""
        return self.steps.index(step) + 1

    def after(self, step: WalkStep) -> WalkStep | None:
        """Return the next step that is left once this one is done; those before it come last."""
        place = self.steps.index(step)
        behind = (*self.steps[place + 1 :], *self.steps[:place])
        return next((one for one in behind if not one.is_done), None)


def read(directory: Path) -> Walk:
    """Return the walk of a table; a file that cannot be read counts as a walk that nobody has begun."""
    keys = _done(directory / FILE)
    names = _names()
    return Walk(tuple(WalkStep(key, path, names[key], key in keys) for key, path in STEPS.items()))


def finish(directory: Path, *keys: str) -> Walk:
    """Save that steps are done; raises OSError."""
    file = directory / FILE
    finished = _done(file) | {key for key in keys if key in STEPS}
    atomic.write(file, json.dumps({"done": [key for key in STEPS if key in finished]}).encode(), 0o640)
    return read(directory)


def _done(file: Path) -> set[str]:
    try:
        if not file.exists():
            return set()
        if file.stat().st_size > _MOST_BYTES:
            raise ValueError("it is too long")  # noqa: TRY301
        content: object = json.loads(file.read_text(encoding="utf-8"))
        keys = cast("Mapping[str, object]", content).get("done") if isinstance(content, dict) else None
        return {str(key) for key in cast("list[object]", keys)} if isinstance(keys, list) else set()
    except (OSError, ValueError, RecursionError) as error:
        _log.warning("%s cannot be used: %s; the set-up begins anew", file, error)
        return set()


def _names() -> Mapping[str, str]:
    return {
        "language": _("Language and pack"),
        "game": _("Game and players"),
        "prints": _("Prints"),
        "camera": _("Camera"),
        "test": _("Test deal"),
    }
