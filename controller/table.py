"""Places on the mat: which event it is that the eyes have seen."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from controller.cards import Card
from controller.events import Collect, DealStart, Event, Played, Seat
from controller.match import AnyMatch
from vision.mat import seat_at
from vision.observation import Laid, Lifted, Observation

FEWEST_GATHERED: Final = 2
"""Cards that must leave together to be a gathered trick; a single card that leaves may only be put straight."""


class Table:
    """The mat during a match; it remembers which cards lie on it, and nothing else.

    A card that was taken up and is laid again by its seat was put straight; one that is laid while it still lies
    there is a second copy, and a fact.
    """

    def __init__(self) -> None:
        self._lying: Counter[Card] = Counter()

    def events(self, match: AnyMatch, seen: Observation, seconds: float) -> tuple[Event, ...]:
        """The events that an observation stands for; none for what is no play.

        Args:
            match: the match before it.
            seen: what the eyes are sure of.
            seconds: since the match event.
        """
        match seen:
            case Laid():
                return tuple(self._laid(match, seen, seconds))
            case Lifted():
                return tuple(self._lifted(match, Card(seen.card), seconds))

    def _laid(self, match: AnyMatch, seen: Laid, seconds: float) -> Iterator[Event]:
        card, seat = Card(seen.card), seat_at(seen.x_mm, seen.y_mm, match.rules.seats)
        put_straight = not self._lying[card] and match.running and _in_open_trick(match, seat, card)
        self._lying[card] += 1
        if seat is None or put_straight:
            return
        when = round(seconds, 3)
        if not match.running:
            yield DealStart(dealer=_dealer(match, seat), t=when, src="camera")
        yield Played(seat=seat, card=card, t=when, src="camera", conf=round(seen.confidence, 3))

    def _lifted(self, match: AnyMatch, card: Card, seconds: float) -> Iterator[Event]:
        """A trick is gathered when the last of its cards has left."""
        self._lying[card] -= 1
        trick = match.deal.open.cards if match.deal and match.running else ()
        if card in trick and len(trick) >= FEWEST_GATHERED and not any(map(self._lying.__getitem__, trick)):
            yield Collect(t=round(seconds, 3), src="camera")


def _in_open_trick(match: AnyMatch, seat: Seat | None, card: Card) -> bool:
    """Whether this card is one that the seat has played to the open trick."""
    plays = match.deal.open.plays if match.deal else ()
    return any(play.seat == seat and play.card == card for play in plays)


def _dealer(match: AnyMatch, leader: Seat) -> Seat:
    """Who dealt: the seat the rules name, in the first deal the one before the leader."""
    return (leader - 1) % match.rules.seats if match.dealer is None else match.dealer
