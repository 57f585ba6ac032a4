"""Settings written as text: all of them explained, or those that hold."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from textwrap import wrap
from typing import Any, Final, TypeAlias, cast

from pydantic import TypeAdapter

from controller import games
from controller.settings import toml as toml_text
from controller.settings.displays import DisplayConfig, ForeignConfig
from controller.settings.model import VERSION, CameraConfig, Config, ReadingConfig, TableConfig
from firmware_bridge.displays import foreign
from vision.mat.layout import AREAS

_ADAPTER: Final = TypeAdapter(Config)
_WIDTH: Final = 110
_UNSET: Final = "  # for example; without this line it is not set"

Values: TypeAlias = Mapping[str, Any]
"""Keys and values as TOML knows them; None is a setting that is not set."""


def effective(config: Config) -> str:
    """All settings that hold, those left out of the file among them; parsed again they are the same settings."""
    values: Values = _ADAPTER.dump_python(config, mode="json")
    parts = {name: value for name, value in values.items() if name != "version"}
    lines = [f"version = {VERSION}", "", *(line for name, value in parts.items() for line in _section(name, value))]
    return "\n".join(lines).strip() + "\n"


def explained(
    table: TableConfig,
    camera: CameraConfig = CameraConfig(),  # noqa: B008  frozen
    displays: Sequence[DisplayConfig] = (),
) -> str:
    """Return a file to begin with: this table, camera and these displays, every other setting explained as a comment.

    Each comment that is a setting, or the head of a section, is one as soon as its ``# `` is taken away.
    """
    schema = _schema()
    config = Config(table, camera=camera, display=tuple(displays))
    defaults: Values = _ADAPTER.dump_python(config, mode="json")
    lines = [
        "# The settings of a table. Behind a # stands what holds without the line, or an example; take the # and the",
        "# space behind it away, and it is a setting.",
        f"version = {VERSION}",
    ]
    for name, entry in schema["properties"].items():
        if name == "version":
            continue
        if name == "display":
            lines += ["", *_section(name, defaults[name])][:-1]
        for described in _described(schema, entry):
            if (example := _exemplary(table, described)) is not None:
                lines += ["", *_comment(described.get("description", "")), *_keys(name, example, defaults[name])]
    return "\n".join(lines) + "\n"


def _exemplary(table: TableConfig, described: Values) -> Values | None:
    """Return a section of the schema with the examples that depend on the table or its packages.

    None: there is none here.
    """
    values_shown: Mapping[str, Any] = {}
    if described["title"] == TableConfig.__name__:
        options = games.load(table.game).options if table.game in games.names() else ()
        values = {one.name: one.values[0] for one in options[:1]}
        values_shown = {
            "options": {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        }
    elif described["title"] == ReadingConfig.__name__:
        places = AREAS.get(len(table.seats), ())
        values_shown = {"areas": [[one.left_mm, one.top_mm, one.right_mm, one.bottom_mm] for one in places]}
    elif described["title"] == ForeignConfig.__name__:
        kinds = foreign.kinds()
        if not kinds:
            return None
        values_shown = {"kind": kinds[0]}
    properties = {
        key: {**about, "examples": [values_shown[key]]} if values_shown.get(key) else about
        for key, about in described["properties"].items()
    }
    return {**described, "properties": properties}


@cache
def _schema() -> Values:
    """Return the schema of all settings: keys, meanings and kinds."""
    return _ADAPTER.json_schema()


def _section(name: str, value: Any) -> Iterator[str]:  # noqa: ANN401 - whatever a setting may be
    """Yield a table, or one for each display."""
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
    """Yield a section with its keys: what is needed as it is, the rest as comments; where none is set, an example."""
    set_values: Values | None = None if defaults is None or isinstance(defaults, list) else defaults
    yield f"# [{name}]" if defaults is None else f"# [[{name}]]" if set_values is None else f"[{name}]"
    for key, about in described["properties"].items():
        yield from (f"#   {line[2:]}" for line in _comment(about.get("description", "")))
        value = about.get("const", about.get("default", "")) if set_values is None else set_values[key]
        if set_values is None and key in described.get("required", ()) and "const" not in about:
            value = about["examples"][0]
        if value is None or value == {}:
            if "examples" in about:
                yield f"# {key} = {toml_text.value(about['examples'][0])}{_UNSET}"
            continue
        is_written = set_values is not None and _is_own(key, value, described)
        yield f"{'' if is_written else '# '}{key} = {toml_text.value(value)}"


def _is_own(key: str, value: Any, described: Values) -> bool:  # noqa: ANN401 - whatever a setting may be
    """Whether a setting must stand there: it is needed, or it is not the default."""
    default = described["properties"][key].get("default", value)
    return key in described.get("required", ()) or isinstance(value, dict) or bool(value != default)


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text.replace("``", ""), _WIDTH)]
