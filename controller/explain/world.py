"""One world laid out card by card, so that a doubt can be seen: hands in which the plays were lawful."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from controller.rules.layout import Layout
from controller.rules.proof import Owed
from controller.rules.worlds import Cards, Worlds

World = tuple[Cards, ...]
"""The unseen cards of each place."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which plays can have been lawful: what hands must not hold, and of what they must hold one."""

    barred: Mapping[int, Cards]
    holds: Mapping[int, Cards]


def ways(plays: Sequence[Owed], layout: Layout) -> Iterator[Way]:
    """Every way in which all these plays can have been lawful; none if a card seen since forbids one of them."""
    choices: list[list[tuple[int, Cards, Cards]]] = []
    for place in range(len(layout.places)):
        mine = [owed for owed in plays if layout.place_of(owed.play.seat) == place]
        strict, excused = ([owed for owed in mine if bool(owed.excuse) == kind] for kind in (False, True))
        if any(owed.broken for owed in strict):
            return
        clean = (place, _union(mine), 0)
        if not excused:
            choices.append([clean])
            continue
        excuse = excused[0].excuse
        for owed in excused:
            excuse &= owed.excuse
        choices.append([(place, _union(strict), excuse)])
        if not any(owed.broken for owed in excused):
            choices[-1].insert(0, clean)
    for chosen in product(*choices):
        barred = {place: cards for place, cards, _ in chosen if cards}
        yield Way(barred, {place: excuse for place, _, excuse in chosen if excuse})


def lawful(plays: Sequence[Owed], layout: Layout, fitting: Worlds) -> World | None:
    """A fitting world in which all these plays were lawful, or None; the same answer as ``proof.all_legal``."""
    found = (one_world(fitting, tuple(way.holds.items()), way.barred) for way in ways(plays, layout))
    return next((world for world in found if world is not None), None)


def one_world(
    worlds: Worlds, holds: Sequence[tuple[int, Cards]] = (), barred: Mapping[int, Cards] | None = None
) -> World | None:
    """A world that keeps barred cards out of their places and lays one wanted card into each place of ``holds``.

    A card is laid wherever the others can still be dealt (Hall's condition), so none is ever taken back.
    """
    kept = barred or {}
    if not holds:
        return _deal_out(worlds, kept) if worlds.exists(kept) else None
    (place, wanted), *rest = holds
    for card in singles(wanted & worlds.unseen & worlds.may[place] & ~kept.get(place, 0)):
        if found := one_world(laid(worlds, place, card), rest, kept):
            return tuple(cards | (card if number == place else 0) for number, cards in enumerate(found))
    return None


def laid(worlds: Worlds, place: int, card: Cards) -> Worlds:
    """The worlds of the other cards once this one lies in a place."""
    rooms = tuple(room - (number == place) for number, room in enumerate(worlds.rooms))
    return replace(worlds, rooms=rooms, unseen=worlds.unseen & ~card)


def singles(cards: Cards) -> Iterator[Cards]:
    """The cards of a set, one at a time."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def _deal_out(worlds: Worlds, barred: Mapping[int, Cards]) -> World:
    dealt = [0] * len(worlds.rooms)
    for card in singles(worlds.unseen):
        for place, may in enumerate(worlds.may):
            if card & may & ~barred.get(place, 0) and (rest := laid(worlds, place, card)).exists(barred):
                worlds = rest
                dealt[place] |= card
                break
    return tuple(dealt)


def _union(plays: Sequence[Owed]) -> Cards:
    cards = 0
    for owed in plays:
        cards |= owed.avoid
    return cards
