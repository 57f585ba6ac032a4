"""The guard before all routes: it checks host, origin and size of every request."""

from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller.web.host import is_ours

LARGEST_BODY: Final = 64_000
"""Bytes; the largest form has a few hundred."""
PICTURE: Final = "/camera/picture"
"""The path to which a phone that is the camera sends its pictures."""
LARGEST_PICTURE: Final = 8_000_000
"""Bytes of one; JPEG of 4K in fine detail has four million."""
_DIGITS: Final = 12
"""Digits of a length; more are no number that anybody means."""
LONGEST_PATH: Final = 2_000
"""Letters of an address; the longest of ours has some hundred."""
SAFE: Final = frozenset(("GET", "HEAD"))


class Guard:
    """Guard that refuses what no page of this table can have sent."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        """Stand before an application.

        Args:
            app: what answers requests that are let through.
            names: names of this machine, beside IP addresses, ``localhost`` and ``*.local``.
        """
        self._app, self._names = app, frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        most = LARGEST_PICTURE if scope["path"] == PICTURE else LARGEST_BODY
        fault = self._fault(scope["method"], scope["scheme"], headers, most)
        if not scope["query_string"].isascii():
            fault = 400, "An address is written in plain letters, the rest with percent signs (RFC 3986)."
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_PATH:
            fault = 414, "This address is longer than any of this table."
        if fault:
            status, text = fault
            await PlainTextResponse(text, status)(scope, receive, send)
            return
        await self._app(scope, _limited(receive, most), send)

    def _fault(self, method: str, scheme: str, headers: Headers, most: int) -> tuple[int, str] | None:
        """Return the status and sentence with which a request is refused, or None."""
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not is_ours(host, self._names):
            return 421, "This table does not answer to that name; open it by its address, or add the name to [console]."
        if method not in (*SAFE, "POST"):
            return 405, "Pages can be read and forms can be sent; there is nothing else here."
        if method == "POST" and headers.getlist("origin") != [f"{scheme}://{host}"]:
            return 403, "This form was not sent from a page of this table; open the page anew."
        size = headers.get("content-length", "0")
        if not (size.isascii() and size.isdecimal()) or len(size) > _DIGITS or int(size) > most:
            return 413, TOO_LARGE
        return None


TOO_LARGE: Final = "This is larger than any form of this table."


def _limited(receive: Receive, most: int) -> Receive:
    """Return the body of a request as long as it has no more bytes; whoever reads on is answered with status 413."""
    size = 0

    async def limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:
            raise HTTPException(413, TOO_LARGE)
        return message

    return limited
