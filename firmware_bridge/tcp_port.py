"""A display behind a TCP address."""

import socket
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from firmware_bridge.mailbox import Wire

CONNECT_S: Final = 1.0
"""Longest time to wait for a program to answer; then it is tried again."""

QUIET_S: Final = 5
"""Silence after which the system asks whether the other machine is still there (``tcp(7)``, keepalive)."""


class BadAddress(ValueError):  # noqa: N818 - named for the mistake
    """A text that should be a machine and a port is none."""


def address(text: str, port: int) -> tuple[str, int]:
    """Machine and port of ``lcd.local:13666``; the port may be left out.

    Raises:
        BadAddress: The port is no number.

    >>> address("lcd.local", 13666), address("::1", 7), address("[::1]:9", 7)
    (('lcd.local', 13666), ('::1', 7), ('::1', 9))
    """
    host, colon, number = text.rpartition(":")
    if not colon or (":" in host and not host.endswith("]")):
        host, number = text, str(port)
    if not number.isascii() or not number.isdigit() or not 0 < int(number) < 65536:
        raise BadAddress(f"{text!r} is no address; write a machine and a port such as localhost:{port}")
    return host.removeprefix("[").removesuffix("]"), int(number)


def tcp_wire(host: str, port: int) -> Wire:
    """Opens a connection, and lets the system notice when the other machine is gone."""

    @contextmanager
    def wire() -> Generator[int]:
        with socket.create_connection((host, port), CONNECT_S) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for option, value in ((socket.TCP_KEEPIDLE, QUIET_S), (socket.TCP_KEEPINTVL, 1), (socket.TCP_KEEPCNT, 3)):
                connection.setsockopt(socket.IPPROTO_TCP, option, value)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            yield connection.fileno()

    return wire
