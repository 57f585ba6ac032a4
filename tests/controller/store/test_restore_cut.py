"""An old backup on a new card: cut at each step nothing is lost, and the same once more puts everything back."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Final

import pytest

from controller.commands.system import backup as command
from controller.record.events import DealStart, MatchStart
from controller.record.text import read
from controller.store.archive import FILE, Archive
from controller.store.resume import take_up

CHANGES: Final = frozenset({"os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.link", "os.chmod", "os.truncate"})
"""Audit events of steps that change the disk; a file that is opened to be written is one, too."""
CUT: Final = 9
OLD = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
"""Opening of a record of the first version."""


def table(folder: Path, *openings: MatchStart, calibration: str) -> Path:
    """A table with matches, a picture and a calibration; its settings."""
    folder.mkdir()
    settings = folder / "schiri.toml"
    settings.write_text(
        f'[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n[data]\ndirectory = "{folder}/records"\n'
    )
    for opening in openings:
        with take_up(folder / "records", new=True) as journal:
            journal.append(opening)
            journal.append(DealStart(dealer=0))
    (folder / "records" / "evidence" / "m").mkdir(parents=True)
    (folder / "records" / "evidence" / "m" / "1.jpg").write_bytes(calibration.encode())
    (folder / "records" / "calibration.json").write_text(calibration)
    return settings


def openings(directory: Path) -> list[MatchStart]:
    """The match lines of an archive."""
    with Archive(directory) as archive:
        found = [read(archive.record(one.id)).events[0] for one in archive.matches()]
    return [one for one in found if isinstance(one, MatchStart)]


def cut(work: Callable[[], object], after: int) -> bool:
    """Do something in a process that is gone before its so many-th change of the disk; returns whether it was."""
    own = os.fork()
    if own == 0:
        left = after

        def hook(event: str, arguments: tuple[object, ...]) -> None:
            nonlocal left
            is_written = (
                event == "open" and isinstance(arguments[2], int) and bool(arguments[2] & (os.O_WRONLY | os.O_RDWR))
            )
            if event in CHANGES or is_written:
                if left == 0:
                    os._exit(CUT)
                left -= 1

        try:
            sys.addaudithook(hook)
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(own, 0)
    assert os.waitstatus_to_exitcode(status) in (0, CUT)
    return os.waitstatus_to_exitcode(status) == CUT


def contents(folder: Path) -> Mapping[str, bytes]:
    """Every file of a folder but the database, whose bytes a reader may change."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and FILE not in path.name
    }


def kept_somewhere(home: Path, before: Mapping[str, bytes]) -> list[str]:
    """The files of before that are nowhere any more: neither in their place nor in a folder of what was put aside."""
    there = [*contents(home).values()]
    return [name for name, data in before.items() if data not in there]


@pytest.mark.slow
@pytest.mark.parametrize("is_new_card", [True, False])
def test_a_restore_that_is_cut_at_any_step_loses_nothing_and_is_done_by_the_next_one(
    is_new_card: bool, tmp_path: Path
) -> None:
    backup, newer = tmp_path / "old.tar.gz", replace(OLD, v=3, sight=True)
    assert command.write(table(tmp_path / "old", OLD, newer, calibration='{"old": 1}'), backup, StringIO()) == 0
    steps = 0
    while True:
        home = tmp_path / f"card-{steps}"
        mine = MatchStart(game="molotow", seats=("Eva", "Urs", "Mia", "Leo"), sight=True)
        settings = table(home, *(() if is_new_card else (mine,)), calibration='{"mine": 1}')
        if is_new_card:
            for path in sorted((home / "records").rglob("*"), reverse=True):
                path.unlink() if path.is_file() else path.rmdir()
        before = contents(home)
        was_cut = cut(lambda settings=settings: command.restore(backup, settings, StringIO()), steps)
        assert kept_somewhere(home, before) == [], steps
        if was_cut:
            aside = [path.parent for path in home.rglob(FILE) if not path.parent.name.startswith(".restore")]
            if not is_new_card:
                assert [mine] in [openings(folder) for folder in aside], steps
            assert command.restore(backup, settings, StringIO()) == 0
        assert openings(home / "records") == [OLD, newer]
        assert (home / "records/calibration.json").read_text() == '{"old": 1}'
        assert (home / "records/evidence/m/1.jpg").read_bytes() == b'{"old": 1}'
        assert kept_somewhere(home, before) == [], steps
        assert [*(home / "records").glob(".restore-*")] == [], steps
        if not was_cut:
            break
        steps += 1
    assert steps > 20
