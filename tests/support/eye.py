"""A table and the eye above it: what really happened, in seconds, and the record that an eye with faults writes of it.

Nothing here judges: a hand covers an area while it lays a card, cards lie until their trick is gathered, and the eye
sees what is not covered at a moment at which it looks. The record's ``gap``, ``seen`` and ``since`` follow from that
alone, as unseen.md defines them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Literal

from controller.record.cards import Card
from controller.record.events import Collect, DealStart, Event, Gap, MatchStart, Played, Seat, Seen
from controller.referee import fold
from controller.referee.start import start
from controller.rules.results import Result

Span = tuple[float, float]
Why = Literal["camera", "frozen", "restart", "mat", "dark", "load"]
GAP: Final = 0.5
"""Blindness that is longer is a hole."""
PATIENCE: Final = 2.0
"""Seconds at most for which a line waits for a look at a covered area."""
READ: Final = 0.3
"""Seconds from the first look at a card to its reading."""


@dataclass(frozen=True)
class Lying:
    """A card that lies on the mat."""

    event: int
    """Line of the play in the record of what really happened."""
    seat: Seat
    card: Card
    begin: float
    end: float
    part: bool = True
    """Whether it is a card of a trick; False: a second card, which is taken back."""
    trick: int = 0
    """Number of the trick over all deals."""


@dataclass(frozen=True)
class Table:
    """What really happened at a table, in seconds."""

    opening: MatchStart
    cards: tuple[Lying, ...]
    words: tuple[tuple[float, int, Event], ...]
    """What was said, never lost: when, its line in the true record, and the event."""
    hands: tuple[tuple[Seat, Span], ...]
    """Hands over an area."""
    end: float


@dataclass(frozen=True)
class Blur:
    """What an eye does not see."""

    blind: tuple[tuple[Span, Why], ...] = ()
    covered: tuple[tuple[Seat, Span], ...] = ()
    unread: frozenset[int] = frozenset()
    """True lines of plays whose card's marks are never made out."""
    late: dict[int, float] = field(default_factory=dict[int, float])
    """By true line: seconds that a reading takes longer."""
    dumb: tuple[Span, ...] = ()
    """Times in which the lines of what was seen that unseen.md asks for are left out."""


@dataclass(frozen=True)
class Seeing:
    """A record as an eye wrote it, and which true line each of its lines stands for."""

    events: tuple[Event, ...]
    of: dict[int, int]
    results: tuple[Result, ...]
    """What the referee said line by line."""


def acted(
    opening: MatchStart, events: Sequence[Event], random: Random, *, haste: float = 0.1, sweeping: float = 0.0
) -> Table:
    """Let a true record happen: hands that lay cards, tricks that lie and are gathered, deals that take their time.

    Args:
        opening: the match line.
        events: what happens, the match line left out; each trick is gathered once it is full.
        random: for the times.
        haste: the share of cards that come at once after the one before.
        sweeping: the share of tricks that are gathered in the motion that lays their last card.
    """
    clock, match = 1.0, start(opening)
    cards: list[Lying] = []
    words: list[tuple[float, int, Event]] = []
    hands: list[tuple[Seat, Span]] = []
    trick: list[int] = []
    tricks = 1
    for number, event in enumerate(events, 2):
        before = len(match.deal.tricks) if match.deal and match.running else 0
        was = match.deal
        match, _ = fold.step(match, number, event)
        if not isinstance(event, Played):
            clock += random.uniform(16, 30) if isinstance(event, DealStart) else random.uniform(0.5, 2)
            words.append((clock, number, event))
            continue
        clock += 0.05 if random.random() < haste and trick else random.uniform(0.7, 4)
        hands.append((event.seat, (clock - random.uniform(0.1, 0.5), clock + random.uniform(0.05, 0.4))))
        second = was is not None and event.seat in was.open.seats
        cards.append(
            Lying(number, event.seat, event.card, clock, clock + 2.5 if second else float("inf"), not second, tricks)
        )
        if second:
            clock += 2.6
            continue
        trick.append(len(cards) - 1)
        if not match.running or (match.deal and len(match.deal.tricks) > before):
            clock = _gathered(cards, hands, trick, clock, random, sweeping)
            trick, tricks = [], tricks + 1
    return Table(opening, tuple(cards), tuple(words), tuple(hands), clock + 3)


def _gathered(
    cards: list[Lying], hands: list[tuple[Seat, Span]], trick: list[int], clock: float, random: Random, sweeping: float
) -> float:
    """Take a trick away, in one grip or two; sometimes in the motion that laid its last card."""
    when = clock + (0.1 if random.random() < sweeping else random.uniform(1, 3))
    when = max(when, cards[trick[0]].begin + GAP + 0.1)
    grips = [trick] if random.random() < 0.7 else [trick[:1], trick[1:]]
    for grip in grips:
        for place in grip:
            cards[place] = replace(cards[place], end=when)
            hands.append((cards[place].seat, (when - random.uniform(0.1, 0.4), when + random.uniform(0, 0.2))))
        when += random.uniform(0.4, 0.9)
    return when


@dataclass
class _Eye:
    """What can be seen of a table through a blur."""

    table: Table
    blur: Blur

    def __post_init__(self) -> None:
        seats = range(len(self.table.opening.seats))
        blind = [span for span, _ in self.blur.blind]
        self.hidden: dict[Seat, list[Span]] = {
            seat: merged([*blind, *(span for who, span in (*self.table.hands, *self.blur.covered) if who == seat)])
            for seat in seats
        }
        playing = {card.seat for card in self.table.cards} or {*seats}
        hidden = [self.hidden[seat] for seat in sorted(playing)]
        self.blind = [span for span in _common(hidden) if span[1] - span[0] > GAP]
        """When no area of those who play was seen, and so long that a trick may have been laid and gathered."""
        self.mine = {seat: [card for card in self.table.cards if card.seat == seat] for seat in seats}

    def looks_at(self, seat: Seat, when: float) -> bool:
        return not any(begin <= when < end for begin, end in self.hidden[seat])

    def look(self, seat: Seat, when: float) -> float:
        """The first moment from this one on at which an area can be seen."""
        for begin, end in self.hidden[seat]:
            if begin <= when < end:
                when = end
        return when

    def since(self, seat: Seat, when: float) -> float:
        """The last moment before this one at which an area could be seen."""
        for begin, end in reversed(self.hidden[seat]):
            if begin < when <= end:
                when = begin
        return when

    def lies(self, seat: Seat, when: float) -> list[Lying]:
        return [card for card in self.mine[seat] if card.begin <= when < card.end]

    def empty_since(self, seat: Seat, when: float) -> float | None:
        """Since when an area was watched and empty; None if it is not, or is not seen."""
        if not self.looks_at(seat, when) or self.lies(seat, when):
            return None
        ends = [end for _, end in self.hidden[seat] if end <= when]
        return max([0.0, *ends, *(card.end for card in self.mine[seat] if card.end <= when)])


def merged(spans: Iterable[Span]) -> list[Span]:
    """Spans of time that may overlap, as ones that do not."""
    found: list[Span] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return found


def _common(spans: Iterable[list[Span]]) -> list[Span]:
    """The times that lie in one span at least of each list."""
    first, *others = spans
    for other in others:
        both = [(max(one[0], two[0]), min(one[1], two[1])) for one in first for two in other]
        first = merged(span for span in both if span[0] < span[1])
    return first


Sighting = tuple[float, int, str, object]
"""When a line is due, what goes first at the same moment, what was noticed, and of what."""


def noticed(eye: _Eye) -> Iterator[Sighting]:
    """What comes to the eye's notice, with the moment at which it does."""
    blur = eye.blur
    for begin, end in eye.blind:
        whys = [why for span, why in blur.blind if span[0] < end and begin < span[1]]
        yield end, 0, "gap", ((begin, end), "restart" if "restart" in whys else next(iter(whys), "mat"))
    for when, number, event in eye.table.words:
        yield when, 1, "word", (number, event)
    for card in eye.table.cards:
        first = eye.look(card.seat, card.begin)
        read = eye.look(card.seat, first + READ + blur.late.get(card.event, 0.0))
        if card.event not in blur.unread and read < card.end:
            yield read, 2, "card", card
            if card.end < float("inf") and card.part:
                yield eye.look(card.seat, card.end), 3, "left", card
    for number in {card.trick for card in eye.table.cards}:
        trick = [card for card in eye.table.cards if card.trick == number and card.part]
        if trick and all(card.end < float("inf") for card in trick):
            yield max(eye.look(card.seat, card.end) for card in trick), 4, "cleared", trick


def written(table: Table, blur: Blur) -> Seeing:
    """The record that an eye writes of a table."""
    return _Writer(table, blur).run()


class _Writer:
    """The table's interpreter, as far as what was not seen is concerned."""

    def __init__(self, table: Table, blur: Blur) -> None:
        self.eye = _Eye(table, blur)
        self.table, self.blur = table, blur
        self.events: list[Event] = [table.opening]
        self.of: dict[int, int] = {1: 1}
        self.match = start(table.opening)
        self.results: list[Result] = []
        self.read: set[int] = set()
        self.gone: set[int] = set()
        self.told = 0.0
        """Until when the gaps are told: a word comes after the gap in which it is said."""
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
        del when

    def _later(self, when: float, kind: str, what: object) -> None:
        self.due.append((when, 1, kind, what))
        self.due.sort(key=lambda one: one[:2])

    def _look(self, when: float, what: object = None, *, always: bool = False) -> None:
        """Write down what is seen at a moment; ``always``: a line that says only that cards were not found again."""
        del what
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
        if not (awaited and self._in_view(when)):
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
        """Whether a card needs no look: it is of the seat to play."""
        deal = self.match.deal
        if deal is None or not self.match.running or deal.phase != "play":
            return True
        return self.match.turn is not None and card.seat == deal.to_play and card.seat not in deal.open.seats

    def _in_view(self, when: float) -> bool:
        """Whether the cards of the open trick can be seen to lie there."""
        deal = self.match.deal
        if deal is None or not self.match.running or deal.phase != "play":
            return True
        lying = [(one.seat, one.card) for one in deal.open.plays]
        return all(self.eye.looks_at(seat, when) and self._lies(seat, name, when) for seat, name in lying)

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


def disturbed(table: Table, random: Random, *, much: float = 1.0) -> Blur:
    """Something that an eye may not see: blind times, covered areas, late readings and cards never read."""
    seats = range(len(table.opening.seats))
    plays = [card.event for card in table.cards]
    cards = list(table.cards)

    def moments(count: float) -> Iterator[float]:
        for _ in range(_some(random, count * much)):
            yield max(random.choice(cards).begin + random.uniform(-3, 3), 0.3)

    whys: tuple[Why, ...] = ("camera", "frozen", "restart", "mat", "dark", "load")
    blind: list[tuple[Span, Why]] = [
        ((when, when + random.choice((0.3, 1.0, 3.0, 6.0, 12.0))), random.choice(whys)) for when in moments(2)
    ]
    covered = [(random.choice(seats), (when, when + random.uniform(0.3, 5))) for when in moments(4)]
    unread = frozenset(random.sample(plays, min(len(plays), _some(random, 1.5 * much))))
    late = {random.choice(plays): random.uniform(0.2, 3) for _ in range(_some(random, 3 * much))}
    return Blur(tuple(_apart(blind)), tuple(covered), unread, late)


def without_tricks(table: Table, random: Random) -> frozenset[int]:
    """The plays of one or two whole tricks, the first of them every other time."""
    tricks = sorted({card.trick for card in table.cards})
    first = tricks[:1] if random.random() < 0.5 else []
    gone = {*first, random.choice(tricks)}
    return frozenset(card.event for card in table.cards if card.trick in gone)


def _apart(blind: Sequence[tuple[Span, Why]]) -> Iterator[tuple[Span, Why]]:
    """Blind times that do not overlap."""
    last = 0.0
    for (begin, end), why in sorted(blind):
        if begin > last:
            yield (begin, end), why
            last = end


def _some(random: Random, mean: float) -> int:
    return sum(random.random() < mean / 8 for _ in range(8))


Worse = Callable[[Random, Table, Blur], Blur]


def worse(random: Random, table: Table, blur: Blur) -> Blur:
    """A blur that shows less: one more stretch blind, area covered, reading late or lost, look left out."""
    when = random.uniform(0.3, table.end)
    plays = [card.event for card in table.cards]
    match random.randrange(5):
        case 0:
            span: Span = (when, when + random.uniform(0.2, 8))
            return replace(blur, blind=tuple(_apart([*blur.blind, (span, "camera")])))
        case 1:
            area = (random.choice(range(len(table.opening.seats))), (when, when + random.uniform(0.3, 6)))
            return replace(blur, covered=(*blur.covered, area))
        case 2:
            return replace(blur, unread=blur.unread | {random.choice(plays)})
        case 3:
            return replace(blur, late={**blur.late, random.choice(plays): random.uniform(0.3, 3)})
        case _:
            return replace(blur, dumb=(*blur.dumb, (when, when + random.uniform(1, 20))))
