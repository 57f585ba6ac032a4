"""Write the access list and the messages' schemas into docs/mqtt.md: ``python -m tools.mqtt_document``."""

import re
from pathlib import Path
from typing import Final

from controller.hall import broker, messages

DOCUMENT: Final = Path(__file__).parents[1] / "docs" / "mqtt.md"


def whole(text: str) -> str:
    """The document with both parts as the program has them now."""
    listed = "\n".join(f"    {line}".rstrip() for line in broker.access("<hall>").splitlines())
    schemas = "\n\n".join(f"### {topic}\n\n```json\n{schema}\n```" for topic, schema in messages.schemas().items())
    return _between(_between(text, "the access list", listed), "the schemas", schemas)


def _between(text: str, name: str, part: str) -> str:
    pattern = rf"(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)"
    return re.sub(pattern, lambda found: f"{found[1]}\n{part}\n\n{found[2]}", text, flags=re.DOTALL)


if __name__ == "__main__":
    DOCUMENT.write_text(whole(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
