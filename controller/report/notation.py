"""A match as text for people: tags, a line a trick, all else in words; and the way back into events (records.md).

It holds the events as corrected, without their confidences and pictures. Times and sources stay only where the record
tells what was seen, for verdicts rest on them; a play that has some stands on a line of its own.
"""

import json
import re
import unicodedata
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.record.events import Event, MatchStart, Played, Seat
from controller.record.text import VERSIONS, RecordError, parse_fields, to_fields, to_line
from controller.referee.fold import fold
from controller.referee.step import FoldStep
from controller.report import replay
from controller.rules.results import TrickResult, Verdict

MAGIC: Final = '[Schiri "1"]'
"""The first line."""

REMARK: Final = "%"
"""The sign before a line for people alone, which a reader passes over."""

_SHOWN: Final = 80
"""Letters of a line that an error names."""
_UNSEEN: Final = frozenset(("Cc", "Cf", "Zl", "Zp"))
"""Categories of characters that no line of text shows."""
_WORD: Final = re.compile(r"(?!(?:true|false|null)\b)[A-Za-z][\w-]*")
_NUMBERED: Final = re.compile(r"seat(-?\d+)")
_TAG: Final = re.compile(r"\[(\w+) (.*)\]")
_ROW: Final = re.compile(r"([\w-]+): (.+)")
_FIELD: Final = re.compile(r" (\w+)=")
_SEATED: Final = ("seat", "dealer")


class NotationError(ValueError):
    """A text that is no match; the message names the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")


def plain(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the part of a record that the notation keeps; raises MatchError if it starts no match."""
    tells_sight = False
    lines_kept: list[Event] = []
    for stage in fold(events):
        if isinstance(stage.event, MatchStart) and not lines_kept:
            tells_sight = stage.event.tells_sight
        if stage.event is not None:
            lines_kept.append(_bare(stage.event, tells_sight))
    return tuple(lines_kept)


def write(events: Sequence[Event]) -> Iterator[str]:
    """Yield the lines of the text; raises MatchError if the events start no match."""
    row: list[Played] = []
    names = SeatNames(())
    tells_sight, verdicts = False, 0
    for stage in fold(events):
        event = stage.event
        if isinstance(event, MatchStart) and not names.seats:
            names, tells_sight = SeatNames(event.seats), event.tells_sight
            yield from _head(event)
            continue
        event = event and _bare(event, tells_sight)
        in_row = isinstance(event, Played) and event == Played(seat=event.seat, card=event.card)
        if not (isinstance(event, Played) and in_row and _follows(event.seat, row, len(names.seats))):
            yield from names.row(row)
            row = []
        if isinstance(event, Played) and in_row:
            row.append(event)
        elif event is not None:
            yield from names.event(event)
        if stage.results:
            yield from names.row(row)
            row = []
            yield from _remarks(stage, verdicts)
            verdicts += sum(isinstance(result, Verdict) for result in stage.results)
    yield from names.row(row)


def read(text: str) -> tuple[Event, ...]:
    """Read the events of a text; raises NotationError."""
    lines = [line.strip() for line in text.split("\n")]
    if not lines or lines[0] != MAGIC:
        begins = f"; it begins with {lines[0]}" if lines and lines[0].startswith("[Schiri") else ""
        raise NotationError(1, f"only texts that begin with {MAGIC} are known{begins}")
    head: dict[str, Any] = {"e": "match", "v": VERSIONS[-1]}
    events: list[Event] = []
    for number, line in enumerate(lines[1:], 2):
        if not line or line.startswith(REMARK):
            continue
        try:
            if tag := _TAG.fullmatch(line):
                head[tag[1].lower()] = json.loads(tag[2])
                continue
            if not events:
                events.append(parse_fields(head))
            events.extend(_events(line, SeatNames(head["seats"])))
        except RecordError as error:
            raise NotationError(number, error.reason) from error
        except (ValueError, LookupError, RecursionError) as error:
            excerpt = line if len(line) <= _SHOWN else f"{line[:_SHOWN]} …"
            raise NotationError(number, f"{excerpt!r} is no tag, no trick and no event ({error})") from error
    try:
        return tuple(events) or (parse_fields(head),)
    except RecordError as error:
        raise NotationError(1, error.reason) from error


def as_record(data: bytes) -> bytes:
    """Return a record's bytes; a match as text is converted first; raises NotationError."""
    if not data.removeprefix(BOM_UTF8).startswith(b"[Schiri"):
        return data
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(line, "a letter here is not written in UTF-8; save the file in it") from error
    return "".join(f"{to_line(event)}\n" for event in read(text)).encode()


class SeatNames:
    """The seats' names in the notation: the player's if it is one plain word of one player, else ``seat0``."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.seats = tuple(seats)

    def of(self, seat: Seat) -> str:
        """Return the word for a seat, also for a seat that does not exist."""
        name = self.seats[seat] if 0 <= seat < len(self.seats) else ""
        plain = _WORD.fullmatch(name) and self.seats.count(name) == 1 and not _NUMBERED.fullmatch(name)
        return name if plain else f"seat{seat}"

    def seat(self, word: str) -> Seat:
        """Return the seat of a word; raises ValueError."""
        numbered = _NUMBERED.fullmatch(word)
        return int(numbered[1]) if numbered else self.seats.index(word)

    def row(self, row: Sequence[Played]) -> Iterator[str]:
        """Write cards that followed one another around the table."""
        if row:
            yield f"{self.of(row[0].seat)}: {' '.join(event.card for event in row)}"

    def event(self, event: Event) -> Iterator[str]:
        """Yield the lines of another event; a blank line goes before a deal."""
        fields = to_fields(event)
        kind = fields.pop("e")
        if kind == "deal":
            yield ""
        words = (f"{name}={self._value(name, value)}" for name, value in fields.items())
        yield " ".join((kind, *words))

    def _value(self, name: str, value: object) -> str:
        if name in _SEATED and isinstance(value, int):
            return self.of(value)
        if isinstance(value, str) and _WORD.fullmatch(value):
            return value
        return _json(value, (",", ":"))


def _head(event: MatchStart) -> Iterator[str]:
    yield MAGIC
    for name, value in to_fields(_bare(event)).items():
        if name != "e" and name != "v":
            yield f"[{name.capitalize()} {_json(value)}]"


def _json(value: object, separators: tuple[str, str] = (", ", ": ")) -> str:
    """Write a value as JSON, with escapes for characters that steer a terminal or turn the direction of the text."""
    text = json.dumps(value, ensure_ascii=False, separators=separators)
    return "".join(one if unicodedata.category(one) not in _UNSEEN else json.dumps(one)[1:-1] for one in text)


def _bare(event: Event, tells_sight: bool = False) -> Event:
    """Return the event without confidence and picture, and without time and source unless the record tells sight."""
    if tells_sight and not isinstance(event, MatchStart):
        return replace(event, conf=None, img=None)
    bare = replace(event, t=None, src=None, conf=None, img=None)
    match bare:
        case MatchStart():
            return replace(bare, v=VERSIONS[-1], sight=bare.tells_sight or None)
        case Played():
            return replace(bare, since=None)
        case _:
            return bare


def _follows(seat: Seat, row: Sequence[Played], seats: int) -> bool:
    """Whether a play continues a row: the next seat's, and a seat is still missing in it."""
    return not row or (len(row) < seats and 0 <= row[0].seat < seats and seat == (row[-1].seat + 1) % seats)


def _remarks(stage: FoldStep, verdicts: int) -> Iterator[str]:
    """Yield results, for people alone: a reader passes over them."""
    for result in stage.results:
        if isinstance(result, TrickResult):
            yield f"{REMARK} trick {result.trick}: {replay.taken(stage.match.names, result)}"
            continue
        verdicts += isinstance(result, Verdict)
        yield f"{REMARK} {replay.told(stage.match, result, verdicts).strip()}"


def _events(line: str, names: SeatNames) -> Iterable[Event]:
    if row := _ROW.fullmatch(line):
        first, seats = names.seat(row[1]), len(names.seats)
        for place, card in enumerate(row[2].split()):
            seat = (first + place) % seats if place else first
            yield parse_fields({"e": "play", "seat": seat, "card": card})
        return
    kind, _, _ = line.partition(" ")
    yield parse_fields({"e": kind} | dict(_fields(line, len(kind), names)))


def _fields(line: str, at: int, names: SeatNames) -> Iterator[tuple[str, Any]]:
    while at < len(line):
        field = _FIELD.match(line, at)
        if field is None:
            raise ValueError(f"name=value is expected at character {at + 2}")
        at = field.end()
        if word := _WORD.match(line, at):
            value, at = word[0], word.end()
        else:
            value, at = json.JSONDecoder().raw_decode(line, at)
        yield field[1], names.seat(value) if field[1] in _SEATED and isinstance(value, str) else value
