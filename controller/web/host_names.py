"""The names under which a server may be asked for: none that an attacker can point here (DNS rebinding)."""

import re
from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

_LOCAL: Final = re.compile(r"[a-z0-9-]{1,63}\.local", re.ASCII)
"""A name that machines on this network give themselves (RFC 6762); the world's name servers know none of them."""


def is_ours(host: str, names: Collection[str] = ()) -> bool:
    """Whether a Host header names this machine.

    Args:
        host: the header.
        names: of this machine, beside IP addresses, ``localhost`` and ``*.local``.

    >>> is_ours("192.0.2.1:8080"), is_ours("schiri-1a2b.local"), is_ours("evil.example")
    (True, True, False)
    """
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.netloc != host or parts.username is not None or not name:
        return False
    return name == "localhost" or name in names or bool(_LOCAL.fullmatch(name)) or _is_address(name)


def is_plain(host: str) -> bool:
    """Whether a Host header is ``localhost`` or an address: names are given by whoever answers for them.

    >>> is_plain("localhost:8080"), is_plain("[::1]"), is_plain("evil.local:8080")
    (True, True, False)
    """
    name = urlsplit(f"//{host}").hostname or ""
    return is_ours(host) and (name == "localhost" or _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
