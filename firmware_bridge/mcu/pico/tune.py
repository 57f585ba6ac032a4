"""What buzzer and lamp make of a picture; patterns that can be told apart with closed eyes, or without colour."""

from .picture import Picture
from .protocol import LAMP_FOUL

CALM, ALERT, FOUL = 0, 1, 2

TUNES = {ALERT: ((1320, 90), (0, 60), (1320, 90)), FOUL: ((330, 600),)}
"""Hertz and milliseconds: two short high tones, one long low one."""

SLOT_MS = 128
PATTERNS = {CALM: 0x0000, ALERT: 0x0005, FOUL: 0x5555}
SILENT = 0x0001
"""Sixteen slots make a pattern of two seconds; the lowest bit is the first."""


def mood(picture: Picture) -> int:
    """Some seat's lamp says foul; else there is an alert; else all is calm."""
    if any(lamp == LAMP_FOUL for lamp, _, _, _ in picture.rows[: picture.count]):
        return FOUL
    return ALERT if picture.texts[2] else CALM


class Tune:
    """Plays when the mood becomes worse."""

    def __init__(self) -> None:
        self._before = CALM
        self._begun = 0
        self._tones: tuple[tuple[int, int], ...] = ()

    def hertz(self, state: int, now: int) -> int:
        """The tone of this moment, 0 for none."""
        if state > self._before:
            self._tones = TUNES[state]
            self._begun = now
        self._before = state
        end = self._begun
        for hertz, length_ms in self._tones:
            end += length_ms
            if now < end:
                return hertz
        return 0


class Lamp:
    """Flashes."""

    def lit(self, state: int, silent: bool, now: int) -> int:
        """1 or 0."""
        pattern = SILENT if silent else PATTERNS[state]
        return pattern >> now // SLOT_MS % 16 & 1
