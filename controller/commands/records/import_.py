"""``schiri record import``: record files into the archive."""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final, TextIO

from controller.commands import terminal
from controller.games import interchange
from controller.games.interchange import InterchangeError
from controller.record import text as record
from controller.record.events import MatchStart
from controller.record.text import RecordError
from controller.referee.fold import cannot_start
from controller.report import notation
from controller.report.notation import NotationError
from controller.store.archive import Archive
from controller.store.importing import AlreadyThereError, take_in

FOUND: Final = 1
"""Exit status: the chain of a record does not fit it."""
REFUSED: Final = 2
"""Exit status: a file was not taken in."""
OWN: Final = frozenset(("", ".jsonl", ".txt"))
"""How the names of our own files end; all others may be in the format of one game's players."""


def run(archive: Archive, paths: Sequence[Path], out: TextIO, *, skip: bool = False) -> int:
    """Take files in and tell of each; returns the exit status.

    Args:
        archive: takes them.
        paths: of the files.
        out: where it is told.
        skip: whether deals of another program's file that cannot be read are left out and told; else each file is
            taken in whole or not at all.
    """
    status = 0
    for path in paths:
        try:
            status = max(status, _one(archive, path, out, skip=skip))
        except InterchangeError as error:
            *others, last = error.faults
            for fault in others:
                terminal.complain(f"{path}: {fault}")
            status = _refused(f"{path}: {last}; nothing of it is taken in")
        except (RecordError, NotationError, UnicodeDecodeError) as error:
            status = _refused(f"{path}: {error}; nothing of it is taken in")
        except AlreadyThereError as error:
            status = _refused(str(error))
        except OSError as error:
            status = _refused(f"{path}: {error.strerror}")
    return status


def _one(archive: Archive, path: Path, out: TextIO, *, skip: bool) -> int:
    left_out: list[InterchangeError] = []
    taken = take_in(archive, path, to_record=partial(_playable, path.suffix.lower(), left_out if skip else None))
    name, lines = terminal.plain(str(path)), "line" if taken.lines == 1 else "lines"
    out.write(f"{name}: {taken.lines} {lines}, match {taken.kept.id} ({taken.kept.name})\n")
    for fault in left_out:
        out.write(f"{name}: left out: {terminal.plain(str(fault))}\n")
    if taken.torn is not None:
        out.write(f"{name}: its last line was torn off in writing and is left out: {taken.torn}\n")
    if taken.fault is not None:
        out.write(f"{name}: {taken.fault.text}\n")
    return FOUND if taken.fault is not None and taken.fault.kind != "no-chain" else 0


def _playable(ending: str, left_out: list[InterchangeError] | None, data: bytes) -> bytes:
    """Make the record that a file holds; raises RecordError where no match can begin as it does.

    Args:
        ending: of the file's name.
        left_out: takes the faults of deals that are left out; None: with one of them nothing is read.
        data: the file's bytes.
    """
    reader = None if ending in OWN else interchange.reader(ending.removeprefix("."))
    if reader is None:
        made = notation.as_record(data)
    else:
        found = reader(_decoded(data))
        events = found.whole() if left_out is None else found.events
        if left_out is not None:
            left_out += found.faults
        made = "".join(f"{record.to_line(event)}\n" for event in events).encode()
    for event in record.read(made).events[:1]:
        if isinstance(event, MatchStart) and (fault := cannot_start(event)):
            raise RecordError(1, fault)
    return made


def _decoded(data: bytes) -> str:
    """A text in UTF-8, as most programs write it, in UTF-16, or in ISO 8859-1, as PBN was laid down."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16")
    # Text of Western letters has every second byte nought, and the first letter tells which.
    if data[:2].count(0) == 1:
        return data.decode("utf-16-le" if data[1] == 0 else "utf-16-be")
    try:
        return data.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")


def _refused(why: str) -> int:
    terminal.complain(why)
    return REFUSED
