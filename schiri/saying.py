"""Words and shown cards beside the play, from a program's arguments to the events of the record."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, Final, Literal, cast

from controller.games import AnyGame, vocabularies
from controller.record import events
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import Event
from controller.record.message import Listed, Message
from controller.record.naming import by_plain, or_near, plain
from schiri import typed
from schiri.errors import OrderError, UnknownNameError

SayingKind = Literal[
    "agree",
    "call",
    "choose",
    "collect",
    "declare",
    "discard",
    "dog",
    "draw",
    "duel",
    "end",
    "exchange",
    "upcard",
    "void",
]
"""The kinds of events beside deals, bids, plays and corrections, as the record names them (docs/spec/record.md)."""

_KINDS: Final[Mapping[str, type[events.Fact]]] = {
    "agree": events.Agree,
    "call": events.Call,
    "choose": events.Choose,
    "collect": events.Collect,
    "declare": events.Declare,
    "discard": events.Discard,
    "dog": events.Dog,
    "draw": events.Draw,
    "duel": events.Duel,
    "end": events.End,
    "exchange": events.Exchange,
    "upcard": events.Upcard,
    "void": events.Void,
}
_ONE_CARD: Final = ("card", "gives", "takes")
_CARDS: Final = ("cards", "shown")


def event(kind: str, names: Sequence[str], by: str | None, given: Mapping[str, object]) -> Event:
    """Make the event of a word or of cards shown.

    Args:
        kind: of :data:`SayingKind`.
        names: the players.
        by: who says or shows it; None: nobody in particular.
        given: the other fields of the event, cards and players as a program names them.

    Raises:
        UnknownNameError: there is no such kind, field or player.
        CardError: a card is none.
        OrderError: a field is missing, or cannot hold what it is given.
    """
    if kind not in _KINDS:
        told = Message("{code} cannot be said; there are {names}", code=repr(kind), names=Listed(tuple(_KINDS)))
        raise UnknownNameError(str(or_near(told, kind, _KINDS)))
    known = {field.name for field in fields(_KINDS[kind])} - {"e", "seat"}
    for name in given:
        if name not in known:
            told = Message("there is no field {code} in a {kind} event", code=repr(name), kind=kind)
            raise UnknownNameError(str(or_near(told, name, known)))
    values: dict[str, Any] = {name: _value(names, name, value) for name, value in given.items()}
    if by is not None:
        values["seat"] = typed.seat(names, by)
    try:
        return record.parse_fields({"e": kind, **values})
    except record.RecordError as error:
        raise OrderError(f"{kind!r} with {dict(given)!r}: {error.reason}") from None


def words(game: AnyGame, call: str) -> tuple[str, ...]:
    """Split a text into the words of a game; empty where one of its parts is no word.

    Args:
        game: whose words.
        call: the text, each part by its record's name or as its card says it in any language.
    """
    known = _words_by_name(game.name)
    found = tuple(known.get(plain(part)) or game.auction.call_of(part) for part in call.split())
    return found if set(found) <= set(known.values()) else ()


@cache
def _words_by_name(game: str) -> Mapping[str, str]:
    vocabulary = vocabularies.load(game)
    wordings = {word: [name for name in wording if plain(name)] for word, wording in vocabulary.wordings.items()}
    return by_plain({word: wordings.get(word, ()) for word in sorted(vocabulary.bids | vocabulary.words)})


def _value(names: Sequence[str], field: str, value: object) -> object:
    """Convert a field's value to the record's form: seats for names, lists of cards for texts."""
    if field in _ONE_CARD:
        return None if value is None else Card(value)
    if field in _CARDS and isinstance(value, Mapping):
        laid = cast("Mapping[str, str]", value)
        return {typed.seat(names, name): Card(card) for name, card in laid.items()}
    if field in _CARDS:
        return None if value is None else typed.cards(cast("str | Iterable[str]", value))
    if field == "seats":
        return [typed.seat(names, name) for name in typed.words(cast("str | Iterable[str]", value))]
    return value
