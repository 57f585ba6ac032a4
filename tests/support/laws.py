"""Number of examples for laws whose single example is large; ``SCHIRI_LAWS`` chooses as for all others."""

from typing import Final

from hypothesis import settings

_USUAL: Final = 25
"""Examples of a law where nothing else is chosen, see tests/conftest.py."""


def tries(count: int) -> int:
    """So many as are tried usually; more where laws are tried thoroughly, fewer where briefly."""
    return max(1, count * settings().max_examples // _USUAL)


WHOLE_MATCHES: Final = settings(max_examples=tries(8))
"""Examples of a law of which each is a match at one of many tables."""
