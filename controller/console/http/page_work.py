"""Work of pages that takes long, one piece at a time, kept as long as the table stands as it does."""

import asyncio
import time
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from typing import Final, TypeVar, TypeVarTuple, cast

from starlette.concurrency import run_in_threadpool

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MOST_KEPT: Final = 200
"""Pieces that are kept; an evening has fewer verdicts, each in one language or two."""
REST: Final = 3.0
"""Times as long as a piece took for strangers nothing is worked out for them: most cards come while nothing is."""


class PageWork:
    """The turns of what pages have worked out: one thread works, however many ask, and nothing is worked out twice.

    Threads share the interpreter with the game in turns of milliseconds: with forty of them a card waits for forty.
    Whoever belongs to the table waits for one piece of strangers' at most. Used in the event loop of one server.
    """

    def __init__(self) -> None:
        self._turn, self._strangers = asyncio.Lock(), asyncio.Lock()
        self._about: object = None
        self._kept: dict[Hashable, object] = {}
        self._rests_until = 0.0

    async def done(
        self, about: object, key: Hashable, work: Callable[[*Ts], T], *arguments: *Ts, is_strangers: bool = False
    ) -> T:
        """What a function returns, called in a thread or some time before.

        Args:
            about: what it is worked out from, such as the snapshot of a table: with another one all is forgotten.
            key: which piece it is; everything in it that another answer could depend on.
            work: the function.
            arguments: of the function.
            is_strangers: whether somebody asks who does not belong to the table.
        """
        async with self._strangers if is_strangers else nullcontext():
            if is_strangers and not self._has(about, key):
                await asyncio.sleep(self._rests_until - time.monotonic())
            async with self._turn:
                if not self._has(about, key):
                    began = time.monotonic()
                    self._keep(about, key, await run_in_threadpool(work, *arguments))
                    if is_strangers:
                        self._rests_until = time.monotonic() + REST * (time.monotonic() - began)
                return cast("T", self._kept[key])

    def _has(self, about: object, key: Hashable) -> bool:
        return about is self._about and key in self._kept

    def _keep(self, about: object, key: Hashable, made: object) -> None:
        if about is not self._about:
            self._about, self._kept = about, {}
        while len(self._kept) >= MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))
        self._kept[key] = made
