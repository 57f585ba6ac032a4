"""A web server (uvicorn) for one application on one address; its caller gives it a thread."""

import asyncio
import errno
import logging
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import uvicorn
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.web.fair import ConnectionLimits, sharing
from controller.web.giving_way import Pause, PausingAnswers, PausingSelector, no_pause
from controller.web.headers import SafeHeaders

_log: Final = logging.getLogger(__name__)

BACKLOG: Final = 128
"""Connections that wait until they are accepted, and are accepted at once: each takes a descriptor of the program's
before anybody can turn it away, and the camera and the record need some too."""
GONE_MS: Final = 20_000
"""A browser that takes nothing for so long is let go (``tcp(7)``, TCP_USER_TIMEOUT)."""
_HEAD_BYTES: Final = 16_384
"""Longest head of a request."""
_SCARCE: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
"""Why no connection can be accepted for now."""
_SCARCE_S: Final = 60.0
"""Between two lines of the journal about that; the event loop tries every second, and speaks with every try."""
_GRACE_S: Final = 1
"""Given to the answers that are under way when the server is stopped."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """For https."""

    chain: Path
    key: Path


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes any.

    Raises:
        OSError: the address is not this machine's, or is taken.
        UnicodeError: no machine can have this name.
    """
    ear = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=BACKLOG)
    # The browsers' own sockets inherit its patience.
    ear.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
    return ear


class Host:
    """Serves an application; `serve` blocks until `stop`.

    It says nothing of itself and trusts no proxy's word; faults are logged by the application.
    """

    def __init__(
        self, application: ASGIApp, most: int, certificate: Certificate | None = None, pause: Pause = no_pause
    ) -> None:
        """Make it ready.

        Args:
            application: answers; every answer gets the safe headers.
            most: connections at once; then those of whoever holds most give way, or newcomers are answered 503.
            certificate: for https; http without.
            pause: is called before each piece of work.

        Raises:
            OSError: the certificate cannot be read, or is none.
        """
        self._config = uvicorn.Config(
            SafeHeaders(_ShortHeads(PausingAnswers(application, pause))),
            http=sharing(ConnectionLimits(most), pause),  # pyrefly: ignore[bad-argument-type]  # whatever makes a connection will do
            loop="asyncio",
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            h11_max_incomplete_event_size=_HEAD_BYTES,
            timeout_graceful_shutdown=_GRACE_S,
            backlog=BACKLOG,
            ssl_certfile=certificate.chain if certificate else None,
            ssl_keyfile=certificate.key if certificate else None,
        )
        self._config.load()
        self._server: uvicorn.Server | None = None
        self._pause = pause
        self._over = False

    def serve(self, ear: socket.socket) -> None:
        """Answer all who come, until it is stopped; then the socket is closed."""
        with ear:
            server = self._server = uvicorn.Server(self._config)
            server.should_exit = self._over
            with asyncio.Runner(loop_factory=self._loop) as runner:
                runner.run(self._serve(server, ear))

    async def _serve(self, server: uvicorn.Server, ear: socket.socket) -> None:
        """Serve, and at the end hang up on whoever outlasted the grace: a loop that ends leaves its sockets open."""
        try:
            await server.serve([ear])
        finally:
            for connection in [*server.server_state.connections]:
                connection.transport.abort()
            await asyncio.sleep(0)  # the next round of the loop closes them

    def _loop(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.SelectorEventLoop(PausingSelector(self._pause))
        loop.set_exception_handler(_Faults())
        return loop

    def stop(self) -> None:
        """Let the answers that are under way come to an end, and stop; from any thread, returns at once."""
        self._over = True
        if self._server:
            self._server.should_exit = True


class _ShortHeads:
    """Refuses requests with a long head: uvicorn minds only those whose head comes in parts."""

    def __init__(self, application: ASGIApp) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        parts = (scope["raw_path"], scope["query_string"], *(part for header in scope["headers"] for part in header))
        answer: ASGIApp = self._application
        if sum(map(len, parts)) > _HEAD_BYTES:
            answer = PlainTextResponse("The head of this request is too long.", 431, {"Connection": "close"})
        await answer(scope, receive, send)


class _Faults:
    """Tells of an event loop's faults; of descriptors that are used up once a minute."""

    def __init__(self) -> None:
        self._next = float("-inf")

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take a fault in, as the loop tells of it."""
        fault = context.get("exception")
        if "socket" not in context or not isinstance(fault, OSError) or fault.errno not in _SCARCE:
            loop.default_exception_handler(context)
        elif loop.time() >= self._next:
            self._next = loop.time() + _SCARCE_S
            _log.warning("no more browsers can be answered for now: %s", fault.strerror)
