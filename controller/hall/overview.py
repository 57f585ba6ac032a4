"""The overview of a hall: each table as its board page shows it, made of what the tables say."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from controller.hall.messages import TableShown, VerdictTold

MOST_VERDICTS: Final = 50
"""Of one table, that the arbiter's page looks back."""
MOST_PICTURED: Final = 8_000_000
"""Bytes of the pictures of one table's verdicts; older verdicts lose theirs."""
_TOGETHER_S: Final = 900.0
"""Two marks that are heard within this time are two tables: one that was moved to another machine speaks no more."""


@dataclass(frozen=True, slots=True)
class TableSeen:
    """The tables of one name, as the hall knows them."""

    table: str
    is_online: bool = False
    shown: TableShown | None = None
    """What the newest message said that it shows."""
    heard_s: float = 0
    """When that was, seconds of the hall's clock."""
    marks: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """When each mark that used this name lately was heard last; more than one is a fault of the set-up."""
    lines: int = 0
    """Of its record on the hall's disk."""
    trouble: str = ""
    """What is wrong with what it sends, in one sentence."""
    refused: int = 0
    """Its messages that were not taken because of the mark under which they came, or for their number."""

    def showing(self, shown: TableShown, now_s: float) -> "TableSeen":
        """After a message of what it shows."""
        return replace(self.sent_by(shown.sender, now_s), shown=shown, heard_s=now_s)

    def sent_by(self, sender: str, now_s: float) -> "TableSeen":
        """After any message of this sender; one that was silent for long is no second table any more."""
        lately = {mark: heard_s for mark, heard_s in self.marks.items() if now_s - heard_s < _TOGETHER_S}
        return replace(self, marks=MappingProxyType({**lately, sender: now_s}))

    @property
    def is_doubled(self) -> bool:
        """Whether two tables use this name."""
        return len(self.marks) > 1

    def as_json(self) -> dict[str, Any]:
        """For the board page."""
        shown = self.shown.model_dump(mode="json", exclude={"v", "sender"}) if self.shown else None
        return {
            "table": self.table,
            "online": self.is_online,
            "shown": shown,
            "heard": round(self.heard_s, 1),
            "doubled": self.is_doubled,
            "lines": self.lines,
            "trouble": self.trouble,
            "refused": self.refused,
        }


@dataclass(frozen=True, slots=True)
class VerdictSeen:
    """A verdict that a table was told, or that one is withdrawn, as the arbiter's page has it."""

    number: int
    """From 1, in the order in which the hall heard of them."""
    table: str
    told: VerdictTold
    heard_s: float
    """When that was, seconds of the hall's clock."""

    def as_json(self) -> dict[str, Any]:
        """For the arbiter's page."""
        told = self.told.model_dump(mode="json", include={"verdict", "name", "rule", "text", "withdrawn"})
        pictures = [picture.of for picture in self.told.pictures]
        return {
            "number": self.number,
            "table": self.table,
            "heard": round(self.heard_s, 1),
            **told,
            "pictures": pictures,
        }

    @property
    def pictured(self) -> int:
        """Bytes of its pictures."""
        return sum(len(picture.jpeg) for picture in self.told.pictures)

    def unpictured(self) -> "VerdictSeen":
        """The same without its pictures."""
        return replace(self, told=self.told.model_copy(update={"pictures": ()}))

    def picture(self, of: str) -> bytes | None:
        """The JPEG file of the play that it is about, or of the one that proves it; None: there is none."""
        return next((picture.jpeg for picture in self.told.pictures if picture.of == of), None)


@dataclass(frozen=True, slots=True)
class HallSeen:
    """All tables of a hall by name, which one changed last, and the verdicts that they were told."""

    tables: Mapping[str, TableSeen] = field(default_factory=lambda: MappingProxyType({}))
    newest: str = ""
    verdicts: tuple[VerdictSeen, ...] = ()
    """The newest last, so many as an arbiter looks back."""
    trouble: str = ""
    """Why the hall hears no table now, in words; empty: it hears them."""

    def of(self, table: str) -> TableSeen:
        """One table; one that was never heard of is offline."""
        return self.tables.get(table, TableSeen(table))

    def changed(self, table: TableSeen) -> "HallSeen":
        """The hall after one table has changed."""
        return replace(self, tables=MappingProxyType({**self.tables, table.table: table}), newest=table.table)

    def verdict(self, number: int) -> VerdictSeen | None:
        """A verdict by its number; None: there is none, or it is further back than anybody looks."""
        return next((one for one in self.verdicts if one.number == number), None)

    def telling(self, table: str, told: VerdictTold, now_s: float) -> "HallSeen":
        """The hall after a table was told a verdict."""
        number = self.verdicts[-1].number + 1 if self.verdicts else 1
        left, room = MOST_VERDICTS, MOST_PICTURED
        found: list[VerdictSeen] = []
        for one in (VerdictSeen(number, table, told, now_s), *reversed(self.verdicts)):
            if one.table != table:
                found.append(one)
            elif left:
                left, room = left - 1, room - one.pictured
                found.append(one if room >= 0 else one.unpictured())
        return replace(self, verdicts=tuple(reversed(found)))

    def has(self, table: str, told: VerdictTold) -> bool:
        """Whether a verdict of this table is here already, by its id."""
        return any(one.table == table and one.told.id == told.id for one in self.verdicts if told.id)
