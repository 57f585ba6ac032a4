"""No message of one table makes the hall grow, or changes what the other tables sent."""

import json
import logging
from pathlib import Path

import pytest

from controller.hall import collector, messages, overview
from controller.hall.desk.readings import ResultReader
from controller.hall.messages import HallTopics, RecordLines, VerdictNoted, VerdictPicture, VerdictTold
from controller.web.broker_line import Received
from tests.controller.hall.desk_evening import Evening, place
from tests.controller.hall.fed_hall import FedHall, chained, fed_hall
from tests.controller.hall.hall_table import HALL

HONEST, WICKED, RECORD = "3" * 16, "5" * 16, "2026-11-26T190000Z"
JPEG = b"\xff\xd8\xff" + bytes(messages.MOST_PICTURE - 3)


def verdict(line: int, sender: str = WICKED, *, jpeg: bytes = b"", own: str = "") -> VerdictTold:
    pictures = (VerdictPicture(of="act", jpeg=jpeg),) if jpeg else ()
    return VerdictTold(
        sender=sender, record=RECORD, line=line, verdict="revoke", text="Berta revoked.", id=own, pictures=pictures
    )


def noted(hall: FedHall, table: str) -> list[str]:
    return [one.id for one in hall.answers(table) if isinstance(one, VerdictNoted)]


def test_a_verdict_is_shown_once_and_answered_as_often_as_it_comes(tmp_path: Path) -> None:
    with fed_hall(tmp_path) as hall:
        hall.feed("3", *[verdict(9, HONEST, own="a" * 16)] * 3, verdict(9, HONEST, own="b" * 16), verdict(9, HONEST))
        assert noted(hall, "3") == [*["a" * 16] * 3, "b" * 16]
        assert [one.message.id for one in hall.collector.seen.value.verdicts] == ["a" * 16, "b" * 16, ""]


@pytest.mark.parametrize("name", ["9999-99-99T999999Z", "2026-02-31T120000Z", "2026-02-28T250000Z"])
def test_a_record_is_named_by_a_time_that_there_is(name: str) -> None:
    with pytest.raises(ValueError, match="record"):
        VerdictTold(sender=WICKED, record=name, line=1, verdict="revoke", text="Berta revoked.")


def test_no_table_pushes_another_s_verdicts_off_the_page_nor_fills_the_memory(tmp_path: Path) -> None:
    with fed_hall(tmp_path) as hall:
        hall.feed("3", verdict(1, HONEST, jpeg=JPEG))
        for line in range(1, overview.MOST_VERDICTS + 20):
            hall.feed("5", verdict(line, jpeg=JPEG))
        found = hall.collector.seen.value.verdicts
        assert [(one.message.line, one.picture_bytes) for one in found if one.table == "3"] == [(1, len(JPEG))]
        wicked = [one for one in found if one.table == "5"]
        assert [one.message.line for one in wicked] == [*range(20, overview.MOST_VERDICTS + 20)]
        assert sum(one.picture_bytes for one in wicked) == overview.MOST_PICTURED // len(JPEG) * len(JPEG)
        assert wicked[-1].picture_bytes
        assert len({one.number for one in found}) == len(found)


def test_two_machines_of_one_name_are_told_as_long_as_both_are_heard() -> None:
    first = overview.TableSeen("3").sent_by(HONEST, 1_000.0)
    both = first.sent_by(WICKED, 1_100.0)
    assert [one.is_doubled for one in (first, both, both.sent_by(WICKED, 1_899.0))] == [False, True, True]
    moved = both.sent_by(WICKED, 1_900.0)
    assert ((*moved.marks,), moved.is_doubled) == ((WICKED,), False)


@pytest.mark.parametrize(("topic", "most"), messages.MOST_BYTES.items())
def test_an_overlong_message_is_not_read_to_its_end(topic: str, most: int) -> None:
    with pytest.raises(messages.MessageError, match=f"no message of {topic} has more than {most} bytes"):
        messages.read(topic, b"[" * (most + 1))


def test_faults_of_a_table_are_logged_a_bounded_number_of_times_and_then_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    base = HallTopics(HALL).of("5").base
    with caplog.at_level(logging.INFO, collector.__name__), fed_hall(tmp_path) as hall:
        for number in range(collector.MOST_LOGGED + 30):
            state = {"sender": WICKED, "record": RECORD, "lines": 1, "title": "", "status": ""}
            foul = {**state, f"field {number} \x1b[31m\nforged": 1}
            hall.hear(Received(f"{base}/state", json.dumps(foul).encode()))
        hall.feed("3", verdict(1, HONEST))
    about = [line for line in caplog.messages if line.startswith("table 5: ")]
    assert len(about) == collector.MOST_LOGGED + 2
    assert about[-1] == "table 5: 30 lines were left out"
    assert not any(set(line) & set("\x1b\n") for line in about)
    assert "table 3: Berta revoked." in caplog.messages


def test_a_record_that_gives_no_result_fills_no_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(collector, "MOST_LOGGED", 5)
    evening = Evening(tmp_path)
    evening.seated()
    mark, _, record = place(1).partition("/")
    with fed_hall(tmp_path, ResultReader(evening.book)) as hall:
        for number, line in enumerate(chained(b"nonsense\n" * 30), 1):
            hall.feed("1", RecordLines(sender=mark, record=record, first=number, lines=(line,)))
    assert sum("no result is taken" in line for line in caplog.messages) == 5


TEXTS = ["a\u2028b", "a\u202eb", "\x1b[31mred", "two\nlines", "x" * 2_000, "\x85", "a\tb", "\ud800"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_table_s_own_text_is_made_such_as_the_hall_takes(text: str) -> None:
    clean = messages.plain(text, messages.MOST_TEXT).encode(errors="replace").decode()
    told = verdict(1).model_copy(update={"text": clean})
    assert messages.read("verdict", messages.written(told)) == told
