"""Disks that take nothing for a while."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from typing import cast

import pytest

from controller.store.archive import Archive
from controller.store.match_journal import MatchJournal


def base_of(journal: MatchJournal) -> sqlite3.Connection:
    """The connection by which a match is written."""
    return cast("sqlite3.Connection", vars(vars(journal)["_archive"])["_base"])


@contextmanager
def refusing(journal: MatchJournal) -> Generator[None]:
    """A disk that may only be read, as SQLite finds it; attempts are not spaced out, nor is the file opened anew."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Archive, "reopen", Archive.matches)
        patched.setattr("controller.store.match_journal.RETRY_S", 0.0)
        base_of(journal).execute("PRAGMA query_only = ON")
        yield
        base_of(journal).execute("PRAGMA query_only = OFF")
