"""Contacts that bounce, against a reading of the rule that goes through every moment."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.pins.buttons import NEVER, Contact, Stroke
from tests.support.loops import some

BOUNCE, LONG = 5, 12

levels = st.lists(st.tuples(st.booleans(), st.integers(1, 16)), min_size=1, max_size=12)
"""A level and how long it stands, again and again."""


def read(spans: Sequence[tuple[bool, int]]) -> Iterator[Stroke]:
    """What is done, by looking back at each moment over what has just stood."""
    line = [level for level, length in spans for _ in range(length)]
    closed, long_at = False, NEVER
    for now in range(1, len(line) + 1):
        stood = line[max(0, now - BOUNCE) : now]
        if len(stood) == BOUNCE and set(stood) == {not closed}:
            closed, long_at = not closed, now + LONG if not closed else NEVER
            yield "down" if closed else "up"
        elif closed and line[now - 1] and now >= long_at:
            long_at = NEVER
            yield "long"


def felt(spans: Sequence[tuple[bool, int]], contact: Contact) -> Iterator[Stroke]:
    now = 0.0
    for level, length in spans:
        yield from contact.set_level(now, level)
        now += length
    yield from contact.set_level(now, bool(spans and spans[-1][0]))


@settings(max_examples=500)
@given(levels)
def test_a_contact_is_felt_as_it_is_read_moment_by_moment(spans: list[tuple[bool, int]]) -> None:
    assert [*felt(spans, Contact(BOUNCE, LONG))] == [*read(spans)]


@given(levels, st.lists(st.floats(0, 200), max_size=20))
def test_looking_more_often_changes_nothing(spans: list[tuple[bool, int]], looks: list[float]) -> None:
    contact, now, found = Contact(BOUNCE, LONG), 0.0, list[Stroke]()
    for level, length in spans:
        found += contact.set_level(now, level)
        for look in sorted(look for look in looks if now < look < now + length):
            found += contact.set_level(look, level)
        now += length
    found += contact.set_level(now, bool(spans and spans[-1][0]))
    assert found == [*read(spans)]


@given(st.lists(st.integers(1, BOUNCE - 1), max_size=20), st.lists(st.integers(1, BOUNCE - 1), max_size=20))
def test_a_press_is_one_however_it_bounces(closing: list[int], opening: list[int]) -> None:
    def bouncing(lengths: list[int], last: bool) -> list[tuple[bool, int]]:
        flips = [(last if place % 2 else not last, length) for place, length in enumerate(reversed(lengths))]
        return flips[::-1]

    spans = [*bouncing(closing, last=True), (True, BOUNCE), *bouncing(opening, last=False), (False, 2 * BOUNCE)]
    assert [*felt(spans, Contact(BOUNCE, 1000))] == ["down", "up"]


@given(levels)
def test_strokes_come_in_their_order(spans: list[tuple[bool, int]]) -> None:
    found = [*felt([*spans, (False, BOUNCE)], Contact(BOUNCE, LONG))]
    text = " ".join(found).replace("down long up", "x").replace("down up", "x")
    assert set(text) <= {"x", " "}


@given(levels)
def test_nothing_is_done_before_its_deadline_and_something_at_it(spans: list[tuple[bool, int]]) -> None:
    contact, now = Contact(BOUNCE, LONG), 0.0
    for level, length in some(spans):
        contact.set_level(now, level)
        now += length
        due = contact.deadline_s
        if due <= now:
            assert contact.set_level(due, level)
        assert contact.set_level(min(now, contact.deadline_s - 0.5), level) == ()


@pytest.mark.parametrize("late", [0, 3])
def test_edges_that_are_told_late_are_felt_all_the_same(late: int) -> None:
    """The thread that tells them may have stood still; an earlier moment than the last one counts as that one."""
    contact = Contact(BOUNCE, LONG)
    assert contact.set_level(10, True) == ()
    assert contact.set_level(40, False) == ("down", "long")
    assert contact.set_level(40 - late, False) == ()
    assert contact.set_level(60, False) == ("up",)
