"""Work of pages that takes long, one piece at a time, kept as long as the table stands as it does."""

import asyncio
import time
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from typing import Final, TypeVar, cast

from starlette.concurrency import run_in_threadpool

T = TypeVar("T")
About = TypeVar("About")
MOST_KEPT: Final = 200
"""Pieces that are kept; an evening has fewer verdicts, each in one language or two."""
REST: Final = 3.0
"""Times as long as a piece took for strangers nothing is worked out for them: most cards come while nothing is."""


class PageWork:
    """The turns of what pages have worked out: one thread works, however many ask, and nothing is worked out twice.

    Threads share the interpreter with the game in turns of milliseconds: with forty of them a card waits for forty.
    Whoever belongs to the table waits for one piece of strangers' at most. Whoever has waited while the table went on
    is answered of the table as it is then, so that a crowd that waits costs no more than one. Used in the event loop
    of one server.
    """

    def __init__(self) -> None:
        self._turn, self._strangers = asyncio.Lock(), asyncio.Lock()
        self._about: object = None
        self._kept: dict[Hashable, object] = {}
        self._rests_until = 0.0

    async def done(
        self, about: Callable[[], About], key: Hashable, work: Callable[[About], T], *, is_strangers: bool = False
    ) -> tuple[About, T]:
        """What a function returns, called in a thread or some time before, and of what.

        Args:
            about: tells what it is worked out from, such as the newest snapshot of a table, when its turn has come;
                with another one all that was kept is forgotten.
            key: which piece it is; everything in it, beside that, that another answer could depend on.
            work: the function; what it raises is raised, and not kept.
            is_strangers: whether somebody asks who does not belong to the table.
        """
        async with self._strangers if is_strangers else nullcontext():
            if is_strangers and not self._has(about(), key):
                await asyncio.sleep(self._rests_until - time.monotonic())
            async with self._turn:
                now = about()
                if not self._has(now, key):
                    await self._work(now, key, work, is_strangers=is_strangers)
                return now, cast("T", self._kept[key])

    def part(self, key: Hashable, work: Callable[[], T]) -> T:
        """What several pieces have in common, worked out once for all of them; for the function of a piece alone."""
        if key not in self._kept:
            self._keep(key, work())
        return cast("T", self._kept[key])

    async def _work(self, now: About, key: Hashable, work: Callable[[About], T], *, is_strangers: bool) -> None:
        if now is not self._about:
            self._about, self._kept = now, {}
        began = time.monotonic()
        try:
            self._keep(key, await run_in_threadpool(work, now))
        finally:
            if is_strangers:
                self._rests_until = time.monotonic() + REST * (time.monotonic() - began)

    def _has(self, about: object, key: Hashable) -> bool:
        return about is self._about and key in self._kept

    def _keep(self, key: Hashable, made: object) -> None:
        while len(self._kept) >= MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))
        self._kept[key] = made
