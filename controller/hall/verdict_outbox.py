"""Verdicts on their way to a hall: each waits a moment for its pictures, and is sent until the hall has it."""

import hashlib
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pydantic import ValidationError

from controller.hall import messages
from controller.hall.messages import VerdictPicture, VerdictTold
from controller.hall.outbox import PATIENCE_S
from controller.live.evidence import PicturedPlay
from controller.store import pictures as evidence_store

NO_PICTURES: Final[Mapping[PicturedPlay, str]] = MappingProxyType({})
"""Of a verdict that is told without."""
_PICTURES_S: Final = 3.0
"""Seconds for which a verdict waits for a picture; then it is told without."""
_MOST_UNANSWERED: Final = 4
"""Verdicts that are on their way at a time: each may bring two pictures."""


@dataclass(slots=True, eq=False)
class _OwedVerdict:
    told: VerdictTold
    names: Mapping[PicturedPlay, str]
    due_s: float
    sent_s: float | None = None
    """When it was last sent, and the hall has not answered; None: not on this line."""


class VerdictOutbox:
    """The verdicts that a hall has not yet, in order; put in by the game's thread, sent and taken out by another.

    Times are seconds of one clock that nobody sets.
    """

    def __init__(self, folder: Path) -> None:
        """``folder``: of all matches' evidence pictures."""
        self._folder = folder
        self._owed: deque[_OwedVerdict] = deque()

    @property
    def is_done(self) -> bool:
        """Whether the hall has all of them."""
        return not self._owed

    def put(self, told: VerdictTold, names: Mapping[PicturedPlay, str], due_s: float) -> None:
        """Owe a verdict from a time on, with the pictures of these names."""
        identified = told.model_copy(update={"id": hashlib.sha256(messages.written(told)).hexdigest()[:16]})
        self._owed.append(_OwedVerdict(identified, names, due_s))

    def due(self, now_s: float) -> Iterator[VerdictTold]:
        """Give the verdicts that are to be sent now, few at a time.

        Each comes with its pictures, or after a while with those that there are; once more, if the hall has not
        answered.
        """
        for one in [*self._owed][:_MOST_UNANSWERED]:
            found = tuple(self._pictures(one.names))
            if now_s < one.due_s or (len(found) < len(one.names) and now_s < one.due_s + _PICTURES_S):
                return
            if one.sent_s is None or now_s - one.sent_s >= PATIENCE_S:
                one.sent_s = now_s
                yield one.told.model_copy(update={"pictures": found})

    def forget_answers(self) -> None:
        """The line to the hall is a new one: what was not answered is sent again."""
        for one in [*self._owed]:
            one.sent_s = None

    def note(self, verdict: str) -> None:
        """The hall has a verdict, by its id; one that it says again is none of these any more."""
        for one in [*self._owed]:
            if one.told.id == verdict:
                self._owed.remove(one)

    def _pictures(self, names: Mapping[PicturedPlay, str]) -> Iterator[VerdictPicture]:
        for of, name in names.items():
            path = evidence_store.find(self._folder, name)
            # What is no picture, or too large, or gone again, is none that comes later: the verdict is told without.
            with suppress(OSError, ValidationError):
                if path is not None:
                    yield VerdictPicture(of=of, jpeg=path.read_bytes())
