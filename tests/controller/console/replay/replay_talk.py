"""A replay as a file, and what its script is given."""

import json
import re
from collections.abc import Sequence
from typing import Any

from controller.console.replay.document import document
from controller.record.events import Event
from controller.record.text import RecordText
from vision.words.cards import Lang


def page(events: Sequence[Event], lang: Lang = "en") -> str:
    return document(RecordText(tuple(events)), lang)


def given(html: str) -> Any:  # noqa: ANN401 - JSON
    """What the script reads."""
    [found] = re.findall(r'<script type="application/json" id="match">(.*?)</script>', html, re.DOTALL)
    return json.loads(found)


def steps(html: str) -> list[Any]:
    return [step for deal in given(html)["deals"] for step in deal["steps"]]


def plain(parts: Sequence[Any]) -> str:
    """A sentence in parts, cards by their codes."""
    return "".join(part if isinstance(part, str) else part[0] for part in parts)


def notes(html: str) -> list[str]:
    return [plain(note) for step in steps(html) for note in step["notes"]]
