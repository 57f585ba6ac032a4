"""The conversation with displays that need no firmware of ours: whole pictures in, what changed out; ``now`` is given.

A kind of display is a ``Dialect``; what differs in time is its ``Timing``. The rest is the same for all: the newest
face wins, a picture that was begun is finished, what is not answered is begun anew.
"""

from collections import deque
from collections.abc import Sequence
from typing import Generic

from firmware_bridge.displays import strangers
from firmware_bridge.displays.dialect import INF, Dialect, P
from firmware_bridge.face.face import Face


class VendorLink(Generic[P]):
    """Conversation with one display, which restarts instead of ending."""

    def __init__(self, dialect: Dialect[P]) -> None:
        self._dialect, self._timing = dialect, dialect.timing
        self._face: Face | None = None
        self._about = ""
        self._begun_s = -INF
        self._strange = b""
        """The newest bytes that were no answer."""
        self.reset()

    def reset(self) -> None:
        """Begin anew: greet, then draw everything."""
        self._queue = deque(self._dialect.greeting())
        self._sent_s: float | None = None
        self._answered, self._complaint = False, ""
        self._buffer = self._sent = b""
        self._drawn: Face | None = None
        self._pages: tuple[P, ...] = ()
        self._page, self._turn_s = 0, INF
        self._have: P | None = None
        self._drawing: P | None = None
        self._again_s = INF

    @property
    def listens(self) -> bool:
        """Whether the display has answered, or is of a kind that never does."""
        return self._answered or self._timing.answer_s is None

    @property
    def status(self) -> str:
        """``connected: …``, ``no answer``, ``refused: …``, or ``sending: …`` to what never answers."""
        if self._complaint:
            return f"refused: {self._complaint}"
        if self._timing.answer_s is None:
            return f"sending: {self._timing.kind}"
        if self._answered:
            return f"connected: {self._about or self._timing.kind}"
        if who := strangers.describe(self._strange, self._sent):
            return f"no answer: {who}"
        return "no answer" if self._timing.unheard_s is None else "no answer: it is told all the same"

    @property
    def is_done(self) -> bool:
        """A page of the newest face is shown, as far as can be known."""
        return not self._queue and self._face is self._drawn

    @property
    def is_free(self) -> bool:
        """Whether no answer is awaited."""
        return self._sent_s is None

    def show(self, face: Face) -> None:
        """Let the display show this face, in place of one that was not begun yet."""
        self._face = face

    def receive(self, data: bytes, now: float) -> Sequence[object]:
        """Take in bytes; an answer lets the next command go out."""
        answers, self._buffer = self._dialect.answers(self._buffer + data)
        self._strange = b"" if answers else strangers.append(self._strange, data)
        for answer in answers:
            if self._sent_s is None:
                continue
            self._answered, self._sent_s = True, None
            self._about, self._complaint = _plain(answer.about) or self._about, _plain(answer.complaint)
            self._queue.popleft()
        return answers

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes to send now: the next command, or all of them to a display that never answers."""
        if self._sent_s is not None:
            if now - self._sent_s < (self._timing.answer_s or 0):
                return b""
            self._restart_after_silence(now)
        if not self._queue:
            self._begin(now)
        if self._timing.answer_s is not None and self._queue:
            self._sent_s, self._sent = now, self._queue[0]
            return self._sent
        data = b"".join(self._queue)
        self._queue.clear()
        return data

    def _restart_after_silence(self, now: float) -> None:
        """Begin anew after an answer that did not come; or take the command as done, and repeat the picture later."""
        if self._timing.unheard_s is None:
            self.reset()
            return
        self._queue.popleft()
        self._sent_s, self._answered, self._buffer = None, False, b""
        self._again_s = now + self._timing.unheard_s

    def next_deadline(self, now: float) -> float:
        """When something is due by itself."""
        if self._sent_s is not None:
            return self._sent_s + (self._timing.answer_s or 0)
        if self._queue:
            return now
        due_s = -INF if self._face is not self._drawn else min(self._turn_s, self._again_s)
        return max(due_s, self._rest_until_s)

    @property
    def _rest_until_s(self) -> float:
        """Before this no picture is begun: a verdict need not wait for as long as a new score."""
        rest_s, face, drawn = self._timing.rest_s, self._face, self._drawn
        if self._timing.hurry_s is not None and face and face.alert and not (drawn and drawn.alert == face.alert):
            rest_s = self._timing.hurry_s
        return self._begun_s + rest_s

    def _begin(self, now: float) -> None:
        """Put the commands of the next page into the queue if one is due; the page before it is shown by now."""
        if self._drawing is not None:
            self._have, self._drawing = self._drawing, None
        if self._face is None or now < self._rest_until_s:
            return
        if self._face is not self._drawn:
            self._open(self._face, now)
        elif now >= self._turn_s:
            self._page, self._turn_s = (self._page + 1) % len(self._pages), now + self._timing.page_s
        again = now >= self._again_s
        want = self._pages[self._page]
        if not again and want == self._have:
            return
        self._queue.extend(self._dialect.changes(None if again else self._have, want))
        self._drawing = want
        self._begun_s = now
        self._again_s = now + self._timing.again_s

    def _open(self, face: Face, now: float) -> None:
        """Take up a new face; if it looks as the last one did, the pages go on turning."""
        pages, self._drawn = self._dialect.render(face), face
        if pages != self._pages:
            self._pages, self._page = pages, 0
            self._turn_s = now + self._timing.page_s if len(pages) > 1 else INF


def _plain(text: str) -> str:
    """Make what a device says of itself fit to be shown: noise may have put anything into it."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
