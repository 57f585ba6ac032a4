"""A mailbox for the newest face, and a thread of its own that brings it to a display over any wire.

The game puts a face in and goes on. Whatever becomes of the wire, a display costs it nothing.
"""

import errno
import logging
import os
import selectors
import socket
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Final

from firmware_bridge.face.face import Face
from firmware_bridge.ports.conversation import Conversation
from firmware_bridge.protocol.messages import Key

REOPEN_S: Final = 0.5
"""Between two attempts to open a wire that is not there."""

STUCK_S: Final = 3.0
"""Time in which a wire that takes no byte counts as broken."""

CLOSE_S: Final = 1.0
"""Longest time that ``close`` gives the display to show the last face."""

READ_BYTES: Final = 4096
"""More than arrives at once."""

UNOPENED: Final = "display %s: %s; the game goes on without it"
"""The log message for a display that is missing at the start; logged once."""

HINTS: Final = {
    errno.ENOENT: "nothing is plugged in there",
    errno.EIO: "it was unplugged",
    errno.EISDIR: "it is a folder, no serial port",
    errno.EACCES: "no permission; add this user to the group dialout",
    errno.EAGAIN: "another program uses it",
    errno.EBUSY: "another program uses it",
    errno.EADDRINUSE: "another program serves there",
    errno.EADDRNOTAVAIL: "this machine has no such address",
    errno.ECONNREFUSED: "no program listens there",
    errno.ENOTTY: "it is no serial port",
    socket.EAI_NONAME: "there is no machine of this name",
    socket.EAI_AGAIN: "nobody can be asked where this machine is; is there a network?",
}
"""Hints for the commonest troubles."""

Wire = Callable[[], AbstractContextManager[int]]
"""Opens the way to a display: a file descriptor to read and write; raises OSError while it is not there."""

_log = logging.getLogger(__name__)


class Mailbox:
    """Shows faces on a display, whatever becomes of the wire.

    Nothing here blocks or raises because of the wire: a missing port, a pulled cable, noise or a dead display only
    change ``status``, and the newest face is shown once the display is there again.

    Args:
        name: Of the port, for people.
        wire: Opens it; called in the display's own thread, again and again while it cannot be opened.
        talk: The conversation with this kind of display.
        keys: Called with every key press, in the display's own thread, so let it be quick.
    """

    def __init__(self, name: str, wire: Wire, talk: Conversation, keys: Callable[[Key], None] | None = None) -> None:
        self._name = name
        self._wire = wire
        self._talk = talk
        self._keys = keys
        self._mailbox: Face | None = None
        self._given: Face | None = None
        self._idle = False
        self._close_by_s = float("inf")
        self._trouble = f"no port {name} yet"
        self._is_new = True
        """Whether the wire's failure to open is still to be logged."""
        self._failure = ""
        """The last one that was logged."""
        self._ear, self._bell = socket.socketpair()
        self._bell.setblocking(False)
        self._thread = threading.Thread(target=self._run, name=f"display {name}", daemon=True)
        self._thread.start()

    @property
    def status(self) -> str:
        """Status: ``connected: OLED 128x64``, ``no answer``, ``refused: …``, ``no port …`` or ``failed: …``."""
        return self._trouble or self._talk.status

    def show(self, face: Face) -> None:
        """Put the face into the mailbox, in place of one that is still there; returns at once."""
        self._mailbox = face
        # To wake a thread takes the game as long as all else here. One that waits for its display looks by itself.
        if self._idle:
            self._idle = False
            self._ring()

    def close(self) -> None:
        """End the conversation; a display that listens gets the last face first. Closing twice is fine."""
        self.hang_up()
        # The driver may hold on to its port for longer; the game need not wait for that.
        self._thread.join(2 * CLOSE_S)

    def hang_up(self) -> None:
        """Begin to close; returns at once, so that several displays can be closed side by side."""
        self._close_by_s = min(self._close_by_s, time.monotonic() + CLOSE_S)
        self._ring()

    def _ring(self) -> None:
        # A full pipe has woken the thread already; behind a closed one there is no thread to wake.
        with suppress(OSError):
            self._bell.send(b"\0")

    def _is_over(self, unsent: bytes = b"") -> bool:
        """Whether the game has closed the display, and all has been sent."""
        if self._close_by_s == float("inf"):
            return False
        listens = not self._trouble and self._talk.listens
        unsaid = listens and (bool(unsent) or self._mailbox is not self._given or not self._talk.is_done)
        return not unsaid or time.monotonic() > self._close_by_s

    def _run(self) -> None:
        with self._ear, self._bell:
            while not self._is_over():
                try:
                    with self._wire() as fd:
                        self._converse(fd)
                except OSError as error:
                    self._fail(f"no port {self._name}: {describe(error)}", describe(error))
                except Exception as error:
                    # A display may say what nobody has foreseen; that is no reason to leave it dark for good.
                    trouble = f"failed: {error}"
                    if trouble != self._failure:
                        self._failure = trouble
                        _log.exception("display %s", self._name)
                    self._fail(trouble)

    def _fail(self, trouble: str, unopened: str = "") -> None:
        """Tell the trouble, and wait before it is tried again; log why it could not even be opened at first."""
        if unopened and self._is_new:
            _log.warning(UNOPENED, self._name, unopened)
        self._is_new = self._idle = False
        self._trouble = trouble
        self._pause()

    def _pause(self) -> None:
        """Wait before the wire is opened again; ``close`` ends the wait, a new face does not."""
        until_s = time.monotonic() + REOPEN_S
        while not self._is_over() and (left_s := until_s - time.monotonic()) > 0:
            self._ear.settimeout(left_s)
            with suppress(TimeoutError):
                self._ear.recv(READ_BYTES)

    def _converse(self, fd: int) -> None:
        """Talk until the game closes the display; the wire's end raises OSError."""
        os.set_blocking(fd, False)
        self._talk.reset()
        self._trouble, self._is_new = "", False
        outbox = b""
        with selectors.DefaultSelector() as selector:
            selector.register(self._ear, selectors.EVENT_READ)
            selector.register(fd, selectors.EVENT_READ)
            while not self._is_over(unsent=outbox):
                self._pick_face()
                outbox = outbox or self._talk.data_to_send(time.monotonic())
                self._idle = not outbox and self._talk.is_free
                if self._idle and self._mailbox is not self._given:
                    continue  # It came in between, and nobody rang.
                outbox = outbox[self._turn(selector, fd, outbox) :]
                self._idle = False

    def _pick_face(self) -> None:
        """Give the newest face to the conversation."""
        newest = self._mailbox
        if newest is not None and newest is not self._given:
            self._talk.show(newest)
            self._given = newest

    def _turn(self, selector: selectors.BaseSelector, fd: int, outbox: bytes) -> int:
        """Wait for something to happen and deal with it; return how many bytes of the outbox went out."""
        selector.modify(fd, selectors.EVENT_READ | (selectors.EVENT_WRITE if outbox else 0))
        ready = selector.select(min(STUCK_S, self._left_s()) if outbox else self._wait_s())
        if outbox and not ready and self._left_s() > 0:
            raise TimeoutError("it takes no bytes")
        sent = 0
        for key, mask in ready:
            if key.fileobj is self._ear:
                self._ear.recv(READ_BYTES)
                continue
            if mask & selectors.EVENT_READ:
                self._receive(os.read(fd, READ_BYTES))
            if mask & selectors.EVENT_WRITE:
                sent = os.write(fd, outbox)
        return sent

    def _left_s(self) -> float:
        """Seconds left for a display that is being closed."""
        return max(0.0, self._close_by_s - time.monotonic())

    def _wait_s(self) -> float | None:
        """Seconds until the conversation has something to send by itself; None: it has not."""
        now = time.monotonic()
        due_s = min(self._talk.next_deadline(now), self._close_by_s)
        return None if due_s == float("inf") else max(0.0, due_s - now)

    def _receive(self, data: bytes) -> None:
        """Let the conversation understand the bytes; pass key presses on."""
        if not data:
            raise ConnectionError("it was unplugged")
        for event in self._talk.receive(data, time.monotonic()):
            _log.debug("display %s: %s", self._name, event)
            if isinstance(event, Key) and self._keys:
                try:
                    self._keys(event)
                except Exception:
                    _log.exception("display %s: the game failed on %s", self._name, event)


def describe(error: OSError) -> str:
    """Describe the trouble as a person would."""
    return HINTS.get(error.args[0], str(error)) if error.args else str(error)
