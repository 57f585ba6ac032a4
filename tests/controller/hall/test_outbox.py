"""Between a table's outbox and a hall's intake every line arrives once and in order, whatever the wire does."""

from collections import deque
from dataclasses import dataclass, field
from random import Random
from typing import Generic, TypeVar

from hypothesis import given
from hypothesis import strategies as st

from controller.hall.intake import check_lines
from controller.hall.uplink import PATIENCE_S, Outbox
from controller.record import chain
from controller.store.archive import RecordLine
from tests.support.loops import some

M = TypeVar("M")
RECORD = "2026-11-24T190000Z"


def chained(count: int) -> list[RecordLine]:
    lines: list[RecordLine] = []
    link = b""
    for number in range(count):
        data = b'{"e":"note","n":%d}\n' % number
        link = chain.link(link, data)
        lines.append(RecordLine(data, link))
    return lines


@dataclass(frozen=True)
class Sent:
    """Lines on their way; none: the question what the hall has."""

    first: int = 0
    lines: tuple[RecordLine, ...] = ()


@dataclass
class Wire(Generic[M]):
    """Loses, doubles and reorders messages as long as its weather is bad."""

    random: Random
    bad: bool = True
    waiting: deque[M] = field(default_factory=deque[M])

    def send(self, message: M) -> None:
        copies = self.random.choice((0, 1, 1, 2)) if self.bad else 1
        for _ in range(copies):
            self.waiting.insert(self.random.randint(0, len(self.waiting)) if self.bad else len(self.waiting), message)


@dataclass
class Disk:
    """The lines that the hall has."""

    lines: list[RecordLine] = field(default_factory=list[RecordLine])

    def keep(self, sent: Sent) -> None:
        taken = check_lines(len(self.lines), lambda number: self.lines[number - 1], sent.first, sent.lines)
        assert taken.differs is None
        self.lines += taken.new


@given(count=st.integers(1, 40), seed=st.integers(0, 2**32))
def test_each_line_arrives_once_and_in_order_over_any_wire(count: int, seed: int) -> None:
    """The wire loses, doubles and reorders; the table forgets what it was told; then the weather clears."""
    random = Random(seed)
    lines, disk = chained(count), Disk()
    outbox, there, back = Outbox(), Wire[Sent](random), Wire[int](random)
    now_s, held = 0.0, 0
    for step in range(2_000):
        there.bad = back.bad = step < 200
        now_s += random.choice((0.1, PATIENCE_S))
        held = min(count, held + random.randint(0, 2))
        outbox.release(RECORD, held)
        if there.bad and random.random() < 0.05:
            outbox.reset()
        if outbox.unknown_records(now_s):
            there.send(Sent())
        for record, first, owed in outbox.due_lines(now_s):
            assert record == RECORD
            there.send(Sent(first, (*lines[first - 1 : first - 1 + min(owed, 5)],)))
        if there.waiting:
            sent = there.waiting.popleft()
            if sent.lines:
                disk.keep(sent)
            back.send(len(disk.lines))
        if back.waiting:
            outbox.acknowledge(RECORD, back.waiting.popleft())
        if not there.bad and held == count and outbox.is_done and not there.waiting and not back.waiting:
            break
    assert (disk.lines, outbox.is_done) == (lines, True)


def test_nothing_is_sent_twice_while_an_answer_may_still_come() -> None:
    outbox = Outbox()
    outbox.release(RECORD, 3)
    assert (outbox.unknown_records(0), outbox.unknown_records(1), outbox.unknown_records(PATIENCE_S)) == (
        {RECORD: 3},
        {},
        {RECORD: 3},
    )
    outbox.acknowledge(RECORD, 1)
    assert (outbox.due_lines(6), outbox.due_lines(7), outbox.due_lines(6 + PATIENCE_S)) == (
        [(RECORD, 2, 2)],
        [],
        [(RECORD, 2, 2)],
    )
    assert (outbox.resend_from(RECORD, 1), outbox.due_lines(12)) == (True, [(RECORD, 1, 3)])
    assert (outbox.resend_from(RECORD, 4), outbox.acknowledge("2026-11-24T190001Z", 1)) == (False, False)


def test_a_line_that_was_changed_added_or_left_out_is_never_written() -> None:
    lines = chained(6)
    kept = lines[:3]

    def line_of(number: int) -> RecordLine:
        return kept[number - 1]

    for at in some(range(6)):
        changed = [*lines]
        changed[at] = RecordLine(b'{"e":"note","n":9}\n', lines[at].link)
        taken = check_lines(3, line_of, 1, changed)
        assert (taken.differs, list(taken.new)) == (at + 1, lines[3:at] if at >= 3 else [])
    assert check_lines(3, line_of, 5, lines[4:]).missing
    assert check_lines(3, line_of, 1, lines[:2]) == check_lines(3, line_of, 2, lines[1:3])
    left_out = check_lines(3, line_of, 4, lines[4:])
    assert (left_out.differs, left_out.new) == (4, ())
