"""Signs of life for systemd (sd_notify(3)): ready, alive, stopping. Without systemd nothing happens."""

import os
import socket
import time
from typing import Final

_AT_MOST_S: Final = 1.0
"""Seconds between two signs: one a second is plenty."""


class Heartbeat:
    """The line to the service manager that started this program, if one did."""

    def __init__(self, address: str | None = None) -> None:
        """Take the address of the service manager's socket; NOTIFY_SOCKET of the environment without one."""
        named = os.environ.get("NOTIFY_SOCKET", "") if address is None else address
        # A name that begins with @ is of Linux's abstract sockets (unix(7)).
        self._address = f"\0{named[1:]}" if named.startswith("@") else named
        self._last = -_AT_MOST_S

    def ready(self) -> None:
        """Report that the table is being watched."""
        self._notify("READY=1")

    def alive(self) -> bool:
        """Report that a picture was looked at, or the camera waited for.

        It is cheap enough to be called for every picture.

        Returns:
            Whether a service manager was told of it now.
        """
        now = time.monotonic()
        if now - self._last < _AT_MOST_S:
            return False
        self._last = now
        self._notify("WATCHDOG=1")
        return bool(self._address)

    def stopping(self) -> None:
        """Report that the match is being put away."""
        self._notify("STOPPING=1")

    def _notify(self, word: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            try:
                line.sendto(word.encode(), self._address)
            except OSError:
                return  # a manager that does not listen must not end a match
