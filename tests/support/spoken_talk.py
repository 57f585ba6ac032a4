"""Cards that a table lays down to say an event: command cards and cards shown, as observations."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from controller.record.cards import Card
from controller.record.events import Event, Played, Seat, Undo
from controller.referee.fold import step
from controller.rules.match import AnyMatch
from controller.rules.results import Verdict
from controller.table import lay_out
from controller.table.asides import Asides
from controller.table.attribution import Attributed
from vision.base.observation import CardSeen, Laid, Lifted
from vision.film.script.script import Lay
from vision.marks.identity import NO_DECK
from vision.mat.layout import AREAS, PlaceKind


def word(name: str, seat: Seat | None, seats: int) -> Laid:
    """A command card before a seat, or in the place for commands."""
    return lay_out.observation_of(
        Lay(seat or 0, name, NO_DECK, "beside" if seat is not None else "place-commands"), seats
    )


def card(name: str, seat: Seat, seats: int) -> Laid:
    """A card before a seat."""
    return lay_out.observation_of(Lay(seat, name), seats)


def placed(name: str, kind: PlaceKind, seats: int) -> Laid:
    """A card in a place of the mat."""
    return lay_out.observation_of(Lay(0, name, where=kind), seats)


def away(laid: Iterable[Laid]) -> list[Lifted]:
    """All this is taken up again."""
    return [Lifted(one.deck, one.card, 0.0) for one in laid]


def told(match: AnyMatch, event: Event) -> list[CardSeen]:
    """What is laid, and taken up again, to play a card or to say another event."""
    seen = list(laid(match, event))
    return [*seen, *away(seen)]


def laid(match: AnyMatch, event: Event) -> Iterator[Laid]:
    """What is laid to play a card or to say another event."""
    return (lay_out.observation_of(lay, match.rules.seats) for lay in lay_out.cards_to_lay(match, event))


@dataclass
class Listener:
    """A desk beside a match that takes in every event at once; cards left to the table are plays."""

    match: AnyMatch
    asides: Asides = field(default_factory=Asides)
    events: list[Event] = field(default_factory=list[Event])
    heard: Sequence[Verdict] | None = None
    plays: bool = True
    """Whether cards left to the table are taken in as plays."""
    left: Counter[str] = field(default_factory=Counter[str])
    """Cards left to the table that lie there; fewer than none: more were lifted than laid."""

    def see(self, *observations: CardSeen) -> "Listener":
        for observation in observations:
            for one in self.asides.interpret(self.match, observation, 1.0, self.heard):
                found = one.observation if isinstance(one, Attributed) else one
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
    return next(seat for seat, area in enumerate(AREAS[seats]) if area.contains(seen.x_mm, seen.y_mm))


def plain(event: Event) -> Event:
    """An event without where it is known from."""
    return replace(event, t=None, src=None, conf=None)
