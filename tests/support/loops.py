"""Loops in tests that cannot pass by not being run."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeVar

from hypothesis import assume

T = TypeVar("T")
_NOTHING: Final = object()


def some(found: Iterable[T]) -> Iterator[T]:
    """What a loop runs over, at least once.

    Raises:
        AssertionError: There is nothing to run over.
    """
    items = iter(found)
    first = next(items, _NOTHING)
    assert first is not _NOTHING, "there is nothing that the loop could run over"
    return chain([first], items)  # pyrefly: ignore[bad-return]  # the first is one of them


def assumed(found: Sequence[T]) -> Sequence[T]:
    """The same for an example of a law that may have none: Hypothesis looks for others, and fails if none has any."""
    assume(found)
    return found
