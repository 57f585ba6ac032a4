"""Queues of one sender have bounds, and delay nobody else."""

from queue import Empty

import pytest

from controller.web import broker_line
from controller.web.broker_line import Lanes


@pytest.mark.parametrize(("bound", "most"), [("MOST_WAITING", 3), ("MOST_BYTES", 30)])
def test_of_a_sender_that_sends_more_than_may_wait_the_oldest_gives_way_and_others_lose_nothing(
    bound: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker_line, bound, most)
    queue = Lanes[str]()
    queue.put("honest", "h1", 10)
    for number in range(1, 101):
        queue.put("wicked", f"w{number}", 10)
    queue.put("honest", "h2", 10)
    taken = [queue.get(0) for _ in range(5)]
    assert taken == [("h1", 0), ("w98", 97), ("h2", 0), ("w99", 0), ("w100", 0)]
    with pytest.raises(Empty):
        queue.get(0)


def test_a_message_larger_than_the_queue_is_processed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker_line, "MOST_BYTES", 30)
    queue = Lanes[str]()
    queue.put("a", "small", 1)
    queue.put("a", "large", 99)
    assert queue.get(0) == ("large", 1)
