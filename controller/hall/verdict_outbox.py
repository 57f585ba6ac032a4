"""Verdicts on their way to a hall: each waits a moment for its pictures, which are written beside the game."""

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pydantic import ValidationError

from controller.hall.messages import VerdictPicture, VerdictTold
from controller.live.evidence import PicturedPlay
from controller.store import pictures as evidence_store

NO_PICTURES: Final[Mapping[PicturedPlay, str]] = MappingProxyType({})
"""Of a verdict that is told without."""
_PATIENCE_S: Final = 3.0
"""Seconds for which a verdict waits for a picture; then it is told without."""


@dataclass(frozen=True, slots=True)
class _OwedVerdict:
    told: VerdictTold
    names: Mapping[PicturedPlay, str]
    due_s: float


class VerdictOutbox:
    """The verdicts that a hall is still to be told, in order; put in by the game's thread, taken out by another."""

    def __init__(self, folder: Path) -> None:
        """``folder``: of all matches' evidence pictures."""
        self._folder = folder
        self._owed: deque[_OwedVerdict] = deque()

    def put(self, told: VerdictTold, names: Mapping[PicturedPlay, str], due_s: float) -> None:
        """Owe a verdict from a time on, with the pictures of these names."""
        self._owed.append(_OwedVerdict(told, names, due_s))

    def due(self, now_s: float) -> Iterator[VerdictTold]:
        """The verdicts whose time has come, each with its pictures, or with those that there are after a while."""
        while self._owed and self._owed[0].due_s <= now_s:
            one = self._owed[0]
            found = tuple(self._pictures(one.names))
            if len(found) < len(one.names) and now_s < one.due_s + _PATIENCE_S:
                return
            self._owed.popleft()
            yield one.told.model_copy(update={"pictures": found})

    def _pictures(self, names: Mapping[PicturedPlay, str]) -> Iterator[VerdictPicture]:
        for of, name in names.items():
            path = evidence_store.find(self._folder, name)
            # What is no picture, or too large, or gone again, is none that comes later: the verdict is told without.
            with suppress(OSError, ValidationError):
                if path is not None:
                    yield VerdictPicture(of=of, jpeg=path.read_bytes())
