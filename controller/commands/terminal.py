"""Standard output that may go away: whoever read along has left, the disk behind it is full, it was never there."""

import os
import sys


def say(text: str) -> None:
    """Write a line where somebody may read along; a table is refereed whether anybody does or not."""
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except (OSError, ValueError):
        silence()


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
