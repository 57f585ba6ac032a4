"""The summary of a match, for the list of matches, for spreadsheets and for statistics."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from controller.record.events import Amend, Event, Insert, Played, Seat
from controller.referee.fold import outcome
from controller.rules.match import AnyMatch
from controller.rules.results import DealResult, Number


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in short."""

    name: str
    """When it began: ``2026-11-21T190312Z``."""
    game: str
    players: tuple[str, ...]
    total: tuple[Number, ...]
    deals: tuple[DealResult, ...]
    """As they count in the end: what corrections and rulings have made of them."""
    ended: bool
    winners: tuple[Seat, ...]
    """Who is first, all of them where several are level; nobody while it is not ended."""
    revokes_upheld: tuple[int, ...]
    """By seat: revokes that an arbiter upheld."""
    corrections: tuple[int, ...]
    """By seat: its cards that were read wrongly or missed, and put right by hand."""

    @property
    def season(self) -> str:
        """The year."""
        return self.name[:4]


def summary(name: str, events: Sequence[Event]) -> Summary:
    """A match in short; raises MatchError if the events start no match."""
    return summary_of(name, outcome(events), events)


def summary_of(name: str, match: AnyMatch, events: Sequence[Event]) -> Summary:
    """A match in short that was folded from these events."""
    seats = range(match.rules.seats)
    revokes, corrections = _revokes(match), _corrections(events)
    return Summary(
        name,
        match.game.name,
        match.names,
        match.total,
        tuple(entry.result for entry in match.ledger),
        match.ended,
        tuple(match.game.ranking(match.total, match.book)[0]) if match.ended else (),
        tuple(revokes[seat] for seat in seats),
        tuple(corrections[seat] for seat in seats),
    )


def is_over(match: AnyMatch) -> bool:
    """Whether a match has ended after a whole deal; one that is cut short goes on as soon as that is taken back."""
    last = match.ledger[-1] if match.ledger else None
    is_whole = last is None or (last.void is None and (last.deal.over or not last.deal.holes))
    return match.ended and is_whole


def _revokes(match: AnyMatch) -> Counter[Seat]:
    upheld = {number for number, ruling in match.rulings.items() if ruling.decision == "upheld"}
    found = (verdict for number, verdict in enumerate(match.verdicts, 1) if number in upheld)
    return Counter(verdict.seat for verdict in found if verdict.kind == "revoke" and verdict.seat is not None)


def _corrections(events: Sequence[Event]) -> Counter[Seat]:
    """Of readings only: a card that is taken back by an undo was read rightly."""
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
