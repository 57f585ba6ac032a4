"""The overview of a hall: each table as its board page shows it, made of the tables' messages."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from controller.hall.messages import TableShown, VerdictTold

MOST_VERDICTS: Final = 50
"""The most verdicts of one table on the arbiter's page."""
MOST_PICTURED: Final = 8_000_000
"""The most bytes of the pictures of one table's verdicts; older verdicts lose theirs."""
_TOGETHER_S: Final = 900.0
"""The interval in which messages under two marks prove two tables; a table moved to another machine falls silent."""


@dataclass(frozen=True, slots=True)
class TableSeen:
    """The tables of one name, as the hall knows them."""

    table: str
    is_online: bool = False
    shown: TableShown | None = None
    """The newest state of the table's display."""
    heard_s: float = 0
    """The time of that state, seconds of the hall's clock."""
    marks: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """The time of the last message under each mark that used this name lately; several are a fault of the set-up."""
    lines: int = 0
    """The lines of the table's record on the hall's disk."""
    trouble: str = ""
    """The trouble with the table's messages, in one sentence."""
    refused: int = 0
    """The number of messages refused because of their mark, or because there were too many."""
    called_s: float = 0
    """The time of the call for the arbiter, seconds of the hall's clock; 0 without a call."""
    coming: str = ""
    """The arbiter who is on the way there, by name."""

    def showing(self, shown: TableShown, now_s: float) -> "TableSeen":
        """Return the table after a message with its display's state."""
        is_calling = shown.alert is not None and shown.alert.kind == "call"
        called_s = (self.called_s or now_s) if is_calling else 0.0
        return replace(self.sent_by(shown.sender, now_s), shown=shown, heard_s=now_s, called_s=called_s)

    def sent_by(self, sender: str, now_s: float) -> "TableSeen":
        """Return the table after any message of this sender; a sender that was silent for long counts no more."""
        lately = {mark: heard_s for mark, heard_s in self.marks.items() if now_s - heard_s < _TOGETHER_S}
        return replace(self, marks=MappingProxyType({**lately, sender: now_s}))

    @property
    def is_doubled(self) -> bool:
        """Whether two tables use this name."""
        return len(self.marks) > 1

    def as_json(self) -> dict[str, Any]:
        """Return the values of the board page, which everybody sees: no turn, and no address, which is for arbiters."""
        shown = self.shown.model_dump(mode="json", include={"title", "alert", "ended"}) if self.shown else None
        rows = [{"name": row.name, "score": row.score} for row in self.shown.rows] if self.shown else []
        return {
            "table": self.table,
            "online": self.is_online,
            "shown": shown,
            "rows": rows,
            "heard": round(self.heard_s, 1),
            "doubled": self.is_doubled,
            "lines": self.lines,
            "trouble": self.trouble,
            "refused": self.refused,
            "called": round(self.called_s, 1),
            "coming": self.coming,
        }


@dataclass(frozen=True, slots=True)
class VerdictSeen:
    """A verdict announced or withdrawn at a table, as the arbiter's page shows it."""

    number: int
    """The verdict's number, from 1, in the order of arrival."""
    table: str
    message: VerdictTold
    heard_s: float
    """The time at which it was announced or restored, seconds of the hall's clock."""
    is_done: bool = False
    """Whether an arbiter has marked it as done."""

    @property
    def is_open(self) -> bool:
        """Whether it accuses somebody and has no ruling yet."""
        message = self.message
        return bool(message.name) and not message.withdrawn and message.ruling in ("", "open") and not self.is_done

    def is_about(self, table: str, message: VerdictTold) -> bool:
        """Whether a message is about the same accusation."""
        shown = self.message
        return bool(message.about) and (table, message.record, message.about) == (self.table, shown.record, shown.about)

    def updated(self, message: VerdictTold, now_s: float) -> "VerdictSeen":
        """Return the verdict after another message about it, keeping its pictures; a restored one waits from now on."""
        stands_again = (self.message.withdrawn and not message.withdrawn) or message.ruling == "open"
        merged = message if message.pictures else message.model_copy(update={"pictures": self.message.pictures})
        merged = merged if merged.cards else merged.model_copy(update={"cards": self.message.cards})
        since_s, is_done = (now_s, False) if stands_again else (self.heard_s, self.is_done)
        return replace(self, message=merged, heard_s=since_s, is_done=is_done)

    @property
    def picture_bytes(self) -> int:
        """The size of its pictures in bytes."""
        return sum(len(picture.jpeg) for picture in self.message.pictures)

    def without_pictures(self) -> "VerdictSeen":
        """Return the verdict without its pictures."""
        return replace(self, message=self.message.model_copy(update={"pictures": ()}))

    def picture(self, of: str) -> bytes | None:
        """Return the JPEG file of the accused play, or of the one that proves it, if there is one."""
        return next((picture.jpeg for picture in self.message.pictures if picture.of == of), None)


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that waits for an arbiter."""

    seen: TableSeen
    since_s: float
    """The time since which the table waits, seconds of the hall's clock."""
    call: str
    """The call, in a sentence with the caller; empty: nobody calls."""
    verdicts: tuple[VerdictSeen, ...]
    """The verdicts that nobody has ruled on, the oldest first."""


@dataclass(frozen=True, slots=True)
class HallSeen:
    """All tables of a hall by name, the one that changed last, and their verdicts."""

    tables: Mapping[str, TableSeen] = field(default_factory=lambda: MappingProxyType({}))
    newest: str = ""
    verdicts: tuple[VerdictSeen, ...] = ()
    """The verdicts, the newest last, as many as an arbiter looks back."""
    trouble: str = ""
    """The reason why the hall receives no messages now, in words; else empty."""

    def of(self, table: str) -> TableSeen:
        """Return a table by name; an unknown one is offline."""
        return self.tables.get(table, TableSeen(table))

    def with_table(self, table: TableSeen) -> "HallSeen":
        """Return the hall with one table changed."""
        return replace(self, tables=MappingProxyType({**self.tables, table.table: table}), newest=table.table)

    def verdict(self, number: int) -> VerdictSeen | None:
        """Return a verdict by its number, or None if it is unknown or too old."""
        return next((one for one in self.verdicts if one.number == number), None)

    def with_verdict(self, table: str, message: VerdictTold, now_s: float) -> "HallSeen":
        """Return the hall with a verdict of a table added or updated."""
        if any(one.is_about(table, message) for one in self.verdicts):
            after = (one.updated(message, now_s) if one.is_about(table, message) else one for one in self.verdicts)
            return replace(self, verdicts=tuple(after))
        number = self.verdicts[-1].number + 1 if self.verdicts else 1
        left, room = MOST_VERDICTS, MOST_PICTURED
        verdicts: list[VerdictSeen] = []
        for one in (VerdictSeen(number, table, message, now_s), *reversed(self.verdicts)):
            if one.table != table:
                verdicts.append(one)
            elif left:
                left, room = left - 1, room - one.picture_bytes
                verdicts.append(one if room >= 0 else one.without_pictures())
        return replace(self, verdicts=tuple(reversed(verdicts)))

    @property
    def waiting(self) -> tuple[WaitingTable, ...]:
        """The tables that wait for an arbiter, the longest first."""
        return tuple(sorted(filter(None, map(self._waiting, self.tables.values())), key=lambda one: one.since_s))

    def _waiting(self, seen: TableSeen) -> WaitingTable | None:
        # The verdicts of an earlier match are ruled on in its record: its table's pages no longer show them.
        record = seen.shown.record if seen.shown else ""
        own = (one for one in self.verdicts if one.table == seen.table and one.message.record == record)
        found = tuple(one for one in own if one.is_open)
        call = seen.shown.alert.text if seen.called_s and seen.shown and seen.shown.alert else ""
        since = [*([seen.called_s] if seen.called_s else []), *(one.heard_s for one in found)]
        return WaitingTable(seen, min(since), call, found) if since else None

    @property
    def settled(self) -> tuple[VerdictSeen, ...]:
        """All other verdicts, the newest first."""
        waiting = {verdict.number for one in self.waiting for verdict in one.verdicts}
        return tuple(one for one in reversed(self.verdicts) if one.number not in waiting)

    def doing(self, numbers: Collection[int]) -> "HallSeen":
        """Return the hall after an arbiter has closed the verdicts of these numbers."""
        done = (replace(one, is_done=True) if one.number in numbers else one for one in self.verdicts)
        return replace(self, verdicts=tuple(done))

    def has(self, table: str, told: VerdictTold) -> bool:
        """Whether a verdict of this table is here already, by its id."""
        return any(one.table == table and one.message.id == told.id for one in self.verdicts if told.id)
