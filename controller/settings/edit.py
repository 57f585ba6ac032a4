"""A settings file's text with single settings put otherwise; every comment that is not of a removed part is kept."""

from collections.abc import Mapping, MutableMapping, MutableSequence
from typing import Any, TypeAlias, cast

from controller.settings import toml as toml_text
from controller.settings.toml import SettingsTextError

KeyPath: TypeAlias = tuple[str, ...]
"""Section and key of a setting, and a key within it."""


def edited(text: str, changes: Mapping[KeyPath, Any]) -> str:
    """Return a settings file with single settings put otherwise.

    Args:
        text: the file as it is.
        changes: values by their places; None takes the setting out, so that its default holds.

    Raises:
        SettingsTextError: the text is no TOML, or a section is not one.
    """
    document = toml_text.parsed(text)
    for (section, key, *inner), value in changes.items():
        inner_table = toml_text.section(document, section)
        if inner:
            _set_inner(inner_table, key, inner[0], value)
        elif value is not None:
            inner_table[key] = value
        else:
            inner_table.pop(key, None)
    return toml_text.written(document)


def _set_inner(section: toml_text.Section, key: str, name: str, value: Any) -> None:  # noqa: ANN401 - whatever a setting may be
    """Put one key of an inner table otherwise; an inner table without keys is taken out."""
    if key not in section:
        section[key] = toml_text.parsed("inner = {}")["inner"]
    inner: object = section[key]
    if not isinstance(inner, MutableMapping):
        raise SettingsTextError(f"{key} is no table of settings")
    table = cast("MutableMapping[str, Any]", inner)
    if value is None:
        table.pop(name, None)
    else:
        table[name] = value
    if not table:
        del section[key]


def with_hall(text: str, values: Mapping[str, str]) -> str:
    """Return a settings file with the way to a hall, in place of any other.

    Settings of what may leave the table stay as they are.

    Args:
        text: the file as it is.
        values: keys of the section and their values; one of several lines is written so.

    Raises:
        SettingsTextError: the text is no TOML, or ``hall`` is no section.
    """
    document = toml_text.parsed(text)
    section = toml_text.section(document, "hall")
    for key, value in values.items():
        section[key] = toml_text.lines(value) if "\n" in value else value
    return toml_text.written(document)


def with_display(text: str, number: int, values: Mapping[str, Any]) -> str:
    """Return a settings file with one display put otherwise, or one more after the last.

    Args:
        text: the file as it is.
        number: number of the display, from 0.
        values: settings of the display; what is not there is taken out.

    Raises:
        SettingsTextError: the text is no TOML.
    """
    document = toml_text.parsed(text)
    displays = _displays(document)
    if not displays:
        document["display"] = toml_text.tables([dict(values)])
    elif number >= len(displays):
        displays.append(dict(values))
    else:
        for key in [key for key in displays[number] if key not in values]:
            del displays[number][key]
        for key, value in values.items():
            if displays[number].get(key) != value:
                displays[number][key] = value
    return toml_text.written(document)


def without_display(text: str, number: int) -> str:
    """Return a settings file without one of its displays; raises SettingsTextError."""
    document = toml_text.parsed(text)
    displays = _displays(document)
    if number < len(displays):
        del displays[number]
    if not displays:
        document.pop("display", None)
    return toml_text.written(document)


def _displays(document: toml_text.Section) -> MutableSequence[Any]:
    return cast("MutableSequence[Any]", document.get("display", []))
