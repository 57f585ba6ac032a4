"""Names of players and numbers of decks, as they are typed."""

import csv

from vision.marks.identity import DECKS


class ReadError(ValueError):
    """A record that cannot be written where it was asked for, or deck numbers or names that are none."""


def numbers(text: str) -> tuple[int, ...]:
    """Deck numbers, written ``0,1``; raises ReadError."""
    parts = text.split(",")
    if not all(part.isdecimal() and len(part) == 1 and int(part) < DECKS for part in parts):
        raise ReadError(f"deck numbers go from 0 to {DECKS - 1} and are written like 0 or 0,1, not {text!r}")
    return tuple(map(int, parts))


def names(text: str) -> tuple[str, ...]:
    """Players, written ``Anna,Berta,Carla``, one with a comma in double quotes; raises ReadError for no name."""
    found = tuple(name.strip() for row in csv.reader([text], skipinitialspace=True) for name in row)
    wrong = next((name for name in found if not name or not name.isprintable()), None)
    if wrong is not None or len(set(found)) < len(found):
        raise ReadError(f"--seats needs a different, printable name for each player, not {text!a}")
    return found
