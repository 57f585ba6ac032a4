"""Scores on seven-segment modules of eight, four digits a seat; as the AVR's ``digits.c`` shows them."""

from .protocol import LAMP_FOUL, LAMP_TURN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .max7219 import Chain
    from .picture import Picture

AGAIN_MS = 250
PER_SEAT = 4
POINT = 0x80
BAR = 0x01

# Segments: bit 6 is A at the top, clockwise, bit 1 is F, bit 0 G in the middle.
FIGURES = b"\x7e\x30\x6d\x79\x33\x5b\x5f\x70\x7f\x7b"
NO_REFEREE = b"\x15\x1d\x00\x05\x4f\x47\x00\x00"
"""Segments of "no rEF"."""

MINUS = "-\u2212"


def spell(score: str) -> bytes:
    """Spell a score as four digits, flush right; four bars if it has more, or a character without segments."""
    found: list[int] = []
    for character in score.replace("½", ".5"):
        if character == "+":
            continue  # what has no bar is not negative
        if character in ".,":
            if not found or found[-1] & POINT:
                return bytes([BAR]) * PER_SEAT
            found[-1] |= POINT
        elif character in MINUS:
            found.append(BAR)
        elif "0" <= character <= "9":
            found.append(FIGURES[ord(character) - ord("0")])
        else:
            return bytes([BAR]) * PER_SEAT
    if len(found) > PER_SEAT:
        return bytes([BAR]) * PER_SEAT
    return bytes(PER_SEAT - len(found)) + bytes(found)


class Digits:
    """Modules of eight digits in a chain, two seats each."""

    def __init__(self, chain: "Chain") -> None:
        self._chain = chain
        self._turn = self._due = 0
        self._quiet = True
        self._seats: list[tuple[int, bytes]] = []

    def refresh(self, picture: "Picture", silent: bool, now: int) -> None:
        """Another picture, or nobody speaks any more."""
        self._quiet = silent
        self._seats = [(lamp, spell(str(score, "utf-8"))) for lamp, _, score, _ in picture.rows[: picture.count]]
        self._due = now

    def work(self, now: int) -> None:
        """Light them, four times a second, since a foul blinks."""
        if now < self._due:
            return
        self._due = now + AGAIN_MS
        self._turn += 1
        seats = 2 * self._chain.modules
        line = b"".join(self._seat(place) for place in range(seats))
        if self._quiet and self._turn % 16 < 4:
            line = NO_REFEREE + bytes(len(line) - len(NO_REFEREE))
        # A chip's first line is the right digit of its module.
        self._chain.send([bytes(reversed(line[at : at + 8])) for at in range(0, len(line), 8)])

    def _seat(self, place: int) -> bytes:
        if place >= len(self._seats):
            return bytes(PER_SEAT)
        lamp, score = self._seats[place]
        if lamp == LAMP_FOUL and self._turn & 1:
            return bytes(PER_SEAT)
        return score[:-1] + bytes([score[-1] | POINT]) if lamp == LAMP_TURN else score
