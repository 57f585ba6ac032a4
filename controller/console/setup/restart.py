"""Beginning anew while the program runs: the referee ends its round and takes up this match, or another one.

It can also end for whoever starts it anew.
"""

from collections.abc import Callable, Iterator

from vision.base.picture import Gray


class _NowError(Exception):
    """The camera gives no picture, and the round is to end."""


class RoundRestart:
    """A request for a new round, from any thread; the referee's loop takes it up between two frames."""

    def __init__(self) -> None:
        """Begin without a request."""
        self._asked = self._new = self._leaves = False

    @property
    def asked(self) -> bool:
        """Whether a new round is wanted."""
        return self._asked

    def ask(self, *, new: bool) -> None:
        """Begin anew: at once with another match, or once no deal is under way with the same one."""
        self._new = self._new or new
        self._asked = True

    @property
    def leaves(self) -> bool:
        """Whether the program is to end."""
        return self._leaves

    def leave(self) -> None:
        """End the program with this round, at once: whoever has started it starts it anew."""
        self._leaves = True

    def take(self) -> bool:
        """The round is begun; returns whether with another match."""
        new, self._asked, self._new = self._new, False, False
        return new

    def over(self, frames: Iterator[tuple[float, Gray]], free: Callable[[], bool]) -> Iterator[tuple[float, Gray]]:
        """The frames of one round; what is left of them belongs to the next.

        Args:
            frames: of the camera, seconds and picture.
            free: whether no deal is under way.

        Returns:
            The frames until the round ends, their seconds counted from the first.
        """
        start: float | None = None
        try:
            for seconds, gray in frames:
                start = seconds if start is None else start
                yield seconds - start, gray
                if self._is_due(free):
                    return
        except _NowError:
            return

    def even_blind(self, told: Callable[[str], None], free: Callable[[], bool]) -> Callable[[str], None]:
        """Wrap the callback for a blind camera, so that a new round can also begin while no frames come."""

        def tell(trouble: str) -> None:
            if self._is_due(free):
                raise _NowError
            told(trouble)

        return tell

    def _is_due(self, free: Callable[[], bool]) -> bool:
        return self._leaves or (self._asked and (self._new or free()))
