"""Requests that wait while the game needs the processor: a card is worth more than a page."""

import asyncio
from collections.abc import Callable
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

PATIENCE_S: Final = 0.3
"""Longest wait of a request."""
_STEP_S: Final = 0.02
"""Between two looks at whether the game is still busy."""


class GivingWay:
    """An application whose answers begin when the game is not busy, or after a short wait."""

    def __init__(self, application: ASGIApp, is_busy: Callable[[], bool]) -> None:
        """Wrap an application; ``is_busy``: whether a card is just being read, asked from the server's thread."""
        self._application, self._is_busy = application, is_busy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http":
            clock = asyncio.get_running_loop().time
            late = clock() + PATIENCE_S
            # Another thread is asked, which tells nobody when it is done.
            while self._is_busy() and clock() < late:  # noqa: ASYNC110
                await asyncio.sleep(_STEP_S)
        await self._application(scope, receive, send)
