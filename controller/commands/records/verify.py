"""``schiri record``: what can be done with records."""

import errno
import json
import os
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from controller.commands import terminal
from controller.commands.records.where import is_match
from controller.record import chain
from controller.record import text as record
from controller.record.chain import ChainReport
from controller.record.events import Event
from controller.referee.fold import MatchError, outcome
from controller.store import atomic
from controller.store.archive import Archive, NoMatchError
from controller.store.journal import chain_path

FOUND: Final = 1
"""Exit status: a record is not as it was written."""
UNREADABLE: Final = 2
"""Exit status: a record cannot be read."""

LEAST_DIGITS: Final = 16
"""Fewest digits of a hash written down: as many as nobody can find another record for."""

_LOOKS_AGAIN, _BETWEEN_S = 2, 0.1
"""A referee that is writing chains a line right after it has written it: look again before accusing."""


Opened = Callable[[], AbstractContextManager[Archive]]


class HeadError(ValueError):
    """A hash that cannot be one, or one for several records."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A record held against its chain, and against the hash that was written down."""

    name: str
    finding: ChainReport
    head_at: int | None
    """The line whose hash was written down, 0 if it is none's; None if none was written down."""
    ended: bool

    @property
    def fault(self) -> str | None:
        """The record's fault, in one sentence, or None."""
        if self.finding.fault is not None:
            return self.finding.fault.text
        if self.head_at is None or self.head_at == self.finding.lines:
            return None
        if self.head_at == 0:
            return "whole in itself, but it is not the record whose head was written down, or lines are gone"
        return f"whole, but the head written down is that of line {self.head_at}: what follows was added since"

    def sentence(self) -> str:
        """Return the result of the check, in one line."""
        count = f"{self.finding.lines} line" + "s" * (self.finding.lines != 1)
        name = terminal.plain(self.name)
        if self.fault is not None:
            return f"{name}: {self.fault}"
        late = ", ".join(map(str, self.finding.late))
        more = [f"chained only after a power cut: {late}"] * bool(late) + ["not ended yet"] * (not self.ended)
        return "; ".join((f"{name}: {count}, whole, head {self.finding.head}", *more))

    def as_json(self) -> str:
        """Write the outcome as JSON for programs."""
        finding = self.finding
        line = finding.fault.first if finding.fault else None
        kind = finding.fault.kind if finding.fault else "head" if self.fault else None
        fields = {
            "r": "chain",
            "file": self.name,
            "lines": finding.lines,
            "links": len(finding.links),
            "head": finding.head,
        }
        fields |= {"late": finding.late, "ended": self.ended, "fault": kind, "line": line, "text": self.fault}
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def verify(names: Sequence[str], head: str | None, opened: Opened, *, as_json: bool, out: TextIO) -> int:
    """Print of each record whether it is as it was written; returns the exit status.

    Args:
        names: files, or matches of the archive by number or name; none: all matches of the archive.
        head: the hash that was written down.
        opened: opens the archive.
        as_json: for programs.
        out: stream for the output.

    Raises:
        HeadError: the hash that was written down is none, or there are several records.
        ArchiveError: the archive cannot be read.
    """
    matches = names or _everything(opened)
    if head is not None:
        _check_head(head, matches)
    status = 0
    for name in matches:
        try:
            checked = _checked(name, head, opened)
        except (OSError, record.RecordError, NoMatchError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            terminal.complain(f"{name}: {reason}")
            status = UNREADABLE
            continue
        if as_json:
            out.write(f"{checked.as_json()}\n")
        else:
            terminal.write([checked.sentence()], out)
        status = max(status, FOUND if checked.fault else 0)
    return status


def _check_head(head: str, names: Sequence[str]) -> None:
    if len(names) > 1:
        raise HeadError("--head is the hash of one record; check the others by themselves")
    if not LEAST_DIGITS <= len(head) <= 64 or not set(head.lower()) <= set("0123456789abcdef"):
        raise HeadError(f"--head takes the first {LEAST_DIGITS} to 64 hexadecimal digits of a head, not {head!r}")


def _everything(opened: Opened) -> list[str]:
    with opened() as archive:
        return [str(kept.id) for kept in archive.matches()]


def _checked(name: str, head: str | None, opened: Opened) -> Checked:
    """Check one record; raises OSError, NoMatchError, and RecordError for what is whole but no record."""
    if is_match(name):
        with opened() as archive:
            stored = archive.find(name)
            data, finding = archive.check(stored.id)
        name = f"match {stored.id} ({stored.name})"
    else:
        data, finding = _read_chain(Path(name))
    ended = False
    if finding.fault is None or finding.fault.kind == "no-chain":  # of a file that is no record no chain is missed
        ended = _ended(record.read(data).events)
    return Checked(name, finding, None if head is None else finding.line_of(head) or 0, ended)


def _ended(events: Sequence[Event]) -> bool:
    try:
        return outcome(events).ended
    except MatchError:  # whole, though by rules that there are not here
        return False


def _read_chain(path: Path) -> tuple[bytes, ChainReport]:
    data, finding = read(path)
    for _ in range(_LOOKS_AGAIN):
        if finding.fault is None or finding.fault.kind != "unchained":
            break
        time.sleep(_BETWEEN_S)
        data, finding = read(path)
    return data, finding


def read(path: Path) -> tuple[bytes, ChainReport]:
    """Read a record after its chain: what is written meanwhile can only be a line too many."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    beside = chain_path(path)
    links = atomic.read(beside) if beside.exists() else None
    data = atomic.read(path)
    return data, chain.check(data, links)
