"""Mistakes in a settings file in words: which line, and what is wrong there."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import Any, Final, Self

from controller.record.naming import spelled
from controller.settings.clash import SettingPath
from controller.settings.small_file import read_text

WRITTEN: Final = {"camera": "1920x1080", "display": "16x2"}
"""A size as it is written, by the section."""
ENTRY: Final = 2
"""Parts in the place of one of several tables, such as the second display."""
RULES: Final = ("table", "options")
"""Section of the house rules, each by its name."""
OPTION: Final = "true or false, a number, a word or a list of these"
"""Kinds of value that a house rule can have."""
_KEY: Final = r'(?:[\w-]+|"[^"]*"|\'[^\']*\')'
_DOTTED: Final = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER: Final = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]")
_SETTING: Final = re.compile(rf"\s*({_DOTTED})\s*=")


@dataclass(frozen=True, slots=True)
class SettingsText:
    """The text of a settings file, in which the places of mistakes are found."""

    name: str
    """The file, as people know it."""
    text: str = ""

    @classmethod
    def of(cls, path: Path) -> Self:
        """Return a file as it is now; one that cannot be read names no lines."""
        try:
            return cls(str(path), read_text(path))
        except (OSError, UnicodeDecodeError):
            return cls(str(path))

    def where(self, place: SettingPath) -> str:
        """Return the file, and the line if the setting is written there."""
        line = self._line(place)
        return f"{self.name}, line {line}" if line else self.name

    def near(self, place: SettingPath) -> str:
        """Return the file, and the line of the setting or of the table to which it belongs."""
        line = self._line(place) or self._line(place[:-1])
        return f"{self.name}, line {line}" if line else self.name

    def describe(self, place: SettingPath, fault: object) -> str:
        """Return the mistake, after the file and the line of its setting.

        A setting that is written nowhere has the line of its section.
        """
        head = self.near(place)
        return f"{head}: {fault}" if head != self.name else f"{head}: [{place[0]}]: {fault}"

    def _line(self, place: SettingPath) -> int | None:
        """Return the line on which a setting or a table is written, from 1; None if it is not there."""
        while place and isinstance(place[-1], int) and len(place) != ENTRY:
            place = place[:-1]  # a number in a list stands on the list's line
        return next((number for number, found in _written(self.text) if found == place), None) if place else None


def _written(text: str) -> Iterator[tuple[int, SettingPath]]:
    """Yield the place of each setting and table of a text, with its line.

    A table that is one of several has its number.
    """
    current: SettingPath = ()
    entries: Counter[SettingPath] = Counter()
    for number, line in enumerate(text.split("\n"), 1):
        if opened := _HEADER.match(line):
            current = _parts(opened[2])
            if opened[1] == "[[":
                entries[current] += 1
                current = (*current, entries[current] - 1)
            yield number, current
        elif setting := _SETTING.match(line):
            parts = _parts(setting[1])
            for length in range(1, len(parts) + 1):
                yield number, (*current, *parts[:length])


def _parts(dotted: str) -> SettingPath:
    return tuple(one.strip("\"'") for one in re.findall(_KEY, dotted))


def reason(kind: str, place: SettingPath, message: str, value: Any) -> str:  # noqa: ANN401 - whatever was written
    """Return the reason why a value is wrong, from the kind of mistake and the check's own message."""
    if place[: len(RULES)] == RULES:
        kind, message = "option", f"write {OPTION}"
    key = ".".join(str(part) for part in place)
    if kind == "unexpected_keyword_argument":
        return f"there is no setting {key!r}"
    if kind == "missing":
        return f"the setting {key!r} is missing"
    wrong = value if isinstance(value, float) else spelled(value)  # TOML writes nan and inf as Python does
    return f"{key!r} cannot be {wrong}: {_sentence(kind, place, message, value)}"


def _sentence(kind: str, place: SettingPath, message: str, value: object) -> str:
    if isinstance(value, float) and isnan(value):
        return "it should be a number"
    if kind == "string_pattern_mismatch" and place[-1] == "size":
        return f"a size is written like {WRITTEN[str(place[0])]}"
    if kind == "too_short":
        return f"{place[-1]} needs at least one number"
    return message.replace("Input should be", "it should be")
