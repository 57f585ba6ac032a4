"""The forms of places and of reading: areas in millimetres, and when a card counts."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any, Final, cast

from pydantic import TypeAdapter

from controller.console.setup.form_errors import FormError, FormRefusedError, mistake
from controller.console.setup.words import seat_side
from controller.console.words.gettext import _, core
from controller.settings.edit import KeyPath
from controller.settings.model import Config, ReadingConfig
from vision.mat.layout import AREAS, Mat
from vision.mat.seating import AreasError, Bounds, Seating

SIDES: Final = ("left", "top", "right", "bottom")
NO_FIGURES: Final = ("areas", "reach_mm", "cards", "deck")
"""Settings of reading that are not in the form of reading: the form of places has them, or they are no numbers."""


@dataclass(frozen=True, slots=True)
class AreaSketch:
    """A seat's area as the drawing shows it."""

    seat: int
    name: str
    box: Bounds
    side: str
    """Side of the picture, in a word."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A setting that is a number, with its limits."""

    key: str
    label: str
    meaning: str
    unit: str
    least: float | None
    most: float | None
    step: str
    """``any``, or ``1`` for whole numbers."""
    usual: str


def area_sketches(config: Config) -> list[AreaSketch]:
    """Return the areas of the seats as the settings have them."""
    names, reading = config.table.seats, config.reading
    if reading.areas is None:
        areas = AREAS[len(names)]
    else:
        areas = Seating.with_areas(reading.areas, len(names), reading.reach_mm).areas
    return [
        AreaSketch(seat, names[seat], (one.left_mm, one.top_mm, one.right_mm, one.bottom_mm), seat_side(one.turn))
        for seat, one in enumerate(areas)
    ]


def filled(config: Config) -> Mapping[str, str]:
    """Return the fields of both forms as the settings have them."""
    fields = {
        f"area{spot.seat}.{side}": f"{at:g}"
        for spot in area_sketches(config)
        for side, at in zip(SIDES, spot.box, strict=True)
    }
    keys = (*(one.key for one in figures()), "reach_mm")
    return {**fields, **{key: f"{getattr(config.reading, key):g}" for key in keys}}


def areas_requested(form: Mapping[str, str], config: Config) -> Mapping[KeyPath, Any]:
    """Return the changes that the form of places asks for; raises FormRefusedError."""
    mistakes: list[FormError] = []
    seats = len(config.table.seats)
    numbers = {name: _number(name, form, mistakes) for seat in range(seats) for name in _names(seat)}
    reach = _number("reach_mm", form, mistakes)
    if mistakes:
        raise FormRefusedError(mistakes)
    boxes = [cast("Bounds", tuple(numbers[name] for name in _names(seat))) for seat in range(seats)]
    try:
        Seating.with_areas(boxes, seats, reach)
    except AreasError as error:
        raise mistake("area0.left", core(str(error))) from error
    printed = _printed_boxes(seats)
    current = list(config.reading.areas) if config.reading.areas is not None else printed
    # Areas that equal the printed ones are removed from the file.
    changes: dict[KeyPath, Any] = {}
    if boxes != current:
        changes["reading", "areas"] = None if boxes == printed else [list(box) for box in boxes]
    return changes if reach == config.reading.reach_mm else {**changes, ("reading", "reach_mm"): reach}


def mirrored(config: Config) -> Mapping[KeyPath, Any]:
    """Return the change by which the seats count the other way round the mat, from the first one on."""
    first, *others = [spot.box for spot in area_sketches(config)]
    boxes = [first, *reversed(others)]
    return {("reading", "areas"): None if boxes == _printed_boxes(len(boxes)) else [list(box) for box in boxes]}


def _printed_boxes(seats: int) -> list[Bounds]:
    return [(area.left_mm, area.top_mm, area.right_mm, area.bottom_mm) for area in AREAS[seats]]


def reading_requested(form: Mapping[str, str], config: Config) -> Mapping[KeyPath, Any]:
    """Return the changes that the form of reading asks for; raises FormRefusedError."""
    mistakes: list[FormError] = []
    numbers = {one.key: _number(one.key, form, mistakes) for one in figures()}
    if mistakes:
        raise FormRefusedError(mistakes)
    return {("reading", key): value for key, value in numbers.items() if value != getattr(config.reading, key)}


def usual_requested(config: Config) -> Mapping[KeyPath, Any]:
    """Return the changes that remove every changed figure of reading from the file, so that the default holds."""
    usual = ReadingConfig()
    changed_keys = (one.key for one in figures() if getattr(config.reading, one.key) != getattr(usual, one.key))
    return {("reading", key): None for key in changed_keys}


def figures() -> list[Figure]:
    """Return the settings of reading with their limits, as the schema has them."""
    return [_figure(key) for key in _schema() if key not in NO_FIGURES]


def _figure(key: str) -> Figure:
    about, (label, meaning, unit) = _schema()[key], _words()[key]
    step = "1" if about["type"] == "integer" else "any"
    return Figure(key, label, meaning, unit, about.get("minimum"), about.get("maximum"), step, f"{about['default']:g}")


def limits(key: str) -> str:
    """Return the limits of a number, in words."""
    about = _schema()[key]
    least, most = about.get("minimum"), about.get("maximum")
    if most is None:
        return _("at least {least}").format(least=least)
    return _("from {least} to {most}").format(least=least, most=most)


@cache
def _schema() -> Mapping[str, Mapping[str, Any]]:
    schema: Mapping[str, Any] = TypeAdapter(ReadingConfig).json_schema()
    properties: Mapping[str, Mapping[str, Any]] = schema["properties"]
    return properties


def _names(seat: int) -> tuple[str, ...]:
    return tuple(f"area{seat}.{side}" for side in SIDES)


def _number(name: str, form: Mapping[str, str], mistakes: list[FormError]) -> float:
    """Return a number within its limits; add a mistake for other text."""
    about = _schema().get(name, {"minimum": 0, "maximum": Mat().width_mm, "type": "number"})
    text = form.get(name, "").strip().replace(",", ".")
    whole = about["type"] == "integer"
    try:
        number = int(text) if whole else float(text)
    except ValueError:
        reason = _("Write a whole number.") if whole else _("Write a number.")
        mistakes.append(FormError(name, reason))
        return 0
    if not about.get("minimum", 0) <= number <= about.get("maximum", inf):
        reason = limits(name) if name in _schema() else _("from 0 to {most}").format(most=f"{about['maximum']:g}")
        mistakes.append(FormError(name, _("This can be {limits}.").format(limits=reason)))
    return number


def _words() -> Mapping[str, tuple[str, str, str]]:
    """Name, meaning and unit of each setting of reading."""
    return {
        "frames": (_("Readings"), _("So often a card must be read at one place before it counts."), _("pictures")),
        "settle_seconds": (_("Rest"), _("So long a card must have lain still before it counts."), "s"),
        "still_mm": (_("Stillness"), _("A mark that moved less between two readings lies still."), "mm"),
        "patience_seconds": (
            _("Patience"),
            _("After this a card read elsewhere has moved there, although a hand hides its old place."),
            "s",
        ),
        "forget_seconds": (_("Memory"), _("A card not read for so long before it was laid is forgotten."), "s"),
        "budget_ms": (_("Time for reading"), _("In one picture of a live camera; the rest waits for the next."), "ms"),
        "corrections_per_100": (
            _("Corrections"),
            _("More of them in 100 cards, and the referee advises only: it accuses nobody."),
            _("of 100"),
        ),
        "window": (_("Window"), _("The corrections among the newest so many cards count."), _("cards")),
        "least": (_("Fewest"), _("With fewer cards than this there is no rate yet."), _("cards")),
    }
