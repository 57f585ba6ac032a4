"""Phones beside a benchmark: the process that plays them, its commands, and its report of arrivals."""

import json
import select
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import IO, cast
from urllib.request import urlopen

from benchmarks.pages.phones_clients import Arrival

PATIENCE_S = 30.0
"""The seconds in which phones must have seen the table, or have reported the arrivals."""


class NoAnswerError(RuntimeError):
    """Phones without a table: the console does not answer, or their process has ended."""


class Following:
    """The phones of another process."""

    def __init__(self, told: IO[str], heard: IO[str], port: int) -> None:
        self._told, self._heard, self._port = told, heard, port

    def load(self) -> None:
        """Ask for the page that has the stream, as a phone does before it follows."""
        with urlopen(f"http://127.0.0.1:{self._port}/", timeout=PATIENCE_S) as page:
            page.read()

    def open(self, reading: int, stuck: int = 0) -> None:
        """Let so many follow; some stop reading after the first table. `ready` waits for them."""
        print(f"open {reading} {stuck}", file=self._told, flush=True)

    def ready(self) -> None:
        """Wait until each has seen the table; raises NoAnswerError."""
        self._answer()

    def close(self) -> list[Arrival]:
        """Let the phones disconnect; returns the arrivals."""
        print("close", file=self._told, flush=True)
        return [cast("Arrival", tuple(one)) for one in json.loads(self._answer())]

    def _answer(self) -> str:
        """Return the phones' next line."""
        if not select.select([self._heard], [], [], PATIENCE_S)[0] or not (line := self._heard.readline()):
            raise NoAnswerError(f"the phones were not all served within {PATIENCE_S:.0f} s")
        return line


@contextmanager
def phones(port: int, path: str = "/live/table") -> Generator[Following]:
    """Run a process of phones that ask for a page of this machine."""
    command = [sys.executable, "-m", "benchmarks.pages.phones_clients", str(port), path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - ours
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the phones have no pipes, though pipes were asked for")
        try:
            yield Following(process.stdin, process.stdout, port)
        finally:
            process.stdin.close()
            process.terminate()


def free_port() -> int:
    """Find a port without a listener."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])
