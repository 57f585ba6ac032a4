"""A queue with a lane for each sender: they are taken out by turns, so that whoever sends much delays nobody else."""

import threading
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from queue import Empty
from typing import Final, Generic, TypeVar

T = TypeVar("T")
MOST_WAITING: Final = 1_000
"""Things in one lane."""
MOST_BYTES: Final = 16_000_000
"""Of a lane; one thing may be larger."""


@dataclass(slots=True)
class _Lane(Generic[T]):
    waiting: deque[tuple[T, int]] = field(default_factory=deque[tuple[T, int]])
    size: int = 0
    left_out: int = 0


class Lanes(Generic[T]):
    """Things that wait, those of each sender in order; for any threads.

    >>> lanes = Lanes[str]()
    >>> for lane, thing in ("a", "a1"), ("a", "a2"), ("b", "b1"):
    ...     lanes.put(lane, thing, 2)
    >>> [lanes.take(0)[0] for _ in range(3)]
    ['a1', 'b1', 'a2']
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lanes: OrderedDict[str, _Lane[T]] = OrderedDict()
        """Those in which something waits, the next one first."""
        self._door = threading.Condition()

    def put(self, lane: str, thing: T, size: int) -> None:
        """Put a thing of so many bytes into a lane; the oldest ones of one that is full give way."""
        with self._door:
            own = self._lanes.setdefault(lane, _Lane[T]())
            own.waiting.append((thing, size))
            own.size += size
            while len(own.waiting) > MOST_WAITING or (own.size > MOST_BYTES and len(own.waiting) > 1):
                own.size -= own.waiting.popleft()[1]
                own.left_out += 1
            self._door.notify()

    def take(self, patience_s: float) -> tuple[T, int]:
        """Take the next thing out, with the number of those before it in its lane that gave way.

        Raises:
            Empty: none came in this time.
        """
        with self._door:
            if not self._door.wait_for(lambda: self._lanes, patience_s):
                raise Empty
            lane, own = self._lanes.popitem(last=False)
            thing, size = own.waiting.popleft()
            left_out, own.left_out = own.left_out, 0
            own.size -= size
            if own.waiting:
                self._lanes[lane] = own
            return thing, left_out
