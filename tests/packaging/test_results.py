"""The page of figures: each program in ``benchmarks/`` has a row, each row has its program, and it stays one page."""

import re
from pathlib import Path
from typing import Final

from tests.support.loops import some

HOME: Final = Path(__file__).parents[2]
PAGE: Final = (HOME / "benchmarks" / "results.md").read_text(encoding="utf-8")
FOLDERS: Final = sorted(path.parent.name for path in HOME.glob("benchmarks/*/__init__.py"))
ONE_PAGE_KB: Final = 16
STARTED_BY_ANOTHER: Final = {"pages.phones_clients"}
ANY_ENGINE: Final = "engines.NAME"

_RUNS: Final = 'if __name__ == "__main__":'
_NAMED: Final = re.compile(rf"(?<![\w/])(?:{'|'.join(FOLDERS)})\.\w+")


def programs() -> set[str]:
    """The programs that somebody may run, as their commands name them."""
    found = {path for path in HOME.glob("benchmarks/*/*.py") if _RUNS in path.read_text(encoding="utf-8")}
    names = {f"{path.parent.name}.{path.stem}" for path in found} - STARTED_BY_ANOTHER
    return {ANY_ENGINE if name.startswith("engines.") else name for name in names}


def test_each_program_has_a_figure_and_each_figure_its_program() -> None:
    rows = some(line for line in PAGE.splitlines() if line.startswith("| "))
    assert {name for row in rows for name in _NAMED.findall(row)} == programs()


def test_it_is_one_page() -> None:
    assert 1 < len(PAGE.encode()) / 1000 < ONE_PAGE_KB
