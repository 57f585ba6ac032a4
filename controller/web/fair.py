"""Connections shared out fairly: whoever holds many, or is slow, gives way to the others.

A connection is let go when its request does not come in time, its body does not, or what is sent to it is not read.
"""

from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from controller.web.giving_way import Pause, no_pause

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
