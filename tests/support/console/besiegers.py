"""Strangers on the network who try to switch a table's pages off; each act is one that was seen to do it once.

As a program (``python -m tests.support.console.besiegers PORT SECONDS COUNT``) all of it at once, from a process of its
own, by addresses of this machine that the table is told to take for others.
"""

import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

HOST: Final = "127.0.0.1"
ADDRESSES: Final = tuple(f"127.0.9.{number}" for number in range(1, 9))
"""Addresses from which connections are held."""
ASKING: Final = tuple(f"127.0.8.{number}" for number in range(1, 9))
"""Addresses of repeated requests; an address that holds connections would be answered 503 alone."""
Act = Callable[[int, str], bytes]


def connected(port: int, source: str, said: bytes = b"") -> socket.socket:
    """A connection on which this was said."""
    wire = socket.socket()
    try:
        wire.settimeout(5)
        wire.bind((source, 0))
        wire.connect((HOST, port))
        wire.sendall(said)
    except OSError:
        wire.close()
        raise
    return wire


def request(method: str, path: str, body: str = "", *heads: str) -> bytes:
    """A request as a browser sends it."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *heads]
    if method == "POST":
        lines += [f"Content-Length: {len(body)}", "Content-Type: application/x-www-form-urlencoded"]
    return "\r\n".join((*lines, "", body)).encode()


HELD: Final = (
    b"",
    b"GET / HT",
    b"POST /pair HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\nabc",
    request("GET", "/live/table"),
)
"""Bytes sent on connections that are then held and not read: nothing, halves, a stream."""
ASKED: Final = (
    request("GET", f"/verdicts/{'7' * 5_000}"),
    request("POST", "/pair", "code=000000"),
    request("POST", "/act", f"do=show-code&key={'x' * 60_000}"),
    request("GET", "/", "", f"Cookie: schiri={'x' * 4_000}"),
    request("GET", "/board"),
    request("GET", "/sheet"),
    request("GET", "/verdicts/1"),
    b"\x00\xff\x13\x37\r\n\r\n",
)
"""Requests that are repeated."""


def hold(port: int, count: int) -> list[socket.socket]:
    """Open connections and hold them, all kinds from all addresses; those that are open."""
    held: list[socket.socket] = []
    for number in range(count):
        with suppress(OSError):
            held.append(connected(port, ADDRESSES[number % len(ADDRESSES)], HELD[number // 8 % len(HELD)]))
    return held


def ask(port: int, number: int) -> bytes:
    """Ask for one of the things, and return the beginning of the answer."""
    with suppress(OSError), connected(port, ASKING[number // 8 % len(ASKING)], ASKED[number % len(ASKED)]) as wire:
        return wire.recv(12)
    return b""


def main() -> None:
    """Hold and ask until the time is over; says how many answers there were of each kind."""
    port, until, count = int(sys.argv[1]), time.monotonic() + float(sys.argv[2]), int(sys.argv[3])
    held, answers = hold(port, count), dict[str, int]()
    print("begun", flush=True)  # noqa: T201  whoever started this waits for it
    number = 0
    while time.monotonic() < until:
        told = ask(port, number).decode(errors="replace")[-3:] or "none"
        answers[told] = answers.get(told, 0) + 1
        number += 1
        if number % 50 == 0:
            for wire in held:
                wire.close()
            held = hold(port, count)
    print(answers)  # noqa: T201


if __name__ == "__main__":
    main()
