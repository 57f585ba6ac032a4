"""The topics of a hall on an MQTT broker: ``schiri/<hall>/<table>/…`` (docs/mqtt.md)."""

import re
from dataclasses import dataclass
from typing import Final

ROOT: Final = "schiri"
NAME: Final = r"^[a-z0-9][a-z0-9-]{0,31}$"
"""Of a hall or a table: what every broker, file system and access list takes as it is."""


@dataclass(frozen=True, slots=True)
class TableTopics:
    """The topics of one table; a table writes its own and reads what is said to it."""

    base: str

    @property
    def state(self) -> str:
        """Retained: the whole of what a display at the table shows now."""
        return f"{self.base}/state"

    @property
    def event(self) -> str:
        """Lines of records, each with its link of the chain, and which records there are."""
        return f"{self.base}/event"

    @property
    def verdict(self) -> str:
        """Verdicts as the table is told them."""
        return f"{self.base}/verdict"

    @property
    def availability(self) -> str:
        """Retained: ``online``, or ``offline`` as the table's last will."""
        return f"{self.base}/availability"

    @property
    def command(self) -> str:
        """From the hall to the table: what it has on its disk, and what it asks for."""
        return f"{self.base}/cmd"

    @property
    def reply(self) -> str:
        """Why a command of the hall could not be carried out."""
        return f"{self.base}/cmd/reply"


@dataclass(frozen=True, slots=True)
class HallTopics:
    """The topics of a hall.

    >>> HallTopics("club").of("3").event
    'schiri/club/3/event'
    >>> HallTopics("club").split("schiri/club/3/cmd/reply")
    ('3', 'cmd/reply')
    """

    hall: str

    def of(self, table: str) -> TableTopics:
        """Those of a table."""
        return TableTopics(f"{ROOT}/{self.hall}/{table}")

    @property
    def all(self) -> tuple[str, ...]:
        """What a hall subscribes to: everything that tables write."""
        every = self.of("+")
        return every.state, every.event, every.verdict, every.availability, every.reply

    def table_of(self, topic: str) -> str:
        """The table of a topic; empty: it is none of a table of this hall."""
        place = self.split(topic)
        return place[0] if place else ""

    def split(self, topic: str) -> tuple[str, str] | None:
        """The table and the rest of a topic of this hall; None of another one."""
        root, hall, table, *rest = (*topic.split("/", 3), "", "")[:4]
        if (root, hall) != (ROOT, self.hall) or not re.fullmatch(NAME, table) or not rest[0]:
            return None
        return table, rest[0]
