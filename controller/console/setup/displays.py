"""The form of one display: its fields are those that the settings of its kind have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, cast

from pydantic import TypeAdapter, ValidationError

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
    "serial": SerialConfig,
    "kiosk": KioskConfig,
    "epaper": EpaperConfig,
    "backpack": BackpackConfig,
    "lcdproc": LcdprocConfig,
    "wled": WledConfig,
    **dict.fromkeys(foreign.kinds(), ForeignConfig),
}
_ONE: Final[TypeAdapter[DisplayConfig]] = TypeAdapter(DisplayConfig)


@dataclass(frozen=True, slots=True)
class DisplaySetting:
    """One setting of a display."""

    key: str
    meaning: str
    what: str
    """``flag``, ``number``, ``numbers`` or ``text``."""
    usual: str
    """The default if nothing is typed; empty: there is none."""
    needed: bool
    limits: str


def kind_words(kind: str) -> str:
    """A kind of display as people call it."""
    words = {
        "serial": _("Display with this project's firmware, on a serial port"),
        "kiosk": _("Browser that shows a page full screen"),
        "epaper": _("Waveshare's 4.3 inch e-paper"),
        "backpack": _("Character display with a USB or serial backpack"),
        "lcdproc": _("Display behind an LCDproc server"),
        "wled": _("Strip of lights with WLED"),
    }
    return words.get(kind, kind)


def entries(kind: str) -> list[DisplaySetting]:
    """The settings of a kind of display."""
    schema = _schema(kind)
    return [
        _entry(key, about, schema.get("required", ())) for key, about in schema["properties"].items() if key != "kind"
    ]


def filled(display: DisplayConfig | None, kind: str) -> Mapping[str, str]:
    """The fields of the form as a display is set, or as a new one begins."""
    if display is None:
        return {one.key: one.usual for one in entries(kind) if one.what != "flag"}
    values = {one.key: getattr(display, one.key) for one in entries(kind)}
    return {key: _written(value) for key, value in values.items() if value not in (None, False)}


def requested(kind: str, form: Mapping[str, str]) -> Mapping[str, Any]:
    """The settings that the form asks for; what is as usual is left out. Raises FormRefusedError."""
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
        raise FormRefusedError(_told(error, kind)) from error
    except BadAddress as error:
        raise mistake("port", core(str(error))) from error
    except TooSmall as error:
        raise mistake("size", core(str(error))) from error
    except WrongOptions as error:
        raise mistake("options", str(error)) from error
    return values


def clash(kind: str, values: Mapping[str, Any], config: Config, number: int) -> FormError | None:
    """The error of a port that another display has already."""
    port = values.get("port", getattr(KINDS[kind], "port", ""))
    others = [one.port for place, one in enumerate(config.display) if place != number]
    return FormError("port", _("Another display is on this port already.")) if port in others else None


def _typed(one: DisplaySetting, form: Mapping[str, str]) -> Any:  # noqa: ANN401 - whatever a setting may be
    """The value of a field; None: nothing was typed. Raises ValueError."""
    text = form.get(one.key, "").strip()
    if one.what == "flag":
        return one.key in form
    if not text:
        return None
    if one.what == "numbers":
        return [int(part) for part in text.replace(",", " ").split()]
    if not text.isprintable():
        raise ValueError
    if one.what == "number":
        return int(text) if text.lstrip("-").isdecimal() else float(text.replace(",", "."))
    return text


def _told(error: ValidationError, kind: str) -> Iterator[FormError]:
    known = {one.key: one for one in entries(kind)}
    for fault in error.errors(include_url=False):
        key = next((str(part) for part in without_kind(fault["loc"])), "")
        if fault["type"] == "missing":
            yield FormError(key, _("This has to be filled in."))
        elif key in known and known[key].limits:
            yield FormError(key, _("Write {limits}.").format(limits=known[key].limits))
        else:
            yield FormError(key, core(fault["msg"]))


@cache
def _schema(kind: str) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", TypeAdapter(KINDS[kind]).json_schema())


def _entry(key: str, about: Mapping[str, Any], needed: tuple[str, ...]) -> DisplaySetting:
    kinds = [about, *about.get("anyOf", ())]
    shape = next(one for one in kinds if one.get("type", "null") != "null")
    what = {"boolean": "flag", "array": "numbers", "integer": "number", "number": "number"}.get(shape["type"], "text")
    usual = _written(about.get("default"))
    return DisplaySetting(key, about.get("description", ""), what, usual, key in needed, _limits(what, shape))


def _limits(what: str, shape: Mapping[str, Any]) -> str:
    if what == "number":
        return _("a number from {least} to {most}").format(least=shape.get("minimum"), most=shape.get("maximum"))
    if what == "numbers":
        return _("whole numbers with spaces between them")
    return _("columns, x and lines, such as 20x4") if "pattern" in shape else _("letters that can be seen")


def _written(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, cast("tuple[object, ...]", value)))
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None or isinstance(value, bool) else str(value)
