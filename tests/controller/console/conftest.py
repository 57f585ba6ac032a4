"""A table with a console, for the tests of its pages, and browsers to look at them."""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from selenium import webdriver

from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from tests.support.console.browser_talk import browser
from tests.support.console.console_rig import Rig

Phones = Callable[[], webdriver.Chrome]


@pytest.fixture(autouse=True)
def patient_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages wait for another process as long as it runs: how soon it ends is the machine's affair."""
    for wait in ("archive.WAIT_S", "archive.LIST_WAIT_S", "statistics.WAIT_S", "statistics.FILE_WAIT_S"):
        monkeypatch.setattr(f"controller.console.pages.{wait}", None)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with Journal(tmp_path / "current.jsonl") as journal:
        yield Rig(journal)


@pytest.fixture
def phones(tmp_path: Path) -> Generator[Phones]:
    """New browsers, each with a memory of its own."""
    with ExitStack() as stack:
        numbers = iter(range(99))
        yield lambda: stack.enter_context(browser(tmp_path / f"phone{next(numbers)}"))


@pytest.fixture
def served(tmp_path: Path) -> Generator[Rig]:
    """A table whose pages are on the network."""
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, settings=ConsoleConfig(address="127.0.0.1", port=0), watching=False)
        assert rig.console.open()
        yield rig
        rig.console.close()
