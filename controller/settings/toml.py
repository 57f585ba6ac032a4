"""TOML that keeps its comments: the one file that knows the library."""

from collections.abc import MutableMapping
from typing import Any, TypeAlias, cast

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Table

Section: TypeAlias = MutableMapping[str, Any]
"""Keys and values, with their comments and order."""


class SettingsTextError(ValueError):
    """A text that is no TOML, or a place in it that cannot hold the setting; the message names it."""


def parsed(text: str) -> Section:
    """Return a text as sections that may be changed; raises SettingsTextError."""
    try:
        return cast("Section", tomlkit.parse(text))
    except TOMLKitError as error:
        raise SettingsTextError(f"the settings are no TOML: {error}") from error


def written(sections: Section) -> str:
    """Return the text of sections, with their comments."""
    return tomlkit.dumps(sections)


def value(of: Any) -> str:  # noqa: ANN401 - whatever a setting may be
    """Return a value as TOML writes it, on one line."""
    if isinstance(of, dict):
        inline = tomlkit.inline_table()
        inline.update(cast("dict[str, Any]", of))
        return inline.as_string()
    return cast("str", tomlkit.item(of).as_string())


def lines(text: str) -> object:
    """Return a text of several lines, written as such."""
    return tomlkit.string(text, multiline=True)


def section(of: Section, name: str) -> Section:
    """Return the section of that name, made if there is none.

    Raises SettingsTextError if the name holds something else.
    """
    table: object = of.setdefault(name, tomlkit.table())
    if not isinstance(table, Table):
        raise SettingsTextError(f"[{name}] is no section of single settings")
    return cast("Section", table)


def tables(of: list[dict[str, Any]]) -> object:
    """Sections of one name, such as those of displays."""
    return AoT([cast("Table", tomlkit.item(one)) for one in of])
