"""The course of the movements in a deal: how many cards each place has now, and which can lie where.

A movement that a game owes has happened as soon as the next card is played, whether it was told or not. Of one that
was not told, or only its number of cards, any card that can have lain there may have gone: a hand that was shown
before a pass is believed after it only as far as its cards are there or where they were passed to.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from controller.record.cards import Card
from controller.record.events import CardPlace, Seat
from controller.rules.deal import AnyDeal, Play, Transfer, Trick
from controller.rules.layout import Layout, UnseenPlace
from controller.rules.movements.description import Movement, Moving, place_name


@dataclass(frozen=True, slots=True)
class Carried:
    """A movement that has happened, with the cards that can have been among those moved."""

    transfer: Transfer
    """Its ``event`` is 0 if nobody told it."""
    cards: frozenset[Card]


@dataclass(frozen=True, slots=True)
class MovementCourse:
    """The places of a deal after its movements."""

    rooms: dict[CardPlace, int]
    """Cards that came to each place and were not moved on; those of a hand with what was played from it."""
    where: dict[Card, frozenset[CardPlace]] = field(default_factory=dict[Card, frozenset[CardPlace]])
    """The places of cards of which more is known than that they lie in any."""
    carried: tuple[Carried, ...] = ()
    """Oldest first."""
    chosen: dict[str, "MovementCourse"] = field(default_factory=dict[str, "MovementCourse"])
    """The course as cards were chosen that are moved at once, by the movement's name, before the newest trick."""

    def may_lie(self, deck: Sequence[Card], place: CardPlace) -> frozenset[Card]:
        """The cards that can lie in a place; of one whose cards are all known, those."""
        settled = frozenset(card for card, places in self.where.items() if places == frozenset({place}))
        if isinstance(place, str) and len(settled) == self.rooms[place]:
            return settled
        return frozenset(card for card in deck if place in self.where.get(card, (place,)))

    def after(
        self, deck: Sequence[Card], move: Transfer, *, certain: bool = True, chosen: "MovementCourse | None" = None
    ) -> "MovementCourse":
        """The course with one more movement.

        Args:
            deck: the game's.
            move: the movement.
            certain: whether it has happened; False: it may be still to come.
            chosen: the course when its cards were chosen; None: this one.
        """
        source, target = move.source, move.target
        known = frozenset(move.cards)
        could = (chosen or self).may_lie(deck, source)
        unknown = frozenset[Card]() if len(known) == move.count else could - known
        every = isinstance(source, str) and len(unknown) + len(known) == move.count == self.rooms[source]
        if certain and every:
            known, unknown = known | unknown, frozenset[Card]()
        where = dict(self.where)
        where |= dict.fromkeys(known, frozenset({target}))
        where |= {card: where[card] | {target} for card in unknown if card in where}
        if not certain:
            return replace(self, where=where)
        rooms = {**self.rooms, source: self.rooms[source] - move.count}
        rooms[target] += move.count
        return MovementCourse(rooms, where, (*self.carried, Carried(move, known | unknown)))

    def seen(self, play: Play) -> "MovementCourse":
        """The course with a card that a seat has shown."""
        return replace(self, where={**self.where, play.card: frozenset({play.seat})})


def due(game: Moving, deal: AnyDeal) -> tuple[Movement, ...]:
    """What can be moved now and was not told yet, in the order in which it happens."""
    told = [move for move in deal.moved if move.tricks == len(deal.tricks) and move.within == bool(deal.open.plays)]
    return tuple(_untold(game.movements(deal), told))


def course(game: Moving, deal: AnyDeal) -> MovementCourse:
    """The course of a deal's movements up to now."""
    shown = {card: frozenset[CardPlace]({seat}) for seat, hand in (deal.hands or {}).items() for card in hand}
    found = MovementCourse(dict(game.places(deal)), shown)
    for tricks in range(len(deal.tricks) + 1):
        found = _with_trick(found, game, deal, tricks)
    return found


def layout(game: Moving, deal: AnyDeal) -> Layout:
    """The hands and the other places with what they hold, and what is known of single cards."""
    found, played = course(game, deal), [play.seat for play in deal.seen()]
    order = (*deal.seats, *(place for place in found.rooms if place not in deal.seats))
    places = tuple(_unseen_place(deal, place, found.rooms[place] - played.count(_seat(place))) for place in order)
    if deal.doubtful or deal.doubt is not None:
        return Layout(places)
    gone = {play.card for play in deal.seen()}
    number = {place: at for at, place in enumerate(order)}
    known = {card: frozenset(number[one] for one in where) for card, where in found.where.items() if card not in gone}
    return Layout(places, known)


def come_since(game: Moving, deal: AnyDeal, play: Play, trick: int) -> frozenset[Card]:
    """The cards that may have come to a seat's hand after a play of it in the trick of this number, from 1."""
    if deal.doubtful or deal.doubt is not None:
        return frozenset(game.deck)
    later = (one for one in course(game, deal).carried if _is_after(one.transfer, play, trick))
    return frozenset[Card]().union(*(one.cards for one in later if one.transfer.target == play.seat))


def _is_after(move: Transfer, play: Play, trick: int) -> bool:
    if move.source == move.target:
        return False
    return move.tricks >= trick or (move.within and move.tricks == trick - 1 and move.event > play.event)


def _seat(place: CardPlace) -> Seat:
    """The seat of a hand; a number that no seat has for another place."""
    return place if isinstance(place, int) else -1


def _unseen_place(deal: AnyDeal, place: CardPlace, room: int) -> UnseenPlace:
    name = place_name(deal.rules.names, place)
    return UnseenPlace(name, room, place if isinstance(place, int) else None)


def _with_trick(found: MovementCourse, game: Moving, deal: AnyDeal, tricks: int) -> MovementCourse:
    """The course with what was moved before the trick that follows so many, and while it lay open."""
    plays = (*deal.tricks, deal.open)[tricks].plays
    told = [move for move in deal.moved if move.tricks == tricks and not move.within]
    offered = game.movements(_as_it_was(deal, tricks))
    chosen: dict[str, MovementCourse] = {}
    for move, certain in _in_order(offered, told, tricks, begun=bool(plays)):
        if any(one.at_once and one.what == move.what for one in offered):
            chosen.setdefault(move.what, found)
        found = found.after(game.deck, move, certain=certain, chosen=chosen.get(move.what))
    first, last = (plays[0].event, plays[-1].event) if plays else (0, 0)
    until = last if tricks < len(deal.tricks) else float("inf")
    open_: list[Transfer | Play] = [move for move in deal.moved if move.tricks == tricks and move.within]
    open_ += [play for play in deal.exposed if plays and first < play.event <= until]
    for one in sorted(open_, key=lambda one: one.event):
        found = found.seen(one) if isinstance(one, Play) else found.after(game.deck, one)
    return replace(found, chosen=chosen)


def _as_it_was(deal: AnyDeal, tricks: int) -> AnyDeal:
    """The deal after so many tricks, before the next one was led."""
    plays = (*deal.tricks, deal.open)[tricks].plays
    if not plays:
        return deal
    return replace(deal, tricks=deal.tricks[:tricks], open=Trick(), leader=plays[0].seat, phase="play")


def _in_order(
    offered: Sequence[Movement], told: Sequence[Transfer], tricks: int, *, begun: bool
) -> Iterator[tuple[Transfer, bool]]:
    """What was moved before a trick, and whether that is certain; the game's own order tells what came before it."""
    untold = [one for one in _untold(offered, told) if one.owed]
    for move in told:
        place = _place_of(offered, move)
        while untold and offered.index(untold[0]) < place:
            yield _as_transfer(untold.pop(0), tricks), True
        yield move, True
    for movement in untold:
        yield _as_transfer(movement, tricks), begun


def _untold(offered: Sequence[Movement], told: Sequence[Transfer]) -> Iterator[Movement]:
    left = [(move.what, move.source, move.target) for move in told]
    for movement in offered:
        if (key := (movement.what, movement.source, movement.target)) in left:
            left.remove(key)
        else:
            yield movement


def _place_of(offered: Sequence[Movement], move: Transfer) -> int:
    """The place of a movement that was told among those that there were."""
    key = move.what, move.source, move.target
    return next((at for at, one in enumerate(offered) if (one.what, one.source, one.target) == key), 0)


def _as_transfer(movement: Movement, tricks: int) -> Transfer:
    return Transfer(0, movement.what, movement.source, movement.target, movement.count, (), tricks)
