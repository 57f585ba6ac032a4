"""The topics of a table at a home's MQTT broker: ``schiri-home/<name>/…`` (docs/home.md)."""

from dataclasses import dataclass
from typing import Final

ROOT: Final = "schiri-home"


@dataclass(frozen=True, slots=True)
class HomeTopics:
    """The topics of one table.

    >>> HomeTopics("kitchen").table
    'schiri-home/kitchen/table'
    """

    name: str

    @property
    def table(self) -> str:
        """Retained: what the table's displays show now, without its cards."""
        return f"{ROOT}/{self.name}/table"

    @property
    def verdict(self) -> str:
        """Verdicts as the table is told them, and those that are withdrawn."""
        return f"{ROOT}/{self.name}/verdict"

    @property
    def availability(self) -> str:
        """Retained: ``online``, or ``offline`` as the table's last will."""
        return f"{ROOT}/{self.name}/availability"

    @property
    def press(self) -> str:
        """To the table: the word of a button that was pressed."""
        return f"{ROOT}/{self.name}/press"
