"""Seats and scores, or the alert, in one line on modules of 8 x 8 lights; as the AVR's ``matrix.c`` shows them."""

from .layout import LAMPS
from .picture import NO_REFEREE
from .text import letter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .max7219 import Chain
    from .picture import Picture

STEP_MS = 40
"""A column of a text that runs: 25 a second can be read."""

SIDE = 8


def words(picture: "Picture", silent: bool) -> str:
    """Return the words of the line."""
    title, _, alert = (str(text, "utf-8") for text in picture.texts)
    if alert and not silent:
        return alert
    seats = [
        LAMPS.get(lamp, "") + str(name, "utf-8") + " " + str(score, "utf-8")
        for lamp, name, score, _ in picture.rows[: picture.count]
    ]
    return (str(NO_REFEREE, "utf-8") + " " if silent else "") + ("  ".join(seats) or title)


class LedMatrix:
    """Modules in a chain; a line that is wider than they are runs through."""

    def __init__(self, chain: "Chain") -> None:
        self._chain = chain
        self._wide = SIDE * chain.modules
        self._columns = b""
        self._left = self._due = 0

    def refresh(self, picture: "Picture", silent: bool, now: int) -> None:
        """Another picture, or nobody speaks any more."""
        self._columns = b"".join(letter(character) + b"\0" for character in words(picture, silent))
        self._left = 0
        self._due = now

    def work(self, now: int) -> None:
        """Light what is in sight."""
        if now < self._due:
            return
        self._due = now + STEP_MS
        left, end = self._left, self._left + len(self._columns)
        seen = bytes(max(left, 0)) + self._columns[max(-left, 0) : max(self._wide - left, 0)]
        seen += bytes(max(self._wide - len(seen), 0))
        self._chain.send([lines(seen[at : at + SIDE]) for at in range(0, self._wide, SIDE)])
        if end - left > self._wide or left:
            self._left = self._wide if end <= 0 else left - 1


def lines(columns: bytes) -> bytes:
    """Eight columns, bit 0 at the top, as eight lines, the highest bit at the left."""
    found = bytearray(SIDE)
    for column in columns:
        for line in range(SIDE):
            found[line] = found[line] << 1 & 0xFF | column >> line & 1
    return bytes(found)
