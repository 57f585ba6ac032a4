"""Devices at the other end of a pseudo-terminal, played by a function from what they hear to what they say."""

import os
import threading
import tty
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress

WLED_SAYS = b'{"state":{"on":true},"info":{"ver":"0.14.0","leds":{"count":30}}}\r\n'


class Terminal:
    """The display's end of a pseudo-terminal: keeps what comes, and answers it."""

    def __init__(self, answer: Callable[[bytes], bytes] = lambda _: b"") -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.path = os.ttyname(self.slave)
        self.heard = b""
        self._answer = answer
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with suppress(OSError):
            while data := os.read(self.master, 4096):
                self.heard += data
                if said := self._answer(data):
                    os.write(self.master, said)

    def close(self) -> None:
        os.close(self.slave)
        self._thread.join()
        os.close(self.master)


@contextmanager
def terminal(answer: Callable[[bytes], bytes] = lambda _: b"") -> Generator[Terminal]:
    one = Terminal(answer)
    try:
        yield one
    finally:
        one.close()
