"""A display on a serial port. The only file that imports serial."""

import secrets
import termios
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

import serial  # type: ignore[import-untyped]  # pyserial 3.5 ships no types

from firmware_bridge.link import Link, State
from firmware_bridge.mailbox import Mailbox, Wire
from firmware_bridge.messages import Key

DRAIN_S: Final = 0.5
"""Longest time to wait for the last bytes: 5,000 of them at 115200 Bd."""


def serial_wire(path: str, baud: int = 115200) -> Wire:
    """Opens a serial port: 8 data bits, no parity, 1 stop bit; a pseudo-terminal ignores the speed."""

    @contextmanager
    def wire() -> Generator[int]:
        try:
            # exclusive: two programs on one display would take each other's answers.
            with serial.Serial(path, baud, exclusive=True) as port:
                yield port.fileno()
                _drain(port)
        except termios.error as error:
            raise OSError(*error.args) from error

    return wire


def _drain(port: serial.Serial) -> None:
    """Let the last bytes go out; those that a dead display does not take are dropped, or closing would wait for it."""
    late_s = time.monotonic() + DRAIN_S
    while port.out_waiting and time.monotonic() < late_s:
        time.sleep(0.01)
    if port.out_waiting:
        port.reset_output_buffer()


class Display(Mailbox):
    """Shows faces on a display that speaks Schiri's own protocol.

    Args:
        path: The serial port, for instance ``/dev/ttyUSB0``.
        baud: Bits a second; a pseudo-terminal ignores it.
        keys: Called with every key press, in the display's own thread, so let it be quick:
            ``queue.SimpleQueue().put``, or a lambda around ``loop.call_soon_threadsafe``.
    """

    def __init__(self, path: str, baud: int = 115200, keys: Callable[[Key], None] | None = None) -> None:
        super().__init__(path, serial_wire(path, baud), _Talk(secrets.randbits(16)), keys)


class _Talk(Link):
    """The conversation of our own protocol; this display says whether it is there."""

    @property
    def listens(self) -> bool:
        """The display has answered the greeting."""
        return self.state is State.CONNECTED
