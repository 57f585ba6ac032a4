"""Texts in letters of 5 x 7 dots."""

from .letters import COLUMNS, FIRST_LATIN, LAST_LATIN, LATIN, LETTERS, SPECIALS

WIDE = 6
"""Width of a letter, with the gap."""

HIGH = 7
LINE = 8
ELLIPSIS = "…"

OF_NUMBER = "0123456789+-.,:'/%\xb1\xbd\u2212\u2019"
"""Digits and what can stand in, before or behind a number."""


def letter(character: str) -> bytes:
    """Return the five columns of a character's letter."""
    code = ord(character)
    if character == " ":
        return bytes(5)
    if 0x21 <= code <= 0x7E:
        place = code - 0x21
    elif FIRST_LATIN <= code <= LAST_LATIN:
        place = LATIN[code - FIRST_LATIN]
    else:
        place = SPECIALS.get(code, LETTERS - 1)
    return COLUMNS[5 * place : 5 * place + 5]


def kept(text: str, room: int, words: bool = False) -> str:
    """Shorten the text to so many characters; what is left out is an ellipsis.

    Never ends in the middle of a number; with ``words``, ends between words only: a part of a group of strokes is a
    false count.
    """
    if len(text) <= room:
        return text
    best = end = 0
    before = " "
    for count in range(room):
        after = text[count]
        if " " in (before, after) if words else not (before in OF_NUMBER and after in OF_NUMBER):
            best = end
        if after != " ":
            end = count + 1
        before = after
    return text[:best] + ELLIPSIS


def line(text: str, room: int) -> "tuple[str, str, bool]":
    """Split off the first line of a paragraph; return the rest, and whether a word had to be broken."""
    if len(text) <= room:
        return text, "", False
    at = text[: room + 1].rfind(" ")
    if at > 0:
        return text[:at], text[at:].lstrip(" "), False
    at = len(kept(text, room)) - 1 or room
    return text[:at], text[at:].lstrip(" "), True


def lines(text: str, room: int) -> int:
    """Count the lines that a paragraph takes; more than any glass has if a word had to be broken."""
    count = 0
    while text:
        _, text, broken = line(text, room)
        if broken:
            return 255
        count += 1
    return count
