"""Typed input: cards and names as people write them in a program, and the errors where they name nothing."""

from collections.abc import Iterable, Sequence

from controller.record.cards import Card, is_of
from controller.record.events import Seat
from controller.record.message import Listed, Message
from controller.record.naming import are_players, or_near, plain
from controller.rules.match import AnyMatch
from schiri.errors import CardError, SetUpError, UnknownNameError


def words(text: str | Iterable[str]) -> tuple[str, ...]:
    """Split a text at spaces or commas; a list is split already.

    >>> words("Anna Berta"), words("Anna,  Berta Meier"), words(["Anna", "Berta"])
    (('Anna', 'Berta'), ('Anna', 'Berta Meier'), ('Anna', 'Berta'))
    """
    if not isinstance(text, str):
        return tuple(text)
    return tuple(part.strip() for part in text.split(",")) if "," in text else tuple(text.split())


def players(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return the players of a table; raises SetUpError for two of one name, or for none."""
    found = words(names)
    if not are_players(found):
        raise SetUpError(f"{names!r}: each player needs a different, printable name")
    return found


def cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Return the cards of a text such as ``SA H6 S8``; raises CardError for what names no card."""
    return tuple(Card(one) for one in words(text))


def hand(match: AnyMatch, text: str | Iterable[str]) -> tuple[Card, ...]:
    """Return the cards of a hand; raises CardError for one that nobody can hold, or that is named too often.

    Each card that exists twice is any copy that was not played.
    """
    named, held = cards(text), list[Card]()
    played = [play.card for play in match.deal.plays()] if match.deal and match.running else []
    for one in named:
        if not is_of(match.game.deck, one):
            raise CardError(f"{str(one)!r} is no card of {match.game.title}")
        same = [card for card in match.game.deck if card == one or (one.copy is None and card.face == one)]
        left = [card for card in same if card not in played]
        if not left:
            raise CardError(f"{str(one)!r} cannot be in a hand: it was played")
        free = [card for card in left if card not in held]
        if not free:
            raise CardError(f"{str(one)!r} is named {'twice' if len(left) == 1 else 'too often'} in {text!r}")
        held.append(free[0])
    return tuple(held)


def seat(names: Sequence[str], name: str) -> Seat:
    """Return the seat of a player; raises UnknownNameError, which lists the players.

    >>> seat(("Anna", "Berta"), "berta")
    1
    """
    if name in names:
        return names.index(name)
    alike = [number for number, one in enumerate(names) if plain(one) == plain(name)]
    if len(alike) == 1:
        return alike[0]
    told = Message("{code} is no player of this table; there are {names}", code=repr(name), names=Listed(tuple(names)))
    raise UnknownNameError(str(or_near(told, name, names)))


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Names that differ, of a record in which they may not.

    >>> told_apart(("Anna", "Anna", "Carla"))
    ('Anna', 'Anna (2)', 'Carla')
    """
    found: list[str] = []
    for name in map(str, names):
        number, apart = 1, name
        while apart in found:
            number += 1
            apart = f"{name} ({number})"
        found.append(apart)
    return tuple(found)
