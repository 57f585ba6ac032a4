"""Verdicts that the table may hear at a moment, and which are new or withdrawn (referee.md, "announce").

The arbiter reads the record and knows all at once; this is about the displays, lamps, sounds and lines at the table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from controller.record.corrections import StandingEvent
from controller.record.events import DealStart, Event, Ruling
from controller.referee.fold import outcome, step
from controller.referee.step import FoldStep
from controller.rules.match import AnyMatch
from controller.rules.results import ILLEGAL_PLAYS, Verdict

Policy = Literal["training", "club", "tournament"]
"""``training``: all at once; ``club``: publicly proven verdicts at once; ``tournament``: none before a deal ends."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement to the table: a new verdict, or the withdrawal of one that was announced."""

    verdict: Verdict
    number: int | None
    """The verdict's number in the record; None where public facts prove it and the record knows more."""
    withdrawn: bool = False
    """Whether a corrected reading has withdrawn the verdict."""


@dataclass(frozen=True, slots=True)
class TableKnowledge:
    """The knowledge of a table: the public match, and the verdicts announced."""

    policy: Policy
    public: AnyMatch
    """The match without the facts that only hidden hands show; the match itself while nothing is hidden."""
    aside: tuple[Verdict, ...] = ()
    """Verdicts of finished deals that public facts prove, though the full record has no verdict of the kind."""
    said: tuple[Verdict, ...] = ()
    """The announced verdicts that were not withdrawn, oldest first."""

    def with_event(self, before: AnyMatch, after: AnyMatch, number: int, event: Event | None) -> "TableKnowledge":
        """Return the knowledge after the event of this number; None as event: a correction that cannot be made."""
        public = self._seen(before, after, number, event)
        if isinstance(event, DealStart) or after.running or self.public is before:
            return replace(self, public=public)
        more = tuple(verdict for verdict in _sound(public, after) if verdict.accusation not in _all(after.verdicts))
        return replace(self, public=after, aside=(*self.aside, *more))

    def with_announcements(
        self, match: AnyMatch, *, reserved: bool = False
    ) -> tuple["TableKnowledge", tuple[Announcement, ...]]:
        """Return the knowledge after the announcements due now, and these; ``reserved``: nobody is newly accused.

        A verdict that was announced and no longer stands is withdrawn; a dismissed one is not announced.
        A verdict that another card proves now, because a reading was corrected, is kept in its new form.
        """
        numbers = {verdict.accusation: number for number, verdict in enumerate(match.verdicts, 1)}
        standing = (*match.verdicts, *self.aside, *_sound(self.public, match))
        accusations, now = _all(standing), {verdict.accusation: verdict for verdict in self._audible(match)}
        # Most are the very same objects; to compare each with all others takes 0.1 s after a thousand verdicts.
        identities = {id(verdict) for verdict in standing}
        announced = tuple(
            verdict if id(verdict) in identities or verdict in standing else now.get(verdict.accusation, verdict)
            for verdict in self.said
            if verdict.accusation in accusations
        )
        fallen = [verdict for verdict in self.said if verdict.accusation not in accusations]
        fresh = () if reserved else tuple(self._fresh(match, numbers))
        announcements = [Announcement(verdict, numbers.get(verdict.accusation), withdrawn=True) for verdict in fallen]
        announcements += [Announcement(verdict, numbers.get(verdict.accusation)) for verdict in fresh]
        return replace(self, said=(*announced, *fresh)), tuple(announcements)

    def may_know(self, match: AnyMatch, ruling: Ruling) -> bool:
        """Whether the table may know of a ruling: its verdict was announced, or could have been.

        Args:
            match: the match as it stands, whose verdicts the ruling counts.
            ruling: the ruling; its verdict may have fallen since.
        """
        if ruling.verdict > len(match.verdicts):
            return not match.running
        accusation = match.verdicts[ruling.verdict - 1].accusation
        return accusation in _all((*self.said, *self._audible(match)))

    def _fresh(self, match: AnyMatch, numbers: dict[tuple[object, ...], int]) -> list[Verdict]:
        """List the verdicts that the table may hear and has not heard, without dismissed ones."""
        accusations = _all(self.said)
        new = [verdict for verdict in self._audible(match) if verdict.accusation not in accusations]
        return [verdict for verdict in new if not match.dismissed(numbers.get(verdict.accusation, 0))]

    def _audible(self, match: AnyMatch) -> Sequence[Verdict]:
        if self.policy == "training":
            return match.verdicts
        running = match.deal.number if match.deal and match.running else None
        over = [verdict for verdict in (*match.verdicts, *self.aside) if verdict.deal != running]
        return over if self.policy == "tournament" or running is None else [*over, *_sound(self.public, match)]

    def _seen(self, before: AnyMatch, after: AnyMatch, number: int, event: Event | None) -> AnyMatch:
        """Return the public match one event on."""
        if isinstance(event, DealStart) and event.hands is not None:
            return step(before, number, replace(event, hands=None))[0]
        if isinstance(event, DealStart) or self.public is before:
            return after
        return self.public if event is None else self._behind(before, number, event)

    def _behind(self, before: AnyMatch, number: int, event: Event) -> AnyMatch:
        """Return the public match one event on; a ruling counts the verdicts by their numbers in the full match."""
        if not isinstance(event, Ruling):
            return step(self.public, number, event)[0]
        accusation = before.verdicts[event.verdict - 1].accusation if event.verdict <= len(before.verdicts) else None
        here = [number for number, verdict in enumerate(self.public.verdicts, 1) if verdict.accusation == accusation]
        return step(self.public, number, replace(event, verdict=here[0]))[0] if here else self.public


def resume(policy: Policy, stages: Iterable[FoldStep]) -> tuple[AnyMatch, TableKnowledge]:
    """Return the match of a folded record, and the knowledge of a table that heard all announcements of it."""
    first, *rest = stages
    match, knowledge = first.match, TableKnowledge(policy, first.match)
    for stage in rest:
        knowledge = knowledge.with_event(match, stage.match, stage.number, stage.event)
        match = stage.match
    return match, knowledge.with_announcements(match)[0]


def _sound(public: AnyMatch, match: AnyMatch) -> list[Verdict]:
    """List the verdicts that public facts prove of the newest deal, without revokes that known hands refute.

    Known hands may show a reading to be impossible; from then on nobody is accused of a revoke (referee.md).
    """
    number = match.deal.number if match.deal else 0
    accusations = _all(match.verdicts)
    doubtful = (match.deal is not None and match.deal.doubtful) or match.memory.lost
    return [
        verdict
        for verdict in public.verdicts
        if verdict.deal == number
        and (
            verdict.accusation in accusations
            or verdict.kind not in (*ILLEGAL_PLAYS, "someone-revoked")
            or (verdict.kind == "someone-revoked" and not doubtful)
        )
    ]


def _all(verdicts: Sequence[Verdict]) -> set[tuple[object, ...]]:
    return {verdict.accusation for verdict in verdicts}


def reopens(match: AnyMatch, events: Sequence[Event], back: Sequence[StandingEvent], taking: Sequence[Event]) -> bool:
    """Whether a deal that was over goes on; verdicts announced at its end may have been read by then.

    Args:
        match: the match before.
        events: the lines of the record before.
        back: the lines that are taken back.
        taking: the events that do it.
    """
    is_within = match.running and not any(isinstance(line.event, DealStart) for line in back)
    return not is_within and outcome([*events, *taking]).running
