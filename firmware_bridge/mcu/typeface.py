"""The letters of small displays, from the drawing ``letters.txt`` to tables of C and MicroPython."""

import unicodedata
from pathlib import Path

DRAWING = Path(__file__).parent / "letters.txt"

WIDE, HIGH = 5, 7
"""Dots of a letter."""

FIRST_LATIN, LAST_LATIN = 0xA0, 0x17F
"""Latin-1 and Latin Extended-A: whatever is not drawn with its mark is shown without it, as č is shown as c."""


class BadDrawing(ValueError):  # noqa: N818 - named for the mistake
    """The drawing of the letters is not one."""


def letters(drawing: str) -> dict[str, bytes]:
    """Each drawn character with its dots: a byte a column, bit 0 at the top.

    Raises:
        BadDrawing: A block that is not a line of characters and ``HIGH`` lines of dots.
    """
    _, *blocks = drawing.strip().split("\n\n")
    found: dict[str, bytes] = {}
    for block in blocks:
        head, *lines = block.splitlines()
        cells = [line.split() for line in lines]
        characters = head.split()
        if len(cells) != HIGH or any(len(row) != len(characters) for row in cells):
            raise BadDrawing(f"letters {head}: a block is a line of characters and {HIGH} lines of dots for each")
        for place, character in enumerate(characters):
            found[character] = _columns([row[place] for row in cells])
    return found


def _columns(rows: list[str]) -> bytes:
    if any(len(row) != WIDE or set(row) - {"#", "."} for row in rows):
        raise BadDrawing(f"letter {rows}: {WIDE} dots wide, of # and .")
    return bytes(sum((rows[y][x] == "#") << y for y in range(HIGH)) for x in range(WIDE))


def latin(drawn: dict[str, bytes]) -> bytes:
    """List for each character from ``FIRST_LATIN`` to ``LAST_LATIN`` the number of its letter."""
    places = {character: place for place, character in enumerate(drawn)}
    missing = len(drawn) - 1
    found: list[int] = []
    for code in range(FIRST_LATIN, LAST_LATIN + 1):
        base = unicodedata.normalize("NFD", chr(code))[0]
        found.append(places.get(chr(code), places.get(base, missing)))
    return bytes(found)


def others(drawn: dict[str, bytes]) -> list[tuple[int, int]]:
    """Code and number of every letter beyond Latin, but for the last, which stands for what is not drawn."""
    return [(ord(character), place) for place, character in enumerate(drawn) if ord(character) > LAST_LATIN][:-1]


def c_tables() -> str:
    """Write the file ``avr/letters.h``."""
    drawn = letters(DRAWING.read_text(encoding="utf-8"))
    columns = "\n".join(f"    {_hexes(dots)}, /* {character} */" for character, dots in drawn.items())
    latins = latin(drawn)
    lines = "\n".join(f"    {_hexes(latins[at : at + 16])}," for at in range(0, len(latins), 16))
    specials = "\n".join(f"    {{0x{code:04x}, {place}}}, /* {chr(code)} */" for code, place in others(drawn))
    return C_TABLES.format(
        count=len(drawn), columns=columns, first=FIRST_LATIN, last=LAST_LATIN, lines=lines, specials=specials
    )


def python_tables() -> str:
    """Write the file ``pico/letters.py``."""
    drawn = letters(DRAWING.read_text(encoding="utf-8"))
    dots = b"".join(drawn.values())
    return PYTHON_TABLES.format(
        count=len(drawn),
        columns=_literal(dots),
        first=FIRST_LATIN,
        last=LAST_LATIN,
        latin=_literal(latin(drawn)),
        specials=", ".join(f"0x{code:04X}: {place}" for code, place in others(drawn)),
    )


def _hexes(data: bytes) -> str:
    return ", ".join(f"0x{byte:02x}" for byte in data)


def _literal(data: bytes) -> str:
    escaped = [f"\\x{byte:02x}" for byte in data]
    return "\n".join(f'    b"{"".join(escaped[at : at + 25])}"' for at in range(0, len(data), 25))


C_TABLES = """\
/* Made from letters.txt by `python -m firmware_bridge.protocol.generate`; do not edit. A byte a column, bit 0 up. */
#ifndef LETTERS_H
#define LETTERS_H

#include <avr/pgmspace.h>
#include <stdint.h>

#define LETTERS {count}
#define FIRST_LATIN {first}
#define LAST_LATIN {last}

struct special {{ uint16_t code; uint8_t letter; }};

static const uint8_t letter_columns[] PROGMEM = {{
{columns}
}};

static const uint8_t latin_letters[] PROGMEM = {{
{lines}
}};

static const struct special specials[] PROGMEM = {{
{specials}
}};

#endif
"""

PYTHON_TABLES = '''\
"""Made from letters.txt by ``python -m firmware_bridge.protocol.generate``; do not edit. A byte a column, bit 0 up."""

LETTERS = {count}
FIRST_LATIN = {first}
LAST_LATIN = {last}

# fmt: off
COLUMNS = (
{columns}
)
LATIN = (
{latin}
)
SPECIALS = {{{specials}}}  # noqa: E501
'''
