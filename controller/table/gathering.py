"""The gathering of tricks from the mat: when a full one had left, and whether one with cards missing was gathered."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from controller.record.cards import Card
from controller.record.events import Collect, Event, Played, Seen
from controller.rules.deal import Play
from controller.rules.match import AnyMatch
from controller.rules.sight import AT_ONCE
from controller.table.unseen.sighting import Sighting

# Cards of a closed trick that lie open again: shown to the table, or played after all.


@dataclass(frozen=True, slots=True)
class _HeldCard:
    """A card of the last trick that lies open again: played if the game goes on, looked at if more of them follow."""

    play: Played
    pause: float
    """Seconds between it and the card before."""
    left: bool = False
    """Whether it was taken away again."""


class ShownAgain:
    """Cards that are looked at, and those held back that may be plays."""

    def __init__(self, lying: Counter[Card]) -> None:
        """Begin with nothing shown.

        Args:
            lying: how often each card lies on the mat, as it stands.
        """
        self._lying = lying
        self._shown: Counter[Card] = Counter()
        self._held: list[_HeldCard] = []

    @property
    def holds(self) -> bool:
        """Whether a card is held back."""
        return bool(self._held)

    @property
    def shows(self) -> bool:
        """Whether cards that are looked at lie there."""
        return any(self._shown.values())

    def lies_as_played(self, card: Card) -> bool:
        """Whether a card lies on the mat otherwise than to be looked at."""
        return self._lying[card] > self._shown[card]

    @property
    def held(self) -> tuple[Played, ...]:
        """The cards that are held back and lie there, as plays."""
        return tuple(card.play for card in self._held if not card.left)

    @property
    def pause(self) -> float | None:
        """Seconds between the first of them and the card before; None: there is none."""
        return next((card.pause for card in self._held if not card.left), None)

    def hold(self, play: Played, pause: float) -> None:
        """Hold a card back: it may be played, or the first of several that are looked at.

        Args:
            play: the card as a play.
            pause: seconds between it and the card before.
        """
        self._held.append(_HeldCard(play, pause))

    def show(self, card: Card) -> None:
        """Count a card that is only looked at."""
        self._shown[card] += 1

    def is_shown(self, card: Card, enough: int) -> bool:
        """Whether a trick is looked at: enough cards of it lie open again, this one among them."""
        together = [card, *(play.card for play in self.held)]
        if len(together) < enough and not self.shows:
            return False
        self._held.clear()
        self._shown.update(together)
        return True

    def lifted(self, card: Card) -> None:
        """Note that a card has left; what lies is counted without it by now."""
        self._shown[card] = min(self._shown[card], self._lying[card])
        self._held = [replace(one, left=one.left or one.play.card == card) for one in self._held]

    def release(self, *, gathered: bool = False) -> Iterator[Played]:
        """Yield the cards held back as plays after all; one that was taken away alone was only looked at."""
        cards, self._held = self._held, []
        yield from (one.play for one in cards if gathered or not one.left)


# The cards of a match's tricks, as the table asks for them: the open trick, the last one, the one of a card.


def is_new(match: AnyMatch, card: Card) -> bool:
    """Whether a card has not been played in the newest deal."""
    return match.deal is None or match.deal.find(card) is None


def open_trick(match: AnyMatch) -> tuple[Card, ...]:
    """Return the cards of the trick that lies open."""
    return match.deal.open.cards if match.deal and match.running else ()


def trick_laid(match: AnyMatch, gathered: int = 0) -> tuple[Play, ...]:
    """Return the plays of the trick that lies open; while a contract is missing, the last that may be of one trick.

    Args:
        match: the match.
        gathered: how many of the cards that are kept for the contract were of tricks that have left.
    """
    deal = match.deal if match.running else None
    if deal is None:
        return ()
    trick = deal.open.plays
    for play in deal.unseen.kept[gathered:]:
        is_next = len(trick) == len(deal.seats) or any(play.seat == one.seat for one in trick)
        trick = (play,) if is_next else (*trick, play)
    return trick if len(trick) < len(deal.seats) else ()


def last_trick(match: AnyMatch) -> tuple[Card, ...]:
    """Return the cards of the trick that was closed last, in this deal or the one that has just ended."""
    tricks = match.deal.tricks if match.deal else ()
    return tricks[-1].cards if tricks else ()


def closed_trick(match: AnyMatch, card: Card) -> tuple[Card, ...]:
    """Return the cards of the closed trick of this deal in which a card lay.

    Between two deals only the last trick counts.
    """
    if not match.running or match.deal is None:
        last = last_trick(match)
        return last if card in last else ()
    return next((trick.cards for trick in reversed(match.deal.tricks) if card in trick.cards), ())


GATHERED_S: Final = 10.0
"""Cards that have left together and do not lie there again after so many seconds were gathered."""
FEWEST_GATHERED: Final = 2
"""Cards that must be seen to leave together to be a gathered trick; a single card may only be put straight."""


@dataclass(frozen=True, slots=True)
class RemovedTrick:
    """The cards of a trick with cards missing have left the mat."""

    when: float
    """Time at which the last of them was found gone."""
    sighting: Seen
    """Sighting at that time."""

    def events(self, match: AnyMatch) -> Iterator[Event]:
        """Yield the gathering, after what was seen of the places without a card."""
        if match.watched and self.sighting.t is not None:
            yield self.sighting
        yield Collect(t=self.when, src="camera")


@dataclass(frozen=True, slots=True)
class _Ended:
    """A trick has ended with cards missing."""

    number: int
    """Line of the event with which it did."""
    lay_till: float
    """The last moment at which a card of it was seen lying."""


class Gathering:
    """Watch over the cards of the open trick and of the last one as they leave."""

    def __init__(self, sighting: Sighting, lying: Counter[Card]) -> None:
        """Begin with nothing gone.

        Args:
            sighting: knows when a card was seen lying last.
            lying: how often each card lies on the mat, as it stands.
        """
        self._sighting, self._lying = sighting, lying
        self._gone: RemovedTrick | None = None
        self._cleared: float | None = None
        """The last moment at which a card of the full trick was seen lying that has left the mat."""
        self._ended: _Ended | None = None
        self._gathered_count = 0
        """Number of the cards waiting for the contract that were of tricks that have left."""

    def lifted(self, match: AnyMatch, card: Card, when: float) -> None:
        """Note that a card has left; the sighting knows of it already."""
        trick = self._trick(match)
        watched = [play for play in trick_laid(match, self._gathered_count) if not match.watched or play.seen.at]
        if card in trick and len(watched) >= FEWEST_GATHERED and self._have_left(trick):
            self._gone = RemovedTrick(when, self._sighting.view())
        closed = last_trick(match)
        if card in closed and not trick and self._have_left(closed):
            self._cleared = self._sighting.last_seen_lying(closed)

    def note_areas(self, match: AnyMatch) -> None:
        """Look at the places without a card of a trick that has left, until all of them have been seen."""
        if self._gone and match.deal:
            missing = set(match.deal.seats) - {play.seat for play in trick_laid(match, self._gathered_count)}
            now = self._sighting.view()
            if len(missing & {*now.empty}) > len(missing & {*self._gone.sighting.empty}):
                self._gone = replace(self._gone, sighting=now)

    def blind(self) -> None:
        """Note that nothing was seen for a while: a full trick may have left and another one come."""
        self._cleared = None

    def put_back(self) -> None:
        """Note that a card of the trick lies there again."""
        self._gone = None

    def lead(self) -> None:
        """Begin the next trick, which is not judged by when the one before had left."""
        self._cleared = None

    def is_over(self, now: float) -> bool:
        """Whether a trick with cards missing has left so long ago that it was gathered."""
        return self._gone is not None and now - self._gone.when >= GATHERED_S

    def clear_by(self, match: AnyMatch) -> float | None:
        """Return by when a full trick of this deal left and another can have been laid and gathered; None: unknown."""
        tricks = match.deal.tricks if match.deal else ()
        return None if self._cleared is None or not tricks else self._cleared + AT_ONCE

    def full(self, match: AnyMatch) -> Iterator[Event]:
        """Report that the full trick before was gathered, if a lead is to be judged by it."""
        deal = match.deal
        if (
            self._cleared is not None
            and deal
            and deal.tricks
            and not deal.open.plays
            and match.unseen.sight.cleared is None
        ):
            yield Collect(t=self._cleared, src="camera")
        self._cleared = None

    def pop_gathered(self, match: AnyMatch) -> RemovedTrick | None:
        """Return the trick with cards missing that was gathered, once; None if none was, or it lies there again."""
        gone, self._gone = self._gone, None
        trick = self._trick(match)
        if gone is None or not trick or not self._have_left(trick):
            return None
        self._gathered_count = len(match.deal.unseen.kept) if match.deal else 0
        return gone

    def has(self, match: AnyMatch, play: Played) -> bool:
        """Whether a card was seen lying while the trick with cards missing still lay there: it is one of those."""
        deal = match.deal
        if not match.watched or play.t is None or deal is None:
            return False
        if self._gone:
            lay_till = self._sighting.last_seen_lying(self._trick(match))
            seats = {one.seat for one in trick_laid(match, self._gathered_count)}
            return lay_till is not None and play.t <= lay_till and play.seat not in seats
        last = deal.tricks[-1].seats if match.running and deal.tricks else ()
        if not last or play.seat in last or self._ended is None:
            return False
        return play.t <= self._ended.lay_till and is_new(match, play.card)

    @property
    def ended_by(self) -> int | None:
        """Line of the event by which the newest trick with cards missing ended; None: it is not written yet."""
        return None if self._gone or self._ended is None else self._ended.number

    def written(self, number: int, before: AnyMatch, after: AnyMatch) -> None:
        """Note the line of an event, and the match before and after it."""
        tricks = after.deal.tricks if after.deal else ()
        count = len(before.deal.tricks) if before.deal else 0
        if tricks and after.deal and len(tricks) > count and len(tricks[-1].plays) < len(after.deal.seats):
            lay_till = self._sighting.last_seen_lying(tricks[-1].cards)
            self._ended = None if lay_till is None else _Ended(number, lay_till)

    def _trick(self, match: AnyMatch) -> tuple[Card, ...]:
        """Return the cards of the trick that lies open; of those that wait for the contract, the last of one trick."""
        if match.deal is None or len(match.deal.unseen.kept) < self._gathered_count:
            self._gathered_count = 0
        return tuple(play.card for play in trick_laid(match, self._gathered_count))

    def _have_left(self, cards: tuple[Card, ...]) -> bool:
        return not any(map(self._lying.__getitem__, cards))
