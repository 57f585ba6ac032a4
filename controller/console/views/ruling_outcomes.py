"""The sums on the sheet after each ruling that an arbiter can make, so that the price is seen before the word."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from controller.record.events import Ruling
from controller.record.message import Message
from controller.referee.fold import step
from controller.referee.rulings import cause
from controller.report.summary import SILENT
from controller.rules import standing
from controller.rules.match import AnyMatch
from controller.rules.results import ErrorResult, Number

if TYPE_CHECKING:
    from controller.record.events import RulingEffect

RulingChoice = Literal["none", "pack", "void-deal", "redeal"]
CHOICES: Final[tuple[RulingChoice, ...]] = ("none", "pack", "void-deal", "redeal")
"""The effects that can be worked out before anybody has typed a score."""


@dataclass(frozen=True, slots=True)
class SumAfter:
    """A side's sum on the sheet once a ruling is made."""

    name: Message
    now: Number
    after: Number


@dataclass(frozen=True, slots=True)
class RulingOutcome:
    """The outcome of one effect of a ruling."""

    choice: RulingChoice
    sums: tuple[SumAfter, ...]
    fault: str = ""
    """The reason why the ruling cannot be carried out; empty if it can."""
    waits: bool = False
    """Whether it is counted only once the deal is scored."""
    breaks_off: bool = False
    """Whether it ends the deal in progress."""

    @property
    def changes(self) -> bool:
        """Whether any sum is another one."""
        return any(one.now != one.after for one in self.sums)


def ruling_outcomes(match: AnyMatch, verdict: int, pack: str) -> tuple[RulingOutcome, ...]:
    """Return the outcome of each choice for the verdict of this number, if it is upheld.

    Args:
        match: as it stands; an earlier ruling on the verdict is replaced.
        verdict: number of the verdict.
        pack: the rulebook of the table.
    """
    return tuple(_outcomes(match, verdict, pack))


def _outcomes(match: AnyMatch, verdict: int, pack: str) -> Iterator[RulingOutcome]:
    deal = match.verdicts[verdict - 1].deal
    is_played = match.running and match.deal is not None and match.deal.number == deal
    for choice in CHOICES:
        if choice == "pack" and pack == SILENT:
            continue
        effect: RulingEffect = {"pack": pack} if choice == "pack" else choice
        after, results = step(match, 0, Ruling(verdict=verdict, decision="upheld", effect=effect))
        fault = next((cause(one.text) for one in results if isinstance(one, ErrorResult)), "")
        rows = zip(standing.sides(match), standing.sides(after), strict=True)
        yield RulingOutcome(
            choice,
            tuple(SumAfter(now.name, now.total, then.total) for now, then in rows),
            fault,
            waits=is_played and after.running and choice == "pack",
            breaks_off=is_played and not after.running,
        )
