"""The patterns of lamp and buzzer, told apart with closed eyes by number and by length."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from hardware.pins.player import Pattern

Signal: TypeAlias = Literal[
    "card", "trick", "deal", "match", "back", "unclear", "check", "verdict", "arbiter", "blind", "alert"
]
"""Signals that the table can show or sound:

- ``card``: a card was read; ``trick``: a trick is complete; ``deal``: a deal is over; ``match``: the match is over;
- ``back``: something was taken back: undo, another correction, a verdict that is withdrawn;
- ``unclear``: a word or a press was not understood, or waits for more;
- ``check``: a card or a trick should be looked at before anybody is accused; ``verdict``: somebody has made a fault;
- ``arbiter``: somebody calls the arbiter; ``blind``: the camera does not see the table, or the disk takes nothing;
- ``alert``: the displays show something that nobody has confirmed yet.
"""

_SHORT, _LONG = 60, 500


def _pulses(number: int, on_ms: int, rank: int, again_s: float = 10.0, off_ms: int = 160) -> Pattern:
    """Equal pulses at equal distances."""
    return Pattern(((on_ms, off_ms),) * number, rank, again_s)


PATTERNS: Final[Mapping[Signal, Pattern]] = {
    "card": _pulses(1, 15, 0),
    "trick": _pulses(1, _SHORT, 1),
    "back": _pulses(2, _SHORT, 3),
    "unclear": _pulses(3, _SHORT, 4),
    "deal": _pulses(1, 800, 2),
    "match": _pulses(2, 800, 5),
    "check": _pulses(2, 250, 6),
    "verdict": _pulses(3, _LONG, 7, off_ms=200),
    "arbiter": Pattern(((150, 120), (150, 450)) * 2, 8),
    "blind": _pulses(1, 250, 9, again_s=5),
    "alert": _pulses(1, 1800, 0, again_s=3.6),
}
"""One pattern for each signal."""

LONGEST_MS: Final = 2000
"""Longest duration of a pattern: a verdict is heard within a second, and its end within three."""

SIGNALS: Final[tuple[Signal, ...]] = get_args(Signal)
STANDING: Final[tuple[Signal, ...]] = ("blind", "arbiter", "alert")
"""Signals that are repeated as long as they are so; the first of them is."""
LAMP: Final[tuple[Signal, ...]] = tuple(signal for signal in SIGNALS if signal != "card")
SOUNDS: Final[tuple[Signal, ...]] = tuple(signal for signal in LAMP if signal != "alert")
"""Signals that are shown and sounded where no settings say so."""
