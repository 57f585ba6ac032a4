"""Places on the mat: which event it is that the eyes have seen."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from controller.record.cards import Card
from controller.record.events import Collect, Correction, DealStart, Event, Origin, Played, Seat
from controller.rules.match import AnyMatch
from controller.table.asides import Desk
from controller.table.attribution import attribute
from controller.table.command_words import Heard
from controller.table.pending import Found
from vision.base.observation import Laid, Lifted, Observation
from vision.mat.seating import Seating

FEWEST_GATHERED: Final = 2
"""Cards that must leave together to be a gathered trick; a single card that leaves may only be put straight."""


@dataclass(frozen=True, slots=True)
class _Held:
    """A card of the last trick that lies open again: played if the game goes on, looked at if more of them follow."""

    play: Played
    left: bool = False
    """It was taken away again."""


class Table:
    """The mat during a match; it remembers which cards lie on it, and nothing of the game.

    What is no play:

    - A card of the open trick that was taken up and is laid again was put straight; one that is laid while it still
      lies there is a second copy, and a fact. Whether a lone card was meanwhile in a hand cannot be seen and changes
      nothing: it was played, and it is played.
    - A card of the closed trick that is laid again while others of it still lie there was put straight too.
    - Cards of a closed trick that are laid open again after it was gathered are looked at, if there are several or if
      it is another seat's turn; a single one of the seat whose turn it is counts as played when the next card is laid
      or the trick it lies with is gathered. Between two deals all cards of the last trick must be there, for some may
      well be the first cards of the next deal.

    A trick with cards missing is gathered once all its cards have left and something else happens: cards that are
    pushed leave their places together, too, and lie there again a moment later.
    """

    def __init__(self, seating: Seating | None = None) -> None:
        """Watch a table; the areas are those printed on the mat unless others are given."""
        self._seating = seating
        self._lying: Counter[Card] = Counter()
        self._shown: Counter[Card] = Counter()
        self._held: list[_Held] = []
        self._gone: float | None = None
        """When the last card of a trick with cards missing left the mat."""
        self._when = 0.0
        self.desk = Desk(seating)
        """What is laid beside the play; it takes each observation first."""
        self.doubt = ""
        """What speaks against the events of the last observation, in one sentence for the table, or nothing."""

    def events(
        self, match: AnyMatch, seen: Observation, seconds: float, heard: Heard | None = None
    ) -> tuple[Event, ...]:
        """The events that an observation stands for; none for what is no play and no word.

        Args:
            match: the match before it.
            seen: what the eyes are sure of.
            seconds: since the match event.
            heard: the verdicts that the table may know of; None: all.
        """
        self.doubt, self._when = "", round(seconds, 3)
        return tuple(_dealt(match, self._happened(match, self.desk.take(match, seen, seconds, heard))))

    def say(
        self, match: AnyMatch, word: str, seconds: float, source: Origin, heard: Heard | None = None
    ) -> tuple[Event, ...]:
        """The events that a word for the whole table stands for, said otherwise than by a card."""
        self.doubt, self._when = "", round(seconds, 3)
        return tuple(_dealt(match, self._happened(match, self.desk.say(match, word, seconds, source, heard))))

    def finish(self, match: AnyMatch) -> tuple[Event, ...]:
        """The events that were held back, when nothing more will be seen."""
        unsaid = [*self._happened(match, self.desk.finish(match))]
        return tuple(_dealt(match, iter([*unsaid, *self._gathered(match), *self._release()])))

    def _happened(self, match: AnyMatch, found: Iterable[Found]) -> Iterator[Event]:
        """What was said, and what the observations of the play stand for."""
        for one in found:
            match one:
                case Laid():
                    yield from self._laid(match, one, self._when)
                case Lifted():
                    self._lifted(match, Card(one.card), self._when)
                case _ if isinstance(one, Correction):
                    yield one
                case _:
                    yield from self._gathered(match)
                    yield one

    def _laid(self, match: AnyMatch, seen: Laid, when: float) -> Iterator[Event]:
        card, second = Card(seen.card), bool(self._lying[Card(seen.card)])
        self._lying[card] += 1
        given = attribute(match, seen, self._seating or Seating.of(match.rules.seats))
        closed = _closed_trick(match, card)
        if not second and self._is_put_straight(match, card, given.seat):
            self._gone = None
            return
        if not second and closed and self._is_shown(card, 2 if match.running else len(closed)):
            return
        if given.seat is None:
            return
        if not second and closed and match.turn not in (given.seat, None):
            self._shown[card] += 1
            self.doubt = f"{card} was played in an earlier trick and lies open again: take it away, or lay new-deal"
            return
        yield from self._gathered(match)
        confidence = round(seen.confidence * given.trust, 3)
        play = Played(seat=given.seat, card=card, t=when, src="camera", conf=confidence)
        if not second and closed:
            self._held.append(_Held(play))
            return
        yield from self._release()
        self.doubt = given.doubt
        yield play

    def _is_put_straight(self, match: AnyMatch, card: Card, seat: Seat | None) -> bool:
        """Whether it belongs to a trick that lies on the mat, from which it had been taken up."""
        plays = match.deal.open.plays if match.deal and match.running else ()
        owner = next((play.seat for play in plays if play.card == card), None)
        if owner is not None and seat not in (owner, None):
            mine, there = match.names[owner], match.names[seat]
            self.doubt = f"{card} was moved from {mine}'s place to {there}'s; it stays {mine}'s"
        others = [other for other in _last_trick(match) if other != card]
        on_mat = any(self._lying[other] > self._shown[other] for other in others)
        return owner is not None or (card in _last_trick(match) and on_mat and not self._held)

    def _is_shown(self, card: Card, enough: int) -> bool:
        """Whether the last trick is looked at: enough cards of it lie open again, this one among them."""
        together = [card, *(held.play.card for held in self._held if not held.left)]
        if len(together) < enough and not any(self._shown.values()):
            return False
        self._held.clear()
        self._shown.update(together)
        return True

    def _lifted(self, match: AnyMatch, card: Card, when: float) -> None:
        """A card has left; when the last one of a trick with cards missing has, that may have been gathered."""
        self._lying[card] = max(self._lying[card] - 1, 0)
        self._shown[card] = min(self._shown[card], self._lying[card])
        self._held = [replace(held, left=held.left or held.play.card == card) for held in self._held]
        trick = match.deal.open.cards if match.deal and match.running else ()
        if card in trick and len(trick) >= FEWEST_GATHERED and not any(map(self._lying.__getitem__, trick)):
            self._gone = when

    def _gathered(self, match: AnyMatch) -> Iterator[Event]:
        """A trick whose cards have all left, and do not lie there again, was gathered."""
        gone, self._gone = self._gone, None
        trick = match.deal.open.cards if match.deal and match.running else ()
        if gone is not None and trick and not any(map(self._lying.__getitem__, trick)):
            # What left with the trick lay in it.
            yield from self._release(gathered=True)
            yield Collect(t=gone, src="camera")

    def _release(self, *, gathered: bool = False) -> Iterator[Played]:
        """The cards held back were played after all; one that was taken away alone was only looked at."""
        held, self._held = self._held, []
        yield from (one.play for one in held if gathered or not one.left)


def _dealt(match: AnyMatch, events: Iterator[Event]) -> Iterator[Event]:
    """The events, and before the first play of a deal its beginning."""
    running = match.running
    for event in events:
        if isinstance(event, Played) and not running:
            yield DealStart(dealer=_dealer(match, event.seat), t=event.t, src="camera")
            running = True
        yield event


def _last_trick(match: AnyMatch) -> tuple[Card, ...]:
    """The cards of the trick that was closed last, in this deal or the one that has just ended."""
    tricks = match.deal.tricks if match.deal else ()
    return tricks[-1].cards if tricks else ()


def _closed_trick(match: AnyMatch, card: Card) -> tuple[Card, ...]:
    """The cards of the closed trick of this deal in which a card lay; between two deals only the last one counts."""
    if not match.running or match.deal is None:
        last = _last_trick(match)
        return last if card in last else ()
    return next((trick.cards for trick in reversed(match.deal.tricks) if card in trick.cards), ())


def _dealer(match: AnyMatch, leader: Seat) -> Seat:
    """Who dealt: the seat the rules name, in the first deal the one before the leader."""
    return (leader - 1) % match.rules.seats if match.dealer is None else match.dealer
