"""Possible hands: which cards each place must and may hold, in every world that fits what was seen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from controller.explain.world import Way, laid, singles, ways
from controller.record.cards import Card
from controller.record.events import Seat
from controller.rules.card_sets import cards_of
from controller.rules.layout import Layout, worlds
from controller.rules.match import AnyMatch
from controller.rules.worlds import Cards, Worlds


@dataclass(frozen=True, slots=True)
class Holding:
    """The possible unseen cards of one place: a hand, a blind, the dog."""

    place: str
    """Its name: the player's, or what lies there is called."""
    seat: Seat | None
    room: int
    """The cards that it holds."""
    must: tuple[Card, ...]
    """The cards that it holds in every world."""
    ruled: tuple[Card, ...]
    """The further cards that it holds in every world in which every play was lawful."""
    may: tuple[Card, ...]
    """The further cards that it holds in some such world."""
    against: tuple[Card, ...]
    """The further cards that it holds only in worlds in which somebody broke a rule."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """The possible cards of every place of a deal at one moment."""

    places: tuple[Holding, ...]
    """None where nothing can be said."""
    lawful: bool = True
    """Whether there is a world in which every play was lawful; if not, ``may`` is what any world allows."""
    fits: bool = True
    """Whether any world fits what was seen; if not, a card was misread."""


def holdings(match: AnyMatch) -> Holdings:
    """What the places of the deal in play may hold; no place where no deal is played or nothing of it can be judged."""
    deal = match.deal
    if deal is None or not match.running or deal.phase != "play" or (deal.doubt and deal.doubt.mute):
        return Holdings(())
    deck, layout = match.game.deck, match.game.layout(deal)
    fitting = worlds(deck, deal, layout)
    if not fitting.exists():
        return Holdings((), fits=False)
    seen = possible(fitting, Way({}, {}))
    certain = [owed for owed in match.memory.owed if owed.counts and not owed.others]
    found = [possible(fitting, way) for way in ways(certain, layout) if fitting.exists_with(way.holds, way.barred)]
    ruled = _either(found) if found else seen
    return Holdings(tuple(_named(deck, layout, seen, ruled)), lawful=bool(found))


Possible = tuple[tuple[Cards, Cards], ...]
"""The cards that each place must, and the cards that it may hold."""


def possible(fitting: Worlds, way: Way) -> Possible:
    """What each place must and may hold in the worlds of one way in which plays were lawful."""
    barred = tuple(may & fitting.unseen & ~way.barred.get(place, 0) for place, may in enumerate(fitting.may))
    kept = replace(fitting, may=barred)
    wanted = tuple(way.holds.values())
    return tuple(_in_place(kept, way.holds, wanted, place) for place in range(len(kept.rooms)))


def _in_place(kept: Worlds, holds: Mapping[int, Cards], wanted: Sequence[Cards], place: int) -> tuple[Cards, Cards]:
    must = may = 0
    for kind in _kinds(kept, wanted):
        one = kind & -kind
        if _can_lie(kept, holds, place, one):
            may |= kind
            if not kept.exists_with(holds, {place: one}):
                must |= kind
    return must, may


def _can_lie(kept: Worlds, holds: Mapping[int, Cards], place: int, card: Cards) -> bool:
    """Whether a card lies in a place in some world; it may be the one that the place is asked for."""
    if not card & kept.may[place] or not kept.rooms[place]:
        return False
    others = {one: cards for one, cards in holds.items() if one != place or not cards & card}
    return laid(kept, place, card).exists_with(others)


def _kinds(kept: Worlds, wanted: Sequence[Cards]) -> Iterator[Cards]:
    """The unseen cards in sets that no place and no demand tells apart; what holds for one holds for all."""
    kinds: dict[tuple[bool, ...], Cards] = {}
    for card in singles(kept.unseen):
        alike = tuple(bool(card & cards) for cards in (*kept.may, *wanted))
        kinds[alike] = kinds.get(alike, 0) | card
    yield from kinds.values()


def _either(found: Sequence[Possible]) -> Possible:
    """What holds in every one of some ways, and what holds in any."""
    first, *rest = found
    for other in rest:
        first = tuple((must & more, may | most) for (must, may), (more, most) in zip(first, other, strict=True))
    return first


def _named(deck: tuple[Card, ...], layout: Layout, seen: Possible, ruled: Possible) -> Iterator[Holding]:
    for place, (must, ever), (then, may) in zip(layout.places, seen, ruled, strict=True):
        sets = (must, then & ~must, may & ~then & ~must, ever & ~may)
        yield Holding(place.name, place.seat, place.room, *(cards_of(deck, cards) for cards in sets))
