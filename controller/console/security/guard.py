"""The guard before all routes: it checks host, origin and size of every request."""

import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY: Final = 64_000
"""Bytes; the largest form has a few hundred."""
_LOCAL: Final = re.compile(r"[a-z0-9-]{1,63}\.local", re.ASCII)
"""A name that machines on this network give themselves (RFC 6762); the world's name servers know none of them."""
SAFE: Final = frozenset(("GET", "HEAD"))


class Guard:
    """Refuses what no page of this table can have sent."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        """Stand before an application.

        Args:
            app: what answers requests that are let through.
            names: of this machine, beside IP addresses, ``localhost`` and ``*.local``.
        """
        self._app, self._names = app, frozenset((*names, "localhost"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        fault = self._fault(scope["method"], scope["scheme"], headers)
        if not scope["query_string"].isascii():
            fault = 400, "An address is written in plain letters, the rest with percent signs (RFC 3986)."
        if fault:
            status, text = fault
            await PlainTextResponse(text, status)(scope, receive, send)
            return
        await self._app(scope, _limited(receive), send)

    def _fault(self, method: str, scheme: str, headers: Headers) -> tuple[int, str] | None:
        """The status and sentence with which a request is refused, or None."""
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not self._is_ours(host):
            return 421, "This table does not answer to that name; open it by its address, or add the name to [console]."
        if method not in (*SAFE, "POST"):
            return 405, "Pages can be read and forms can be sent; there is nothing else here."
        if method == "POST" and headers.getlist("origin") != [f"{scheme}://{host}"]:
            return 403, "This form was not sent from a page of this table; open the page anew."
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > LARGEST_BODY:
            return 413, TOO_LARGE
        return None

    def _is_ours(self, host: str) -> bool:
        """Whether a Host header names this machine: a name that an attacker can point here is none (DNS rebinding)."""
        try:
            parts = urlsplit(f"//{host}")
            name, _ = parts.hostname or "", parts.port
        except ValueError:
            return False
        if parts.netloc != host or parts.username is not None or not name:
            return False
        return name in self._names or bool(_LOCAL.fullmatch(name)) or _is_address(name)


TOO_LARGE: Final = "This is larger than any form of this table."


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _limited(receive: Receive) -> Receive:
    """The body of a request as long as it is small enough; whoever reads on is answered with status 413."""
    size = 0

    async def limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > LARGEST_BODY:
            raise HTTPException(413, TOO_LARGE)
        return message

    return limited
