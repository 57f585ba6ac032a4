"""The record that an eye with faults writes of a table."""

from dataclasses import dataclass, replace
from typing import Final

from controller.record.cards import Card
from controller.record.events import Collect, Event, Gap, Played, Seat, Seen
from controller.referee import fold
from controller.referee.fold import start
from controller.rules.results import Result
from tests.support.eye.faults import Blur, Why
from tests.support.eye.happened import GAP, Lying, Span, Table
from tests.support.eye.sight import READ, Eye, noticed

PATIENCE: Final = 2.0
"""Seconds at most for which a line waits for a look at a covered area."""


@dataclass(frozen=True)
class Seeing:
    """A record as an eye wrote it, and which true line each of its lines stands for."""

    events: tuple[Event, ...]
    of: dict[int, int]
    results: tuple[Result, ...]
    """Results of the referee, line by line."""


def written(table: Table, blur: Blur) -> Seeing:
    """The record that an eye writes of a table."""
    return _Writer(table, blur).run()


class _Writer:
    """The table's interpreter, as far as what was not seen is concerned."""

    def __init__(self, table: Table, blur: Blur) -> None:
        self.eye = Eye(table, blur)
        self.table, self.blur = table, blur
        self.events: list[Event] = [table.opening]
        self.of: dict[int, int] = {1: 1}
        self.match = start(table.opening)
        self.results: list[Result] = []
        self.read: set[int] = set()
        self.gone: set[int] = set()
        self.told = 0.0
        """Time until which the gaps are written: a word comes after the gap in which it is said."""
        self.due: list[tuple[float, int, str, object]] = []

    def run(self) -> Seeing:
        self._write(Gap(from_=0.0, t=0.1, why="start"), 0)
        self._look(0.2)
        self.due = sorted(noticed(self.eye), key=lambda one: one[:2])
        while self.due:
            when, _, kind, what = self.due.pop(0)
            getattr(self, f"_{kind}")(when, what)
        return Seeing(tuple(self.events), self.of, tuple(self.results))

    def _write(self, event: Event, true: int) -> None:
        self.events.append(event)
        number = len(self.events)
        self.of[number] = true
        self.match, results = fold.step(self.match, number, event)
        self.results += results

    def _gap(self, when: float, what: tuple[Span, Why]) -> None:
        (begin, end), why = what
        self._write(Gap(from_=max(begin, self.told), t=end, why=why), 0)
        seats = range(self.match.rules.seats)
        seen = [self.eye.look(seat, end) for seat in seats]
        later = min(max(seen), end + PATIENCE)
        left = [card.end for card in self.table.cards if end <= card.end < later]
        self._later(min([later, *left]), "look", None)

    def _later(self, when: float, kind: str, what: object) -> None:
        self.due.append((when, 1, kind, what))
        self.due.sort(key=lambda one: one[:2])

    def _look(self, when: float, what: object = None, *, always: bool = False) -> None:
        """Write down what is seen at a moment; ``always``: a line that says only that cards were not found again."""
        if not always and any(begin <= when < end for begin, end in self.blur.dumb):
            return
        empty: dict[Seat, float] = {}
        lies: dict[Seat, tuple[Card, ...]] = {}
        unread: list[Seat] = []
        for seat in range(self.match.rules.seats):
            since = self.eye.empty_since(seat, when)
            if since is not None:
                empty[seat] = since
            elif self.eye.looks_at(seat, when):
                cards = self.eye.lies(seat, when)
                known = tuple(card.card for card in cards if self._is_read(card, when))
                if known:
                    lies[seat] = known
                if len(known) < len(cards):
                    unread.append(seat)
        if any(eye_blind[0] <= when < eye_blind[1] for eye_blind, _ in self.blur.blind):
            return
        self._write(Seen(t=when, empty=empty, lies=lies, unread=tuple(unread)), 0)

    def _is_read(self, card: Lying, when: float) -> bool:
        """Whether its marks are made out by then."""
        first = self.eye.look(card.seat, card.begin)
        late = self.blur.late.get(card.event, 0.0)
        return card.event in self.read or (card.event not in self.blur.unread and when >= first + READ + late)

    def _word(self, when: float, what: tuple[int, Event]) -> None:
        number, event = what
        for blind, end in self.eye.blind:
            begin = max(blind, self.told)
            if begin + GAP < when < end:
                self._write(Gap(from_=begin, t=when, why="camera"), 0)
                self.told = when
        self._write(replace(event, t=when, src="console"), number)

    def _card(self, when: float, card: Lying) -> None:
        self.read.add(card.event)
        since, first = self.eye.since(card.seat, card.begin), self.eye.look(card.seat, card.begin)
        play = Played(seat=card.seat, card=card.card, since=since, t=first, src="camera")
        awaited = self._is_awaited(card)
        if not (awaited and self._in_view(when) and self._is_plain(card.seat, when)):
            asked = [seat for seat in range(self.match.rules.seats) if not self.eye.looks_at(seat, when)]
            held = max([when, *(self.eye.look(seat, when) for seat in asked)])
            if asked and held <= when + PATIENCE and held < card.end:
                self._later(held, "held", (card, play))
                return
            self._look(when, always=awaited)
        self._write(play, card.event)

    def _held(self, when: float, what: tuple[Lying, Played]) -> None:
        card, play = what
        self._look(when, always=self._is_awaited(card))
        self._write(play, card.event)

    def _is_awaited(self, card: Lying) -> bool:
        """Whether a card needs no look: it is of the seat to play, and its trick has begun since the newest gap."""
        deal = self.match.deal
        if deal is None or not self.match.running or deal.phase != "play":
            return True
        if any(play.event in deal.unseen.behind for play in deal.open.plays):
            return False
        return self.match.turn is not None and card.seat == deal.to_play and card.seat not in deal.open.seats

    def _in_view(self, when: float) -> bool:
        """Whether the cards of the open trick can be seen to lie there."""
        deal = self.match.deal
        if deal is None or not self.match.running or deal.phase != "play":
            return True
        lying = [(one.seat, one.card) for one in deal.open.plays]
        return all(self.eye.looks_at(seat, when) and self._lies(seat, name, when) for seat, name in lying)

    def _is_plain(self, seat: Seat, when: float) -> bool:
        """Whether nothing unread lies in an area."""
        return not self.eye.looks_at(seat, when) or all(self._is_read(one, when) for one in self.eye.lies(seat, when))

    def _lies(self, seat: Seat, card: Card, when: float) -> bool:
        return any(one.card == card for one in self.eye.lies(seat, when))

    def _cleared(self, when: float, trick: list[Lying]) -> None:
        """A trick of which no card was read has left, though something was seen to lie there."""
        noticed = any(self.eye.look(card.seat, card.begin) < card.end for card in trick)
        if noticed and not self.read & {card.event for card in trick}:
            self._look(when)
            self._write(Collect(t=when, src="camera"), 0)

    def _left(self, when: float, card: Lying) -> None:
        self.gone.add(card.event)
        deal = self.match.deal
        true = {self.of[play.event] for play in deal.open.plays} if deal and self.match.running else set[int]()
        done = deal.tricks[-1].plays if deal and deal.tricks and not true else ()
        if true and true <= self.gone:
            self._look(when)
            self._write(Collect(t=when, src="camera"), 0)
        elif done and self.of[done[-1].event] == card.event:
            self._write(Collect(t=when, src="camera"), 0)
