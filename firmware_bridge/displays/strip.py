"""A strip of coloured lights as a scoreboard: each row of the face has its own piece of the strip, in seat order.

Place and pattern give a light its meaning; the colours only repeat it:

- the beginning of a piece, lit as one block: this seat is to play
- the rest of a piece, a bar: the score, from one light for the lowest to the whole bar for the highest
- every second light of a piece: a fault of this seat
- two on, two off along the whole strip: an alert that is nobody's fault, such as "camera blind"
- the middle of the strip alone: nobody plays
"""

import re
from typing import Final, TypeAlias

from firmware_bridge.face.face import Face, Lamp, Row

StripLight: TypeAlias = tuple[int, int, int]
"""Red, green, blue, 0 to 255 each."""

StripLights: TypeAlias = tuple[StripLight, ...]

DARK: Final = (0, 0, 0)
WHITE: Final = (1.0, 1.0, 1.0)
BLUE: Final = (0.1, 0.3, 1.0)
RED: Final = (1.0, 0.0, 0.0)
AMBER: Final = (1.0, 0.6, 0.0)

BRIGHTEST: Final = 96
"""No light is brighter, whatever is set: lights near the mat are what most often disturbs a camera."""

BLOCK_SHARE: Final = 0.25
"""Share of a piece for the block that says whose turn it is."""

_FIGURES: Final = re.compile(r"([-+\u2212]?)(\d*)(?:[.,](\d+)|(½))?")


def render(face: Face, lights: int, brightness: int) -> StripLights:
    """Render the strip as so many lights, none brighter than ``brightness`` or ``BRIGHTEST``.

    >>> face = Face("", (Row("Anna", "+4", "", Lamp.TURN), Row("Berta", "-1")))
    >>> "".join("#" if any(light) else "." for light in render(face, 16, 40))
    '##.####....#....'
    """
    level = min(brightness, BRIGHTEST)
    if not face.rows:
        return tuple(_dimmed(WHITE, level) if place == lights // 2 else DARK for place in range(lights))
    if face.alert and not any(row.lamp is Lamp.FOUL for row in face.rows):
        return tuple(_dimmed(AMBER, level) if place % 4 < 2 else DARK for place in range(lights))
    # All pieces are equally long, so that bars can be compared; what is left over stays dark.
    long = lights // len(face.rows)
    pieces = (
        light
        for row, share in zip(face.rows, _shares(face.rows), strict=True)
        for light in _piece(row, share, long, level)
    )
    return tuple(pieces) + (DARK,) * (lights % len(face.rows))


def _piece(row: Row, share: float | None, lights: int, level: int) -> list[StripLight]:
    """Render one row's lights; the last one stays dark to separate the pieces."""
    used = max(1, lights - 1) if lights else 0
    rest = [DARK] * (lights - used)
    if row.lamp is Lamp.FOUL:
        return [*(_dimmed(RED, level) if place % 2 == 0 else DARK for place in range(used)), *rest]
    block = min(used, max(1, round(BLOCK_SHARE * lights)))
    turn = [_dimmed(WHITE, level) if row.lamp is Lamp.TURN else DARK] * block
    gap = [DARK] * min(1, used - block)
    room = used - block - len(gap)
    long = 0 if share is None or not room else 1 + round(share * (room - 1))
    return [*turn, *gap, *([_dimmed(BLUE, level)] * long), *([DARK] * (room - long)), *rest]


def _shares(rows: tuple[Row, ...]) -> list[float | None]:
    """Place each score between the lowest and the highest, 0 to 1; None for what is no number."""
    scores = [value_of(row.score) for row in rows]
    known = [score for score in scores if score is not None]
    span = max(known) - min(known) if known else 0
    return [None if score is None else (score - min(known)) / span if span else 0.0 for score in scores]


def value_of(score: str) -> float | None:
    """Read the number in a score's text, or None.

    >>> value_of("+3"), value_of("−49½"), value_of("12,5"), value_of("out")
    (3.0, -49.5, 12.5, None)
    """
    found = _FIGURES.fullmatch(score.strip())
    if not found or not any(found.groups()[1:]):
        return None
    sign, whole, part, half = found.groups()
    value = float(f"{whole or 0}.{part or 0}") + (0.5 if half else 0)
    return -value if sign in {"-", "\u2212"} else value


def _dimmed(colour: tuple[float, float, float], level: int) -> StripLight:
    red, green, blue = (round(level * part) for part in colour)
    return red, green, blue
