"""Mistakes in a settings file in words: which line, and what is wrong there."""

import re
from math import isnan
from typing import Any, Final

from controller.settings.clash import SettingPath

WRITTEN: Final = {"camera": "1920x1080", "display": "16x2"}
"""How a size is written, by the section."""


def where(name: str, text: str, place: SettingPath) -> str:
    """The file, and the line if the setting is written there."""
    line = _line(text, place)
    return f"{name}, line {line}" if line else name


def near(name: str, text: str, place: SettingPath) -> str:
    """The file, and the line of the setting or of the table to which it belongs."""
    line = _line(text, place) or _line(text, place[:-1])
    return f"{name}, line {line}" if line else name


def reason(kind: str, place: SettingPath, message: str, value: Any) -> str:  # noqa: ANN401 - whatever was written
    """The reason why a value is wrong, from the kind of mistake and the check's own message."""
    key = ".".join(str(part) for part in place)
    if kind == "unexpected_keyword_argument":
        return f"there is no setting {key!r}"
    if kind == "missing":
        return f"the setting {key!r} is missing"
    return f"{key!r} cannot be {value!r}: {_told(kind, place, message, value)}"


def _told(kind: str, place: SettingPath, message: str, value: object) -> str:
    if isinstance(value, float) and isnan(value):
        return "it should be a number"
    if kind == "string_pattern_mismatch" and place[-1] == "size":
        return f"a size is written like {WRITTEN[str(place[0])]}"
    if kind == "too_short":
        return f"{place[-1]} needs at least one number"
    return message.replace("Input should be", "it should be")


def _line(text: str, place: SettingPath) -> int | None:
    """The line on which a key is set, from 1, found in its own table; None if it is not there."""
    *tables, key = (part for part in place if isinstance(part, str))
    header, current = ".".join(tables), ""
    skipped = next((part for part in place[:-1] if isinstance(part, int)), 0)
    for number, line in enumerate(text.splitlines(), 1):
        if opened := re.match(r"\s*(\[\[?)\s*([\w.\-\"]+)\s*\]", line):
            current = opened[2].replace('"', "")
            if current == ".".join((*tables, key)):
                return number
            if opened[1] == "[[" and current == header and skipped:
                current, skipped = "", skipped - 1
        elif current == header and re.match(rf"\s*\"?{re.escape(key)}\"?\s*[=.]", line):
            return number
    return None
