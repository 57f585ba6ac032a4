"""A program that runs a firmware in an emulator and obeys lines; see ``bench/`` for what it can be told."""

import socket
import subprocess
from contextlib import suppress
from types import TracebackType
from typing import Self


class BoardGone(OSError):  # noqa: N818 - named for what has happened
    """The bench has ended, for instance because the firmware crashed."""


class Emulated:
    """A context manager that runs a firmware while it is open.

    Args:
        command: The program and its arguments.
        keys: Each key's pin, as the program calls it.

    Attributes:
        now: Seconds since the start, as far as ``run`` has told them.
    """

    def __init__(self, command: list[str], keys: dict[str, str]) -> None:
        self.now = 0.0
        self._keys = keys
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                command, stdin=theirs.fileno(), stdout=theirs.fileno(), stderr=subprocess.DEVNULL
            )
        self._line = ours.makefile("rw", encoding="ascii")
        ours.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Cut the power. Twice is as good as once."""
        self._process.kill()
        self._process.wait()
        with suppress(OSError):
            self._line.close()

    def ask(self, command: str) -> str:
        """Give one command and return the answer.

        Raises:
            BoardGone: Nobody answers.
        """
        try:
            self._line.write(f"{command}\n")
            self._line.flush()
            answer = self._line.readline()
        except (OSError, ValueError) as error:
            raise BoardGone(f"the board has stopped before {command!r}") from error
        if not answer:
            raise BoardGone(f"the board has stopped at {command!r}")
        return answer.rstrip("\n")

    def receive(self, data: bytes) -> None:
        """Put bytes on the line to the board; they take their time to arrive."""
        if data:
            self.ask(f"rx {data.hex()}")

    def run(self, seconds: float) -> bytes:
        """Let time pass, at most until the board has sent a whole frame; what it has sent."""
        time_us, _, sent = self.ask(f"run {max(1, round(1e6 * seconds))}").partition(" ")
        self.now = float(time_us) / 1e6
        return bytes.fromhex(sent)

    def key(self, letter: str, *, down: bool) -> None:
        """Close or open a key's contact: ``A`` or ``B``."""
        self.ask(f"pin {self._keys[letter]} {int(not down)}")
