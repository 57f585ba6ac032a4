"""The emulated machine while it runs: a board with pins, a USB socket and a camera, and programs started in it."""

import queue
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.pi.debian import program
from tests.pi.image import HARDWARE, Image
from tests.pi.qemu_lines import Monitor, Pins, connect
from tests.support.guest import PATIENCE_S, Gone, Guest, Running

BOOT_S: Final = 120.0
"""Longest time to start; a busy machine emulates slowly."""
DISPLAY: Final = "display"
"""Name of the USB device that is plugged in and out."""


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
        self._up = queue.SimpleQueue[float]()
        self._process = subprocess.Popen(_command(image, files, port, scratch))  # noqa: S603 - our own words
        try:
            self._monitor = Monitor(scratch / "monitor")
            self.pins = Pins(scratch / "pins", self._monitor)
            line = connect(scratch / "agent")
            self._guest = Guest(line.makefile("rw", encoding="utf-8"), self._up.put)
            line.close()
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
        return self._guest.start(*words)

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
        return self._guest.told()


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
