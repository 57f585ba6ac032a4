"""A contact that bounces: what is done with it, told from its level; pure, the clock is an argument."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

Stroke: TypeAlias = Literal["down", "long", "up"]
"""A stroke of a button, always in the order down, long, up; ``long`` only if it is held so long."""

NEVER = float("inf")


@dataclass(slots=True)
class Contact:
    """One contact; a level counts once it has stood for a while without a change.

    Attributes:
        bounce_s: For so long a level must stand.
        long_s: So long after it was closed for good, a contact that is still closed is held long.
    """

    bounce_s: float
    long_s: float
    _raw: bool = False
    _since_s: float = -NEVER
    _closed: bool = False
    _long_at_s: float = NEVER
    _now_s: float = -NEVER

    def at(self, now_s: float, closed: bool) -> tuple[Stroke, ...]:
        """The level from this moment on; what has been done by then, by the level that stood until now.

        Args:
            now_s: on any clock that never goes back; a moment before the last one counts as that one.
            closed: the level, as it is read.
        """
        self._now_s = max(now_s, self._now_s)
        done = tuple(self._done())
        if closed != self._raw:
            self._raw, self._since_s = closed, self._now_s
        return done

    @property
    def deadline_s(self) -> float:
        """When something will have been done if the level stays as it is."""
        if self._raw != self._closed:
            return self._since_s + self.bounce_s
        return self._long_at_s if self._closed else NEVER

    def _done(self) -> Iterator[Stroke]:
        while self.deadline_s <= self._now_s:
            if self._raw == self._closed:
                self._long_at_s = NEVER
                yield "long"
            elif self._raw:
                self._long_at_s = self.deadline_s + self.long_s
                self._closed = True
                yield "down"
            else:
                self._long_at_s, self._closed = NEVER, False
                yield "up"
