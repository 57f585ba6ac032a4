"""Strangers on a wire: devices that answer in place of the display, told by the bytes that came."""

import re
from typing import Final

KEPT_BYTES: Final = 400
"""The newest bytes to judge by: a greeting of a board, or a few of its complaints."""

_KNOWN: Final = (
    (rb"MicroPython|\r\n>>> |File \"<stdin>\"", "MicroPython's prompt answers: Schiri's program is not on the board"),
    (rb"CircuitPython|code\.py output", "CircuitPython answers: Schiri's program is not on the board"),
    (rb"Marlin|echo:Unknown command|\bok\nok\n", "a 3D printer or another machine run by Marlin answers"),
    (rb'"leds"|\bWLED\b|\n Ada\n', "a WLED answers"),
    (rb"ets [A-Z][a-z]{2} +\d|rst:0x|boot:0x", "a board of the ESP kind starts"),
    (rb"(?:^|[\r\n])login: |[$#] $", "a shell or its login answers"),
)
"""Patterns in what devices of other kinds say, and the device in words."""
_NOISE: Final = 0.3
"""The share of letters that are none from which on it is no text."""
_SHOWN: Final = 40


def describe(heard: bytes, sent: bytes = b"") -> str:
    r"""Name in words who answers; empty where nothing came.

    Args:
        heard: what came and was no answer of the display, the newest last.
        sent: what went out last.

    >>> describe(b"\r\nMicroPython v1.24.1 on 2024-11-29; Raspberry Pi Pico\r\n>>> ")
    "MicroPython's prompt answers: Schiri's program is not on the board"
    >>> describe(b"ERROR:20"), describe(b"abc", sent=b"abc"), describe(b"")
    ("it says 'ERROR:20'", 'what was sent comes back: nothing but a loop of the wire, or a terminal', '')
    """
    if not heard.strip(b"\0"):
        return ""
    for pattern, who in _KNOWN:
        if re.search(pattern, heard):
            return who
    if sent and sent in heard:
        return "what was sent comes back: nothing but a loop of the wire, or a terminal"
    text = heard.decode("ascii", errors="replace").replace("\0", " ")
    strange = sum(not (letter.isprintable() and letter.isascii()) and letter not in "\r\n\t" for letter in text)
    if strange > _NOISE * len(text):
        return "what comes is no text: another speed of the line, or no display"
    line = next((line for line in reversed(text.split("\n")) if line.strip()), text).strip()
    return f"it says {line[-_SHOWN:]!r}"


def append(heard: bytes, data: bytes) -> bytes:
    """Append the bytes that came, and drop the oldest beyond the limit."""
    return (heard + data)[-KEPT_BYTES:]
