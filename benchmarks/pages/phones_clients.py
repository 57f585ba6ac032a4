"""Phones that follow a page of the console, in a process of their own.

Run it as ``python -m benchmarks.pages.phones_clients PORT PATH``. A line on standard input: ``open READING STUCK`` (so
many phones that read, so many that stop reading after the first table), answered by ``ready`` once each of them has
seen the table; ``close``, answered by what has arrived as JSON.
"""

import argparse
import asyncio
import hashlib
import json
import socket
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import suppress

AGAIN_S = 0.2
"""The seconds after which a disconnected phone asks again."""
SMALL = 4096
"""The most bytes that wait in a phone that does not read."""

Arrival = tuple[int, float, str]
"""The phone, the time by the clock that all processes share (seconds), and the digest of the table sent to it."""


def digest(html: str) -> str:
    """Return the digest of a table, whatever its line ends."""
    return hashlib.sha256("\n".join(html.splitlines()).encode()).hexdigest()[:16]


async def events(reader: asyncio.StreamReader) -> AsyncGenerator[tuple[str, str]]:
    """Yield name and text of each event of a stream, as they come (RFC 9112, 7.1; HTML living standard, 9.2.6)."""
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200 "):
        raise ConnectionError(head.decode(errors="replace"))
    held = bytearray()
    async for data in chunks(reader):
        held += data
        while (end := held.find(b"\n\n")) >= 0:
            first, *lines = held[:end].decode().split("\n")
            del held[: end + 2]
            yield first.removeprefix("event: "), "\n".join(line.removeprefix("data: ") for line in lines)


async def chunks(reader: asyncio.StreamReader) -> AsyncGenerator[bytes]:
    """Yield the sent bytes, piece by piece."""
    while size := int(await reader.readline() or b"0", 16):
        yield (await reader.readexactly(size + 2))[:-2]


class Phones:
    """The phones of this process."""

    def __init__(self, port: int, path: str) -> None:
        self._port, self._path = port, path
        self._tasks: list[asyncio.Task[None]] = []
        self._arrivals: list[Arrival] = []
        self._missing = set[int]()
        self._all_there = asyncio.Event()

    async def open(self, reading: int, stuck: int) -> None:
        """Open phones, and wait until all of them have seen the table."""
        numbers = range(reading + stuck)
        self._missing = set(numbers)
        self._all_there.clear()
        self._tasks = [asyncio.create_task(self._follow(number, stuck=number >= reading)) for number in numbers]
        await self._all_there.wait()

    async def close(self) -> list[Arrival]:
        """Disconnect; returns the arrivals."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        found, self._arrivals = self._arrivals, []
        return found

    def _note(self, number: int) -> None:
        """Note that a phone has seen the table."""
        self._missing.discard(number)
        if not self._missing:
            self._all_there.set()

    async def _follow(self, number: int, *, stuck: bool) -> None:
        while True:
            # The table may not be open yet, or closed between two matches.
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._read(number, stuck=stuck)
            await asyncio.sleep(AGAIN_S)

    async def _read(self, number: int, *, stuck: bool) -> None:
        own = socket.socket()
        own.setblocking(False)
        if stuck:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", self._port))
        reader, writer = await asyncio.open_connection(sock=own, limit=SMALL if stuck else 2**16)
        try:
            writer.write(f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n".encode())
            async for name, text in events(reader):
                if name == "table":
                    self._arrivals.append((number, time.monotonic(), digest(text)))
                    self._note(number)
                    if stuck:
                        await asyncio.Event().wait()
        finally:
            writer.transport.abort()


async def serve(phones: Phones) -> None:
    """Obey standard input, until it ends."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        match line.split():
            case ["open", reading, stuck]:
                await phones.open(int(reading), int(stuck))
                print("ready", flush=True)
            case _:
                print(json.dumps(await phones.close()), flush=True)


def main() -> None:
    """Follow a page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("port", type=int)
    parser.add_argument("path")
    chosen = parser.parse_args()
    asyncio.run(serve(Phones(chosen.port, chosen.path)))


if __name__ == "__main__":
    main()
