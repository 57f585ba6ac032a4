"""The record as text: one event a line of JSON, read and written without loss (record.md)."""

import json
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, Final, get_args

from pydantic import Field, TypeAdapter, ValidationError

from controller.record.cards import Card
from controller.record.events import Amend, Event, Fact, Gap, Insert, MatchStart, Missed, Played, Seen
from controller.record.message import Listed, Message, reason_of
from controller.record.naming import or_near, spelled

VERSIONS: Final = (1, 2, 3)
"""The versions of the record that are known."""

LONGEST: Final = 80
"""Characters of a wrong value that a sentence repeats."""

_EVENT: Final[TypeAdapter[Event]] = TypeAdapter(Annotated[Event, Field(discriminator="e")])
_META: Final = tuple(field.name for field in fields(Fact))
_CARD_FIELDS: Final = frozenset(("card", "turned", "gives", "takes"))


class RecordError(ValueError):
    """The error that a line of a record is no event; the message names the line and the reason."""

    def __init__(self, line: int, reason: Message) -> None:
        super().__init__(Message("line {n}: {why}", n=line, why=reason))
        self.line, self.reason = line, reason

    @property
    def torn(self) -> bool:
        """Whether the line ends in the middle, or is no JSON at all."""
        return self.reason.template.startswith("broken JSON")


@dataclass(frozen=True, slots=True)
class RecordText:
    """A record read from bytes: its events, and whether its last line was torn off by a power cut."""

    events: tuple[Event, ...]
    torn: str | None = None
    """The bytes of the torn line, which is line ``len(events) + 1``."""
    size: int = 0
    """Length of the whole lines, bytes: a resumed record is written on from here."""

    @property
    def opening(self) -> MatchStart:
        """The match line; raises RecordError if the record does not start with it."""
        if not self.events or not isinstance(self.events[0], MatchStart):
            raise RecordError(1, Message("a record starts with its match line, and this one does not"))
        return self.events[0]


def parse(line: str | bytes, number: int = 1) -> Event:
    """Parse the event on one line; raise RecordError with the line's number and the reason."""
    try:
        event = _EVENT.validate_json(line)
        if isinstance(event, MatchStart):
            _check_version(line)
            _check_sight(event)
        _check_correction(event)
    except ValidationError as error:
        raise RecordError(number, _reason(error)) from None
    except ValueError as error:
        raise RecordError(number, reason_of(error)) from None
    return event


def parse_fields(values: dict[str, Any]) -> Event:
    """Parse an event from its fields, ``e`` among them; raise RecordError (line 0) if they are no event."""
    return parse(json.dumps(values), 0)


def to_fields(event: Event) -> dict[str, Any]:
    """Return the event's fields as the record writes them; fields that are absent by default are left out.

    >>> to_fields(parse('{"seat": 2, "card": "H10", "t": 3.5, "e": "play"}'))
    {'e': 'play', 'seat': 2, 'card': 'H10', 't': 3.5}
    """
    members = [field for field in fields(event) if field.name not in _META]
    members.sort(key=lambda field: field.name != "e")
    written = (*members, *fields(Fact))
    values = ((field, getattr(event, field.name)) for field in written)
    return {field.name.rstrip("_"): value for field, value in values if value is not None or field.default is MISSING}


def to_line(event: Event) -> str:
    """Write an event as one line of the record, without its line end; the inverse of :func:`parse`."""
    return json.dumps(to_fields(event), ensure_ascii=False, separators=(",", ":"))


def read(data: bytes) -> RecordText:
    """Read a whole record; raise RecordError for a broken line, another version or a record without a match line."""
    if data.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
        raise RecordError(1, Message("the file is written in UTF-16; save it as UTF-8, as every record is"))
    plain = data.removeprefix(BOM_UTF8)
    if plain.strip() and not plain.lstrip().startswith(b"{"):
        begins = _in_short(plain.lstrip().partition(b"\n")[0].decode(errors="replace").strip())
        raise RecordError(1, Message("this is no record: its lines are JSON objects, not {code}", code=repr(begins)))
    *whole, rest = plain.split(b"\n")
    events = list(_lines(whole))
    size, torn = len(data) - len(rest), None
    if rest:
        try:
            events.append(parse(rest, len(events) + 1))
            size = len(data)
        except RecordError as error:
            if not error.torn:
                raise
            torn = rest.decode(errors="replace")
    text = RecordText(tuple(events), torn, size)
    _check_kinds(text.opening, text.events)
    return text


def _lines(lines: list[bytes]) -> Iterator[Event]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            raise RecordError(number, Message("the line is empty"))
        yield parse(line, number)


def _check_version(line: str | bytes) -> None:
    """Refuse a match line without a known version; to Python ``true`` is 1 as well."""
    version = json.loads(line).get("v")
    if not isinstance(version, int) or isinstance(version, bool) or version not in VERSIONS:
        raise ValueError(_unknown(version))


def _check_sight(event: MatchStart) -> None:
    """Refuse the field of sight in a record of a version that says it by its number."""
    if event.v < 3 and event.sight is not None:
        raise ValueError(Message("a record of version {n} has no field {code}", n=event.v, code="'sight'"))


def _unknown(version: object) -> Message:
    version_text, numbers = spelled(version), tuple(map(str, VERSIONS))
    if version is None:
        return Message("a {kind} event needs a field {code}", kind="match", code="'v'")
    if not isinstance(version, int) or isinstance(version, bool):
        why = Message("it should be the number {numbers}, without quotes", numbers=Listed(numbers, "or"))
        return Message("field {code} cannot be {reason}: {why}", code="'v'", reason=version_text, why=why)
    return Message(
        "the record is of version {code}, and only versions {numbers} are known",
        code=version_text,
        numbers=Listed(numbers, "and"),
    )


def _check_kinds(opening: MatchStart, events: tuple[Event, ...]) -> None:
    """Refuse observations in a record that tells no sight, unless an amendment before them makes it tell sight."""
    if opening.tells_sight:
        return
    for number, event in enumerate(events, 1):
        if isinstance(event, Amend) and event.of == 1 and (event.with_.get("v") == 2 or event.with_.get("sight")):
            return
        if isinstance(event, Gap | Seen | Missed):
            text = Message("a {kind} event needs {code} in the match event", kind=event.e, code='"sight":true')
            raise RecordError(number, text)
        if isinstance(event, Played) and event.since is not None:
            text = Message(
                "field {code} of a play needs {code2} in the match event", code="'since'", code2='"sight":true'
            )
            raise RecordError(number, text)


def _check_correction(event: Event) -> None:
    """Refuse a correction that fits no event: an unknown field, or a card that is none."""
    if isinstance(event, Insert):
        _EVENT.validate_json(json.dumps(event.event))
    if isinstance(event, Amend):
        for name, value in event.with_.items():
            if name not in _FIELD_NAMES:
                raise ValueError(or_near(Message("no event has a field {code}", code=repr(name)), name, _FIELD_NAMES))
            if name in _CARD_FIELDS and value is not None:
                Card(value)


_KINDS: Final[Mapping[str, type[Fact]]] = {
    str(field.default): kind for kind in get_args(Event) for field in fields(kind) if field.name == "e"
}
"""The kinds of events by name."""


def _fields_of(kind: str) -> frozenset[str]:
    """Return the names of the fields of a kind of event, as a record has them."""
    return frozenset(field.name.rstrip("_") for field in fields(_KINDS[kind])) - {"e"}


_FIELD_NAMES: Final = frozenset(name for kind in _KINDS for name in _fields_of(kind))


_WANTED: Final = {
    "dict_type": "it should be a JSON object, with seats as names",
    "tuple_type": "it should be a list",
    "bool_type": "it should be true or false",
    "string_type": "it should be a text",
    "int_type": "it should be a whole number",
    "int_parsing": "it should be the number of a seat",
}
"""Texts for the value that a field should hold, by pydantic's name of the fault."""


def _wanted(error: ValidationError) -> str:
    """Describe the value that should stand where something else does."""
    first, *rest = error.errors(include_url=False)
    others = {one["type"] for one in rest if one["loc"][:-1] == first["loc"][:-1]}
    if "string_type" in others:
        return "it should be a number, true, false, a text or a list"
    if first["type"] == "int_type" and others:
        return "it should be a number"
    text = first["msg"].removeprefix("Value error, ").replace("Input should be", "it should be")
    return _WANTED.get(first["type"], text)


def _in_short(text: str) -> str:
    """Shorten a value that somebody wrote, where it would fill the sentence."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _reason(error: ValidationError) -> Message:
    """Explain why a line is no event, in one sentence that names the field."""
    first = error.errors(include_url=False)[0]
    context = first.get("ctx", {})
    kind, place = (*map(str, first["loc"][:2]), "", "")[:2]
    match first["type"]:
        case "json_invalid":
            return Message("broken JSON ({reason})", reason=str(context["error"]))
        case "union_tag_invalid":
            fault = Message("there is no kind of event {code}", code=repr(context["tag"]))
            return or_near(fault, str(context["tag"]), _KINDS)
        case "union_tag_not_found" | "dict_type" | "model_attributes_type" if len(first["loc"]) < 2:
            return Message('an event is a JSON object with a field "e"')
        case "unexpected_keyword_argument":
            fault = Message("there is no field {code} in a {kind} event", code=repr(place), kind=kind)
            return or_near(fault, place, _fields_of(kind))
        case "missing" if len(first["loc"]) == 2:
            return Message("a {kind} event needs a field {code}", kind=kind, code=repr(place))
        case "missing":
            return Message(
                "field {code} in a {kind} event is too short: a play is written as in {reason}",
                kind=kind,
                code=repr(place),
                reason='[2,"SA"]',
            )
        case "literal_error" if place == "v":
            return _unknown(first["input"])
        case _:
            cause, wrong = context.get("error"), _in_short(spelled(first["input"]))
            reason = _wanted(error)
            why = reason_of(cause) if isinstance(cause, ValueError) else Message.laid_out("{reason}", reason=reason)
            fault = Message("field {code} cannot be {reason}: {why}", code=repr(place), reason=wrong, why=why)
            return or_near(fault, str(first["input"]), re.findall(r"'([^']+)'", str(context.get("expected", ""))))
