"""``schiri record rule``: the arbiter's word on a verdict, added to a record that no referee is writing."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, TextIO

from controller import rulebooks
from controller.commands import terminal
from controller.commands.record_file import load
from controller.commands.records.where import is_match
from controller.live import event_text
from controller.record.events import Ruling, RulingEffect
from controller.record.naming import nearest
from controller.referee import rulings
from controller.referee.fold import outcome, step
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Result
from controller.store import lock as writing
from controller.store.archive import Archive
from controller.store.journal import Journal, Log
from controller.store.match_journal import MatchJournal

PLAIN: Final[Mapping[str, RulingEffect]] = {"none": "none", "void-deal": "void-deal", "redeal": "redeal"}


class RuleError(ValueError):
    """A ruling that cannot be made; the message names the record and the reason."""


def run(name: str, ruling: Ruling, opened: Callable[[], AbstractContextManager[Archive]], out: TextIO) -> int:
    """Write a ruling if it can be carried out whole, and print what it changes; returns the exit status.

    Args:
        name: a file, or a match of the archive by its number or name.
        ruling: what the arbiter says.
        opened: opens the archive.
        out: stream for the output.

    Raises:
        RuleError: there is no such verdict, or the effect cannot be carried out; the record is as it was.
        UnreadableError: there is no such record, or it cannot be read.
        NoMatchError: the archive holds no such match.
        ArchiveError: it cannot be read.
        JournalError: the record is being written, or cannot be.
    """
    if is_match(name):
        with opened() as archive:
            stored = archive.find(name)
            lock = writing.lock(archive.path.parent) if stored.running else None
            with MatchJournal(archive, stored, lock) as journal:
                return _ruled(name, journal, ruling, out)
    _step_ruling(name, outcome(load(name).events), ruling)
    with Journal(Path(name)) as journal:
        return _ruled(name, journal, ruling, out)


def _ruled(name: str, journal: Log, ruling: Ruling, out: TextIO) -> int:
    if journal.torn is not None:
        terminal.write(
            [f"{terminal.plain(name)}: a line was torn off by a power cut and is cut off: {journal.torn}"], out
        )
    if journal.broken is not None:
        terminal.write([f"{terminal.plain(name)}: {journal.broken}"], out)
    match, results = _step_ruling(name, outcome(journal.events), ruling)
    number = journal.append(ruling)
    if journal.trouble:
        raise RuleError(f"{name}: {journal.trouble}")
    terminal.write([f"{terminal.plain(name)}: verdict {ruling.verdict} is {ruling.decision} by line {number}"], out)
    terminal.write(event_text.result_lines(match, results, terminal.wording(out)), out)
    return 0


def _step_ruling(name: str, match: AnyMatch, ruling: Ruling) -> tuple[AnyMatch, tuple[Result, ...]]:
    after, results = step(match, 0, ruling)
    if fault := next((result.text for result in results if isinstance(result, ErrorResult)), None):
        raise RuleError(f"{name}: nothing is written, for {rulings.cause(fault)}")
    return after, results


def effect(text: str) -> RulingEffect:
    """Return an effect as it is written on the command line.

    The words are none, void-deal, redeal, score=1,-2,1 or a rulebook's name.

    Raises:
        RuleError: it is none of these.
    """
    if (plain := PLAIN.get(text)) is not None:
        return plain
    if text in rulebooks.names():
        return {"pack": text}
    name, _, scores = text.partition("=")
    try:
        if name == "score":
            return {"score": tuple(_score(score) for score in scores.split(","))}
    except ValueError as error:
        raise RuleError(f"--effect {text}: a score is a whole number a seat, with commas, or - for none") from error
    packs = ", ".join(rulebooks.names())
    near = " or ".join(nearest(text, (*PLAIN, *rulebooks.names())))
    raise RuleError(
        f"--effect {text}: there are none, void-deal, redeal, score=1,-2,1 and the rulebooks {packs}"
        f"{f'; did you mean {near}?' if near else ''}"
    )


def _score(text: str) -> int | None:
    if text.strip() == "-":
        return None
    return int(text)
