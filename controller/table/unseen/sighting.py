"""Sightings for the record: the ``gap`` and ``seen`` lines of a table (unseen.md)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from controller.record.cards import Card
from controller.record.events import Event, Gap, Played, Seat, Seen
from vision.base.observation import AreaSight, Blind, Sight

PATIENCE_S: Final = 2.0
"""Most seconds that a line waits for an area that is out of view."""
OPENING_S: Final = 3.0
"""Seconds after the start in which cards are read that lay there before."""
NEVER: Final = float("-inf")
RETURN_S: Final = 0.5
"""Sight that is lost again within so many seconds has not returned: the gaps are one."""


@dataclass(frozen=True, slots=True)
class _Lying:
    """The place where a card lies that was played."""

    seat: Seat
    moved: bool = False
    """Whether it was taken up and laid again since the newest gap."""
    beside: bool = False
    """Whether it lies beside all places, so that its seat's area may look empty while it lies."""


class Sighting:
    """The newest view of the areas, the cards that lie in them, and what of it the record is still owed.

    Times are seconds since the match event.
    """

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._sight: Sight | None = None
        self._before: Sight | None = None
        """The view before the newest one: what lay there while a card was leaving."""
        self._gap: Gap | None = None
        """A gap that is not written yet: it may go on."""
        self._due: float | None = None
        """The end of the newest gap, until the record says what was seen after it."""
        self._first: Seen | None = None
        """Sighting once all places could be made out after the newest gap, until it is written."""
        self._gap_began: float | None = None
        self._lying: dict[Card, _Lying] = {}
        self._left: set[Card] = set()
        """Cards that were taken up since the newest gap."""
        self._showed: dict[Seat, float] = {}
        """Time at which the area of a seat was last seen with nothing but cards of the play in it."""
        self._last: dict[Card, float] = {}
        """Time at which a card that has left was last seen lying."""
        self._nobodys: set[Card] = set()
        """Cards that lie in nobody's place."""
        self._astray = float("-inf")
        """Time at which something last lay in nobody's place that may be anybody's card: no area was empty then."""
        self._opened: float | None = None
        """Time at which the match was first seen, while no gap has come since."""
        self._emptied: set[Seat] = set()
        """Seats whose areas were seen empty since the newest gap."""

    @property
    def now(self) -> float:
        """The moment of the newest view."""
        return self._sight.t if self._sight else 0.0

    def note_blind(self, blindness: Blind) -> None:
        """Note that nothing was seen for a while; a gap with nothing seen since the one before goes on with that."""
        began, ended = round(blindness.began, 3), round(blindness.ended, 3)
        if self._gap:
            self._gap = replace(self._gap, t=ended)
        else:
            self._gap = Gap(from_=began, t=ended, why=blindness.why)
        self._opened = ended if self._gap.why == "start" else None
        self._due, self._gap_began, self._first = ended, self._gap.from_, None
        self._left.clear()
        self._emptied.clear()
        self._lying = {card: replace(one, moved=False) for card, one in self._lying.items()}

    def note_areas(self, sight: Sight) -> None:
        """Note how the areas look now."""
        self._sight, self._before = sight, self._sight
        if self._is_astray(sight):
            self._astray = sight.t
        self._emptied |= {seat for seat, area in enumerate(sight.areas) if area.empty_since is not None}
        plain = (seat for seat, area in enumerate(sight.areas) if area.seen and area.unread_since is None)
        self._showed |= {seat: sight.t for seat in plain if sight.areas[seat].empty_since is None}
        if self._due is not None and self._first is None and sight.t >= self._due and self._is_made_out(sight):
            self._first = self.view()

    def note_laid(self, card: Card, seat: Seat | None, *, again: bool = False, beside: bool = False) -> None:
        """Note that a card of the play lies before a seat, or before nobody.

        Args:
            card: the card.
            seat: whose it is; None: nobody's.
            again: whether it had been laid before.
            beside: whether it lies beside all places.
        """
        if seat is None:
            self._nobodys.add(card)
        else:
            self._lying[card] = _Lying(seat, again and card in self._left, beside)

    def _is_astray(self, sight: Sight) -> bool:
        """Whether something lies in nobody's area, so that no seat is known to have no card on the table."""
        return sight.stray or bool(self._nobodys) or any(one.beside for one in self._lying.values())

    def note_lifted(self, card: Card) -> None:
        """Note that a card has left."""
        self._left.add(card)
        self._last[card] = self._last_moment(card)
        self._lying.pop(card, None)
        self._nobodys.discard(card)

    def last_seen_lying(self, cards: Iterable[Card]) -> float | None:
        """Return the last moment at which any of these cards was seen lying; None: not known of any.

        That a card is found gone says nothing of when it left, if a hand or a newspaper lay on its place.
        """
        moments = [self._last_moment(card) if card in self._lying else self._last.get(card, NEVER) for card in cards]
        newest = max(moments, default=NEVER)
        return None if newest == NEVER else round(newest, 3)

    def _last_moment(self, card: Card) -> float:
        return self._showed.get(self._lying[card].seat, NEVER) if card in self._lying else NEVER

    def since(self, seen: float | None, first: float) -> float | None:
        """Return the last moment at which the spot of a card was seen without it, as the record has it.

        Where that is not known the card may have come to lie since the newest gap began.

        Args:
            seen: the moment, if the eyes know it.
            first: when the card was first seen lying.
        """
        moment = self._gap_began if seen is None else seen
        return None if moment is None or moment >= first else round(moment, 3)

    def in_view(self, besides: Seat) -> bool:
        """Whether the areas of all other seats are seen."""
        return self._sight is None or all(area.seen for seat, area in enumerate(self._sight.areas) if seat != besides)

    def is_plain(self, seat: Seat) -> bool:
        """Whether nothing unread lies in the area of a seat."""
        return self._sight is None or self._sight.areas[seat].unread_since is None

    def is_opening(self, first: float, within: Seat | None) -> bool:
        """Whether a card may have lain there when the match began: it is no play.

        Where an area was seen empty after that, no card in it lay there.

        Args:
            first: when the card was first seen.
            within: whose area it lies in; None: in none.
        """
        return self._opened is not None and first <= self._opened + OPENING_S and within not in self._emptied

    def release_gap(self) -> Iterator[Event]:
        """Yield the gap that is not written yet, and what was seen after it, before anything that comes later."""
        if self._gap:
            yield self._gap
            self._gap = None
        if self._first:
            yield self._first
            self._first = self._due = None

    def release_due(self) -> Iterator[Event]:
        """Yield what was seen after a gap, once every area is made out or after two seconds; the gap comes first."""
        if self._due is None or self._sight is None:
            return
        waited = self._sight.t - self._due
        if self._first and waited >= RETURN_S:
            yield from self.release_gap()
        elif waited >= PATIENCE_S:
            yield from self.release_gap()
            yield self.release_seen()

    def release_leaving(self) -> Iterator[Event]:
        """Yield what was seen after a gap, since something leaves; with the gap before it."""
        if self._due is not None and self._sight:
            before = self._before is not None and self._before.t >= self._due
            self._first = self._first or self.view(before=before)
            yield from self.release_gap()

    def release_seen(self) -> Seen:
        """Return what is seen now, which is owed to the record no longer."""
        self._due = self._first = None
        return self.view()

    def view(self, *, before: bool = False) -> Seen:
        """Return what is seen now, or was seen in the view before."""
        sight = (self._before if before else None) or self._sight
        if sight is None:
            return Seen(src="camera")
        areas = [(seat, area) for seat, area in enumerate(sight.areas) if area.seen]
        since = {seat: area.empty_since for seat, area in areas if area.empty_since is not None}
        empty = {seat: round(max(moment, self._astray), 3) for seat, moment in since.items()}
        lies = {seat: cards for seat, area in areas if (cards := self._unmoved(seat, area))}
        unread = tuple(seat for seat, area in areas if area.unread_since is not None)
        return Seen(
            t=round(sight.t, 3), src="camera", empty={} if self._is_astray(sight) else empty, lies=lies, unread=unread
        )

    def _unmoved(self, seat: Seat, area: AreaSight) -> tuple[Card, ...]:
        # Where something unread lies, a card may have left of which the eyes have not told yet.
        if area.empty_since is not None or area.unread_since is not None:
            return ()
        return tuple(card for card, one in self._lying.items() if one.seat == seat and not one.moved)

    def _is_made_out(self, sight: Sight) -> bool:
        """Whether each area is seen to be empty, or to hold nothing but cards of the play."""
        seats = {one.seat for one in self._lying.values()}
        return bool(sight.areas) and all(
            area.seen and area.unread_since is None and (area.empty_since is not None or seat in seats)
            for seat, area in enumerate(sight.areas)
        )


class WaitingCard:
    """Card that lies there and waits for a look at places that are out of view."""

    def __init__(self, sighting: Sighting) -> None:
        """Begin with no card that waits; ``sighting`` has what is in view, and is the table's own."""
        self._sighting = sighting
        self._since = 0.0
        self.events: tuple[Event, ...] = ()
        """The card that waits, after the beginning of its deal if it begins one."""

    @property
    def play(self) -> Played | None:
        """The card that waits."""
        return next((event for event in self.events if isinstance(event, Played)), None)

    def keep(self, events: tuple[Event, ...]) -> None:
        """Make a card wait from now on, with the beginning of its deal if it begins one."""
        self.events, self._since = events, self._sighting.now

    def is_over(self, now: float) -> bool:
        """Whether the places are in view again or it has waited long enough; ``now`` in seconds since the match."""
        play = self.play
        return play is not None and (self._sighting.in_view(play.seat) or now - self._since >= PATIENCE_S)

    def take(self) -> Iterator[Event]:
        """Yield the card that waits, after what is in view: nobody is accused for what is not."""
        events, self.events = self.events, ()
        if events:
            # What has left meanwhile shows that it may be a card of another trick; places out of view are not named.
            yield self._sighting.release_seen()
            yield from events
