"""The outbox of a table: which lines of which record the hall still needs; the archive itself holds them.

A broker's acknowledgement proves nothing: it may lose what it took. So nothing counts as told before the hall has said
that it is on its disk, and whatever it lacks is sent again.
"""

from dataclasses import dataclass, field
from typing import Final

PATIENCE_S: Final = 5.0
"""After which lines are sent again that the hall has not answered."""


@dataclass(slots=True)
class _Record:
    """What is known of one record."""

    held: int = 0
    """Lines that may leave the table."""
    kept: int | None = None
    """Lines that the hall has said it has; None: it has said nothing yet."""
    sent_s: float | None = None
    """When it was last asked or lines were last sent, and it has not answered."""

    def is_due(self, now_s: float) -> bool:
        """Whether the hall is not expected to answer any more."""
        return self.sent_s is None or now_s - self.sent_s >= PATIENCE_S


@dataclass(slots=True)
class Outbox:
    """The records of a table beside what the hall has of them; times are seconds of one clock that nobody sets."""

    _records: dict[str, _Record] = field(default_factory=dict[str, _Record])

    def unasked(self, now_s: float) -> dict[str, int]:
        """The records of which the hall is to be asked now what it has: their names, and how many lines may leave."""
        found: dict[str, int] = {}
        for name, one in sorted(self._records.items()):
            if one.kept is None and one.is_due(now_s):
                one.sent_s, found[name] = now_s, one.held
        return found

    @property
    def is_done(self) -> bool:
        """Whether the hall has all that may leave the table."""
        return all(one.kept is not None and one.kept >= one.held for one in self._records.values())

    def hold(self, record: str, lines: int) -> None:
        """So many lines of a record may leave the table by now."""
        one = self._records.setdefault(record, _Record())
        one.held = max(one.held, lines)

    def forget_answers(self) -> None:
        """The line to the hall is a new one: what it has it will say again."""
        for one in self._records.values():
            one.kept, one.sent_s = None, None

    def keep(self, record: str, line: int) -> bool:
        """The hall has this record up to this line; whether that is a record of this table."""
        one = self._records.get(record)
        if one is None:
            return False
        one.kept, one.sent_s = line, None
        return True

    def send_from(self, record: str, line: int) -> bool:
        """The hall asks for the lines from this one on; whether they can be had."""
        one = self._records.get(record)
        if one is None or line > one.held:
            return False
        one.kept, one.sent_s = line - 1, None
        return True

    def owed(self, now_s: float) -> list[tuple[str, int, int]]:
        """What is to be sent now, oldest record first: its name, the first line and how many lines there are."""
        found: list[tuple[str, int, int]] = []
        for name, one in sorted(self._records.items()):
            if one.kept is not None and one.kept < one.held and one.is_due(now_s):
                one.sent_s = now_s
                found.append((name, one.kept + 1, one.held - one.kept))
        return found
