"""A display on a serial port. The only file that opens one."""

import secrets
import termios
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import serial  # pyrefly: ignore[untyped-import]  # pyserial 3.5 ships no types
from serial.tools import list_ports  # pyrefly: ignore[untyped-import]  # pyserial 3.5 ships no types

from firmware_bridge.displays import statuses, strangers
from firmware_bridge.face.face import Face
from firmware_bridge.ports.mailbox import Mailbox, Wire
from firmware_bridge.protocol.link import Connected, Link, LinkEvent, LinkState
from firmware_bridge.protocol.messages import Key, Welcome

# The USB plugs of this machine at which a display can be: found without opening any of them.

BY_ID: Final = Path("/dev/serial/by-id")
"""Names that stay with a device wherever it is plugged in."""


@dataclass(frozen=True, slots=True)
class Plug:
    """A device with a serial port."""

    path: str
    """Path by which it is opened; the one that stays with the device, where the system has one."""
    name: str
    """Name by which the device calls itself; empty: none."""


def plugged() -> tuple[Plug, ...]:
    """List the devices that are plugged in by USB now, by their names."""
    lasting = {str(link.resolve()): str(link) for link in _links()}
    found = ((port.device, port.manufacturer, port.product) for port in list_ports.comports() if port.vid is not None)
    return tuple(
        sorted((Plug(lasting.get(path, path), named(maker, product)) for path, maker, product in found), key=_order)
    )


def named(maker: str | None, product: str | None) -> str:
    """Name a device, its maker once.

    >>> named("Raspberry Pi", "Pico"), named("Raspberry Pi", "Raspberry Pi Pico"), named(None, None)
    ('Raspberry Pi Pico', 'Raspberry Pi Pico', '')
    """
    told = (product or "").strip()
    by = (maker or "").strip()
    return told if by.lower() in told.lower() else f"{by} {told}".strip()


def _links() -> Iterable[Path]:
    return BY_ID.iterdir() if BY_ID.is_dir() else ()


def _order(plug: Plug) -> tuple[str, str]:
    return plug.name, plug.path


PAGE_S: Final = 3.0
"""Time for which each page of a status is shown."""

PAPER_PAGE_S: Final = 30.0
"""The same on e-paper, which flashes now and then."""

DRAIN_S: Final = 0.5
"""Longest time to wait for the last bytes: 5,000 of them at 115200 Bd."""


def serial_wire(path: str, baud: int = 115200) -> Wire:
    """Return a function that opens a serial port: 8 data bits, no parity, 1 stop bit."""

    @contextmanager
    def wire() -> Generator[int]:
        try:
            # exclusive: two programs on one display would take each other's answers.
            with serial.Serial(path, baud, exclusive=True) as port:
                yield port.fileno()
                _drain(port)
        except termios.error as error:
            raise OSError(*error.args) from error
        except serial.SerialException as error:
            # It keeps the number of what the system said in its text alone.
            if isinstance(error.__context__, termios.error):
                raise OSError(*error.__context__.args) from error
            raise

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
        super().__init__(path, serial_wire(path, baud), SerialConversation(secrets.randbits(16)), keys)


class SerialConversation(Link):
    """The conversation of our own protocol: says whether the display is there, and turns pages of the status.

    A glass of 128x64 has a line or two for it, and contract, trick and lead need more.
    """

    def __init__(self, session: int) -> None:
        super().__init__(session)
        self._strange = self._sent = b""
        """The newest bytes that were no answer, and the last that went out."""
        self._face: Face | None = None
        self._glass: Welcome | None = None
        self._statuses: tuple[str, ...] = ()
        self._page, self._turn_s = 0, float("inf")

    @property
    def status(self) -> str:
        """The state in words; while nobody has answered, also who answers in place of the display."""
        who = strangers.describe(self._strange, self._sent) if self.state is LinkState.NO_ANSWER else ""
        return f"{super().status}: {who}" if who else super().status

    @property
    def listens(self) -> bool:
        """The display has answered the greeting."""
        return self.state is LinkState.CONNECTED

    @property
    def is_free(self) -> bool:
        """Whether the display shows the newest face and answers; until then the next turn comes by itself."""
        return self.listens and self.is_done

    def show(self, face: Face) -> None:
        """Show the face's first page, or the same page again where it says the same."""
        self._face = face
        glass = self._glass
        said = statuses.render(face, glass.width, glass.height) if glass else (face.status,)
        if said != self._statuses:
            self._statuses, self._page = said, 0
            # The first is shown for as long as the others, from when it goes out.
            self._turn_s = float("-inf") if len(said) > 1 else float("inf")
        super().show(replace(face, status=said[self._page]))

    def receive(self, data: bytes, now: float) -> list[LinkEvent]:
        """Take in bytes; a greeting tells how much room there is."""
        events = super().receive(data, now)
        self._strange = b"" if self.listens else strangers.append(self._strange, data)
        for event in events:
            if isinstance(event, Connected):
                self._glass = event.welcome
                if self._face is not None:
                    self.show(self._face)
        return events

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes that are to go out now, those of the next page too if it is time."""
        if self._face is not None and now >= self._turn_s:
            first = self._turn_s == float("-inf")
            self._turn_s = now + (PAPER_PAGE_S if self._glass and "paper" in self._glass.kind else PAGE_S)
            self._page = 0 if first else (self._page + 1) % len(self._statuses)
            super().show(replace(self._face, status=self._statuses[self._page]))
        data = super().data_to_send(now)
        self._sent = data or self._sent
        return data

    def next_deadline(self, now: float) -> float:
        """When something is due by itself."""
        return min(super().next_deadline(now), max(now, self._turn_s))
