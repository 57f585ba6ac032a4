"""``schiri replay``: what follows from records."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TextIO

from controller import rulebooks
from controller.commands import terminal
from controller.commands.record_file import UnreadableError, load
from controller.console.replay.document import document
from controller.explain import verdict as explain
from controller.explain.case import NoLineError, NoVerdictError
from controller.explain.silence import silence_lines
from controller.record import text as record
from controller.referee.fold import MatchError
from controller.report import replay, summary
from controller.store import atomic
from vision.words.cards import Lang, Suits

FOUND = 1
"""Exit status: a record holds a verdict that is not dismissed."""
UNREADABLE = 2
"""Exit status: a record cannot be read."""


def run(names: Sequence[str], *, as_json: bool, trace: bool, pack: str | None, out: TextIO) -> int:
    """Print the results of each record, and what a rulebook proposes; returns the exit status.

    Raises:
        NoPackError: there is no such rulebook.
        PackError: the results are not told in words.
    """
    status = 0
    if pack is not None:
        if as_json or trace:
            raise PackError("--pack goes with neither --json nor --trace")
        rulebooks.load(pack)
    say, proposed = terminal.wording(out), pack or summary.SILENT
    whole = partial(replay.replay_lines, pack=proposed, say=say)
    lines_of = partial(replay.chronicle_lines, say=say) if trace else whole
    write = _write_data if as_json else terminal.write
    for name in names:
        if len(names) > 1:
            out.write(_head(name, as_json=as_json) + "\n")
        try:
            text = load(name)
            write(replay.lines_json(text) if as_json else lines_of(text), out)
            status = max(status, FOUND if replay.accused(text) else 0)
        except (UnreadableError, MatchError) as error:
            reason = str(error) if isinstance(error, UnreadableError) else f"{name}: line 1: {error}"
            terminal.complain(reason)
            status = UNREADABLE
    return status


class PackError(ValueError):
    """A rulebook was asked for where its proposals have no place."""


class ExplainError(ValueError):
    """An explanation that cannot be given: of more than one record, or of a verdict that there is not."""


def reason(names: Sequence[str], verdict: int, *, alone: bool, out: TextIO) -> int:
    """Print the reasoning for a verdict of a record, and return the exit status, as for `run`.

    Raises:
        ExplainError: there is no such verdict, or more is asked for (``alone`` is false).
    """
    return _print_lines("--explain", names, partial(explain.lines, number=verdict), alone=alone, out=out)


def silence(names: Sequence[str], line: int, *, alone: bool, out: TextIO) -> int:
    """Print why nothing was said at a line of a record, and return the exit status, as for `run`.

    Raises:
        ExplainError: there is no such line, or more is asked for (``alone`` is false).
    """
    return _print_lines("--silence", names, partial(silence_lines, number=line), alone=alone, out=out)


class PageError(ValueError):
    """A page that cannot be written: of more than one record, or with what is printed."""


def page(names: Sequence[str], to: Path, lang: Lang, suits: Suits) -> int:
    """Write a record as one page to step through, and return the exit status, as for `run`.

    Raises:
        PageError: there is more than one record, or the page cannot be written.
        UnreadableError: it cannot be read.
    """
    if len(names) != 1:
        raise PageError("--html writes one record; name one")
    [name] = names
    text = load(name)
    try:
        html = document(text, lang, suits)
    except MatchError as error:
        raise UnreadableError(f"{name}: line 1: {error}") from error
    try:
        atomic.write(to, html.encode(), durable=False)
    except OSError as error:
        raise PageError(atomic.unwritable(to, error)) from error
    return FOUND if replay.accused(text) else 0


def _print_lines(
    option: str,
    names: Sequence[str],
    tell: Callable[[record.RecordText], Iterator[str]],
    *,
    alone: bool,
    out: TextIO,
) -> int:
    if len(names) != 1 or not alone:
        raise ExplainError(f"{option} goes with one record, and with neither --json nor --trace")
    [name] = names
    text = load(name)
    try:
        terminal.write(map(terminal.wording(out), tell(text)), out)
        return FOUND if replay.accused(text) else 0
    except (NoVerdictError, NoLineError) as error:
        raise ExplainError(f"{name}: {error}") from error
    except MatchError as error:
        raise UnreadableError(f"{name}: line 1: {error}") from error


def _head(name: str, *, as_json: bool) -> str:
    line = json.dumps({"r": "record", "file": name}, ensure_ascii=False, separators=(",", ":"))
    return line if as_json else f"== {terminal.plain(name)}"


def _write_data(lines: Iterable[str], out: TextIO) -> None:
    """Write lines for programs, as they are wherever they go."""
    out.writelines(f"{line}\n" for line in lines)
