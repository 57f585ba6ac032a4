"""Progress of long work: a bar on a terminal, a plain line now and then elsewhere."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_QUARTERS: Final = 4
"""Plain lines that a long work writes where there is no terminal."""

Advance = Callable[[int, int], None]
"""Told how much is done and how much there is."""


@contextmanager
def progress(title: str) -> Generator[Advance]:
    """Show on standard error how far some work has come."""
    if sys.stderr.isatty():
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(title, total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)
    else:
        yield _plain(title)


def _plain(title: str) -> Advance:
    printed = -1

    def advance(count: int, total: int) -> None:
        nonlocal printed
        if (quarter := count * _QUARTERS // max(total, 1)) > printed:
            printed = quarter
            sys.stderr.write(f"{title}: {count} of {total}\n")

    return advance
