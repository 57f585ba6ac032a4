"""Worlds: deals of the unseen cards that still fit; existence by Hall's condition, no sampling, no guesses.

A *place* (a hand, a blind, the dog) has room for so many unseen cards. A *world* lays every unseen card in one
place that may hold it, and fills every place. Cards are bits of an int, so a set of them is a number. A world exists
if and only if two things hold: the rooms add up to the cards; and for every set of places, no more cards can lie
nowhere else than there is room (P. Hall, "On representatives of subsets", 1935). With k places that is 2^k unions and
counts.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

Cards = int
"""A set of cards, one bit each."""

NOTHING: Final[Mapping[int, Cards]] = {}


@dataclass(frozen=True, slots=True)
class Worlds:
    """All deals of the unseen cards that fit the public facts."""

    rooms: tuple[int, ...]
    """Number of unseen cards that each place holds."""
    unseen: Cards
    may: tuple[Cards, ...]
    """The cards that are not known to lie elsewhere, by place."""

    def exists(self, barred: Mapping[int, Cards] = NOTHING) -> bool:
        """Whether there is a world in which no place holds a card that is barred from it."""
        return _fits(self.rooms, self.unseen, self._may(barred))

    def exists_with(self, holds: Mapping[int, Cards], barred: Mapping[int, Cards] = NOTHING) -> bool:
        """Whether there is such a world in which each place of ``holds`` has one at least of those cards."""
        may = self._may(barred)
        # Cards of a kind can stand for each other only if every place that wants one of them wants the others, too.
        alike = [*may, *holds.values()]
        return any(_fits(rooms, unseen, may) for rooms, unseen in self._dealt(tuple(holds.items()), may, alike))

    def must_hold(self, place: int) -> Cards:
        """Return the cards that lie in this place in every world; none if there is no world."""
        return _where(self.unseen, lambda card: not self.exists({place: card})) if self.exists() else 0

    def may_hold(self, place: int) -> Cards:
        """Return the cards that lie in this place in some world."""
        return _where(self.unseen, lambda card: self.exists_with({place: card}))

    def _may(self, barred: Mapping[int, Cards]) -> list[Cards]:
        return [cards & self.unseen & ~barred.get(place, 0) for place, cards in enumerate(self.may)]

    def _dealt(
        self, holds: tuple[tuple[int, Cards], ...], may: list[Cards], alike: list[Cards]
    ) -> Iterator[tuple[tuple[int, ...], Cards]]:
        """Yield the rooms and unseen cards that are left once a wanted card is laid in each of those places."""
        if not holds:
            yield self.rooms, self.unseen
            return
        (place, cards), *rest = holds
        for rooms, unseen in self._dealt(tuple(rest), may, alike):
            for card in _one_of_each_kind(cards & unseen & may[place], alike):
                remaining = tuple(room - (number == place) for number, room in enumerate(rooms))
                yield remaining, unseen & ~card


def _fits(rooms: tuple[int, ...], unseen: Cards, may: list[Cards]) -> bool:
    """Whether Hall's condition holds: the cards that no place of a set may hold find room outside it.

    A place that may hold every card bars none, so no set with it has such cards.
    """
    space = unseen.bit_count()
    if sum(rooms) != space or min(rooms, default=0) < 0:
        return False
    sets = [(0, space)]
    for room, cards in zip(rooms, may, strict=True):
        if cards == unseen:
            continue
        for union, outside in sets[:]:
            held, left = union | cards, outside - room
            if (unseen & ~held).bit_count() > left:
                return False
            sets.append((held, left))
    return True


def _one_of_each_kind(cards: Cards, alike: list[Cards]) -> Iterator[Cards]:
    """Yield one card of each kind: cards that are in the same of these sets can stand for each other."""
    while cards:
        card = cards & -cards
        yield card
        kind = cards
        for held in alike:
            kind &= held if held & card else ~held
        cards &= ~kind


def _where(cards: Cards, holds: Callable[[Cards], bool]) -> Cards:
    """Return the cards of a set for which a test holds."""
    found = 0
    while cards:
        card = cards & -cards
        cards ^= card
        found |= card if holds(card) else 0
    return found


# Reasons why there is no world: places that cannot be filled, because too few cards may lie in any of them.
#
# Where no fitting world keeps a barred card out of its place, Hall's theorem names a witness that a player can count:
# some places have more room together than there are cards that may lie there (P. Hall, "On representatives of
# subsets", 1935).


@dataclass(frozen=True, slots=True)
class Shortage:
    """Places with more room than there are cards to fill them."""

    places: tuple[int, ...]
    """Numbers of the places, ascending."""
    room: int
    """Number of cards that they hold together."""
    cards: Cards
    """The cards that may lie in one of them; fewer than ``room``."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """Cards that may lie in these places only, and do not find room there: a shortage from the other side."""

    places: tuple[int, ...]
    """Numbers of the places, ascending; none where the cards may lie nowhere."""
    room: int
    """Room of those places for cards that are not known to lie there; fewer than the cards."""
    cards: Cards


def crowd(worlds: Worlds, short: Shortage) -> Crowd:
    """Return the cards that may lie in none of a shortage's places; cards known to lie in one place are left out."""
    settled = {place: only(worlds, place) for place in range(len(worlds.rooms)) if place not in short.places}
    cards = worlds.unseen & ~short.cards & ~sum(settled.values())
    places = tuple(place for place in settled if worlds.may[place] & cards)
    return Crowd(places, sum(worlds.rooms[place] - settled[place].bit_count() for place in places), cards)


def only(worlds: Worlds, place: int) -> Cards:
    """Return the cards that are known to lie in this place."""
    cards = worlds.may[place] & worlds.unseen
    for other, may in enumerate(worlds.may):
        cards &= ~may if other != place else -1
    return cards


def shortage(worlds: Worlds, barred: Mapping[int, Cards] = NOTHING) -> Shortage | None:
    """Return the fewest places that cannot be filled, of these the ones with the least room; None if all can be.

    Where the rooms add up to the unseen cards there is one exactly if ``worlds.exists(barred)`` is false.
    """
    for count in range(1, len(worlds.rooms) + 1):
        if lacks := list(_short(worlds, barred, count)):
            return min(lacks, key=lambda one: (one.room, one.places))
    return None


def _short(worlds: Worlds, barred: Mapping[int, Cards], count: int) -> Iterator[Shortage]:
    """Yield the sets of so many places that cannot be filled."""
    may = [cards & worlds.unseen & ~barred.get(place, 0) for place, cards in enumerate(worlds.may)]
    for places in combinations(range(len(may)), count):
        room, cards = sum(worlds.rooms[place] for place in places), 0
        for place in places:
            cards |= may[place]
        if room > cards.bit_count():
            yield Shortage(places, room, cards)
