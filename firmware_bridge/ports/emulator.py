"""A display that is not there: ``Device`` on a pseudo-terminal, to be opened like any serial port.

``python -m firmware_bridge.ports.emulator`` prints the port's path and then whatever the display shows.
"""

import argparse
import os
import selectors
import socket
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from PIL import Image

from firmware_bridge.displays import pictures, text
from firmware_bridge.face.face import Face
from firmware_bridge.protocol.device import Capabilities, Device
from firmware_bridge.protocol.messages import Press

READ_BYTES = 4096
"""More than arrives at once."""

LOOK_S = 0.1
"""Between two looks at the glass when run as a program."""


def _undisturbed(data: bytes) -> bytes:
    return data


class Emulator:
    """A context manager that runs a display while it is open.

    What it shows is what came over the wire, not a face handed over behind the scenes.

    Args:
        nature: What the display says of itself.
        wire: Called with every piece of bytes, both ways; what it returns arrives. For noise.

    Attributes:
        path: The serial port to open; it stays the same when the display is unplugged and plugged in again.
    """

    def __init__(self, nature: Capabilities | None = None, wire: Callable[[bytes], bytes] = _undisturbed) -> None:
        self._nature = nature
        self._wire = wire
        self._folder = tempfile.TemporaryDirectory(prefix="schiri-display-")
        self.path = str(Path(self._folder.name) / "port")
        self._lock = threading.Lock()
        self._device = Device(nature)
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.plug()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()
        self._folder.cleanup()

    def plug(self) -> None:
        """Plug the display in: it starts without memory of what was."""
        self._device = Device(self._nature)
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        Path(self.path).symlink_to(os.ttyname(self._slave))
        self._ear, self._bell = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="display emulator", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Pull the cable; the port is gone. Twice is as good as once."""
        if self._thread is None:
            return
        self._bell.close()
        self._thread.join()
        self._thread = None
        Path(self.path).unlink()
        self._ear.close()
        os.close(self._master)
        os.close(self._slave)

    def press(self, letter: str, press: Press = Press.DOWN) -> None:
        """Move a key, ``A`` being the first; nothing comes of it while the display is unplugged."""
        with self._lock:
            self._device.press(letter, press)
        if self._thread is not None:
            self._bell.send(b"\0")

    def face(self) -> Face:
        """Return the face on the display now."""
        with self._lock:
            return self._device.face(time.monotonic())

    def text(self) -> str:
        """Render the display's content now, for a terminal."""
        return text.render(self.face())

    def image(self, size: tuple[int, int] = (800, 480)) -> Image.Image:
        """Draw the display's content now, for a display of this size in pixels."""
        return pictures.render(self.face(), size)

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._ear, selectors.EVENT_READ)
            selector.register(self._master, selectors.EVENT_READ)
            while self._turn(selector):
                pass

    def _turn(self, selector: selectors.BaseSelector) -> bool:
        """Wait for something to happen and deal with it; False once the cable is pulled."""
        now = time.monotonic()
        with self._lock:
            wait_s = max(0.0, self._device.next_deadline(now) - now)
        for key, _ in selector.select(None if wait_s == float("inf") else wait_s):
            if key.fileobj is self._ear and not self._ear.recv(READ_BYTES):
                return False
            if key.fileobj == self._master:
                data = self._wire(os.read(self._master, READ_BYTES))
                with self._lock:
                    self._device.receive(data, time.monotonic())
        with self._lock:
            answer = self._device.data_to_send(time.monotonic())
        if answer:
            # Nobody reads, so the terminal is full: the bytes are lost, as on a wire.
            with suppress(BlockingIOError):
                os.write(self._master, self._wire(answer))
        return True


def main() -> None:
    """Run a display until Ctrl-C; print its port, then its picture each time it changes."""
    parser = argparse.ArgumentParser(prog="python -m firmware_bridge.ports.emulator", description=main.__doc__)
    parser.add_argument("--png", type=Path, help="keep the picture in this file, too")
    png: Path | None = parser.parse_args().png
    with Emulator() as emulator, suppress(KeyboardInterrupt):
        sys.stdout.write(f"display on {emulator.path}\n")
        shown: Face | None = None
        while True:
            if (face := emulator.face()) != shown:
                shown = face
                sys.stdout.write(f"{text.render(face)}\n")
                sys.stdout.flush()
                if png is not None:
                    pictures.render(face).save(png)
            time.sleep(LOOK_S)


if __name__ == "__main__":
    main()
