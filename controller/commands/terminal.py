"""Sentences on standard error, and standard output, which may go away while a command runs."""

import os
import re
import sys
from typing import Final

MOST_LETTERS: Final = 1000
"""The longest sentence about what others sent or wrote; nobody reads a longer one to its end."""
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def say(text: str) -> None:
    """Write a line where somebody may read along; a table is refereed whether anybody does or not."""
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except (OSError, ValueError):
        silence()


def complain(text: str) -> None:
    """Tell what is wrong in one line of standard error."""
    sys.stderr.write(f"schiri: {plain(text)}\n")


def plain(text: str) -> str:
    """A text in one line of bounded length, its control characters escaped: file names and settings stand in it."""
    return _CONTROL.sub(escaped, text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]} …")


def escaped(found: re.Match[str]) -> str:
    """Escape what was found, as Python writes it in a text."""
    return ascii(found[0])[1:-1]


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
