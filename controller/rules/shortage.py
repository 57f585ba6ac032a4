"""Why there is no world: places that cannot be filled, because too few cards may lie in any of them.

Where no fitting world keeps a barred card out of its place, Hall's theorem names a witness that a player can count:
some places have more room together than there are cards that may lie there (P. Hall, "On representatives of
subsets", 1935).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from controller.rules.worlds import NOTHING, Cards, Worlds


@dataclass(frozen=True, slots=True)
class Shortage:
    """Places with more room than there are cards to fill them."""

    places: tuple[int, ...]
    """Numbers of the places, ascending."""
    room: int
    """Cards that they hold together."""
    cards: Cards
    """The cards that may lie in one of them; fewer than ``room``."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """The same seen from the other side: cards that may lie in these places only, and do not find room there."""

    places: tuple[int, ...]
    """Numbers of the places, ascending; none where the cards may lie nowhere."""
    room: int
    """Room of those places for cards that are not known to lie there; fewer than the cards."""
    cards: Cards


def crowd(worlds: Worlds, short: Shortage) -> Crowd:
    """The cards that may lie in none of the places of a shortage; what is known to lie in one place is left out."""
    settled = {place: only(worlds, place) for place in range(len(worlds.rooms)) if place not in short.places}
    cards = worlds.unseen & ~short.cards & ~sum(settled.values())
    places = tuple(place for place in settled if worlds.may[place] & cards)
    return Crowd(places, sum(worlds.rooms[place] - settled[place].bit_count() for place in places), cards)


def only(worlds: Worlds, place: int) -> Cards:
    """The cards that are known to lie in this place."""
    cards = worlds.may[place] & worlds.unseen
    for other, may in enumerate(worlds.may):
        cards &= ~may if other != place else -1
    return cards


def shortage(worlds: Worlds, barred: Mapping[int, Cards] = NOTHING) -> Shortage | None:
    """The fewest places that cannot be filled, of these the ones with the least room; None if all can be.

    Where the rooms add up to the unseen cards there is one exactly if ``worlds.exists(barred)`` is false.
    """
    for count in range(1, len(worlds.rooms) + 1):
        if found := list(_short(worlds, barred, count)):
            return min(found, key=lambda one: (one.room, one.places))
    return None


def _short(worlds: Worlds, barred: Mapping[int, Cards], count: int) -> Iterator[Shortage]:
    """The sets of so many places that cannot be filled."""
    may = [cards & worlds.unseen & ~barred.get(place, 0) for place, cards in enumerate(worlds.may)]
    for places in combinations(range(len(may)), count):
        room, cards = sum(worlds.rooms[place] for place in places), 0
        for place in places:
            cards |= may[place]
        if room > cards.bit_count():
            yield Shortage(places, room, cards)
