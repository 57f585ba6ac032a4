"""The protocol for those who do not speak Python 3: a C header and constants for MicroPython, from ``messages``.

``python -m firmware_bridge.protocol.generate`` writes them, and the tables of letters, into ``mcu``; a test compares.
"""

from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path

from firmware_bridge.face import face, fit
from firmware_bridge.mcu import typeface
from firmware_bridge.protocol import device, framing, messages
from firmware_bridge.protocol.messages import LAYOUTS, MessageLayout

HOME = Path(__file__).parents[1] / "mcu"

ENUMS: tuple[type[IntEnum], ...] = (face.Lamp, messages.Slot, messages.Reason, messages.Press)

LIMITS = {
    "FRAME_BYTES": framing.FRAME_BYTES,
    "PAYLOAD_BYTES": framing.PAYLOAD_BYTES,
    "MOST_ROWS": face.MOST_ROWS,
    "TITLE_BYTES": fit.TITLE_BYTES,
    "STATUS_BYTES": fit.STATUS_BYTES,
    "ALERT_BYTES": fit.ALERT_BYTES,
    "NAME_BYTES": fit.NAME_BYTES,
    "SCORE_BYTES": fit.SCORE_BYTES,
    "STROKES_BYTES": fit.STROKES_BYTES,
    "MOST_KEYS": device.MOST_KEYS,
    "KEY_RETRY_MS": round(1000 * device.RETRY_S),
    "NO_REFEREE_MS": round(1000 * device.NO_REFEREE_S),
}

MEANING = "the letter of a type, bytes of its numbers, its texts, and place, least and greatest value of a named number"


class UnfitLayout(ValueError):  # noqa: N818 - named for the mistake
    """A layout says more than the firmware's table of layouts has room for."""


def files() -> dict[str, str]:
    """Path below ``HOME`` and content of every file that is made."""
    return {
        "avr/protocol.h": c_header(),
        "avr/letters.h": typeface.c_tables(),
        "pico/protocol.py": python_constants(),
        "pico/letters.py": typeface.python_tables(),
    }


def c_header() -> str:
    """Write the C header ``avr/protocol.h``."""
    defines = "\n".join(f"#define {name} {value}" for name, value in LIMITS.items())
    enums = "\n".join(_c_enum(kind) for kind in ENUMS)
    letters = ", ".join(f"{_name(layout)} = '{layout.letter}'" for layout in LAYOUTS)
    rows = " \\\n".join(f"    X({_name(layout)}, {', '.join(map(str, shape(layout)))})" for layout in LAYOUTS)
    return f"""\
/* Made from messages.py by `python -m firmware_bridge.protocol.generate`; do not edit; see docs/protocol.md. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#ifndef PROTOCOL_VERSION
#define PROTOCOL_VERSION {messages.VERSION}
#endif
#define PROTOCOL_WHO "{messages.WHO}"
{defines}

{enums}
enum letter {{ {letters} }};

/* {MEANING} */
#define LAYOUTS(X) \\
{rows}

#endif
"""


def python_constants() -> str:
    """Write the MicroPython module ``pico/protocol.py``."""
    lines = [f"{name} = {value}" for name, value in LIMITS.items()]
    lines += [f"{name} = {value}" for kind in ENUMS for name, value in _members(kind)]
    lines += [f"{_name(layout)} = {ord(layout.letter)}" for layout in LAYOUTS]
    rows = "\n".join(f"    {_name(layout)}: {shape(layout)}," for layout in LAYOUTS)
    return f'''\
"""Made from messages.py by ``python -m firmware_bridge.protocol.generate``; do not edit; see docs/protocol.md."""

VERSION = {messages.VERSION}
WHO = "{messages.WHO}"
{chr(10).join(lines)}

# {MEANING}
LAYOUTS = {{
{rows}
}}
'''


def shape(layout: MessageLayout) -> tuple[int, int, int, int, int]:
    """Bytes of numbers, number of texts; place in the numbers, least and greatest value of the one that has names.

    Raises:
        UnfitLayout: Two such numbers, one of several bytes, or names with gaps between their values.
    """
    place, named = 0, list[tuple[int, int, int]]()
    for number in layout.numbers:
        if isinstance(number.make, type) and issubclass(number.make, IntEnum):
            values = sorted(number.make)
            if number.size_bytes != 1 or values != list(range(values[0], values[-1] + 1)):
                raise UnfitLayout(f"{layout.kind.__name__}.{number.name}: one byte, values without gaps")
            named.append((place, int(values[0]), int(values[-1])))
        place += number.size_bytes
    if len(named) > 1:
        raise UnfitLayout(f"{layout.kind.__name__}: {len(named)} numbers with names; the table has room for one")
    at, least, greatest = named[0] if named else (0, 0, 255)
    return layout.numbers_bytes, len(layout.texts), at, least, greatest


def main(home: Path = HOME) -> None:
    """Write every file that is made."""
    for path, content in files().items():
        (home / path).write_text(content, encoding="utf-8")


def _members(kind: type[IntEnum]) -> Iterator[tuple[str, int]]:
    for member in kind:
        yield f"{kind.__name__.upper()}_{member.name}", member.value


def _c_enum(kind: type[IntEnum]) -> str:
    return f"enum {kind.__name__.lower()} {{ {', '.join(f'{name} = {value}' for name, value in _members(kind))} }};"


def _name(layout: MessageLayout) -> str:
    """SET_ROW for SetRow."""
    return "".join(f"_{c}" if c.isupper() else c.upper() for c in layout.kind.__name__).lstrip("_")


if __name__ == "__main__":
    main()
