"""Pairings with as few repeated ones as there can be (Edmonds 1965, matching in general graphs)."""

from collections import deque
from collections.abc import Callable, Sequence

Fresh = Callable[[int, int], bool]
"""Whether two have not met yet."""


def pairings(ranked: Sequence[int], is_fresh: Fresh) -> list[tuple[int, int]]:
    """Everybody paired once, with the fewest repeats possible; then each, from the top, with the next one below.

    Args:
        ranked: who is to be paired, the best first; an even number.
        is_fresh: whether two have not met yet.
    """
    left, found = list(ranked), list[tuple[int, int]]()
    repeats = len(left) // 2 - matched(left, is_fresh)
    while left:
        first, *others = left
        for other in others:
            rest = [one for one in others if one != other]
            spent = 0 if is_fresh(first, other) else 1
            if spent <= repeats and len(rest) // 2 - matched(rest, is_fresh) <= repeats - spent:
                found.append((first, other))
                left, repeats = rest, repeats - spent
                break
    return found


def matched(ones: Sequence[int], is_fresh: Fresh) -> int:
    """How many pairs of such as have not met can be made at once, at most."""
    size = len(ones)
    beside = [[b for b in range(size) if b != a and is_fresh(ones[a], ones[b])] for a in range(size)]
    mate = [-1] * size
    for one in range(size):
        if mate[one] < 0:
            free = next((other for other in beside[one] if mate[other] < 0), None)
            if free is not None:
                mate[one], mate[free] = free, one
    for one in range(size):
        if mate[one] < 0:
            _Augmenting(beside, mate).begin(one)
    return sum(other >= 0 for other in mate) // 2


class _Augmenting:
    """The search for a path from somebody unpaired to another one, with odd circles shrunk to their base."""

    def __init__(self, beside: Sequence[Sequence[int]], mate: list[int]) -> None:
        self._beside, self._mate = beside, mate
        self._before = [-1] * len(mate)
        self._base = list(range(len(mate)))
        self._seen = [False] * len(mate)
        self._queue = deque[int]()

    def begin(self, root: int) -> None:
        """Pair one more, if that is possible."""
        self._seen[root] = True
        self._queue.append(root)
        while self._queue:
            one = self._queue.popleft()
            for other in self._beside[one]:
                if self._base[one] == self._base[other] or self._mate[one] == other:
                    continue
                if other == root or (self._mate[other] >= 0 and self._before[self._mate[other]] >= 0):
                    self._shrink(one, other)
                elif self._before[other] < 0:
                    self._before[other] = one
                    if self._mate[other] < 0:
                        self._turn(other)
                        return
                    self._seen[self._mate[other]] = True
                    self._queue.append(self._mate[other])

    def _turn(self, end: int) -> None:
        """Exchange along the path who is paired with whom."""
        while end >= 0:
            one = self._before[end]
            following = self._mate[one]
            self._mate[end], self._mate[one] = one, end
            end = following

    def _shrink(self, one: int, other: int) -> None:
        base = self._meeting(one, other)
        circle = [False] * len(self._mate)
        self._mark(one, base, other, circle)
        self._mark(other, base, one, circle)
        for at in range(len(self._mate)):
            if circle[self._base[at]]:
                self._base[at] = base
                if not self._seen[at]:
                    self._seen[at] = True
                    self._queue.append(at)

    def _meeting(self, one: int, other: int) -> int:
        """The base at which the paths of both back to the root meet."""
        passed = set[int]()
        while True:
            one = self._base[one]
            passed.add(one)
            if self._mate[one] < 0:
                break
            one = self._before[self._mate[one]]
        while (other := self._base[other]) not in passed:
            other = self._before[self._mate[other]]
        return other

    def _mark(self, one: int, base: int, child: int, circle: list[bool]) -> None:
        while self._base[one] != base:
            circle[self._base[one]] = circle[self._base[self._mate[one]]] = True
            self._before[one] = child
            child = self._mate[one]
            one = self._before[child]
