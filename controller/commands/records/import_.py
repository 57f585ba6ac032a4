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


def run(archive: Archive, paths: Sequence[Path], out: TextIO) -> int:
    """Take files in, each whole or not at all, and tell of each; returns the exit status."""
    status = 0
    for path in paths:
        try:
            status = max(status, _one(archive, path, out))
        except (RecordError, NotationError, InterchangeError, UnicodeDecodeError) as error:
            status = _refused(f"{path}: {error}; nothing of it is taken in")
        except AlreadyThereError as error:
            status = _refused(str(error))
        except OSError as error:
            status = _refused(f"{path}: {error.strerror}")
    return status


def _one(archive: Archive, path: Path, out: TextIO) -> int:
    taken = take_in(archive, path, to_record=partial(_playable, path.suffix.lower()))
    name, lines = terminal.plain(str(path)), "line" if taken.lines == 1 else "lines"
    out.write(f"{name}: {taken.lines} {lines}, match {taken.kept.id} ({taken.kept.name})\n")
    if taken.torn is not None:
        out.write(f"{name}: its last line was torn off in writing and is left out: {taken.torn}\n")
    if taken.fault is not None:
        out.write(f"{name}: {taken.fault.text}\n")
    return FOUND if taken.fault is not None and taken.fault.kind != "no-chain" else 0


def _playable(ending: str, data: bytes) -> bytes:
    """The record that a file holds; raises RecordError where no match can begin as it does."""
    reader = None if ending in OWN else interchange.reader(ending.removeprefix("."))
    if reader is None:
        made = notation.as_record(data)
    else:
        made = "".join(f"{record.to_line(event)}\n" for event in reader(_decoded(data))).encode()
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
