"""To whom, and when: which verdicts the table may hear at a moment, and what is new of them (referee.md, "announce").

The arbiter reads the record and knows all at once; this is about the displays, lamps, sounds and lines at the table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from controller.events import DealStart, Event, Ruling
from controller.match import AnyMatch
from controller.results import Verdict

Policy = Literal["training", "club", "tournament"]
"""``training``: all at once; ``club``: what public facts prove, at once; ``tournament``: nothing before a deal ends."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the table is told: a verdict that it has not heard of, or that one it has heard of does not stand."""

    verdict: Verdict
    number: int | None
    """The verdict's number in the record; None where it has none there any more."""
    withdrawn: bool = False
    """A corrected reading has taken the verdict back."""


def hides(event: Event) -> bool:
    """Whether an event tells what only hidden hands show."""
    return isinstance(event, DealStart) and event.hands is not None


def veiled(event: Event) -> Event:
    """An event as the whole table has seen it; rulings count verdicts by their numbers in the full record."""
    match event:
        case DealStart():
            return replace(event, hands=None)
        case Ruling():
            return replace(event, decision="open", effect="none")
        case _:
            return event


def audible(policy: Policy, match: AnyMatch, public: AnyMatch) -> tuple[Verdict, ...]:
    """The verdicts that the table may have heard of by now, oldest first.

    Args:
        policy: of the table.
        match: the match with everything that is known.
        public: the match without what only hidden hands show.
    """
    if policy == "training":
        return match.verdicts
    running = match.deal.number if match.deal and match.running else None
    known = {verdict.accusation for verdict in match.verdicts}
    # What public facts proved short of what the hands show (someone has revoked) was said, and stays said.
    both = (*match.verdicts, *(verdict for verdict in public.verdicts if verdict.accusation not in known))
    over = [verdict for verdict in both if verdict.deal != running]
    now = [verdict for verdict in public.verdicts if verdict.deal == running] if policy == "club" else []
    return (*over, *now)


def news(before: Sequence[Verdict], now: Sequence[Verdict], match: AnyMatch) -> Iterator[Announcement]:
    """What the table is told when these verdicts stand that it may hear of, after those that it has heard.

    A verdict that stood and does not any more is withdrawn; one that the arbiter dismissed is not brought up anew.
    """
    numbers = {verdict.accusation: number for number, verdict in enumerate(match.verdicts, 1)}
    standing = {verdict.accusation for verdict in now}
    heard = {verdict.accusation for verdict in before}
    for verdict in before:
        if verdict.accusation not in standing:
            yield Announcement(verdict, numbers.get(verdict.accusation), withdrawn=True)
    for verdict in now:
        number = numbers.get(verdict.accusation)
        if verdict.accusation not in heard and not (number and match.dismissed(number)):
            yield Announcement(verdict, number)
