"""Settings written as text: all of them explained, or those that hold."""

from collections.abc import Iterator, Mapping
from functools import cache
from textwrap import wrap
from typing import Any, Final, TypeAlias, cast

from pydantic import TypeAdapter

from controller.settings import toml as toml_text
from controller.settings.model import VERSION, CameraConfig, Config, TableConfig

_ADAPTER: Final = TypeAdapter(Config)
_WIDTH: Final = 110

Values: TypeAlias = Mapping[str, Any]
"""Keys and values as TOML knows them; None is a setting that is not set."""


def effective(config: Config) -> str:
    """All settings that hold, those left out of the file among them; parsed again they are the same settings."""
    values: Values = _ADAPTER.dump_python(config, mode="json")
    parts = {name: value for name, value in values.items() if name != "version"}
    lines = [f"version = {VERSION}", "", *(line for name, value in parts.items() for line in _section(name, value))]
    return "\n".join(lines).strip() + "\n"


def explained(table: TableConfig, camera: CameraConfig = CameraConfig()) -> str:  # noqa: B008  frozen
    """A file to begin with: this table and camera, every other setting with its meaning and default as a comment."""
    schema = _schema()
    defaults: Values = _ADAPTER.dump_python(Config(table, camera=camera), mode="json")
    lines = ["# The settings of a table. A line that begins with # says what holds without it."]
    lines += [f"version = {VERSION}"]
    for name, entry in schema["properties"].items():
        if name == "version":
            continue
        for described in _described(schema, entry):
            lines += ["", *_comment(described.get("description", "")), *_keys(name, described, defaults[name])]
    return "\n".join(lines) + "\n"


@cache
def _schema() -> Values:
    """Return the schema of all settings: keys, meanings and kinds."""
    return _ADAPTER.json_schema()


def _section(name: str, value: Any) -> Iterator[str]:  # noqa: ANN401 - whatever a setting may be
    """A table, or one for each display."""
    if value is None:
        yield f"# [{name}] is not set"
        return
    many = isinstance(value, list)
    for one in cast("list[dict[str, Any]]", value if many else [value]):
        inner: dict[str, Any] = {key: part for key, part in one.items() if isinstance(part, dict)}
        yield f"[[{name}]]" if many else f"[{name}]"
        for key, part in one.items():
            if key not in inner:
                yield f"# {key} is not set" if part is None else f"{key} = {toml_text.value(part)}"
        yield ""
        for key, part in inner.items():
            yield from _section(f"{name}.{key}", part) if part else ()


def _described(schema: Values, entry: Any) -> Iterator[Values]:  # noqa: ANN401 - whatever a schema may hold
    """List the shapes that a section may have: one, or one for each kind of display or button."""
    if isinstance(entry, dict):
        for key, part in cast("Values", entry).items():
            if key == "$ref":
                yield schema["$defs"][part.rsplit("/", 1)[-1]]
            elif key != "discriminator":
                yield from _described(schema, part)
    elif isinstance(entry, list):
        for part in entry:
            yield from _described(schema, part)


def _keys(name: str, described: Values, defaults: Any) -> Iterator[str]:  # noqa: ANN401 - a table, a list of them, or None
    """A section with its keys: what is needed as it is, the rest as comments; where none is set, an example."""
    set_values: Values | None = None if defaults is None or isinstance(defaults, list) else defaults
    yield f"# [{name}]" if defaults is None else f"# [[{name}]]" if set_values is None else f"[{name}]"
    for key, about in described["properties"].items():
        yield from (f"#   {line[2:]}" for line in _comment(about.get("description", "")))
        value = about.get("const", about.get("default", "")) if set_values is None else set_values[key]
        if value is None or value == {}:
            yield f"# {key} is not set"
        else:
            own = set_values is not None and _is_own(key, value, described)
            yield f"{'' if own else '# '}{key} = {toml_text.value(value)}"


def _is_own(key: str, value: Any, described: Values) -> bool:  # noqa: ANN401 - whatever a setting may be
    """Whether a setting must stand there: it is needed, or it is not the default."""
    default = described["properties"][key].get("default", value)
    return key in described.get("required", ()) or isinstance(value, dict) or bool(value != default)


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text.replace("``", ""), _WIDTH)]
