"""Verdicts on their way to a hall: in order, each with its pictures as soon as those are on the disk."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from controller.hall import messages
from controller.hall.messages import MOST_PICTURE, MessageError, VerdictTold
from controller.hall.uplink import PATIENCE_S, VerdictOutbox
from controller.live.evidence import PicturedPlay, pictures
from controller.record.events import Event, Played
from controller.referee.fold import fold
from tests.support.console.hall_states import verdict_told
from tests.support.examples import EXAMPLES
from tests.support.loops import some

MATCH = "2026-11-26T190000Z"
BOTH: Mapping[PicturedPlay, str] = {"act": f"{MATCH}/00003-d1-s0-SA.jpg", "proof": f"{MATCH}/00009-d1-s0-H9.jpg"}
JPEG = b"\xff\xd8\xff\xe0 a picture \xff\xd9"


def kept(folder: Path, name: str, data: bytes = JPEG) -> None:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)


def lines(found: list[VerdictTold]) -> list[tuple[int, list[str]]]:
    return [(one.line, [picture.of for picture in one.pictures]) for one in found]


def test_a_verdict_waits_for_its_pictures_and_those_after_it_wait_with_it(tmp_path: Path) -> None:
    outbox = VerdictOutbox(tmp_path)
    outbox.put(verdict_told(1), BOTH, 10)
    outbox.put(verdict_told(2), {}, 10)
    kept(tmp_path, BOTH["act"])
    assert lines([*outbox.due(9), *outbox.due(10), *outbox.due(10.5)]) == []
    kept(tmp_path, BOTH["proof"])
    found = [*outbox.due(10.75)]
    assert lines(found) == [(1, ["act", "proof"]), (2, [])]
    assert [picture.jpeg for picture in found[0].pictures] == [JPEG, JPEG]
    assert messages.read("verdict", messages.written(found[0])) == found[0]


def test_a_verdict_is_sent_until_the_hall_has_it(tmp_path: Path) -> None:
    outbox = VerdictOutbox(tmp_path)
    for line in range(1, 7):
        outbox.put(verdict_told(line), {}, 10)
    first = [*outbox.due(10)]
    assert [one.line for one in first] == [1, 2, 3, 4]
    assert [*outbox.due(10 + PATIENCE_S - 0.1)] == []
    outbox.acknowledge(first[1].id)
    outbox.acknowledge("0" * 16)
    assert [one.line for one in outbox.due(11)] == [5]
    assert [one.line for one in outbox.due(10 + PATIENCE_S)] == [1, 3, 4]
    outbox.reset()
    assert [one.line for one in outbox.due(10 + PATIENCE_S)] == [1, 3, 4, 5]
    assert not outbox.is_done
    for one in (*first, *outbox.due(99), *outbox.due(99)):
        outbox.acknowledge(one.id)
    for one in outbox.due(99):
        outbox.acknowledge(one.id)
    assert outbox.is_done


def test_no_verdict_waits_for_ever(tmp_path: Path) -> None:
    outbox = VerdictOutbox(tmp_path)
    kept(tmp_path, BOTH["proof"])
    outbox.put(verdict_told(1), BOTH, 10)
    assert [*outbox.due(12.9)] == []
    assert lines([*outbox.due(13)]) == [(1, ["proof"])]


@pytest.mark.parametrize("data", [b"", b"<html>", JPEG + b"x" * MOST_PICTURE], ids=["empty", "no picture", "large"])
def test_a_file_that_is_no_picture_is_neither_sent_nor_accepted(tmp_path: Path, data: bytes) -> None:
    outbox = VerdictOutbox(tmp_path)
    kept(tmp_path, BOTH["act"], data)
    outbox.put(verdict_told(1), {"act": BOTH["act"]}, 0)
    assert lines([*outbox.due(3)]) == [(1, [])]
    kept(tmp_path, BOTH["act"])
    outbox.put(verdict_told(1), {"act": BOTH["act"]}, 0)
    [good] = outbox.due(0)
    forged = good.model_copy(update={"pictures": (good.pictures[0].model_copy(update={"jpeg": data}),)})
    assert messages.read("verdict", messages.written(good)) == good
    with pytest.raises(MessageError, match="JPEG"):
        messages.read("verdict", messages.written(forged))


def test_every_verdict_s_pictures_are_those_of_its_plays() -> None:
    """Of all examples: the play that it is about, then the one that proves it, no play twice."""
    found = 0
    for example in some(EXAMPLES):
        events = [_pictured(number, event) for number, event in enumerate(example.events, 1)]
        *_, last = fold(events)
        for verdict in last.match.verdicts:
            named = {of: int(name.partition("/")[2][:5]) for of, name in pictures(verdict, events).items()}
            plays = {"act": verdict.event, "proof": verdict.proved}
            assert len(set(named.values())) == len(named)
            assert named.items() <= plays.items()
            assert {plays[of] for of in plays if isinstance(events[plays[of] - 1], Played)} == set(named.values())
            found += len(named)
    assert found > 10


def _pictured(number: int, event: Event) -> Event:
    if not isinstance(event, Played):
        return event
    return replace(event, img=f"{MATCH}/{number:05}-d1-s{event.seat}-{event.card}.jpg")
