"""The places of the pips on a card."""

from typing import Final

COLUMNS: Final = {"l": 0.36, "m": 0.5, "r": 0.64}
"""Middle of each column of pips, of the card's width."""
PIPS: Final = {
    1: ("m50",),
    2: ("m22", "m78"),
    3: ("m22", "m50", "m78"),
    4: ("l24", "r24", "l76", "r76"),
    5: ("l24", "r24", "m50", "l76", "r76"),
    6: ("l24", "r24", "l50", "r50", "l76", "r76"),
    7: ("l24", "r24", "m37", "l50", "r50", "l76", "r76"),
    8: ("l24", "r24", "m37", "l50", "r50", "m63", "l76", "r76"),
    9: ("l23", "r23", "l41", "r41", "m50", "l59", "r59", "l77", "r77"),
    10: ("l23", "r23", "m32", "l41", "r41", "l59", "r59", "m68", "l77", "r77"),
}
"""Column and height in percent of each pip, by the number of pips."""
