"""Bounds of a record that is read to be shown: no evening comes near them, whatever was made to be imported."""

import re
from typing import Final

LONGEST: Final = 10_000
"""Lines; an evening of a hundred deals has some five thousand."""
MOST_CORRECTIONS: Final = 500
"""Each may be folded anew for the ruling after it; an evening has a few dozen."""
LONGEST_LINE: Final = 65_536
"""Bytes; one of an evening has a few hundred, and a name of five million letters would be on every page."""

_CORRECTION: Final = re.compile(rb'"e"\s*:\s*"(?:undo|amend|insert|missed)"')


def count_lines(data: bytes) -> int:
    r"""The lines of a record.

    >>> lines(b'{"e":"end"}\n{"e":')
    2
    """
    return data.count(b"\n") + (not data.endswith(b"\n"))


def is_too_long(data: bytes) -> bool:
    """Whether a record or a line of it is longer, or it is corrected more often, than that of any evening."""
    if any(len(line) > LONGEST_LINE for line in data.split(b"\n")):
        return True
    return count_lines(data) > LONGEST or len(_CORRECTION.findall(data)) > MOST_CORRECTIONS
