"""A table's membership in its hall: the mark of its data directory, and which records the hall is told."""

import json
import logging
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from controller.store import atomic

FILE: Final = "hall.json"
"""In the data directory."""
_SERIAL: Final = Path("/sys/firmware/devicetree/base/serial-number")
"""Of a Raspberry Pi, as its firmware tells it."""

_log = logging.getLogger(__name__)


class MemberError(OSError):
    """The file cannot be used; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Member:
    """A table's membership in a hall.

    Records are named by the table's clock, which may be wrong: which of them were played in the hall is kept where
    their names alone would tell it wrongly.

    >>> one = Member("0123456789abcdef", "2026-11-26T190000Z", before=("2040-01-01T000000Z",))
    >>> [one.tells(name) for name in ("2026-11-25T190000Z", "2026-11-26T190000Z", "2040-01-01T000000Z")]
    [False, True, False]
    >>> one.playing("1970-01-01T000012Z").tells("1970-01-01T000012Z")
    True
    """

    sender: str
    """Tells two tables of one name apart: 16 hexadecimal digits, made once for a data directory."""
    since: str
    """The name of the first record that the hall is told; evenings before it are nobody else's."""
    before: tuple[str, ...] = ()
    """Records that were there before that one, with names as if they were younger."""
    also: tuple[str, ...] = ()
    """Records that were played in the hall, with names as if they were older."""
    machine: str = ""
    """The serial number of the machine on which it was made; empty: it has none that can be read."""
    table: str = ""
    """The table for which it speaks, ``<hall>/<table>``; empty: that was not kept yet."""
    former: tuple["Member", ...] = ()
    """The memberships that these data had on other machines, the newest first."""

    def tells(self, record: str) -> bool:
        """Whether the hall is told this record."""
        return record in self.also or (record >= self.since and record not in self.before)

    def mark_of(self, record: str) -> str:
        """The mark under which the hall is told a record; empty: it is not told it.

        What was played on another machine belongs to the mark that it had there, as long as it was the same table.
        """
        if self.tells(record):
            return self.sender
        return next((one.sender for one in self.former if one.table == self.table and one.tells(record)), "")

    def playing(self, record: str) -> "Member":
        """The membership of a table that plays this record in the hall now."""
        return self if self.tells(record) else replace(self, also=(*self.also, record))


def _machine() -> str:
    """The serial number of this machine; empty where it has none that can be read."""
    try:
        return _SERIAL.read_text(encoding="ascii").strip("\0\n ")
    except (OSError, UnicodeDecodeError):
        return ""


def load(directory: Path, record: str, earlier: Callable[[], Iterable[str]], table: str = "") -> Member:
    """The membership that is kept in a data directory.

    It begins with this record if there is none, or if it was made on another machine: two machines made from one card
    are two tables. What was played before on that other machine is remembered with the mark that it has.

    Args:
        directory: of the table's data.
        record: the name of the match in progress.
        earlier: the names of the records that are there; asked when a membership begins.
        table: for which it speaks, ``<hall>/<table>``.

    Raises:
        MemberError: it cannot be read or written.
    """
    path, machine = directory / FILE, _machine()
    former: tuple[Member, ...] = ()
    try:
        if path.exists():
            found = _read(json.loads(path.read_text(encoding="utf-8")))
            if machine in ("", found.machine) or not found.machine:
                known = replace(found, machine=found.machine or machine, table=table)
                if known != found:
                    with suppress(OSError):  # a disk that takes nothing now is asked again the next time
                        save(directory, known)
                return known
            _log.warning("hall: this card was in another machine; this one tells the hall its matches from now on")
            former = (replace(found, former=()), *found.former)
        before = tuple(sorted(name for name in earlier() if name > record))
        member = Member(secrets.token_hex(8), record, before, machine=machine, table=table, former=former)
        save(directory, member)
    except OSError as error:
        raise MemberError(f"{path} cannot be used: {error.strerror or error}") from error
    except (ValueError, TypeError) as error:
        raise MemberError(f"{path} is damaged; delete it, and the hall is told from the next record on") from error
    return member


def save(directory: Path, member: Member) -> None:
    """Keep a membership in its data directory; raises OSError."""
    atomic.write(directory / FILE, json.dumps(asdict(member)).encode() + b"\n", 0o600)


def _read(kept: Any) -> Member:  # noqa: ANN401 - what stands in the file
    """A membership as it is kept; raises ValueError, TypeError."""
    values = dict(kept)
    before, also = (tuple(map(str, values.pop(name, ()))) for name in ("before", "also"))
    former = tuple(map(_read, values.pop("former", ())))
    return Member(**values, before=before, also=also, former=former)
