"""Whole files: whatever happens while one is written, it holds what it held before, or all that was written."""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Final

import pytest

from controller.store.atomic import UNFINISHED, move, write
from tests.support.power_cut import child

OLD: Final = b"what was there"
NEW: Final = b"what comes, and is longer" * 10_000


def _refuse(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture(params=[True, False], ids=["there", "new"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file that is to be written, which is there or not."""
    file = tmp_path / "schiri.toml"
    if request.param:
        file.write_bytes(OLD)
    return file


def _held(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def test_a_file_is_replaced_whole_and_leaves_no_remains(path: Path) -> None:
    write(path, NEW)
    assert {one.name: one.read_bytes() for one in path.parent.iterdir()} == {path.name: NEW}


@pytest.mark.parametrize("step", ["os.open", "os.fsync", "pathlib.Path.replace"])
def test_a_full_disk_leaves_what_was_there(path: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _held(path)
    with monkeypatch.context() as full:
        full.setattr(step, _refuse)
        with pytest.raises(OSError, match="No space left"):
            write(path, NEW)
    assert _held(path) == before
    assert [one.name for one in path.parent.iterdir()] == [path.name] * (before is not None)


@pytest.mark.parametrize("step", ["os.open", "os.fsync", "pathlib.Path.replace"])
def test_an_error_names_the_file_that_was_asked_for(path: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step, _refuse)
    with pytest.raises(OSError, match="No space left") as refused:
        write(path, NEW)
    assert refused.value.filename == str(path)


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of the size of files is told by a signal there")
def test_a_disk_that_takes_only_a_part_leaves_what_was_there(path: Path) -> None:
    import resource
    import signal

    before = _held(path)

    def full() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(NEW) // 2, len(NEW) // 2))
        with pytest.raises(OSError, match="too large"):
            write(path, NEW)

    assert os.waitpid(child(full), 0)[1] == 0
    assert (_held(path), len(list(path.parent.iterdir()))) == (before, int(before is not None))


def _killed_before(step: int, work: Callable[[], None]) -> bool:
    """Do something in a process that is killed before a step of the kernel, counted from 0; whether it came so far."""

    def until() -> None:
        left = step

        def counted(real: Callable[..., object]) -> Callable[..., object]:
            def call(*given: object, **named: object) -> object:
                nonlocal left
                if left == 0:
                    os._exit(9)
                left -= 1
                return real(*given, **named)

            return call

        for name in ("open", "fsync", "rename", "replace", "close"):
            setattr(os, name, counted(getattr(os, name)))
        work()

    return os.waitstatus_to_exitcode(os.waitpid(child(until), 0)[1]) == 9


def test_killed_before_any_step_it_is_the_old_file_or_the_new_one(path: Path) -> None:
    before, held = _held(path), list[bytes | None]()
    step = 0
    while _killed_before(step, lambda: write(path, NEW)):
        held.append(_held(path))
        strangers = [one for one in path.parent.iterdir() if one != path and not one.name.endswith(UNFINISHED)]
        assert strangers == []
        if before is not None:
            path.write_bytes(before)
        else:
            path.unlink(missing_ok=True)
        step += 1
    # One after the other: the old one, and from the renaming on the new one.
    assert held == [before] * held.count(before) + [NEW] * held.count(NEW)
    assert held.count(before) >= 3
    assert held.count(NEW) >= 2


def _again_and_again(path: Path, data: bytes) -> None:
    for _ in range(20):
        write(path, data, durable=False)


def test_two_who_write_at_once_leave_one_of_both(path: Path) -> None:
    contents = [bytes([letter]) * 100_000 for letter in b"abcd"]
    writers = [Thread(target=_again_and_again, args=(path, data)) for data in contents]
    for writer in writers:
        writer.start()
    seen = [held for _ in range(200) if (held := _held(path)) is not None]
    for writer in writers:
        writer.join()
    assert {*seen, path.read_bytes()} <= {OLD, *contents}
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_secret_is_never_readable_by_others(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes = list[int]()

    def noted(handle: int) -> None:
        modes.append(os.fstat(handle).st_mode & 0o777)

    monkeypatch.setattr("os.fsync", noted)
    write(path, NEW, 0o600)
    assert (modes[0], path.stat().st_mode & 0o777) == (0o600, 0o600)


def test_a_moved_file_is_whole_under_its_new_name(tmp_path: Path) -> None:
    old, new = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    old.write_bytes(NEW)
    new.write_bytes(OLD)
    move(old, new)
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {"b.jsonl": NEW}
