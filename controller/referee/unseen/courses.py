"""The courses that a trick may have taken: its cards in every order, by every trump and number that may be."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Generic

from controller.record.events import Seat
from controller.rules.deal import Deal, Play, S, Trick
from controller.rules.doubt import Doubt
from controller.rules.duty import FREE, Duty
from controller.rules.game import Game
from controller.rules.parts import B


@dataclass(frozen=True, slots=True)
class Course(Generic[S]):
    """One course of the open trick."""

    deal: Deal[S]
    """The deal with the cards of the trick in the order of this course."""
    duties: tuple[Duty, ...]
    """The duty of each card's hand to the trick, in that order."""

    def duty(self, play: Play) -> Duty:
        """Return the duty of the hand that made this play."""
        return self.duties[[one.event for one in self.deal.open.plays].index(play.event)]

    @property
    def leader(self) -> Seat:
        """The seat that led the trick."""
        return self.deal.open.plays[0].seat


def is_order_certain(deal: Deal[S]) -> bool:
    """Whether the cards of the open trick were certainly laid in the listed order, in a deal of which all is known."""
    if deal.unseen.doubt or deal.unseen.holes:
        return False
    told_in_order = bool(deal.open.plays) and all(play.seen.at is None for play in deal.open.plays)
    return told_in_order or (is_one_trick(deal) and is_in_order(deal.open.plays))


def certain_lead(deal: Deal[S]) -> Play | None:
    """Return the card certainly laid first: others were seen empty meanwhile, or it led before a gap; None: unknown."""
    led = deal.unseen.doubt.led if deal.unseen.doubt else 0
    for play in deal.open.plays:
        if play.event == led:
            return play
        if play.seen.empty is not None and play.seen.empty.issuperset(seat for seat in deal.seats if seat != play.seat):
            return play
    return None


def may_be_two_tricks(deal: Deal[S]) -> bool:
    """Whether a card of the open trick may have begun another one, when the cards before it had been gathered."""
    first = certain_lead(deal)
    return any(play.seen.apart for play in deal.open.plays if play is not first)


def is_one_trick(deal: Deal[S]) -> bool:
    """Whether the cards of the open trick certainly belong to one trick, and one of them led it."""
    plays, doubt = deal.open.plays, deal.unseen.doubt
    if not plays:
        return False
    if may_be_two_tricks(deal):
        return False
    if certain_lead(deal):
        return True
    if doubt is None and plays[0].seen.at is None:
        return True
    if doubt is not None and not doubt.begun:
        return False
    leader = deal.leader if doubt is None else doubt.leader
    return deal.open_is_full if leader is None else is_led_by(plays, leader)


def first_leading_card(deal: Deal[S]) -> Play | None:
    """Return the card that has certainly led the first trick of the deal; None: one may have been laid before it."""
    if deal.misread or deal.incomplete:
        return None
    if not deal.tricks:
        return deal.open.plays[0] if is_order_certain(deal) else certain_lead(deal)
    first = deal.tricks[0]
    is_whole = first.sure and set(deal.seats) <= set(first.seats) and not any(play.told for play in first.plays)
    return first.plays[0] if is_whole else None


def is_in_turn(deal: Deal[S], leader: Seat) -> bool:
    """Whether, from a leader on, no seat without a card in the open trick comes before one that has a card."""
    count = deal.rules.seats
    around = sorted(deal.seats, key=lambda seat: (seat - leader) % count)
    return set(around[: len(deal.open.plays)]) == set(deal.open.seats)


def courses(game: Game[S, B], deal: Deal[S], *, gathered: bool = False) -> Iterator[Course[S]]:
    """Yield every course that the open trick may have taken; ``gathered``: it was gathered with cards missing."""
    first, walks = certain_lead(deal), [_Walk(game, start, gathered=gathered) for start in _starts(game, deal)]
    for order in orders(deal.open.plays):
        if first is None or order[0].event == first.event:
            for walk in walks:
                yield walk.course_in_order(order)


def _starts(game: Game[S, B], deal: Deal[S]) -> Iterator[Deal[S]]:
    """Yield the deal as the open trick began, by every possible trump and number of tricks; it audits nothing."""
    doubt = deal.unseen.doubt or Doubt((deal.trump_led,))
    for trump in doubt.trumps:
        for before in _numbers(deal, doubt) if game.numbered else (len(deal.tricks),):
            tricks = ((Trick(),) * before + deal.tricks)[-before:] if before else ()
            yield replace(
                deal,
                open=Trick(),
                trump=trump,
                tricks=tricks,
                impossible=True,
                unseen=replace(deal.unseen, doubt=None, holes=()),
            )


def _numbers(deal: Deal[S], doubt: Doubt) -> Sequence[int]:
    """List the possible numbers of tricks before the open one: behind a hole whole tricks may have gone unseen."""
    count = len(deal.tricks)
    return range(_least(deal), max(deal.size, count + 1)) if doubt.hole else (count,)


def _least(deal: Deal[S]) -> int:
    """Count the fewest tricks that the closed ones can have been: one that is not full may be part of its neighbour."""
    return sum(set(deal.seats) <= set(trick.seats) for trick in deal.tricks)


class _Walk(Generic[S, B]):
    """A generator of the courses from one start; successive courses share the steps of the cards laid first in both."""

    def __init__(self, game: Game[S, B], start: Deal[S], *, gathered: bool) -> None:
        self._game, self._start, self._gathered = game, start, gathered
        self._steps: list[tuple[Play, Duty, Deal[S]]] = []

    def course_in_order(self, order: tuple[Play, ...]) -> Course[S]:
        """Return the course in which the cards of the open trick were laid in this order."""
        steps = zip(self._steps, order, strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0][0] is pair[1], steps))
        del self._steps[shared:]
        everybody = frozenset(play.seat for play in order)
        for play in order[shared:]:
            self._lay(play, everybody)
        return Course(self._deal, tuple(duty for _, duty, _ in self._steps))

    @property
    def _deal(self) -> Deal[S]:
        return self._steps[-1][2] if self._steps else self._start

    def _lay(self, play: Play, everybody: frozenset[Seat]) -> None:
        game, deal = self._game, self._deal
        free = _unseen_before(deal, play, everybody, gathered=self._gathered)
        duty = FREE if free else game.duty_of(deal, play.seat, play.card)
        after = game.played(replace(deal, open=Trick((*deal.open.plays, play))))
        self._steps.append((play, duty, after))


def _unseen_before(deal: Deal[S], play: Play, everybody: frozenset[Seat], *, gathered: bool) -> bool:
    """Whether an unseen card may have lain there when this one was laid: then nothing is owed for certain."""
    if play.seen.empty is None or not deal.open.plays:
        return False
    away = [seat for seat in deal.seats if seat not in everybody and seat not in play.seen.empty]
    first, seats = deal.open.plays[0].seat, deal.rules.seats
    return any(gathered or (seat - first) % seats < (play.seat - first) % seats for seat in away)


def first_of(one: Play, other: Play) -> Play | None:
    """Return the one of two cards that was certainly laid first; None: either may have been.

    Args:
        one: the card listed first; where one of the two is people's word, the list counts.
        other: a card listed after it; where only one of the two went unseen, nobody knows which was first.
    """
    sooner, later = one.seen, other.seen
    if sooner.told != later.told:
        return None
    if sooner.at is None or later.at is None:
        return one
    before, after = sooner.at[1] <= later.at[0], later.at[1] <= sooner.at[0]
    if before == after:
        return None
    return one if before else other


def is_in_order(plays: Sequence[Play]) -> bool:
    """Whether the cards were certainly laid in the order in which they are listed."""
    pairs = ((one, other) for at, one in enumerate(plays) for other in plays[at + 1 :])
    return all(first_of(one, other) is one for one, other in pairs)


def is_led_by(plays: Sequence[Play], seat: Seat) -> bool:
    """Whether a card of this seat was certainly laid before all the others."""
    before = Counter(first.event for first, _ in _certain(plays))
    return any(play.seat == seat and before[play.event] == len(plays) - 1 for play in plays)


def orders(plays: Sequence[Play]) -> Iterator[tuple[Play, ...]]:
    """Yield every order in which the cards can have been laid; none where the moments contradict each other."""
    late = {(first.event, second.event) for first, second in _certain(plays)}
    yield from _from(tuple(plays), late)


def _from(rest: tuple[Play, ...], late: set[tuple[int, int]]) -> Iterator[tuple[Play, ...]]:
    if not rest:
        yield ()
    for at, play in enumerate(rest):
        others = rest[:at] + rest[at + 1 :]
        if not any((other.event, play.event) in late for other in others):
            yield from ((play, *more) for more in _from(others, late))


def _certain(plays: Sequence[Play]) -> Iterator[tuple[Play, Play]]:
    for at, one in enumerate(plays):
        for other in plays[at + 1 :]:
            if first := first_of(one, other):
                yield (one, other) if first is one else (other, one)


def list_in_turn(game: Game[S, B], deal: Deal[S]) -> Deal[S]:
    """List the open trick's cards from the leader on, if that order is possible; else in the order of their events.

    A card that is listed before others may be the one that has made trump.
    """
    plays, count = deal.open.plays, deal.rules.seats
    leader = deal.leader if deal.leader is not None else _opened_by(deal)
    around = plays if leader is None else tuple(sorted(plays, key=lambda play: (play.seat - leader) % count))
    ways = list(orders(plays)) or [plays]
    best = around if around in ways and leader in deal.open.seats else plays if plays in ways else ways[0]
    if best == plays:
        return deal
    trump = replace(deal, open=Trick(), trump=deal.trump_led, impossible=True)
    for play in best:
        trump = game.played(replace(trump, open=Trick((*trump.open.plays, play))))
    return replace(deal, open=Trick(best), trump=trump.trump)


def _opened_by(deal: Deal[S]) -> Seat | None:
    """Return the seat that has laid the opening card, whose holder leads; None if it does not lie there."""
    return next((play.seat for play in deal.open.plays if play.card == deal.opener), None)
