"""Write the bounds, the access list and the messages' schemas into docs/mqtt.md: ``python -m tools.mqtt_document``."""

import re
from pathlib import Path
from typing import Final

from controller.hall import broker, collector, messages, overview, tables
from controller.web import broker_line

DOCUMENT: Final = Path(__file__).parents[1] / "docs" / "mqtt.md"
_BOUNDS: Final = (
    ("marks that belong to one table at a time", tables.MOST_MARKS),
    ("records under one mark", tables.MOST_RECORDS),
    ("bytes of the records under one mark, on the disk", tables.MOST_STORED),
    ("records that one message names", messages.MOST_NAMED),
    ("lines of a record in one message", messages.MOST_LINES),
    *((f"bytes of a message on `{topic}`", most) for topic, most in messages.MOST_BYTES.items()),
    ("verdicts of one table that the arbiter's page looks back", overview.MOST_VERDICTS),
    ("bytes of the pictures of one table's verdicts; older verdicts lose theirs", overview.MOST_PICTURED),
    ("messages of one table that wait while the hall is busy; the oldest give way", broker_line.MOST_WAITING),
    ("bytes of these messages", broker_line.MOST_BYTES),
    ("lines of log about one table in an hour; the others are counted", collector.MOST_LOGGED),
)
"""The bounds: their subject, and the most there may be."""


def whole(text: str) -> str:
    """Return the document with all parts as the program has them now."""
    bounds = "\n".join(("| what | at most |", "|---|---|", *(f"| {what} | {most:,} |" for what, most in _BOUNDS)))
    listed = "\n".join(f"    {line}".rstrip() for line in broker.access("<hall>").splitlines())
    schemas = "\n\n".join(f"### {topic}\n\n```json\n{schema}\n```" for topic, schema in messages.schemas().items())
    for name, part in (("the bounds", bounds), ("the access list", listed), ("the schemas", schemas)):
        text = _between(text, name, part)
    return text


def _between(text: str, name: str, part: str) -> str:
    pattern = rf"(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)"
    return re.sub(pattern, lambda found: f"{found[1]}\n{part}\n\n{found[2]}", text, flags=re.DOTALL)


if __name__ == "__main__":
    DOCUMENT.write_text(whole(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
