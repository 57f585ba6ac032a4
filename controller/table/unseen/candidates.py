"""Courses that may have been played unseen, the likeliest first."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import perm
from typing import Final

from controller.record.cards import Card
from controller.record.corrections import corrected
from controller.record.events import Event, Gap, Missed, Seat
from controller.referee.step import FoldStep
from controller.referee.unseen.checkpoints import Checkpoints, collect_checkpoints, leaves_checkpoint
from controller.rules.deal import AnyDeal
from controller.rules.match import AnyMatch
from controller.table.unseen.choosing import Plays, cards_left, find_turn, short_trick, without_card
from controller.table.unseen.course import complete_account, open_hole

MOST: Final = 3
"""Courses that are offered at once."""
AROUND_S: Final = 3.0
"""Seconds before and after a gap in which a card that was read too seldom may be one that was played in it."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A card that was read, but not often enough to be believed."""

    card: Card
    seat: Seat
    when: float | None = None
    """Seconds since the match event; None: not known."""


def candidates(
    match: AnyMatch, events: Sequence[Event], glimpses: Collection[Glimpse], since: Checkpoints | None = None
) -> tuple[Missed, ...]:
    """Return the courses to offer for the oldest open hole, the likeliest first; none where nobody can guess.

    Cards that were read, but not often enough to be believed, come first. The course in which nothing was played comes
    next. Then come the cards that are left, where they are few. Whatever contradicts things seen is left out.

    Args:
        match: the match as it stands.
        events: the lines of its record.
        glimpses: cards that were read too seldom, the oldest first.
        since: from where the courses may be tried, to be quick; None: the record is folded from its first line.
    """
    hole = open_hole(match, events)
    if hole is None or match.deal is None:
        return ()
    courses: dict[Plays, Missed] = {}
    start = since.before(hole.of) if since else None
    for plays in _guesses(match, match.deal, events, hole.of, glimpses):
        if plays not in courses and len(courses) < MOST:
            account = complete_account(events, Missed(of=hole.of, plays=plays, over=False), start)
            courses |= {plays: account} if isinstance(account, Missed) else {}
    return tuple(courses.values())


def _guesses(
    match: AnyMatch, deal: AnyDeal, events: Sequence[Event], of: int, glimpses: Collection[Glimpse]
) -> Iterator[Plays]:
    trick = short_trick(deal, events, of)
    seats = without_card(deal, trick) if trick else find_turn(match, deal, of).seats
    timely = [one for one in _timely(deal, events, of, glimpses) if deal.find(one.card) is None]
    read = {one.seat: one.card for one in timely}
    if not trick and read.keys() >= {*deal.seats}:
        first = min(timely, key=lambda one: float("inf") if one.when is None else one.when).seat
        around = sorted(deal.seats, key=lambda seat: (seat - first) % deal.rules.seats)
        yield tuple((seat, read[seat]) for seat in around)
    elif read.keys() & {*seats}:
        yield tuple((seat, read[seat]) for seat in seats if seat in read)
    yield ()
    # Nobody knows how many cards went unseen in a gap: one at most is guessed.
    seats_asked = seats if trick else seats[:1]
    cards = cards_left(match, deal, seats_asked[0])
    if cards and perm(len(cards), len(seats_asked)) <= MOST:
        yield from (tuple(zip(seats_asked, some, strict=True)) for some in permutations(cards, len(seats_asked)))


def _timely(deal: AnyDeal, events: Sequence[Event], of: int, glimpses: Collection[Glimpse]) -> Iterator[Glimpse]:
    """Yield the cards that were read about when something went unseen."""
    event = events[of - 1]
    trick = short_trick(deal, events, of)
    begins = [play.seen.at[0] for play in trick.plays if play.seen.at] if trick else []
    begin = event.from_ if isinstance(event, Gap) else min(begins, default=None)
    for one in glimpses:
        early = begin is not None and one.when is not None and one.when < begin - AROUND_S
        late = event.t is not None and one.when is not None and one.when > event.t + AROUND_S
        if not early and not late:
            yield one


class LikelyCourses:
    """A cache of the likely courses, and what they are made of: cards read too seldom, the match before the deal."""

    def __init__(self, stages: Iterable[FoldStep]) -> None:
        """Begin with the fold of a record."""
        self._glimpses: dict[Card, Glimpse] = {}
        self.checkpoints = collect_checkpoints(stages)
        """Checkpoints from which courses are tried."""
        self._found: tuple[object, tuple[Missed, ...]] = None, ()
        """The courses, with what they were guessed of."""

    def guess(self, match: AnyMatch, events: Sequence[Event]) -> tuple[Missed, ...]:
        """Return the courses that unseen play may have taken, the likeliest first; none where nobody can guess."""
        state = len(events), tuple(self._glimpses.values())
        if self._found[0] != state:
            self._found = state, candidates(match, events, self._glimpses.values(), self.checkpoints)
        return self._found[1]

    def add_glimpse(self, card: Card, seat: Seat, seconds: float | None) -> None:
        """Keep a card that was read near a seat, but not often enough to be believed."""
        self._glimpses.pop(card, None)
        self._glimpses[card] = Glimpse(card, seat, seconds)

    def advance(self, before: AnyMatch, after: AnyMatch, events: Sequence[Event]) -> None:
        """Note a step of the match, and the lines of its record with the one that made it."""
        if leaves_checkpoint(len(events), before, after):
            self.checkpoints = self.checkpoints.advance(len(corrected(events)) - 1, len(events), before, after)

    def restart(self, stages: Iterable[FoldStep]) -> None:
        """Begin anew after the whole record was folded anew."""
        self.checkpoints = collect_checkpoints(stages)

    def note_line(self, before: AnyMatch, after: AnyMatch) -> None:
        """Note the match before and after a line.

        Once a trick is closed, what was read before it counts no more.
        """
        deal = after.deal
        if deal and not deal.holes and (before.deal is None or len(deal.tricks) != len(before.deal.tricks)):
            self._glimpses.clear()
