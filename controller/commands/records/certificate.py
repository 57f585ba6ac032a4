"""``schiri record certificate``: the certificates of a record's verdicts, which anybody can check."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from importlib.metadata import version
from pathlib import Path
from typing import TextIO

from controller.commands.records.verify import read
from controller.commands.records.where import is_match
from controller.explain.case import NoVerdictError, RecordedVerdict, cases, staged
from controller.explain.certificate import ChainedRecord, certificate, packed
from controller.record import text as record
from controller.referee.fold import MatchError
from controller.store import pictures
from controller.store.archive import Archive

NONE = 1
"""Exit status: the record holds no verdict."""


class NoCertificateError(ValueError):
    """Certificates that cannot be made; the message names the record and the reason."""


def run(name: str, verdict: int | None, opened: Callable[[], AbstractContextManager[Archive]], out: TextIO) -> int:
    """Print the packed certificate of one verdict, or of each one on a line of its own; returns the exit status.

    Args:
        name: a file, or a match of the archive by its number or name.
        verdict: the verdict's number; None: all.
        opened: opens the archive.
        out: stream for the output.

    Raises:
        NoCertificateError: there is no such record or verdict, or the record cannot be read.
        NoMatchError: the archive holds no such match.
        ArchiveError: it cannot be read.
    """
    try:
        data, links, evidence = _found(name, opened)
        text = record.read(data)
        found = tuple(cases(staged(text)))
    except (OSError, record.RecordError, MatchError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise NoCertificateError(f"{name}: {reason}") from error
    if verdict is not None and verdict > len(found):
        raise NoCertificateError(f"{name}: {NoVerdictError(verdict, len(found))}")
    lines, program = data.splitlines(keepends=True), f"schiri {version('schiri')}"
    for case in found if verdict is None else found[verdict - 1 : verdict]:
        shown = _pictures(case, text, evidence)
        out.write(packed(certificate(case, ChainedRecord(lines, text.events, links, program, shown))) + "\n")
    return 0 if found else NONE


def _found(name: str, opened: Callable[[], AbstractContextManager[Archive]]) -> tuple[bytes, tuple[bytes, ...], Path]:
    """Return a record, its chain, and the folder of evidence that may be beside it."""
    if is_match(name):
        with opened() as archive:
            data, finding = archive.check(archive.find(name).id)
            return data, finding.links, archive.path.parent / pictures.FOLDER
    data, finding = read(Path(name))
    return data, finding.links, Path(name).parent / pictures.FOLDER


def _pictures(case: RecordedVerdict, text: record.RecordText, evidence: Path) -> Mapping[int, bytes]:
    """Return the pictures that there are of a verdict, by line."""
    names = {line: text.events[line - 1].img for line in (case.verdict.event, case.verdict.proved)}
    paths = {line: pictures.find(evidence, name) for line, name in names.items() if name}
    return {line: path.read_bytes() for line, path in paths.items() if path}
