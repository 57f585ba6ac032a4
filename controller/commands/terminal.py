"""Lines for people: on a terminal within its width and with suits as signs, elsewhere plain; output may go away."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Final, TextIO

from controller.appliance.program import as_typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from vision.words.cards import Lang

MOST_LETTERS: Final = 1000
"""The longest sentence about what others sent or wrote; nobody reads a longer one to its end."""
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SIGNS: Final = "♠♥♦♣"
_RED: Final = r"[♥♦](?:10|[0-9A-Z]\b)?"
_HANGING: Final = 2
"""Columns by which the continuation of a line is indented more than its beginning."""


def say(text: str) -> None:
    """Write lines, the commands in them as they are typed here, whether anybody reads along or not."""
    try:
        print_commands(text, sys.stdout)
        sys.stdout.flush()
    except (OSError, ValueError):
        silence()


def print_commands(text: str, out: TextIO) -> None:
    """Write lines that name commands: each as it is typed here."""
    write(as_typed(text).split("\n"), out)


def complain(text: str) -> None:
    """Print what is wrong in one line of standard error."""
    write([f"schiri: {plain(as_typed(text))}"], sys.stderr)


def write(lines: Iterable[str], out: TextIO, end: str = "\n") -> None:
    """Write lines; on a terminal broken between words where they are too long, and red suits in red."""
    if not out.isatty():
        out.writelines(f"{line}{end}" for line in lines)
        return
    from rich.console import Console  # help tells without it
    from rich.text import Text

    console = Console(file=out, highlight=False, markup=False, emoji=False)
    for line in lines:
        text = Text(line)
        text.highlight_regex(_RED, "red")
        behind = " " * min(len(line) - len(line.lstrip()) + _HANGING, console.width // 2)
        first, *rest = [text] if text.cell_len <= console.width else text.wrap(console, console.width - len(behind))
        for one in (first, *(Text.assemble(behind, part) for part in rest)):
            one.rstrip()
            console.print(one, no_wrap=True, overflow="ignore", crop=False, end=end)


def wording(out: TextIO) -> Callable[[str], str]:
    """Return the function that writes messages and cards for these readers: on a terminal with the signs of suits."""
    if not (out.isatty() and _can_encode(out, _SIGNS)):
        return str
    from dataclasses import replace

    from controller.language.translate import ENGLISH, SYMBOLS, translated  # help tells without them
    from controller.record.cards import Card

    signs = replace(ENGLISH, style="symbols")

    def say(text: str) -> str:
        if isinstance(text, Card):
            return f"{SYMBOLS[text.suit]}{text.rank}" if text.suit in SYMBOLS else str(text.face)
        return translated(text, signs)

    return say


def language() -> Lang:
    """Return the language of whoever types here, by gettext's variables; English if it is none of ours."""
    from controller.language.catalogues import supported  # help tells without it

    messages = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "C")
    codes = [
        code.partition(".")[0].replace("_", "-") for code in (messages, *os.environ.get("LANGUAGE", "").split(":"))
    ]
    return "en" if codes[0] in ("C", "POSIX") else supported(*codes[1:], codes[0]) or "en"


def _can_encode(out: TextIO, letters: str) -> bool:
    """Whether a stream can write these letters."""
    try:
        letters.encode(out.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def plain(text: str) -> str:
    """Return a text in one line of bounded length, its control characters escaped.

    File names and settings stand in it.
    """
    return _CONTROL.sub(escaped, text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]} …")


def escaped(match: re.Match[str]) -> str:
    """Escape what was found, as Python writes it in a text."""
    return ascii(match[0])[1:-1]


def silence() -> None:
    """Send standard output nowhere from now on."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - it is standard output to the end


def prepare() -> None:
    """Make standard output safe to write any text to, whatever it is connected to."""
    if sys.stdout is None:  # it was closed
        silence()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(errors="backslashreplace")  # pyrefly: ignore[missing-attribute]  # text streams of the program
