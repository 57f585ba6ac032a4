"""A display behind a TCP address."""

import re
import socket
from collections.abc import Generator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address
from typing import Final

from firmware_bridge.ports.mailbox import Wire

CONNECT_S: Final = 1.0
"""Longest time to wait for a program to answer; then it is tried again."""

QUIET_S: Final = 5
"""Silence after which the system asks whether the other machine is still there (``tcp(7)``, keepalive)."""


NO_NAME: Final = "no machine can have this name"


class BadAddress(ValueError):  # noqa: N818 - named for the mistake
    """A text that should be a machine and a port is none."""


def address(text: str, port: int) -> tuple[str, int]:
    """Machine and port of ``lcd.local:13666``; the port may be left out.

    Raises:
        BadAddress: The port is no number from 1 to 65535, or the machine can have no such name.

    >>> address("lcd.local", 13666), address("::1", 7), address("[::1]:9", 7)
    (('lcd.local', 13666), ('::1', 7), ('::1', 9))
    """
    host, colon, number = text.rpartition(":")
    if not colon or (":" in host and not host.endswith("]")):
        host, number = text, str(port)
    host = host.removeprefix("[").removesuffix("]")
    if not number.isascii() or not number.isdigit() or not 0 < int(number) < 65536 or not _is_machine(host):
        raise BadAddress(f"{text!r} is no address; write a machine and a port such as localhost:{port}")
    return host, int(number)


def _is_machine(host: str) -> bool:
    """Whether a text can be the name or the number of a machine."""
    try:
        if ":" in host:
            return bool(IPv6Address(host))
        if set(host) <= set("0123456789."):
            return bool(IPv4Address(host))
        name = host.encode("idna").decode("ascii")
    except ValueError:
        return False
    return re.fullmatch(r"[\w.-]+", name, re.ASCII) is not None


def _connection(host: str, port: int) -> socket.socket:
    try:
        return socket.create_connection((host, port), CONNECT_S)
    except UnicodeError as error:
        raise OSError(NO_NAME) from error


def tcp_wire(host: str, port: int) -> Wire:
    """Return a function that opens a connection; the system notices when the other machine is gone."""

    @contextmanager
    def wire() -> Generator[int]:
        with _connection(host, port) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for option, value in ((socket.TCP_KEEPIDLE, QUIET_S), (socket.TCP_KEEPINTVL, 1), (socket.TCP_KEEPCNT, 3)):
                connection.setsockopt(socket.IPPROTO_TCP, option, value)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            yield connection.fileno()

    return wire
