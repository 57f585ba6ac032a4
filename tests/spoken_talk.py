"""What a table lays down to say an event: command cards and cards shown, as the eyes tell of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from controller.cards import Card
from controller.desk import Desk
from controller.events import (
    Agree,
    Bid,
    Call,
    Choose,
    DealStart,
    Declare,
    Discard,
    Dog,
    Draw,
    Duel,
    End,
    Event,
    Exchange,
    Played,
    Seat,
    Undo,
    Upcard,
    Void,
)
from controller.fold import step
from controller.match import AnyMatch
from controller.results import Verdict
from vision.identity import NO_DECK
from vision.mat import AREAS
from vision.observation import Laid, Lifted, Observation
from vision.sheets.places import PLACES

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def word(name: str, seat: Seat | None, seats: int) -> Laid:
    """A command card before a seat, or in the place for commands."""
    x, y = AREAS[seats][seat].centre if seat is not None else _place("place-commands", seats)
    return Laid(NO_DECK, name, x, y, 0.0, 0.0, 3, 1.0)


def card(name: str, seat: Seat, seats: int) -> Laid:
    """A card before a seat."""
    return Laid(0, name, *AREAS[seats][seat].centre, 0.0, 0.0, 3, 1.0)


def placed(name: str, kind: str, seats: int) -> Laid:
    """A card in a place of the mat."""
    return Laid(0, name, *_place(kind, seats), 0.0, 0.0, 3, 1.0)


def _place(kind: str, seats: int) -> tuple[float, float]:
    return next(place.area.centre for place in PLACES[seats] if kind in place.kinds)


def away(laid: Iterable[Laid]) -> list[Lifted]:
    """All this is taken up again."""
    return [Lifted(one.deck, one.card, 0.0) for one in laid]


def told(match: AnyMatch, event: Event) -> list[Observation]:
    """What is laid, and taken up again, to play a card or to say another event."""
    seen = list(laid(match, event))
    return [*seen, *away(seen)]


def laid(match: AnyMatch, event: Event) -> Iterator[Laid]:  # noqa: C901 - one case a kind of event
    seats = match.rules.seats
    match event:
        case Played():
            yield card(event.card, event.seat, seats)
        case DealStart():
            yield word("new-deal", event.dealer, seats)
            if event.turned:
                yield _turned(match, event.turned, event.dealer)
        case Bid():
            said = [*(["chelem"] if event.chelem else []), event.call, event.as_, event.start]
            yield from (word(name, event.seat, seats) for name in said if name)
        case Agree():
            yield word("agree", None, seats)
        case Exchange():
            yield word("exchange", event.seat, seats)
            yield from (card(name, event.seat, seats) for name in (event.gives, event.takes))
        case Declare():
            yield from _declared(event, seats)
        case Call():
            yield from _called(event, seats)
        case Dog():
            yield from (placed(name, "dog", seats) for name in event.cards)
        case Discard():
            yield from (card(name, event.seat, seats) for name in event.cards or event.shown)
            yield word("laid-away", event.seat, seats)
        case Upcard():
            yield placed(event.card, "upcard", seats)
        case Duel():
            yield from (card(name, seat, seats) for seat, name in event.cards.items())
        case Choose():
            yield word("take" if event.take else "leave", event.seat, seats)
        case Draw():
            yield card(event.card, event.seat, seats)
        case Void():
            yield from [word("misdeal", None, seats)] if event.why == "misdeal" else []
        case Undo():
            yield word("undo", None, seats)
        case End():
            yield word("end", None, seats)
        case _:
            raise ValueError(event)


def _turned(match: AnyMatch, turned: Card, dealer: Seat) -> Laid:
    """In a place of its own, if the mat has one; else before the dealer."""
    kinds = {kind for place in PLACES[match.rules.seats] for kind in place.kinds}
    kind = next((kind for kind in ("upcard", "blind") if kind in kinds), None)
    return placed(turned, kind, match.rules.seats) if kind else card(turned, dealer, match.rules.seats)


def _declared(event: Declare, seats: int) -> Iterator[Laid]:
    names = {"weis": f"weis-{event.points}", "poignee": f"poignee-{event.size}"}
    yield word(names.get(event.what, event.what), event.seat, seats)
    yield from (card(name, event.seat, seats) for name in event.cards or ())


def _called(event: Call, seats: int) -> Iterator[Laid]:
    if event.card is None:
        yield word("nobody", event.seat, seats)
        return
    yield word("call", event.seat, seats)
    ranks = "KQN"
    for rank in ranks[: ranks.index(event.card.rank)]:
        yield card(event.card.suit + rank, event.seat, seats)
    yield word(SUITS[event.card.suit], event.seat, seats)


@dataclass
class Listener:
    """A desk beside a match that takes in every event at once; cards left to the table are plays."""

    match: AnyMatch
    desk: Desk = field(default_factory=Desk)
    events: list[Event] = field(default_factory=list[Event])
    heard: Sequence[Verdict] | None = None
    plays: bool = True
    """Whether cards left to the table are taken in as plays."""
    left: Counter[str] = field(default_factory=Counter[str])
    """Cards left to the table that lie there; fewer than none: more were lifted than laid."""

    def see(self, *observations: Observation) -> "Listener":
        for observation in observations:
            for found in self.desk.take(self.match, observation, 1.0, self.heard):
                if isinstance(found, Laid):
                    self.left[found.card] += 1
                    if self.plays:
                        seat = seat_of(found, self.match.rules.seats)
                        self._happen(Played(seat=seat, card=Card(found.card)))
                elif isinstance(found, Lifted):
                    self.left[found.card] -= 1
                else:
                    self._happen(plain(found))
        return self

    def _happen(self, event: Event) -> None:
        self.events.append(event)
        if not isinstance(event, Undo):
            self.match, _ = step(self.match, len(self.events) + 1, event)


def seat_of(seen: Laid, seats: int) -> Seat:
    return next(seat for seat, area in enumerate(AREAS[seats]) if area.holds(seen.x_mm, seen.y_mm))


def plain(event: Event) -> Event:
    """An event without where it is known from."""
    return replace(event, t=None, src=None, conf=None)
