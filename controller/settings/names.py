"""Names of players and numbers of decks, as they are typed."""

import csv
import re
from collections.abc import Iterable

from controller.record.events import Value
from controller.record.naming import are_players
from vision.marks.identity import DECKS


class ReadError(ValueError):
    """A record that cannot be written where it was asked for, or deck numbers or names that are none."""


def is_deck_name(text: str) -> bool:
    """Whether a deck can be called so, for files are named by it: small letters, digits and dashes.

    >>> is_deck_name("old-jass"), is_deck_name("../jass")
    (True, False)
    """
    return bool(re.fullmatch(r"[a-z0-9][a-z0-9-]{0,31}", text))


def numbers(text: str) -> tuple[int, ...]:
    """Deck numbers, written ``0,1``; raises ReadError."""
    parts = text.split(",")
    if not all(part.isdecimal() and len(part) == 1 and int(part) < DECKS for part in parts):
        raise ReadError(f"deck numbers go from 0 to {DECKS - 1} and are written like 0 or 0,1, not {text!r}")
    return tuple(map(int, parts))


def options(texts: Iterable[str]) -> dict[str, Value]:
    """House rules, each written ``NAME=VALUE``: true, false, a number, a word, or several with commas.

    Raises:
        ReadError: it is not written so, or a name comes twice.
    """
    values: dict[str, Value] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals or name in values:
            raise ReadError(f"--option is written NAME=VALUE, each name once, not {text!r}")
        parts = [_value(part) for part in value.split(",") if part or "," not in value]
        values[name] = tuple(parts) if "," in value else parts[0]
    return values


def _value(text: str) -> Value:
    """One value as it would stand in the settings; a word needs no quotes here."""
    plain = {"true": True, "false": False}
    if text in plain:
        return plain[text]
    return int(text) if text.removeprefix("-").isdecimal() else text


def names(text: str) -> tuple[str, ...]:
    """Players, written ``Anna,Berta,Carla``, one with a comma in double quotes; raises ReadError for no name."""
    try:
        players = tuple(name.strip() for row in csv.reader([text], skipinitialspace=True, strict=True) for name in row)
    except csv.Error as error:
        raise ReadError(f"--seats has a double quote that is not closed, or in the middle of a name: {text}") from error
    if not are_players(players):
        raise ReadError(f"--seats needs a different, printable name for each player, not {text!r}")
    return players
