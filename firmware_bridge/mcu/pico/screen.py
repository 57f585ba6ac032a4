"""A lit glass: draws each picture whole, and looks again and again for a glass that is not there."""

from .canvas import Canvas
from .layout import PictureLayout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .oled import Oled
    from .picture import Picture

WIDE, HIGH = 128, 64
RETRY_MS = 1000
"""Between two looks for a glass that is not there."""


class Screen:
    """The picture on the OLED."""

    def __init__(self, oled: "Oled") -> None:
        self._oled = oled
        self._canvas = Canvas(WIDE, HIGH)
        self._layout = PictureLayout(self._canvas)
        self._wanted = False
        self._due = 0

    def refresh(self, picture: "Picture", silent: bool, now: int) -> None:
        """Another picture, or nobody speaks any more."""
        self._layout.draw(picture, silent)
        self._wanted = True

    def work(self, now: int) -> None:
        """Light it, if that is still to be done."""
        if not self._wanted or now < self._due:
            return
        self._wanted = not self._oled.show(self._canvas.pages)
        if self._wanted:
            self._due = now + RETRY_MS
