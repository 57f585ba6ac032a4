"""A display on a serial port. The only file that imports serial.

A thread of its own talks with the display; the game only puts the newest face into a mailbox and goes on.
"""

import errno
import logging
import os
import secrets
import selectors
import socket
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import serial  # type: ignore[import-untyped]  # pyserial 3.5 ships no types

from firmware_bridge.face import Face
from firmware_bridge.link import Link, State
from firmware_bridge.messages import Key

REOPEN_S = 0.5
"""Between two attempts to open a port that is not there."""

STUCK_S = 3.0
"""Time in which a port that takes no byte counts as broken."""

CLOSE_S = 1.0
"""Longest time that ``close`` gives the display to show the last face."""

READ_BYTES = 4096
"""More than arrives at once."""

HINTS = {
    errno.ENOENT: "nothing is plugged in there",
    errno.EIO: "it was unplugged",
    errno.EACCES: "no permission; add this user to the group dialout",
    errno.EAGAIN: "another program uses it",
    errno.EBUSY: "another program uses it",
}
"""What the commonest troubles mean."""

_log = logging.getLogger(__name__)


class Display:
    """Shows faces on a display, whatever becomes of the wire.

    Nothing here blocks or raises because of the port: a missing port, a pulled cable, noise or a dead display only
    change ``status``, and the newest face is shown once the display is there again.

    Args:
        path: The serial port, for instance ``/dev/ttyUSB0``.
        baud: Bits a second; a pseudo-terminal ignores it.
        keys: Called with every key press, in the display's own thread, so let it be quick:
            ``queue.SimpleQueue().put``, or a lambda around ``loop.call_soon_threadsafe``.
    """

    def __init__(self, path: str, baud: int = 115200, keys: Callable[[Key], None] | None = None) -> None:
        self._path = path
        self._baud = baud
        self._keys = keys
        self._mailbox: Face | None = None
        self._given: Face | None = None
        self._close_by_s = float("inf")
        self._trouble = f"no port {path} yet"
        self._link = Link(secrets.randbits(16))
        self._ear, self._bell = socket.socketpair()
        self._bell.setblocking(False)
        self._thread = threading.Thread(target=self._run, name=f"display {path}", daemon=True)
        self._thread.start()

    @property
    def status(self) -> str:
        """In words: ``connected: OLED 128x64``, ``no answer``, ``refused: …`` or ``no port …``."""
        return self._trouble or self._link.status

    def show(self, face: Face) -> None:
        """Put the face into the mailbox, in place of one that is still there; returns at once."""
        self._mailbox = face
        self._ring()

    def close(self) -> None:
        """End the conversation; a display that listens gets the last face first. Closing twice is fine."""
        self._close_by_s = min(self._close_by_s, time.monotonic() + CLOSE_S)
        self._ring()
        # The driver may hold on to its port for longer; the game need not wait for that.
        self._thread.join(2 * CLOSE_S)

    def _ring(self) -> None:
        # A full pipe has woken the thread already; behind a closed one there is no thread to wake.
        with suppress(OSError):
            self._bell.send(b"\0")

    def _is_over(self) -> bool:
        """The game has closed the display, and there is nothing to wait for."""
        if self._close_by_s == float("inf"):
            return False
        listens = not self._trouble and self._link.state is State.CONNECTED
        unsaid = listens and (self._mailbox is not self._given or not self._link.is_done)
        return not unsaid or time.monotonic() > self._close_by_s

    def _run(self) -> None:
        with self._ear, self._bell:
            while not self._is_over():
                try:
                    # exclusive: two programs on one display would take each other's answers.
                    with serial.Serial(self._path, self._baud, exclusive=True) as port:
                        self._talk(port.fileno())
                        port.reset_output_buffer()
                except (OSError, termios.error) as error:
                    self._trouble = f"no port {self._path}: {_words(error)}"
                    self._pause()

    def _pause(self) -> None:
        """Wait before the port is opened again; ``close`` ends the wait, a new face does not."""
        until_s = time.monotonic() + REOPEN_S
        while not self._is_over() and (left_s := until_s - time.monotonic()) > 0:
            self._ear.settimeout(left_s)
            with suppress(TimeoutError):
                self._ear.recv(READ_BYTES)

    def _talk(self, fd: int) -> None:
        """Talk until the game closes the display; the port's end raises OSError."""
        os.set_blocking(fd, False)
        self._link.reset()
        self._trouble = ""
        outbox = b""
        with selectors.DefaultSelector() as selector:
            selector.register(self._ear, selectors.EVENT_READ)
            selector.register(fd, selectors.EVENT_READ)
            while not self._is_over():
                newest = self._mailbox
                if newest is not None and newest is not self._given:
                    self._link.show(newest)
                    self._given = newest
                outbox = outbox or self._link.data_to_send(time.monotonic())
                outbox = outbox[self._turn(selector, fd, outbox) :]

    def _turn(self, selector: selectors.BaseSelector, fd: int, outbox: bytes) -> int:
        """Wait for something to happen and deal with it; return how many bytes of the outbox went out."""
        now = time.monotonic()
        wait_s = STUCK_S if outbox else max(0.0, self._link.next_deadline(now) - now)
        selector.modify(fd, selectors.EVENT_READ | (selectors.EVENT_WRITE if outbox else 0))
        ready = selector.select(wait_s)
        if outbox and not ready:
            raise TimeoutError("it takes no bytes")
        sent = 0
        for key, mask in ready:
            if key.fileobj is self._ear:
                self._ear.recv(READ_BYTES)
                continue
            if mask & selectors.EVENT_READ:
                self._hear(os.read(fd, READ_BYTES))
            if mask & selectors.EVENT_WRITE:
                sent = os.write(fd, outbox)
        return sent

    def _hear(self, data: bytes) -> None:
        """Let the link understand the bytes; pass key presses on."""
        if not data:
            raise ConnectionError("it was unplugged")
        for event in self._link.receive(data, time.monotonic()):
            _log.debug("display %s: %s", self._path, event)
            if isinstance(event, Key) and self._keys:
                try:
                    self._keys(event)
                except Exception:
                    _log.exception("display %s: the game failed on %s", self._path, event)


def _words(error: OSError | termios.error) -> str:
    """The trouble as a person would say it."""
    return HINTS.get(error.args[0], str(error)) if error.args else str(error)
