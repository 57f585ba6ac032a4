"""A web server (uvicorn) for one application on one address; its caller gives it a thread."""

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

from controller.web.giving_way import Pause, PausingAnswers, PausingSelector, no_pause

# Connections shared out fairly: whoever holds many, or is slow, gives way to the others.
#
# A connection is let go when its request does not come in time, its body does not, or what is sent to it is not read.

HEAD_S: Final = 10.0
"""For the head of a request, from the opening of its connection or the end of the answer before."""
BODY_S: Final = 20.0
"""For the rest of a request: the largest form has a few hundred bytes."""
UNREAD_S: Final = 20.0
"""For whoever reads a stream to read on, once more waits than the connection holds."""
MOST_EACH: Final = 32
"""Connections of one address; a browser opens six."""
_BUSY: Final = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n"


def network(address: str) -> str:
    """Whose address it is: an IPv4 address, or the /64 of an IPv6 one, of which a single device has many.

    >>> network("192.0.2.7"), network("2001:db8::1:2:3:4"), network("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::', '192.0.2.7')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped or IPv6Address(int(found) >> 64 << 64))
    return str(found)


def is_here(address: str) -> bool:
    """Whether an address is this machine's own, by which nobody else can come.

    >>> is_here("127.0.0.1"), is_here("::1"), is_here("192.0.2.7"), is_here("")
    (True, True, False, False)
    """
    try:
        return ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False


class ConnectionLimits:
    """The connections of one server, by who holds them; used by the server's own thread alone."""

    def __init__(self, most: int, most_each: int = MOST_EACH) -> None:
        """Begin with none.

        Args:
            most: in all.
            most_each: of one address; this machine itself may have them all.
        """
        self._most, self._most_each = most, most_each
        self._held: dict[str, dict[FairProtocol, None]] = {}
        """By who holds them, the oldest first."""
        self.count = 0

    def enter(self, who: str, connection: "FairProtocol") -> bool:
        """Take a connection in, if there is room or another has to give way; returns whether it is in."""
        mine = self._held.get(who, {})
        if len(mine) >= self._most_each and not is_here(who):
            return False
        if self.count >= self._most and not self._give_way(len(mine) + 1):
            return False
        self._held.setdefault(who, {})[connection] = None
        self.count += 1
        return True

    def leave(self, who: str, connection: "FairProtocol") -> None:
        """Forget a connection; one that is not here is fine."""
        mine = self._held.get(who, {})
        if connection in mine:
            del mine[connection]
            self.count -= 1
            if not mine:
                del self._held[who]

    def _give_way(self, than: int) -> bool:
        """Close the oldest connection of whoever else on the network holds most, if those are more than so many."""
        others = ((len(held), who) for who, held in self._held.items() if not is_here(who))
        most, greedy = max(others, default=(0, ""))
        if most <= than:
            return False
        oldest = next(iter(self._held[greedy]))
        self.leave(greedy, oldest)
        oldest.let_go()
        return True


class FairProtocol(H11Protocol):
    """A connection with limits of time, in a crowd."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
        *,
        crowd: ConnectionLimits,
        pause: Pause = no_pause,
    ) -> None:
        pause()
        super().__init__(config, server_state, app_state, _loop)
        self._crowd, self._who, self._timer = crowd, "", None
        self._pause = pause
        self._unread: TimerHandle | None = None

    _timer: TimerHandle | None

    def connection_made(self, transport: Transport) -> None:
        """Take the connection in, or turn it away at once."""
        self._pause()
        super().connection_made(transport)
        self._who = network(self.client[0]) if self.client else ""
        if self._crowd.enter(self._who, self):
            self._within(HEAD_S)
        else:
            transport.write(_BUSY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room."""
        self._crowd.leave(self._who, self)
        self._rest()
        if self._unread:
            self._unread.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come; the time for it runs on as long as the request is not whole."""
        self._pause()
        before = self.cycle
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            return
        if not self.cycle.more_body:
            self._rest()
        elif self.cycle is not before:
            self._within(BODY_S)

    def on_response_complete(self) -> None:
        """Wait for the next request on the same connection."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._within(HEAD_S)

    def pause_writing(self) -> None:
        """More waits to be read than the connection holds."""
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(UNREAD_S, self.let_go)

    def resume_writing(self) -> None:
        """It is read again."""
        super().resume_writing()
        if self._unread:
            self._unread.cancel()
            self._unread = None

    def let_go(self) -> None:
        """Close the connection without a word."""
        self.transport.abort()

    def _within(self, seconds: float) -> None:
        self._rest()
        self._timer = self.loop.call_later(seconds, self.let_go)

    def _rest(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


def sharing(crowd: ConnectionLimits, pause: Pause = no_pause) -> Callable[..., FairProtocol]:
    """Makes the connections of one server, which pauses before each piece of its work."""

    def made(
        config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: AbstractEventLoop | None = None
    ) -> FairProtocol:
        return FairProtocol(config, server_state, app_state, _loop, crowd=crowd, pause=pause)

    return made


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
"""Of every answer that has no stricter ones; ``data:`` is for the small drawings inside the style sheet."""


class SafeHeaders:
    """Adds `HEADERS` to the answers of an application, errors among them."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, dressed)


# The names under which a server may be asked for: none that an attacker can point here (DNS rebinding).

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


_TAKEN: Final = {
    errno.EADDRINUSE: "another program has it",
    errno.EADDRNOTAVAIL: "this machine has no such address",
    errno.EACCES: "a port below 1024 is root's",
}


def why_deaf(error: OSError) -> str:
    """Why nothing can listen, in words."""
    return _TAKEN.get(error.errno or 0) or error.strerror or str(error)


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
        loop = _Loop(PausingSelector(self._pause))
        loop.set_exception_handler(_Faults())
        return loop

    def stop(self) -> None:
        """Let the answers that are under way come to an end, and stop; from any thread, returns at once."""
        self._over = True
        if self._server:
            self._server.should_exit = True


class _Loop(asyncio.SelectorEventLoop):
    """An event loop whose servers wait no longer for the greeting by which https begins than for a request."""

    async def create_server(self, *arguments: Any, **named: Any) -> asyncio.Server:  # noqa: ANN401  passed on as they are
        """Make a server."""
        if named.get("ssl"):
            named.setdefault("ssl_handshake_timeout", HEAD_S)
        return await super().create_server(*arguments, **named)


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
