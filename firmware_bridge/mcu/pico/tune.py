"""Patterns of buzzer and lamp for a picture, told apart with closed eyes, or without colour."""

from .protocol import LAMP_FOUL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .picture import Picture

CALM, ALERT, FOUL = 0, 1, 2

TUNES = {ALERT: ((1320, 90), (0, 60), (1320, 90)), FOUL: ((330, 600),)}
"""Hertz and milliseconds: two short high tones, one long low one."""

SLOT_MS = 128
PATTERNS = {CALM: 0x0000, ALERT: 0x0005, FOUL: 0x5555}
SILENT = 0x0001
"""Sixteen slots make a pattern of two seconds; the lowest bit is the first."""


def mood(picture: "Picture") -> int:
    """Return the mood: foul if some seat's lamp says so, else alert if there is one, else calm."""
    if any(lamp == LAMP_FOUL for lamp, _, _, _ in picture.rows[: picture.count]):
        return FOUL
    return ALERT if picture.texts[2] else CALM


class MoodBuzzer:
    """Plays when the mood becomes worse; ``tone`` sounds so many hertz, 0 for none."""

    def __init__(self, tone: "Callable[[int], object]") -> None:
        self._tone = tone
        self._before = CALM
        self._begun = self._sounding = 0
        self._tones: tuple[tuple[int, int], ...] = ()

    def refresh(self, picture: "Picture", silent: bool, now: int) -> None:
        """Another picture, or nobody speaks any more."""
        state = mood(picture)
        if state > self._before:
            self._tones = TUNES[state]
            self._begun = now
        self._before = state

    def work(self, now: int) -> None:
        """Sound what the tune has come to."""
        hertz = self._hertz(now)
        if hertz != self._sounding:
            self._sounding = hertz
            self._tone(hertz)

    def _hertz(self, now: int) -> int:
        end = self._begun
        for hertz, length_ms in self._tones:
            end += length_ms
            if now < end:
                return hertz
        return 0


class MoodLed:
    """Flashes; ``led`` lights it with 1, 0 puts it out."""

    def __init__(self, led: "Callable[[int], object]") -> None:
        self._led = led
        self._pattern = SILENT

    def refresh(self, picture: "Picture", silent: bool, now: int) -> None:
        """Another picture, or nobody speaks any more."""
        self._pattern = SILENT if silent else PATTERNS[mood(picture)]

    def work(self, now: int) -> None:
        """Light it or not."""
        self._led(self._pattern >> now // SLOT_MS % 16 & 1)
