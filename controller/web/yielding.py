"""Requests and connections that yield the processor to the game: reading a card has priority over a page."""

import asyncio
import selectors
from collections.abc import Callable, Collection
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

PATIENCE_S: Final = 0.3
"""The longest delay of a request."""
_STEP_S: Final = 0.02
"""Seconds between two checks of whether the game is still busy."""
Pause = Callable[[], None]
"""A function that blocks while the game must not be disturbed, up to a limit of its own.

A server's thread calls it between any two pieces of its work: it must be quick if there is nothing to wait for.
"""


def no_pause() -> None:
    """Return at once, for servers without a game."""


class YieldToGame:
    """An application that delays each request until the game is not busy, up to `PATIENCE_S`."""

    def __init__(self, application: ASGIApp, is_busy: Callable[[], bool], exempt: Collection[str] = ()) -> None:
        """Wrap an application.

        Args:
            application: answers the requests.
            is_busy: whether a card is just being read; called from the server's thread.
            exempt: paths that the game itself waits for, which are answered at once.
        """
        self._application, self._is_busy, self._exempt = application, is_busy, frozenset(exempt)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http" and scope.get("path") not in self._exempt:
            clock = asyncio.get_running_loop().time
            deadline = clock() + PATIENCE_S
            # The game's thread sets no event when it is done.
            while self._is_busy() and clock() < deadline:  # noqa: ASYNC110
                await asyncio.sleep(_STEP_S)
        await self._application(scope, receive, send)


class YieldingSelector(selectors.DefaultSelector):
    """A selector that pauses before it reports ready sockets to an event loop.

    Threads share the interpreter's lock in turns of milliseconds. A loop that opens hundreds of connections has work
    for many turns, and a thread that writes an event to the disk loses its turn with each system call.
    """

    def __init__(self, pause: Pause) -> None:
        super().__init__()
        self._pause = pause

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for ready sockets, then pause."""
        ready = super().select(timeout)
        self._pause()
        return ready


class YieldingAnswers:
    """An application that pauses before each piece of an answer: streams send hundreds of pieces at once."""

    def __init__(self, application: ASGIApp, pause: Pause) -> None:
        self._application, self._pause = application, pause

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def send_later(message: Message) -> None:
            self._pause()
            await send(message)

        await self._application(scope, receive, send_later)
