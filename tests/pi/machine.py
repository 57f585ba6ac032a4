"""The emulated machine while it runs: a board with pins, a USB socket and a camera, and programs started in it."""

import json
import queue
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from tests.pi.debian import program
from tests.pi.image import HARDWARE, Image
from tests.pi.qemu_lines import Monitor, Pins, connect

BOOT_S: Final = 120.0
"""Longest time to start; a busy machine emulates slowly."""
PATIENCE_S: Final = 120.0
"""Longest time to wait for what a program in the machine shall say."""
DISPLAY: Final = "display"
"""Of the USB device that is plugged in and out."""


class Gone(RuntimeError):  # noqa: N818 - named for what has happened
    """A program in the machine, or the machine itself, has not done what was waited for; the message says which."""


class Running:
    """A program in the machine."""

    def __init__(self, name: str, say: Callable[[dict[str, Any]], None]) -> None:
        self.name = name
        self.said: list[str] = []
        """Every line that it has printed so far."""
        self.status: int | None = None
        self._say = say
        self._read = 0
        self._news = threading.Condition()

    def hear(self, message: dict[str, Any]) -> None:
        """Take in what the agent tells of it."""
        with self._news:
            match message:
                case {"line": line}:
                    self.said.append(line)
                case _:
                    self.status = message["ended"]
            self._news.notify_all()

    def tell(self, text: str) -> None:
        """Write a line on its standard input."""
        self._say({"tell": self.name, "text": f"{text}\n"})

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self._say({"signal": self.name, "number": number})

    def until(self, words: str, at_most_s: float = PATIENCE_S) -> str:
        """The next line with these words in it, after the one that was last waited for.

        Raises:
            Gone: it does not come, or the program has ended.
        """
        with self._news:
            self._news.wait_for(lambda: self._next(words) is not None or self.status is not None, at_most_s)
            found = self._next(words)
            if found is None:
                raise Gone(f"{self.name} never said {words!r}: {self.said}, status {self.status}")
            self._read = found + 1
            return self.said[found]

    def ended(self, at_most_s: float = PATIENCE_S) -> int:
        """Its exit status.

        Raises:
            Gone: it goes on.
        """
        with self._news:
            if not self._news.wait_for(lambda: self.status is not None, at_most_s) or self.status is None:
                raise Gone(f"{self.name} does not end: {self.said}")
            return self.status

    def _next(self, words: str) -> int | None:
        return next((place for place in range(self._read, len(self.said)) if words in self.said[place]), None)


class Machine:
    """A context manager that runs the machine while it is open.

    Args:
        image: What it boots from.
        files: A folder of this machine that it sees as ``/schiri``.
        port: The serial line at whose end the display is.
        scratch: For sockets and ``console.log``.

    Attributes:
        up_s: What its own clock said when it was ready.
        pins: The lines of its gpiochip.
    """

    def __init__(self, image: Image, files: Path, port: Path, scratch: Path) -> None:
        self._programs: dict[str, Running] = {}
        self._up = queue.SimpleQueue[float]()
        self._process = subprocess.Popen(_command(image, files, port, scratch))  # noqa: S603 - our own words
        try:
            self._monitor = Monitor(scratch / "monitor")
            self.pins = Pins(scratch / "pins", self._monitor)
            line = connect(scratch / "agent")
            self._line = line.makefile("rw", encoding="utf-8")
            line.close()
            threading.Thread(target=self._listen, daemon=True).start()
            self.up_s = self._up.get(timeout=BOOT_S)
        except (OSError, queue.Empty) as error:
            self.close()
            raise Gone(f"the machine did not start; see {scratch / 'console.log'}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Cut the power."""
        self._process.kill()
        self._process.wait()

    def start(self, *words: str) -> Running:
        """Start a program."""
        running = Running(f"{len(self._programs)} {words[-1]}", self._say)
        self._programs[running.name] = running
        self._say({"start": running.name, "words": list(words)})
        return running

    def run(self, *words: str) -> str:
        """Run a program to its end; what it printed.

        Raises:
            Gone: it failed.
        """
        running = self.start(*words)
        if running.ended():
            raise Gone(f"{words} failed: {running.said}")
        return "\n".join(running.said)

    def unplug(self) -> None:
        """Pull the display's USB plug."""
        self._monitor.ask("device_del", id=DISPLAY)

    def plug(self) -> None:
        """Plug it in again; the old one must be gone, which takes the machine a moment."""
        end_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._monitor.ask("device_add", driver="usb-serial", chardev=DISPLAY, id=DISPLAY)
            except ValueError:
                if time.monotonic() > end_s:
                    raise
                time.sleep(0.1)
            else:
                return

    def told(self) -> str:
        """What all programs in it have said so far."""
        heard = list(self._programs.values())
        return "\n".join(f"{one.name} (status {one.status}):\n  " + "\n  ".join(one.said) for one in heard)

    def _say(self, message: dict[str, Any]) -> None:
        self._line.write(json.dumps(message) + "\n")
        self._line.flush()

    def _listen(self) -> None:
        for line in self._line:
            message = json.loads(line)
            if "up" in message:
                self._up.put(message["up"])
            else:
                self._programs[message["from"]].hear(message)
        for running in list(self._programs.values()):
            running.hear({"line": "the machine has stopped"})
            running.hear({"ended": -1})


def _command(image: Image, files: Path, port: Path, scratch: Path) -> list[str]:
    shared = "security_model=none,mount_tag"
    return [
        program("qemu-system-aarch64", "qemu-system-arm"),
        *(*HARDWARE, "-dtb", str(image.tree), "-accel", "tcg", "-no-reboot"),
        *("-kernel", str(image.kernel), "-initrd", str(image.ramdisk), "-append", "console=ttyAMA0 panic=-1"),
        *("-serial", f"file:{scratch / 'console.log'}", "-monitor", "none"),
        *("-qmp", f"unix:{scratch / 'monitor'},server=on,wait=off"),
        *("-qtest", f"unix:{scratch / 'pins'},server=on,wait=off", "-qtest-log", "none"),
        *("-virtfs", f"local,path={image.root},readonly=on,{shared}=root"),
        *("-virtfs", f"local,path={files},{shared}=schiri"),
        *("-device", "virtio-serial-pci", "-device", "virtserialport,chardev=agent"),
        *("-chardev", f"socket,id=agent,path={scratch / 'agent'},server=on,wait=off"),
        *("-device", "qemu-xhci", "-chardev", f"serial,id={DISPLAY},path={port}"),
        *("-device", f"usb-serial,chardev={DISPLAY},id={DISPLAY}"),
    ]
