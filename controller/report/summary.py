"""The summary of a match, for the list of matches, for spreadsheets and for statistics."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from controller import rulebooks
from controller.record.events import Amend, Event, Insert, Played, Ruling, Seat
from controller.record.message import Message
from controller.referee import rulings
from controller.referee.fold import outcome
from controller.referee.ledger import Rulings
from controller.rulebooks.proposal import Case
from controller.rules import sheet
from controller.rules.deal import Deal
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Number

# The proposals of a rulebook for a match's verdicts, in words, with the scores that would follow (referee.md).

SILENT = "record"
"""The pack that proposes nothing."""


def proposal_lines(match: AnyMatch, pack: str, verdicts: Iterable[int] | None = None) -> Iterator[Message]:
    """Yield a line for each verdict, or for those of these numbers, that is not dismissed.

    Raises:
        NoPackError: there is no such pack.
    """
    for number in range(1, len(match.verdicts) + 1) if verdicts is None else verdicts:
        if why := proposal(match, pack, number):
            yield Message("{code}, verdict {n}: {why}", code=pack, n=number, why=why)


def proposal(match: AnyMatch, pack: str, number: int) -> Message | None:
    """Return a rulebook's proposal for a verdict, with the scores that would follow; None: nothing.

    Raises:
        NoPackError: there is no such pack.
    """
    deal = _deal(match, match.verdicts[number - 1].deal)
    if pack == SILENT or deal is None or match.dismissed(number):
        return None
    return _proposal(match, pack, number, deal)


def _proposal(match: AnyMatch, pack: str, number: int, deal: Deal[Any]) -> Message:
    verdict = match.verdicts[number - 1]
    score = next((entry.played.score for entry in match.ledger if entry.deal.number == verdict.deal), None)
    others = Rulings(match.verdicts, match.rulings).others(verdict)
    proposal = rulebooks.load(pack)(Case(match.game, deal, verdict, score, others))
    if proposal.effect == "none":
        return proposal.text
    ruling = Ruling(verdict=number, decision="upheld", effect={"pack": pack})
    _, changed = rulings.rule(match, 0, ruling)
    after = next((one for one in changed if isinstance(one, DealResult) and one.deal == verdict.deal), None)
    if after is None or after.score == score or after.score is None:
        return proposal.text
    pairs = zip(match.names, after.score, strict=True)
    scores = ", ".join(f"{name} {sheet.signed(own)}" for name, own in pairs if own is not None)
    return Message("{why}; the deal would score {scores}", why=proposal.text, scores=scores)


def _deal(match: AnyMatch, number: int) -> Deal[Any] | None:
    """Return the deal of this number, over or in progress."""
    if match.deal and match.deal.number == number:
        return match.deal
    return next((entry.deal for entry in match.ledger if entry.deal.number == number), None)


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in short."""

    name: str
    """The time at which the match began: ``2026-11-21T190312Z``."""
    game: str
    players: tuple[str, ...]
    total: tuple[Number, ...]
    deals: tuple[DealResult, ...]
    """The final results of the deals, after corrections and rulings."""
    ended: bool
    winners: tuple[Seat, ...]
    """The seats in first place; empty before the end of the match."""
    revokes_upheld: tuple[int, ...]
    """The number of upheld revokes, by seat."""
    corrections: tuple[int, ...]
    """The number of cards corrected by hand, by seat."""

    @property
    def season(self) -> str:
        """The year."""
        return self.name[:4]


def summary(name: str, events: Sequence[Event]) -> Summary:
    """Summarize a match; raises MatchError if the events start no match."""
    return summary_of(name, outcome(events), events)


def summary_of(name: str, match: AnyMatch, events: Sequence[Event]) -> Summary:
    """Summarize a match that was folded from these events."""
    seats = range(match.rules.seats)
    revokes, corrections = _revokes(match), _corrections(events)
    return Summary(
        name,
        match.game.name,
        match.names,
        match.total,
        tuple(entry.result for entry in match.ledger),
        match.ended,
        tuple(match.game.course.ranking(match.total, match.book)[0]) if match.ended else (),
        tuple(revokes[seat] for seat in seats),
        tuple(corrections[seat] for seat in seats),
    )


def is_over(match: AnyMatch) -> bool:
    """Whether a match has ended after a whole deal; a match that is cut short goes on once that is undone."""
    last = match.ledger[-1] if match.ledger else None
    is_whole = last is None or (last.void is None and (last.deal.over or not last.deal.holes))
    return match.ended and is_whole


def _revokes(match: AnyMatch) -> Counter[Seat]:
    upheld = {number for number, ruling in match.rulings.items() if ruling.decision == "upheld"}
    upheld_verdicts = (verdict for number, verdict in enumerate(match.verdicts, 1) if number in upheld)
    return Counter(verdict.seat for verdict in upheld_verdicts if verdict.kind == "revoke" and verdict.seat is not None)


def _corrections(events: Sequence[Event]) -> Counter[Seat]:
    """Count the corrected readings of each seat; a card that an undo removes was read correctly."""
    counted = Counter[Seat]()
    for event in events:
        match event:
            case Insert(event={"e": "play", "seat": int(seat)}):
                counted[seat] += 1
            case Amend(of=number) if number <= len(events) and isinstance(played := events[number - 1], Played):
                counted[played.seat] += 1
            case _:
                pass
    return counted
