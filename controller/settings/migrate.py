"""A settings file changed: single settings put otherwise, an older version brought to today's, every comment kept."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from controller.settings import toml as toml_text
from controller.settings.toml import SettingsTextError

SectionKey: TypeAlias = tuple[str, str]
"""Section and key of a setting."""
Moves: TypeAlias = Mapping[SectionKey, SectionKey | None]
MOVES: Final[Mapping[int, Moves]] = {}
"""By version, what its settings are called in the version after it; version 1 is the first."""


def changed(text: str, changes: Mapping[SectionKey, Any]) -> str:
    """A settings file with single settings put otherwise; its comments and order are kept.

    Args:
        text: the file as it is.
        changes: values by section and key; None takes the setting out, so that its default holds.

    Raises:
        SettingsTextError: the text is no TOML, or a section is not one.
    """
    document = toml_text.parsed(text)
    for (section, key), value in changes.items():
        held = toml_text.section(document, section)
        if value is not None:
            held[key] = value
        else:
            held.pop(key, None)
    return toml_text.written(document)


def with_displays(text: str, displays: list[dict[str, Any]]) -> str:
    """A settings file with other displays; the rest and its comments are kept. Raises SettingsTextError."""
    document = toml_text.parsed(text)
    document.pop("display", None)
    if displays:
        document["display"] = toml_text.tables(displays)
    return toml_text.written(document)


def migrated(text: str, moves: Mapping[int, Moves] = MOVES) -> str:
    """A settings file of an earlier version as one of today; values, comments and order are kept.

    Args:
        text: the file as it is.
        moves: by version, where its settings are found in the version after it; None: they mean nothing any more.

    Raises:
        SettingsTextError: the text is no TOML, or its version is none.
    """
    document = toml_text.parsed(text)
    version: object = document.get("version", 1)
    if not isinstance(version, int) or not 1 <= version <= max(moves, default=0) + 1:
        raise SettingsTextError(f"version {version} of the settings is not known to this program; update it")
    for number in range(version, max(moves, default=0) + 1):
        for old, new in moves[number].items():
            _move(document, old, new)
        document["version"] = number + 1
    return toml_text.written(document)


def _move(document: toml_text.Section, old: SectionKey, new: SectionKey | None) -> None:
    """Take a setting from its old section to its new one."""
    if old[0] not in document or old[1] not in document[old[0]]:
        return
    item = document[old[0]].pop(old[1])
    if new is not None:
        toml_text.section(document, new[0])[new[1]] = item
