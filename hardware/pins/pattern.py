"""A pattern of pulses that a lamp can blink and a buzzer can sound."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pattern:
    """Pulses, one after the other.

    Attributes:
        pulses_ms: How long each is on, and off after it, milliseconds.
        rank: A pattern breaks off one of lower rank, and one that waits is not replaced by one of lower rank.
        again_s: From one beginning to the next as long as it stands; longer than the pattern.
    """

    pulses_ms: tuple[tuple[int, int], ...]
    rank: int = 0
    again_s: float = 10.0

    @property
    def whole_ms(self) -> int:
        """From its beginning to the end of its last pulse."""
        return sum(on + off for on, off in self.pulses_ms) - self.pulses_ms[-1][1]
