"""The mark of a table's machine belongs to the table under whose name it came: nobody else speaks under it."""

import json
import resource
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.commands.halls.hall import HallError, HallOptions, enrol
from controller.hall import tables
from controller.hall.desk.book import FILES
from controller.hall.desk.pages import Desk
from controller.hall.desk.readings import ResultReader
from controller.hall.messages import (
    AnyMessage,
    ChainedLine,
    CommandRefused,
    Kept,
    RecordHeld,
    RecordLines,
    RecordsHeld,
    TableShown,
    VerdictTold,
)
from controller.hall.server import BoardServer
from controller.hall.tables import FOLDER, MOST_MARKS, find_record, release
from controller.store.archive import Archive
from controller.store.sqlite import ArchiveError
from tests.controller.hall.desk_evening import Evening, place, played
from tests.controller.hall.fed_hall import FedHall, chained, fed_hall, sent
from tests.controller.hall.hall_table import EVENING, browser
from tests.support.loops import some

MARK: Final = "3333333333333333"
OTHERS: Final = (MARK, "5555555555555555", "7777777777777777")
RECORD: Final = "2026-11-26T190000Z"
MEMORY: Final = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  a folder of its own is made there
FORGED: Final = chained(b'{"e":"match","v":2,"game":"mittlere","seats":["Eve","Mallory","Oscar"]}\n{"e":"end"}\n')


def kept(folder: Path, mark: str = MARK, record: str = RECORD) -> bytes:
    """A record on the hall's disk, held against its chain."""
    with Archive(folder / FOLDER / mark) as archive:
        data, report = archive.check(archive.find(record).id)
    assert report.fault is None
    return data


def messages_under(mark: str) -> Iterator[AnyMessage]:
    """A message of each kind under a mark."""
    yield RecordsHeld(sender=mark, records=(RecordHeld(record=RECORD, lines=9),))
    for lines in (FORGED, chained()[:64]):
        yield RecordLines(sender=mark, record=RECORD, first=1, lines=lines)
    yield TableShown(sender=mark, record=RECORD, lines=1, title="Eve's", status="")
    yield VerdictTold(sender=mark, record=RECORD, line=1, verdict="revoke", text="Berta revoked.")
    yield CommandRefused(sender=mark, do="kept", why="Berta revoked.")


@pytest.fixture
def folder() -> Generator[Path]:
    """A hall's folder, in memory where that can be."""
    with TemporaryDirectory(dir=MEMORY) as scratch:
        yield Path(scratch)


HONEST: Final = tuple(sent(MARK, RECORD, chained()))
SAID: Final = (*messages_under(MARK), *messages_under("5555555555555555"))
REOPENED: Final = "the hall is closed, and opened anew"
ATTACKS: Final = st.lists(
    st.tuples(
        st.integers(1, len(HONEST)),
        st.sampled_from(("5", "7")),
        st.sampled_from((*SAID, REOPENED)),
    ),
    min_size=3,
    max_size=15,
)
"""After how many messages of the honest table, which other table, and what it says."""


@given(ATTACKS)
def test_messages_of_others_never_harm_the_record_of_a_table(
    attacks: Sequence[tuple[int, str, AnyMessage | str]],
) -> None:
    with TemporaryDirectory(dir=MEMORY) as scratch, ExitStack() as stack:
        hall, found = stack.enter_context(fed_hall(Path(scratch))), list[Kept]()
        for number, message in enumerate(HONEST, 1):
            hall.feed("3", message)
            for after, table, what in attacks:
                if after == number and isinstance(what, str):
                    found += hall.kept("3")
                    stack.close()
                    hall = stack.enter_context(fed_hall(Path(scratch)))
                elif after == number and not isinstance(what, str):
                    hall.feed(table, what)
        found += hall.kept("3")
        assert [one.line for one in found] == [0, 64, len(chained())]
        assert (hall.seen("3").trouble, hall.seen("3").is_doubled) == ("", False)
        stack.close()
        assert kept(Path(scratch)) == EVENING


def bring(hall: FedHall, table: str, lines: Sequence[ChainedLine] = chained(), mark: str = MARK) -> None:
    hall.feed(table, *sent(mark, RECORD, lines))


def answers(hall: FedHall, table: str) -> list[int]:
    """How many lines of its record a table was told that the hall has, whenever it was answered."""
    return [one.line for one in hall.kept(table)]


ALL: Final = [0, 64, len(chained())]
"""The answers to a table that brings the whole record."""


def test_another_table_under_the_mark_has_the_trouble_and_is_told_what_may_be_done(folder: Path) -> None:
    """Also where the hall has only heard of the record, and was opened anew since."""
    with fed_hall(folder) as hall:
        hall.feed("3", HONEST[0])
    with fed_hall(folder) as hall:
        bring(hall, "5", FORGED)
        bring(hall, "3")
        assert (answers(hall, "3"), hall.kept("5")) == (ALL, [])
        found = [(one.trouble, one.refused) for one in map(hall.seen, ("3", "5"))]
    told = "its messages are not taken: they come under the mark of table 3; only if its machine was table 3 until now"
    assert found == [("", 0), (f"{told}, type: schiri hall enrol 3", 2)]


def test_a_table_whose_mark_another_one_took_first_has_it_back_once_that_one_is_enrolled_anew(folder: Path) -> None:
    """Also while the session of the other's old password has not ended yet."""
    with fed_hall(folder) as hall:
        bring(hall, "5", FORGED)
        bring(hall, "3")
        assert "the mark of table 5; only if" in hall.seen("3").trouble
        release(folder, "5")
        bring(hall, "5", FORGED)
        bring(hall, "3")
        bring(hall, "5", FORGED)
        assert (answers(hall, "3"), hall.seen("3").trouble) == (ALL, "")
    assert (kept(folder), kept(folder, f"{MARK}-1").count(b"\n")) == (EVENING, len(FORGED))
    assert find_record(folder, f"{MARK}/{RECORD}") == EVENING


def test_a_machine_that_becomes_another_table_brings_all_it_has_and_the_hall_loses_nothing(folder: Path) -> None:
    """Twice; each time the organiser enrols the table anew that it was."""
    with fed_hall(folder) as hall:
        bring(hall, "3", FORGED)
        for before, now in (("3", "5"), ("5", "9")):
            release(folder, before)
            hall.feed(now, *sent(MARK, "2026-11-27T190000Z", chained()))
            hall.feed(before, *HONEST)
            assert (answers(hall, now), hall.seen(now).trouble) == (ALL, "")
            assert "under the mark of table " + now in hall.seen(before).trouble
    assert find_record(folder, f"{MARK}/{RECORD}") == "".join(line.data for line in FORGED).encode()
    assert sorted(one.name for one in (folder / FOLDER).iterdir()) == [MARK, f"{MARK}-1", f"{MARK}-2"]


def test_a_table_that_is_enrolled_anew_goes_on_under_its_mark_and_nobody_else_does(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fed_hall(folder) as hall:
        hall.feed("3", *HONEST[:2])
        release(folder, "3")
        monkeypatch.setattr(tables, "_REST_S", 0)
        hall.feed("3", *HONEST[2:])
        bring(hall, "5", FORGED)
        assert (answers(hall, "3"), hall.kept("5")) == (ALL, [])
    assert [one.name for one in (folder / FOLDER).iterdir()] == [MARK]


def test_where_another_broker_gives_the_passwords_the_organiser_lets_go_of_a_machine_all_the_same(folder: Path) -> None:
    with fed_hall(folder) as hall:
        bring(hall, "3")
        with pytest.raises(HallError, match=r"the machines that came as 3 were let go of"):
            enrol(folder, HallOptions(broker="mqtts://broker.example"), ["3"])
        bring(hall, "5")
        assert (answers(hall, "5"), hall.seen("5").trouble) == (ALL, "")


def test_retained_messages_give_nobody_a_mark_back(folder: Path) -> None:
    """The hall hears it whenever it is opened: that its machine was table 3 once."""
    shown = TableShown(sender=MARK, record=RECORD, lines=1, title="Mittlere", status="")
    with fed_hall(folder) as hall:
        hall.feed("3", shown)
        release(folder, "3")
    with fed_hall(folder) as hall:
        hall.feed("3", shown, is_retained=True)
        bring(hall, "5")
        hall.feed("3", shown, is_retained=True)
        assert (answers(hall, "5"), hall.seen("5").trouble, hall.seen("3").trouble) == (ALL, "", "")


@pytest.mark.parametrize("has_result", [True, False])
def test_records_from_before_tables_were_kept_beside_marks_are_gone_on_with(folder: Path, has_result: bool) -> None:
    """The mark belongs to the table of which a tournament has a result by it, else to the first that comes."""
    evening = Evening(folder)
    evening.seated()
    mark, _, record = place(1).partition("/")
    whole = chained(played("Anna", "Berta", "Carla", "Dora"))
    reader = ResultReader(evening.book)
    with fed_hall(folder, reader if has_result else None) as hall:
        hall.feed("1", *sent(mark, record, whole))
    (folder / FOLDER / mark / "table").unlink()
    with fed_hall(folder, reader) as hall:
        if has_result:
            hall.feed("5", *sent(mark, record, FORGED))
            assert "under the mark of table 1" in hall.seen("5").trouble
        hall.feed("1", next(sent(mark, record, whole)))
        hall.feed("5", *sent(mark, record, FORGED))
        assert (answers(hall, "1"), hall.kept("5"), hall.seen("1").trouble) == ([len(whole)], [], "")
        release(folder, "1")
        bring(hall, "5", mark=mark)
        assert (answers(hall, "5"), hall.seen("5").trouble) == (ALL, "")


@pytest.mark.parametrize("count", [MOST_MARKS, 10 * MOST_MARKS])
def test_a_table_has_so_many_marks_and_no_more_and_the_others_go_on(
    folder: Path, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it names itself by; one that has too many begins anew once it is enrolled anew."""
    marks = [f"{0xABC0000000000000 + number:x}" for number in range(count)]
    with fed_hall(folder) as hall:
        hall.feed("5", *(RecordLines(sender=mark, record=RECORD, first=1, lines=FORGED) for mark in marks))
        bring(hall, "3")
        assert (answers(hall, "3"), hall.seen("3").trouble) == (ALL, "")
        held = {one.name for one in (folder / FOLDER).iterdir()}
        assert (held, hall.seen("5").refused) == ({MARK, *marks[:MOST_MARKS]}, count - MOST_MARKS)
        release(folder, "5")
        monkeypatch.setattr(tables, "_REST_S", 0)
        hall.feed("5", *sent("f" * 16, RECORD, chained()))
        assert hall.kept("5")[-1] == Kept(sender="f" * 16, record=RECORD, line=len(chained()))
        hall.feed("5", *(RecordLines(sender=mark, record=RECORD, first=1, lines=FORGED) for mark in marks))
        assert hall.seen("5").refused == count - MOST_MARKS + count - (MOST_MARKS - 1)


def test_refused_messages_are_counted_and_fill_no_log(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    with fed_hall(folder) as hall:
        hall.feed("3", HONEST[0])
        hall.feed("5", *(next(messages_under(mark)) for number in range(300) for mark in (f"{number:016x}", MARK)))
        assert hall.seen("5").refused == 600 - MOST_MARKS
    assert [one.getMessage().rpartition(": ")[2] for one in caplog.records] == [
        "schiri hall enrol 3",
        f"{600 - MOST_MARKS} of its messages were refused",
    ]


def test_however_many_tables_there_are_their_archives_use_up_no_descriptors(folder: Path) -> None:
    """Each is open while lines come to it, with three files; then the one that was used longest ago is closed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (120, hard))
        with fed_hall(folder) as hall:
            names = [str(number) for number in range(1, 41)]
            for message in range(len(HONEST)):
                for name in some(names):
                    mark = f"{int(name):016x}"
                    hall.feed(name, [*sent(mark, RECORD, chained())][message])
            assert {name: answers(hall, name) for name in names} == dict.fromkeys(names, ALL)
        assert {kept(folder, f"{int(name):016x}") for name in names} == {EVENING}


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"Table 3", b"3\n5"])
def test_a_mark_whose_table_cannot_be_read_any_more_is_nobody_s_to_take(folder: Path, data: bytes) -> None:
    with fed_hall(folder) as hall:
        bring(hall, "3")
    holder = folder / FOLDER / MARK / "table"
    holder.write_bytes(data)
    with pytest.raises(ArchiveError, match=f"{MARK}/table is damaged: write the name of the table there"):
        tables.TableRecords(folder)
    holder.write_bytes(b"3\n")
    with fed_hall(folder) as hall:
        bring(hall, "5", FORGED)
        assert "the mark of table 3" in hall.seen("5").trouble


def test_a_mark_has_so_many_records_and_those_that_are_there_go_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_RECORDS", 2)
    names = [f"2026-11-26T19000{number}Z" for number in range(4)]
    with fed_hall(folder) as hall:
        for name in names:
            hall.feed("3", *sent(MARK, name, chained()[:64]))
        assert "2 records of its machine are here, the most that may be" in hall.seen("3").trouble
        hall.feed("3", *sent(MARK, names[0], chained()))
        assert (answers(hall, "3")[-1], hall.seen("3").trouble) == (len(chained()), "")
    with Archive(folder / FOLDER / MARK) as archive:
        assert [one.name for one in archive.matches()] == names[:2]


def test_the_records_of_a_machine_fill_so_much_of_the_disk_and_no_more(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lines that are there stay and are answered; the other tables go on."""
    with fed_hall(folder) as hall:
        hall.feed("5", *some(list(sent("5" * 16, RECORD, chained()))[:2]))
        monkeypatch.setattr(tables, "MOST_STORED", 1000)
        hall.feed("5", *sent("5" * 16, RECORD, chained()))
        assert "its lines are not taken: the records of its machine fill 0 MB here" in hall.seen("5").trouble
        monkeypatch.undo()
        bring(hall, "3")
        assert (answers(hall, "5")[-1], answers(hall, "3")) == (64, ALL)


def test_nothing_that_everybody_may_read_tells_a_mark(folder: Path) -> None:
    """Neither of a table that plays, nor of one whose result was read, nor of one whose archive is damaged."""
    evening = Evening(folder, tables="1 4")
    evening.seated()
    mark, _, record = place(1).partition("/")
    damaged = folder / FOLDER / "4444444444444444" / "records.sqlite3"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"no database" * 100)
    data = played("Anna", "Berta", "Carla", "Dora")
    with ExitStack() as stack:
        hall = stack.enter_context(fed_hall(folder, ResultReader(evening.book)))
        hall.feed("1", *messages_under(mark), *sent(mark, record, chained(data)))
        hall.feed("4", *sent("4444444444444444", record, chained(data)))
        hall.feed("5", *messages_under(mark))
        assert "its lines cannot be kept" in hall.seen("4").trouble
        desk = Desk(evening.book, folder, partial(find_record, folder))
        board = BoardServer(hall.collector.seen, "127.0.0.1", 0, desk=desk)
        stack.callback(board.close)
        http = stack.enter_context(browser(f"http://127.0.0.1:{board.port}"))
        pages = ["/", "/arbiter", "/ranking", "/organiser", *(f"/tournament/{name}" for name in FILES)]
        texts = {page: http.get(page).text for page in pages}
        with http.stream("GET", "/tables") as stream:
            lines = stream.iter_lines()
            texts["/tables"] = ""
            while '"table": "5"' not in texts["/tables"]:
                texts["/tables"] += next(lines)
    assert {page for page, text in texts.items() if mark in text or "4" * 16 in text} == set()
    rounds = json.loads(texts["/tournament/tournament.json"])["rounds"]
    assert [one["result"]["record"] for one in rounds[0]["tables"]] == [f"1/{record}"]
    assert find_record(folder, f"{mark}/{record}") == data
