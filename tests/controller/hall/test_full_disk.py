"""A hall that is opened on a full disk says so, and writes again once there is room; nobody opens it anew."""

from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from controller.hall.desk.actions import step_maker
from controller.hall.desk.book import FOLDER as BOOK
from controller.hall.desk.book import DeskError, TournamentBook
from controller.hall.tables import FOLDER
from controller.store.archive import Archive
from tests.controller.hall.fed_hall import chained, fed_hall, sent
from tests.controller.hall.hall_table import EVENING, small_disk

MARK, RECORD = "3" * 16, "2026-11-26T190000Z"
OPENING = {"title": "Club", "game": "mittlere", "seats": "3", "rounds": "1", "tables": "1"}


@contextmanager
def filled(folder: Path) -> Generator[None]:
    """The disk of a folder is full."""
    with suppress(OSError), (folder / "filler").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    try:
        yield
    finally:
        (folder / "filler").unlink()


def test_lines_are_kept_once_there_is_room_by_a_hall_that_was_opened_without(tmp_path: Path) -> None:
    lines, folder = chained(), tmp_path / FOLDER
    with small_disk(folder):
        with fed_hall(tmp_path) as hall:
            hall.feed("3", *sent(MARK, RECORD, lines[:64]))
        with fed_hall(tmp_path) as hall:
            with filled(folder):
                hall.feed("3", *sent(MARK, RECORD, lines))
                trouble = hall.seen("3").trouble
                assert trouble.startswith("its lines cannot be kept: the disk ")
                assert hall.kept("3")[-1].line == 64
            hall.feed("3", *sent(MARK, RECORD, lines))
            assert (hall.kept("3")[-1].line, hall.seen("3").trouble) == (len(lines), "")
        with Archive(folder / MARK) as archive:
            assert archive.record(1) == EVENING


def test_a_tournament_goes_on_once_there_is_room_where_it_was_opened_without(tmp_path: Path) -> None:
    with small_disk(tmp_path / BOOK):
        with closing(TournamentBook(tmp_path)) as book:
            book.add_steps(step_maker("open", OPENING))
        with filled(tmp_path / BOOK):
            book = TournamentBook(tmp_path)
            with pytest.raises(DeskError, match=r"nothing was changed: .* cannot be written: the disk "):
                book.add_steps(step_maker("register", {"names": "Anna"}))
            assert book.state is not None
            assert book.state.entries == {}
        assert [one.name for one in book.add_steps(step_maker("register", {"names": "Anna"})).entries.values()] == [
            "Anna"
        ]
        book.close()
