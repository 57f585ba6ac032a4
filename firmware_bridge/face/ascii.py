"""Text for displays that have only the letters of ASCII; a number is never made another one."""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

WRITTEN: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe"}
    | {"Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "♠": "S", "♥": "H", "♦": "D", "♣": "C"}
    | {"…": "..", "−": "-", "–": "-", "\u2014": "-", "\u2019": "'", "\u2018": "'", "“": '"', "”": '"', "×": "x"}
    | {"→": ">", "½": ".5", "φ": "Q", "·": ".", "•": "."}
)
"""Letters and signs that are written with others; a stroke through a circle is a Q."""

UNKNOWN: Final = "?"

_SCHEME: Final = re.compile(r"^\w+://")
_PARTS: Final = re.compile(r".+?(?:[_@:]|-(?!\d)|(?<!\d)/|/(?!\d)|\.(?!\d)|$)")
"""Parts of a long word; a number keeps its sign, its point and its bar."""


def plain(text: str) -> str:
    """Convert the text to printable ASCII.

    >>> plain("Zoë Jürg 49½ ♥ …"), plain("x²中")
    ('Zoe Juerg 49.5 H ..', 'x??')
    """
    return "".join(map(_ascii, text.translate(WRITTEN)))


def short(address: str) -> str:
    """Shorten an address to the form that people say.

    >>> short("http://schiri.local:8080/")
    'schiri.local:8080'
    """
    return _SCHEME.sub("", address).rstrip("/")


def words(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Split a text into words in ASCII; one that does not fit is broken behind its signs, an address above all.

    >>> words("Open schiri.local:8080/table now", lambda word: len(word) <= 13)
    ['Open', 'schiri.local:', '8080/table', 'now']
    """
    pieces: list[str] = []
    for word in plain(text).split():
        line = ""
        for part in [word] if fits(word) else _PARTS.findall(word):
            if line and not fits(line + part):  # pyrefly: ignore[redundant-condition]  # it grows below
                pieces.append(line)
                line = ""
            line += part
        pieces.append(line)
    return pieces


def _ascii(character: str) -> str:
    if " " <= character <= "~":
        return character
    if character.isspace():
        return " "
    if (figure := unicodedata.decimal(character, None)) is not None:
        return str(figure)
    base = unicodedata.normalize("NFD", character)[0]
    # Only letters lose their accents: a raised two is not a two.
    return base if base.isascii() and base.isalpha() else UNKNOWN
