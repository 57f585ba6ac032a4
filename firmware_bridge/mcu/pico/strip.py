"""A strip of WS2812 lights, a part for each seat; as the AVR's ``strip.c`` shows them, and as dark."""

from .protocol import LAMP_FOUL, LAMP_OFF, LAMP_TURN
from .tune import ALERT, mood

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .picture import Picture

AGAIN_MS = 250
BITS_NS = (400, 850, 800, 450)
"""High and low of a 0, then of a 1 (data sheet WS2812B: each by at most 150 more or less)."""

DARK = b"\0\0\0"


class LedStrip:
    """Lights in a row.

    Args:
        write: Sends bytes, highest bit first, a bit as ``BITS_NS`` says.
        lights: How many.
        brightest: Of 255; no colour of any light is brighter.
    """

    def __init__(self, write: "Callable[[bytes], object]", lights: int, brightest: int) -> None:
        half = brightest // 2
        self._write = write
        self._lights = lights
        # Green, red, blue: as they go out.
        self._turn = bytes((half, half, half))
        self._foul = bytes((0, brightest, 0))
        self._alert = bytes((half, brightest, 0))
        self._silence = bytes((0, 0, brightest))
        self._odd = False
        self._due = 0
        self._alarmed = self._quiet = False
        self._lamps: list[int] = []

    def refresh(self, picture: "Picture", silent: bool, now: int) -> None:
        """Another picture, or nobody speaks any more."""
        rows = picture.rows[: picture.count]
        self._lamps = [
            rows[light * len(rows) // self._lights][0] if rows else LAMP_OFF for light in range(self._lights)
        ]
        self._alarmed = mood(picture) == ALERT
        self._quiet = silent
        self._due = now

    def work(self, now: int) -> None:
        """Light them, four times a second, since some go to and fro."""
        if now < self._due:
            return
        self._due = now + AGAIN_MS
        self._odd = not self._odd
        self._write(b"".join(self._colour(light) for light in range(self._lights)))

    def _colour(self, light: int) -> bytes:
        if self._quiet:
            return DARK if light else self._silence
        if self._alarmed and light in (0, self._lights - 1):
            return self._alert if self._odd == (light == 0) else DARK
        lamp = self._lamps[light]
        if lamp == LAMP_TURN:
            return self._turn
        if lamp == LAMP_FOUL and (light % 2 == 1) == self._odd:
            return self._foul
        return DARK
