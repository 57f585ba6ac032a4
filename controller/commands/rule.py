"""``schiri record rule``: the arbiter's word on a verdict, added to a record that no referee is writing."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, TextIO

from controller import arbiter, rulebooks, telling
from controller.commands.replay import load
from controller.effect import Effect
from controller.events import Ruling
from controller.fold import outcome, step
from controller.journal import Journal
from controller.match import AnyMatch
from controller.results import ErrorResult, Result

Decision = Literal["upheld", "dismissed", "open"]

PLAIN: Final[Mapping[str, Effect]] = {"none": "none", "void-deal": "void-deal", "redeal": "redeal"}


class RuleError(ValueError):
    """A ruling that cannot be made; the message names the record and the reason."""


def run(path: Path, ruling: Ruling, out: TextIO) -> int:
    """Write a ruling if it can be carried out whole, and print what it changes; returns the exit status.

    Raises:
        RuleError: there is no such verdict, or the effect cannot be carried out; the record is as it was.
        UnreadableError: there is no such record, or it cannot be read.
        JournalError: the record is being written, or cannot be.
    """
    _tried(path, outcome(load(str(path)).events), ruling)
    with Journal(path) as journal:
        if journal.torn is not None:
            out.write(f"{path}: a line was torn off by a power cut and is cut off: {journal.torn}\n")
        if journal.broken is not None:
            out.write(f"{path}: {journal.broken}\n")
        match, results = _tried(path, outcome(journal.events), ruling)
        number = journal.append(ruling)
    out.write(f"{path}: verdict {ruling.verdict} is {ruling.decision} by line {number}\n")
    for line in telling.told(match, results):
        out.write(line + "\n")
    return 0


def _tried(path: Path, match: AnyMatch, ruling: Ruling) -> tuple[AnyMatch, tuple[Result, ...]]:
    after, results = step(match, 0, ruling)
    if fault := next((result.text for result in results if isinstance(result, ErrorResult)), None):
        raise RuleError(f"{path}: nothing is written, for {fault.removeprefix(arbiter.WITHOUT)}")
    return after, results


def effect(text: str) -> Effect:
    """An effect as it is written on the command line: none, void-deal, redeal, score=1,-2,1 or a rulebook's name.

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
    raise RuleError(f"--effect {text}: there are none, void-deal, redeal, score=1,-2,1 and the rulebooks {packs}")


def _score(text: str) -> int | None:
    if text.strip() == "-":
        return None
    return int(text)
