"""Requests and connections that wait while the game needs the processor: a card is worth more than a page."""

import asyncio
import selectors
from collections.abc import Callable, Collection
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

PATIENCE_S: Final = 0.3
"""Longest wait of a request."""
_STEP_S: Final = 0.02
"""Between two looks at whether the game is still busy."""
Pause = Callable[[], None]
"""Stands still as long as the game must not be disturbed, by its own limit; called by a server's thread between any two
pieces of its work, so let it be quick where there is nothing to wait for."""


def no_pause() -> None:
    """Do not wait: there is no game."""


class GivingWay:
    """An application whose answers begin when the game is not busy, or after a short wait."""

    def __init__(self, application: ASGIApp, is_busy: Callable[[], bool], but: Collection[str] = ()) -> None:
        """Wrap an application.

        Args:
            application: answers.
            is_busy: whether a card is just being read, asked from the server's thread.
            but: the paths of what the game itself waits for.
        """
        self._application, self._is_busy, self._but = application, is_busy, frozenset(but)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http" and scope.get("path") not in self._but:
            clock = asyncio.get_running_loop().time
            late = clock() + PATIENCE_S
            # Another thread is asked, which tells nobody when it is done.
            while self._is_busy() and clock() < late:  # noqa: ASYNC110
                await asyncio.sleep(_STEP_S)
        await self._application(scope, receive, send)


class PausingSelector(selectors.DefaultSelector):
    """A selector that pauses before it lets an event loop know of what has come.

    Threads share the interpreter's lock in turns of milliseconds. A loop with hundreds of connections that are opened
    has work for many turns, and whoever writes an event to the disk gives its own away with each call of the system.
    """

    def __init__(self, pause: Pause) -> None:
        super().__init__()
        self._pause = pause

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for what comes."""
        ready = super().select(timeout)
        self._pause()
        return ready


class PausingAnswers:
    """An application that pauses before each piece of an answer: a stream has hundreds of them at once."""

    def __init__(self, application: ASGIApp, pause: Pause) -> None:
        self._application, self._pause = application, pause

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def sent(message: Message) -> None:
            self._pause()
            await send(message)

        await self._application(scope, receive, sent)
