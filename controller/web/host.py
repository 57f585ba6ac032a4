"""A web server (uvicorn) for one application on one address, which runs on its caller's thread."""

import asyncio
import errno
import logging
import re
import socket
from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections.abc import Callable, Collection
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import uvicorn
from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from controller.web.yielding import Pause, YieldingAnswers, YieldingSelector, no_pause

# Connections shared fairly: clients that hold many, or are slow, are closed in favour of others.
#
# A connection is aborted if its request or body does not arrive in time, or its answer is not read.

HEAD_S: Final = 10.0
"""The time limit for a request's head, from the start of the connection or the end of the previous answer."""
BODY_S: Final = 20.0
"""The time limit for a request's body: the largest form has a few hundred bytes."""
UNREAD_S: Final = 20.0
"""The time limit for a client to read on, once the connection's buffer is full."""
MOST_EACH: Final = 32
"""The most connections of one network address; a browser opens six."""
_BUSY: Final = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n"


def client_network(address: str) -> str:
    """Return the key of a client: its IPv4 address, or the /64 of its IPv6 address, of which one device has many.

    >>> client_network("192.0.2.7"), client_network("2001:db8::1:2:3:4"), client_network("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::', '192.0.2.7')
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        mapped = ip.ipv4_mapped
        return str(mapped or IPv6Address(int(ip) >> 64 << 64))
    return str(ip)


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own loopback address, which other machines cannot use.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.0.2.7"), is_loopback("")
    (True, True, False, False)
    """
    try:
        return ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False


class ConnectionLimits:
    """The connections of one server, counted by client network; used on the server's thread alone."""

    def __init__(self, most: int, most_each: int = MOST_EACH) -> None:
        """Set the limits.

        Args:
            most: connections in all.
            most_each: connections of one network; this machine itself may have them all.
        """
        self._most, self._most_each = most, most_each
        self._by_network: dict[str, dict[FairProtocol, None]] = {}
        """The open connections of each network, the oldest first."""
        self.count = 0

    def enter(self, network: str, connection: "FairProtocol") -> bool:
        """Admit a connection if there is room, or if another can be evicted; returns whether it is admitted."""
        connections = self._by_network.get(network, {})
        if len(connections) >= self._most_each and not is_loopback(network):
            return False
        if self.count >= self._most and not self._evict(len(connections) + 1):
            return False
        self._by_network.setdefault(network, {})[connection] = None
        self.count += 1
        return True

    def leave(self, network: str, connection: "FairProtocol") -> None:
        """Remove a connection, if it is there."""
        connections = self._by_network.get(network, {})
        if connection in connections:
            del connections[connection]
            self.count -= 1
            if not connections:
                del self._by_network[network]

    def _evict(self, count: int) -> bool:
        """Close the oldest connection of the network that holds most, if those are more than so many."""
        counts = ((len(held), who) for who, held in self._by_network.items() if not is_loopback(who))
        most, greedy = max(counts, default=(0, ""))
        if most <= count:
            return False
        oldest = next(iter(self._by_network[greedy]))
        self.leave(greedy, oldest)
        oldest.abort()
        return True


class FairProtocol(H11Protocol):
    """A connection with time limits, one of many that share a server."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
        *,
        limits: ConnectionLimits,
        pause: Pause = no_pause,
    ) -> None:
        pause()
        super().__init__(config, server_state, app_state, _loop)
        self._limits, self._network, self._timer = limits, "", None
        self._pause = pause
        self._unread: TimerHandle | None = None

    _timer: TimerHandle | None

    def connection_made(self, transport: Transport) -> None:
        """Admit the connection, or answer 503 and close it."""
        self._pause()
        super().connection_made(transport)
        self._network = client_network(self.client[0]) if self.client else ""
        if self._limits.enter(self._network, self):
            self._start_timer(HEAD_S)
        else:
            transport.write(_BUSY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the limits and stop its timers."""
        self._limits.leave(self._network, self)
        self._cancel_timer()
        if self._unread:
            self._unread.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse received data; the timer runs on until the request is complete."""
        self._pause()
        before = self.cycle
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            return
        if not self.cycle.more_body:
            self._cancel_timer()
        elif self.cycle is not before:
            self._start_timer(BODY_S)

    def on_response_complete(self) -> None:
        """Start the timer for the next request on the same connection."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._start_timer(HEAD_S)

    def pause_writing(self) -> None:
        """Start the timer for a client that does not read: the connection's buffer is full."""
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(UNREAD_S, self.abort)

    def resume_writing(self) -> None:
        """Stop the timer: the client reads again."""
        super().resume_writing()
        if self._unread:
            self._unread.cancel()
            self._unread = None

    def abort(self) -> None:
        """Close the connection without an answer."""
        self.transport.abort()

    def _start_timer(self, seconds: float) -> None:
        self._cancel_timer()
        self._timer = self.loop.call_later(seconds, self.abort)

    def _cancel_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


def protocol_factory(limits: ConnectionLimits, pause: Pause = no_pause) -> Callable[..., FairProtocol]:
    """Return the factory of a server's connections, which pause before each piece of their work."""

    def make_connection(
        config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: AbstractEventLoop | None = None
    ) -> FairProtocol:
        return FairProtocol(config, server_state, app_state, _loop, limits=limits, pause=pause)

    return make_connection


# Security headers of every answer: a page runs and shows only its own parts, in no other page's frame.

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # Not "no-referrer": with that, browsers send forms with the origin "null".
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""The default headers of every answer; ``data:`` is for the small drawings inside the style sheet."""


class SafeHeaders:
    """Adds `HEADERS` to the answers of an application, errors among them."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)


# The host names that a server answers to: never a name that an attacker can point here (DNS rebinding).

_LOCAL: Final = re.compile(r"[a-z0-9-]{1,63}\.local", re.ASCII)
"""An mDNS name, which machines on this network give themselves (RFC 6762); public name servers do not resolve it."""


def is_ours(host: str, names: Collection[str] = ()) -> bool:
    """Whether a Host header names this machine.

    Args:
        host: the header.
        names: of this machine, in addition to IP addresses, ``localhost`` and ``*.local``.

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
    """Whether a Host header is ``localhost`` or an address, rather than a name that somebody chose.

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


_log: Final = logging.getLogger(__name__)

BACKLOG: Final = 128
"""The most connections that the system holds and the program accepts in one go.

Each takes a file descriptor before it can be refused, and the camera and the record need some too.
"""
UNACKNOWLEDGED_MS: Final = 20_000
"""The time after which the system drops a browser that acknowledges nothing (``tcp(7)``, TCP_USER_TIMEOUT)."""
_HEAD_BYTES: Final = 16_384
"""The longest head of a request."""
_EXHAUSTED: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
"""Errors of a machine that cannot accept connections for now."""
_EXHAUSTED_LOG_S: Final = 60.0
"""Seconds between two log lines about exhausted resources; the event loop reports each attempt, every second."""
_GRACE_S: Final = 1
"""Seconds for unfinished answers when the server is stopped."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files of a certificate chain and its key, for https."""

    chain: Path
    key: Path


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket; port 0 takes any free one.

    Raises:
        OSError: the address is not this machine's, or is in use.
        UnicodeError: the name cannot be a host name.
    """
    listener = socket.create_server(
        (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=BACKLOG
    )
    # The sockets of connections inherit this timeout.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)
    return listener


_LISTEN_ERRORS: Final = {
    errno.EADDRINUSE: "another program has it",
    errno.EADDRNOTAVAIL: "this machine has no such address",
    errno.EACCES: "a port below 1024 is root's",
}


def describe_listen_error(error: OSError) -> str:
    """Describe in words why a socket cannot listen."""
    return _LISTEN_ERRORS.get(error.errno or 0) or error.strerror or str(error)


class Host:
    """A server of one application; `serve` blocks until `stop`.

    It sends no Server header and trusts no proxy's headers; the application logs its own faults.
    """

    def __init__(
        self, application: ASGIApp, most: int, certificate: Certificate | None = None, pause: Pause = no_pause
    ) -> None:
        """Configure the server.

        Args:
            application: answers the requests; every answer gets the safe headers.
            most: connections at once; beyond it the largest holder loses one, or the newcomer is answered 503.
            certificate: for https; without one, the server speaks http.
            pause: is called before each piece of work.

        Raises:
            OSError: the certificate cannot be read, or is none.
        """
        self._config = uvicorn.Config(
            SafeHeaders(_ShortHeads(YieldingAnswers(application, pause))),
            http=protocol_factory(ConnectionLimits(most), pause),  # pyrefly: ignore[bad-argument-type]  # any factory of connections will do
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
        self._is_stopped = False

    def serve(self, listener: socket.socket) -> None:
        """Answer requests until the server is stopped, then close the socket."""
        with listener:
            server = self._server = uvicorn.Server(self._config)
            server.should_exit = self._is_stopped
            with asyncio.Runner(loop_factory=self._loop) as runner:
                runner.run(self._serve(server, listener))

    async def _serve(self, server: uvicorn.Server, listener: socket.socket) -> None:
        """Serve, then abort connections that outlasted the grace: a loop that ends leaves its sockets open."""
        try:
            await server.serve([listener])
        finally:
            for connection in [*server.server_state.connections]:
                connection.transport.abort()
            await asyncio.sleep(0)  # the next round of the loop closes them

    def _loop(self) -> asyncio.AbstractEventLoop:
        loop = _Loop(YieldingSelector(self._pause))
        loop.set_exception_handler(_FaultLog())
        return loop

    def stop(self) -> None:
        """Stop once the unfinished answers are sent; from any thread, returns at once."""
        self._is_stopped = True
        if self._server:
            self._server.should_exit = True


class _Loop(asyncio.SelectorEventLoop):
    """An event loop whose servers limit the TLS handshake to the time of a request's head."""

    async def create_server(self, *arguments: Any, **named: Any) -> asyncio.Server:  # noqa: ANN401  passed on as they are
        """Create a server with that time limit."""
        if named.get("ssl"):
            named.setdefault("ssl_handshake_timeout", HEAD_S)
        return await super().create_server(*arguments, **named)


class _ShortHeads:
    """An application that refuses long request heads: uvicorn refuses only those that arrive in parts."""

    def __init__(self, application: ASGIApp) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        parts = (scope["raw_path"], scope["query_string"], *(part for header in scope["headers"] for part in header))
        answer: ASGIApp = self._application
        if sum(map(len, parts)) > _HEAD_BYTES:
            answer = PlainTextResponse("The head of this request is too long.", 431, {"Connection": "close"})
        await answer(scope, receive, send)


class _FaultLog:
    """An exception handler of an event loop that logs exhausted resources once a minute."""

    def __init__(self) -> None:
        self._next = float("-inf")

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log a fault of the loop."""
        fault = context.get("exception")
        if "socket" not in context or not isinstance(fault, OSError) or fault.errno not in _EXHAUSTED:
            loop.default_exception_handler(context)
        elif loop.time() >= self._next:
            self._next = loop.time() + _EXHAUSTED_LOG_S
            _log.warning("no more browsers can be answered for now: %s", fault.strerror)
