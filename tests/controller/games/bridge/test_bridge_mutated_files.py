"""Files cut, doubled and swapped: refused with a line, or read whole; ``benchmarks.judging.mutated_files`` has more."""

from hypothesis import given
from hypothesis import strategies as st

from tests.support.mutated_files import tried


@given(st.integers(0, 2**32))
def test_a_mutated_file_is_refused_with_its_line_or_read_whole(seed: int) -> None:
    assert tried(seed).broken == ()
