"""The form of one display: its fields are those that the settings of its kind have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, cast

from pydantic import TypeAdapter, ValidationError

from controller.console.setup.display_words import first_settings, setting_words
from controller.console.setup.form_errors import FormError, FormRefusedError, mistake
from controller.console.words.gettext import _, core
from controller.peripherals import displays
from controller.settings.displays import (
    BackpackConfig,
    DisplayConfig,
    EpaperConfig,
    ForeignConfig,
    KioskConfig,
    LcdprocConfig,
    SerialConfig,
    WledConfig,
    without_kind,
)
from controller.settings.model import Config
from firmware_bridge.displays import foreign
from firmware_bridge.displays.characters import TooSmall
from firmware_bridge.displays.foreign import WrongOptions
from firmware_bridge.ports.tcp_port import BadAddress

KINDS: Final[Mapping[str, type]] = {
    "kiosk": KioskConfig,
    "serial": SerialConfig,
    "wled": WledConfig,
    "epaper": EpaperConfig,
    "backpack": BackpackConfig,
    "lcdproc": LcdprocConfig,
    **dict.fromkeys(foreign.kinds(), ForeignConfig),
}
ELSEWHERE: Final = "elsewhere"
"""The field of a place that is none of those to choose from; what is written there counts."""
NOWHERE: Final = "localhost:1"
"""The place of a display that is only drawn."""
_ONE: Final[TypeAdapter[DisplayConfig]] = TypeAdapter(DisplayConfig)


@dataclass(frozen=True, slots=True)
class DisplaySetting:
    """One setting of a display."""

    key: str
    label: str
    meaning: str
    is_first: bool
    """Whether everybody is asked for it, not experts alone."""
    kind: str
    """``flag``, ``number``, ``numbers`` or ``text``."""
    usual: str
    """The default if nothing is typed; empty: there is none."""
    needed: bool
    limits: str


def entries(kind: str) -> list[DisplaySetting]:
    """Return the settings of a kind of display."""
    schema = _schema(kind)
    return [
        _entry(kind, key, about, schema.get("required", ()))
        for key, about in schema["properties"].items()
        if key != "kind"
    ]


def filled(display: DisplayConfig | None, kind: str) -> Mapping[str, str]:
    """Return the fields of the form as a display is set, or as a new one begins."""
    if display is None:
        return {one.key: one.usual for one in entries(kind) if one.kind != "flag"}
    values = {one.key: getattr(display, one.key) for one in entries(kind)}
    return {key: _written(value) for key, value in values.items() if value not in (None, False)}


def requested(kind: str, sent: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the settings that the form asks for; what is as usual is left out. Raises FormRefusedError."""
    form = {**sent, "port": sent.get(ELSEWHERE, "").strip() or sent.get("port", "")}
    values: dict[str, Any] = {"kind": kind}
    mistakes: list[FormError] = []
    for one in entries(kind):
        try:
            value = _typed(one, form)
        except ValueError:
            mistakes.append(FormError(one.key, _("Write {limits}.").format(limits=one.limits)))
        else:
            values |= {} if value is None or (_written(value) == one.usual and not one.needed) else {one.key: value}
    if mistakes:
        raise FormRefusedError(mistakes)
    try:
        displays.check(_ONE.validate_python(values))
    except ValidationError as error:
        raise FormRefusedError(_form_errors(error, kind)) from error
    except BadAddress as error:
        raise mistake("port", _no_address(kind)) from error
    except TooSmall as error:
        raise mistake("size", _("On so few letters no score can be read; write at least 8x1.")) from error
    except WrongOptions as error:
        raise mistake("options", _("This display takes no such settings: {reason}").format(reason=error)) from error
    return values


def usual(kind: str, display: DisplayConfig) -> Mapping[str, Any]:
    """Return the settings of a display with those of experts as usual again."""
    filled_in = filled(display, kind)
    lasting = {one.key: filled_in[one.key] for one in entries(kind) if _is_lasting(one) and one.key in filled_in}
    return requested(kind, lasting)


def _is_lasting(one: DisplaySetting) -> bool:
    return one.is_first or one.needed or one.key == "port"


def sketched(kind: str, fields: Mapping[str, str]) -> DisplayConfig:
    """Return a display for its picture alone: of the settings that are asked for those that can be."""
    looks = {one.key: one for one in entries(kind) if one.is_first}
    try:
        values = {key: _typed(one, fields) for key, one in looks.items() if key in fields}
        config = _ONE.validate_python({"kind": kind, "port": NOWHERE, **values})
        displays.check(config)
    except ValueError:
        return _ONE.validate_python({"kind": kind, "port": NOWHERE})
    return config


def _no_address(kind: str) -> str:
    """Return the sentence for a place in the network that there cannot be."""
    if kind == "kiosk":
        return _("Write where its page is to be, such as 0.0.0.0:8081.")
    return _("Write the machine and its number there, such as localhost:13666.")


def clash(kind: str, values: Mapping[str, Any], config: Config, number: int) -> FormError | None:
    """Return the error of a place that another display has already."""
    port = values.get("port", getattr(KINDS[kind], "port", ""))
    others = [one.port for place, one in enumerate(config.display) if place != number]
    return FormError("port", _("Another display is there already.")) if port in others else None


def _typed(one: DisplaySetting, form: Mapping[str, str]) -> Any:  # noqa: ANN401 - whatever a setting may be
    """Return the value of a field; None: nothing was typed. Raises ValueError."""
    text = form.get(one.key, "").strip()
    if one.kind == "flag":
        return one.key in form
    if not text:
        return None
    if one.kind == "numbers":
        return [int(part) for part in text.replace(",", " ").split()]
    if not text.isprintable():
        raise ValueError
    if one.kind == "number":
        return int(text) if text.lstrip("-").isdecimal() else float(text.replace(",", "."))
    return text


def _form_errors(error: ValidationError, kind: str) -> Iterator[FormError]:
    settings = {one.key: one for one in entries(kind)}
    for fault in error.errors(include_url=False):
        key = next((str(part) for part in without_kind(fault["loc"])), "")
        if fault["type"] == "missing":
            yield FormError(key, _("Choose where it is.") if key == "port" else _("This has to be filled in."))
        elif key in settings and settings[key].limits:
            yield FormError(key, _("Write {limits}.").format(limits=settings[key].limits))
        else:
            yield FormError(key, core(fault["msg"]))


@cache
def _schema(kind: str) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", TypeAdapter(KINDS[kind]).json_schema())


def _entry(kind: str, key: str, about: Mapping[str, Any], needed: tuple[str, ...]) -> DisplaySetting:
    kinds = [about, *about.get("anyOf", ())]
    shape = next(one for one in kinds if one.get("type", "null") != "null")
    what = {"boolean": "flag", "array": "numbers", "integer": "number", "number": "number"}.get(shape["type"], "text")
    usual = _written(about.get("default"))
    label, meaning = setting_words().get(key, (key.replace("_", " ").capitalize(), about.get("description", "")))
    is_first = key in first_settings(kind)
    return DisplaySetting(key, label, meaning, is_first, what, usual, key in needed, _limits(what, shape))


def _limits(what: str, shape: Mapping[str, Any]) -> str:
    if what == "number":
        return _("a number from {least} to {most}").format(least=shape.get("minimum"), most=shape.get("maximum"))
    if what == "numbers":
        return _("whole numbers with spaces between them")
    return _("letters of a line, x and lines, such as 20x4") if "pattern" in shape else _("letters that can be seen")


def _written(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, cast("tuple[object, ...]", value)))
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None or isinstance(value, bool) else str(value)
