"""Strokes and circles of the sheet in an e-paper's rectangles, circles and triangles."""

from firmware_bridge.displays import tally
from firmware_bridge.displays.epaper import frames


def marks(strokes: str, left: int, base: int, high: int) -> tuple[bytes, ...]:
    """The marks ``high`` dots high, from their left end on a base line; they must be of ``tally.MARKS``."""
    thick = max(2, round(tally.THICK * high))
    drawn: list[bytes] = []
    for mark, place in tally.places(strokes)[0]:
        x = left + round(place * high)
        if mark == "I":
            drawn.append(frames.filled(x, base - high, x + thick - 1, base - 1))
        elif mark == tally.CROSSING:
            end = x + round(3 * tally.STEP * high) + thick
            low, up = base - round(0.15 * high), base - round(0.85 * high)
            corners = [(x, low - thick), (x, low), (end, up - thick), (end, up)]
            drawn += [frames.triangle(*corners[:3]), frames.triangle(*corners[1:])]
        else:
            radius = round(tally.CIRCLE * high / 2)
            middle = (x + radius, base - high // 2)
            drawn += [frames.circle(*middle, radius - less) for less in range(thick)]
            if mark == "φ":
                drawn.append(frames.filled(middle[0], base - high, middle[0] + thick - 1, base - 1))
    return tuple(drawn)
