"""Processes of the background: they meet their limits, come one after the other, and leave nothing behind."""

import asyncio
import os
import sys
import threading
from pathlib import Path

import pytest

from controller.live.priority import NICENESS, lower_priority
from controller.store.background import children
from controller.store.background.children import ChildError, Children

AGES = "import time; time.sleep(1000)"


def run(made: Children, *statement: str) -> tuple[int, bytes]:
    answer = asyncio.run(made.run("timeit", "-n", "1", "-r", "1", *statement))
    return answer.status, answer.written


def test_a_worker_answers_by_its_output_and_its_status() -> None:
    status, written = run(Children(), "print('ä')")
    assert (status, written.splitlines()[0]) == (0, "ä".encode())
    assert run(Children(), "raise SystemExit") == (1, b"")


def test_a_process_of_this_program_finds_its_packages_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    assert run(Children(), "import controller.store.background.children")[0] == 0


@pytest.mark.parametrize(
    "statement",
    [AGES, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "print('x' * 5000)"],
    ids=("too slow", "killed", "too much"),
)
def test_a_process_that_meets_a_limit_is_an_error(statement: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "MOST_BYTES", 4000)
    with pytest.raises(ChildError, match="timeit"):
        run(Children(at_most_s=0.5 if statement == AGES else children.AT_MOST_S), statement)


def test_a_process_cannot_take_the_memory_of_the_game() -> None:
    limited = "from controller.store.background import children; children.limit_process(memory=100 << 20)"
    assert run(Children(), "-s", limited, "bytearray(50 << 20)")[0] == 0
    assert run(Children(), "-s", limited, "bytearray(500 << 20)")[0] == 1


@pytest.mark.skipif(sys.platform != "linux", reason="priorities of threads are Linux's")
@pytest.mark.parametrize("gives_way", [False, True], ids=("any thread", "a thread of pages"))
def test_a_process_goes_after_the_game_and_with_the_pages_whoever_begins_it(*, gives_way: bool) -> None:
    """After the pages, too, a busy machine of one core gives it a sixtieth, and its reader waits for a minute."""
    told = (
        "from controller.store.background import children; children.limit_process(); "
        "import os; print(os.getpriority(0, 0))"
    )
    found: list[bytes] = []

    def begin() -> None:
        if gives_way:
            lower_priority()
        found.append(run(Children(), told)[1].splitlines()[0])

    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    mine = os.getpriority(os.PRIO_PROCESS, os.getpid())
    assert found == [b"%d" % min(mine + NICENESS, 19)]


def test_processes_come_one_after_the_other_and_whoever_gives_up_ends_its_own() -> None:
    async def both() -> None:
        made = Children(patience_s=0.1)
        first = asyncio.create_task(made.run("timeit", "-n", "1", AGES))
        await asyncio.sleep(0)
        with pytest.raises(ChildError, match="others are before it"):
            await made.run("timeit", "-n", "1", "pass")
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert (await made.run("timeit", "-n", "1", "pass")).status == 0

    asyncio.run(both())
