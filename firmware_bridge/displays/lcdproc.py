"""Character displays behind LCDproc's server ``LCDd``, by its client language over TCP (port 13666).

One line a command; it answers each with ``success`` or ``huh?`` and sends lines of its own in between. It tells the
size of its glass when it is greeted.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from firmware_bridge.displays import characters
from firmware_bridge.displays.characters import CharacterSize, Page, TooSmall
from firmware_bridge.displays.dialect import Answer, Timing
from firmware_bridge.face.face import Face

PORT: Final = 13666
ANSWER_S: Final = 3.0
AGAIN_S: Final = 10.0
"""Between two pictures at the longest, so that a server that hangs is found out."""

MOST: Final = CharacterSize(80, 25)
"""Largest size of a display: more than a face can fill would only cost time."""

MOST_BYTES: Final = 4096
"""Largest size of a line that does not end."""

MOST_TOLD: Final = 120
"""Letters of a complaint."""

SCREEN: Final = "s"

QUOTED: Final = str.maketrans({"{": "(", "}": ")", "\\": "/", '"': "'"})
"""Signs that mean something in its language are written with others."""


def command(*words: str) -> bytes:
    """Encode one line of its language."""
    return " ".join(words).encode("ascii") + b"\n"


def put(line: int, text: str) -> bytes:
    r"""Write one line of the glass, counted from 1.

    >>> put(1, "Alice 21")
    b'widget_set s 1 1 1 {Alice 21}\n'
    """
    return command("widget_set", SCREEN, str(line), "1", str(line), f"{{{text.translate(QUOTED)}}}")


LAST: Final = command("noop")
"""Ends a page: the server reads a few lines a second, but many at once, so its answer to this one stands for all."""


def _screen(lines: Iterable[int]) -> bytes:
    """Add a screen of this name, and a text on each of its lines."""
    texts = (command("widget_add", SCREEN, str(line), "string") for line in lines)
    foreground = command("screen_set", SCREEN, "-priority", "foreground", "-heartbeat", "off", "-cursor", "off")
    return command("client_set", "name", "schiri") + command("screen_add", SCREEN) + foreground + b"".join(texts)


class Lcdproc:
    """The dialect; the size is what the server says.

    Args:
        page_s: How long each page is shown, seconds.
    """

    def __init__(self, page_s: float = 3.0) -> None:
        self.timing = Timing("LCDproc", ANSWER_S, page_s, again_s=AGAIN_S)
        self.size = CharacterSize()
        self._complaint = self._strange = ""
        self._welcomed = False

    def greeting(self) -> tuple[bytes, ...]:
        """Say hello; the rest needs the size and comes with the first page."""
        self._welcomed, self._strange = False, ""
        return (command("hello"),)

    def render(self, face: Face) -> tuple[Page, ...]:
        """Render the face in pages."""
        return characters.render(face, self.size)

    def changes(self, have: Page | None, want: Page) -> tuple[bytes, ...]:
        """Encode the lines that differ; before the first page a screen of its own, before all others' screens."""
        lines = range(1, len(want) + 1)
        old = have or ("",) * len(want)
        changed = b"".join(put(line, want[line - 1]) for line in lines if old[line - 1] != want[line - 1])
        return ((b"" if have else _screen(lines)) + changed + LAST,)

    def answers(self, data: bytes) -> tuple[Sequence[Answer], bytes]:
        """Split off the answers: one to the greeting, one to the last command of a page; in between only complaints."""
        *lines, rest = data.split(b"\n")
        return [found for line in lines if (found := self._answer(line.decode("ascii", "replace").strip()))], rest[
            :MOST_BYTES
        ]

    def _answer(self, line: str) -> Answer | None:
        if line.startswith("connect "):
            # A second one would change the size under a page that is being drawn.
            return None if self._welcomed else self._welcome(line.split())
        if line.startswith("huh?") and not line.endswith("already exists"):
            # What exists may stay: all is set up again every few seconds.
            self._complaint = line.removeprefix("huh?").strip()
        if line != "noop complete":
            return None
        complaint, self._complaint = self._complaint, ""
        return Answer(complaint=complaint or self._strange)

    def _welcome(self, words: list[str]) -> Answer:
        self._welcomed = True
        numbers = dict(pairwise(words))
        try:
            columns, lines = int(numbers["wid"]), int(numbers["hgt"])
            self.size = CharacterSize(min(columns, MOST.columns), min(lines, MOST.lines))
        except TooSmall as error:
            self._strange = str(error)
        except (KeyError, ValueError):
            self._strange = f"its greeting tells no size: {' '.join(words)[:MOST_TOLD]}"
        else:
            used = f"{self.size.columns}x{self.size.lines}"
            if (columns, lines) != (self.size.columns, self.size.lines):
                self._strange = f"it calls itself {columns}x{lines} characters; {used} of them are used"[:MOST_TOLD]
            return Answer(f"LCDproc {used}", self._strange)
        return Answer(complaint=self._strange)
