"""The course of the movements in a deal: how many cards each place has now, and which can lie where.

A movement that a game owes has happened as soon as the next card is played, recorded or not. If a movement was not
recorded, or only its number of cards, any card that can have lain there may have gone. So a hand that was shown before
a pass is believed after it only in part: as far as its cards are there or where they were passed to.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, Protocol

from controller.record.cards import Card
from controller.record.events import CardPlace, Event, Moved, Seat
from controller.record.message import Listed, Message
from controller.rules.deal import AnyDeal, Deal, Play, S, Transfer, Trick
from controller.rules.layout import Layout, UnseenPlace

# The movements of a game, as data: source, target and number of cards.

NAMES: Final[Mapping[str, Message]] = {
    "stock": Message("the stock"),
    "discard": Message("the cards laid away"),
    "table": Message("the cards that lie open"),
    "dog": Message("the dog"),
    "kitty": Message("the kitty"),
    "blind": Message("the blind"),
}
"""Names of places that many games have, for sentences; another name stays as it is."""


@dataclass(frozen=True, slots=True)
class Movement:
    """A movement of cards that can happen now."""

    what: str
    """The movement's name in records and in the game's words, such as ``give``."""
    source: CardPlace
    target: CardPlace
    """The place to which the cards go; the source itself where they are shown and stay."""
    count: int
    owed: bool = True
    """Whether it happens before the next card is played, recorded or not; False: only if it is recorded."""
    at_once: bool = False
    """Whether its cards are chosen before those of the others' movements of this name are taken up, as in a pass."""


def of_hand(offered: Sequence[Movement], what: str, seat: Seat) -> Movement | None:
    """Return the movement of this name out of a seat's hand, else the one into it; None where there is neither."""
    mine = [one for one in offered if one.what == what and seat in (one.source, one.target)]
    return min(mine, key=lambda one: one.source != seat, default=None)


class MovementRules(Protocol):
    """The movements of a game."""

    def places(self, deal: AnyDeal) -> Mapping[CardPlace, int]:
        """Return the hands and other places, with the number of cards dealt to each."""
        ...

    def expected(self, deal: AnyDeal) -> Sequence[Movement]:
        """List the movements that can happen now, in the order in which they happen."""
        ...

    def read(self, deal: AnyDeal, event: Event) -> tuple[Moved, ...]:
        """Read the movements that an event records; ``deal`` is the one after it."""
        ...


class Moving(Protocol):
    """A game, as far as cards move in it beside the play."""

    title: ClassVar[str]
    deck: ClassVar[tuple[Card, ...]]

    @property
    def movements(self) -> MovementRules:
        """The movements of the game."""
        ...


def place_name(names: Sequence[str], place: CardPlace) -> Message:
    """Name a place for a sentence, a hand by its player.

    >>> place_name(("Anna", "Berta"), 1), place_name(("Anna", "Berta"), "stock")
    ('Berta', 'the stock')
    """
    if isinstance(place, str):
        return NAMES.get(place) or Message.plain(place)
    return Message.plain(names[place])


@dataclass(frozen=True, slots=True)
class Carried:
    """A movement that has happened, with the cards that can have been among those moved."""

    transfer: Transfer
    """The movement; its ``event`` is 0 if it was not recorded."""
    cards: frozenset[Card]


@dataclass(frozen=True, slots=True)
class MovementCourse:
    """The places of a deal after its movements."""

    rooms: dict[CardPlace, int]
    """Number of cards that came to each place and were not moved on; a hand's include those played from it."""
    where: dict[Card, frozenset[CardPlace]] = field(default_factory=dict[Card, frozenset[CardPlace]])
    """The possible places of cards that cannot lie in just any place."""
    carried: tuple[Carried, ...] = ()
    """Movements that have happened, oldest first."""
    chosen: dict[str, "MovementCourse"] = field(default_factory=dict[str, "MovementCourse"])
    """The course when cards that are moved at once were chosen, by the movement's name, before the newest trick."""

    def may_lie(self, deck: Sequence[Card], place: CardPlace) -> frozenset[Card]:
        """Return the cards that can lie in a place; just its known cards, if all of a place's cards are known."""
        settled = frozenset(card for card, places in self.where.items() if places == frozenset({place}))
        if isinstance(place, str) and len(settled) == self.rooms[place]:
            return settled
        return frozenset(card for card in deck if place in self.where.get(card, (place,)))

    def after(
        self, deck: Sequence[Card], move: Transfer, *, certain: bool = True, chosen: "MovementCourse | None" = None
    ) -> "MovementCourse":
        """Return the course with one more movement.

        Args:
            deck: the game's.
            move: the movement.
            certain: whether it has happened; False: it may be still to come.
            chosen: the course when its cards were chosen; None: this one.
        """
        source, target = move.source, move.target
        cards = frozenset(move.cards)
        could = (chosen or self).may_lie(deck, source)
        unknown = frozenset[Card]() if len(cards) == move.count else could - cards
        every = isinstance(source, str) and len(unknown) + len(cards) == move.count == self.rooms[source]
        if certain and every:
            cards, unknown = cards | unknown, frozenset[Card]()
        where = dict(self.where)
        where |= dict.fromkeys(cards, frozenset({target}))
        where |= {card: where[card] | {target} for card in unknown if card in where}
        if not certain:
            return replace(self, where=where)
        rooms = {**self.rooms, source: self.rooms[source] - move.count}
        rooms[target] += move.count
        return MovementCourse(rooms, where, (*self.carried, Carried(move, cards | unknown)))

    def seen(self, play: Play) -> "MovementCourse":
        """Return the course with a card that a seat has shown."""
        return replace(self, where={**self.where, play.card: frozenset({play.seat})})


def due(movements: MovementRules, deal: AnyDeal) -> tuple[Movement, ...]:
    """List the movements that can happen now and were not recorded yet, in the order in which they happen."""
    moves = [move for move in deal.moved if move.tricks == len(deal.tricks) and move.within == bool(deal.open.plays)]
    return tuple(_untold(movements.expected(deal), moves))


def course(game: Moving, deal: AnyDeal) -> MovementCourse:
    """Follow a deal's movements up to now."""
    places = {card: frozenset[CardPlace]({seat}) for seat, hand in (deal.hands or {}).items() for card in hand}
    moved = MovementCourse(dict(game.movements.places(deal)), places)
    for tricks in range(len(deal.tricks) + 1):
        moved = _with_trick(moved, game, deal, tricks)
    return moved


def layout(game: Moving, deal: AnyDeal) -> Layout:
    """Make the layout of the hands and other places, with their rooms and the known places of single cards."""
    moved, played = course(game, deal), [play.seat for play in deal.seen()]
    order = (*deal.seats, *(place for place in moved.rooms if place not in deal.seats))
    places = tuple(_unseen_place(deal, place, moved.rooms[place] - played.count(_seat(place))) for place in order)
    if deal.uncertain:
        return Layout(places)
    gone = {play.card for play in deal.seen()}
    number = {place: at for at, place in enumerate(order)}
    known = {card: frozenset(number[one] for one in where) for card, where in moved.where.items() if card not in gone}
    return Layout(places, known)


def come_since(game: Moving, deal: AnyDeal, play: Play, trick: int) -> frozenset[Card]:
    """Return the cards that may have come to a seat's hand after its play in the trick of this number, from 1."""
    if deal.uncertain:
        return frozenset(game.deck)
    later = (one for one in course(game, deal).carried if _is_after(one.transfer, play, trick))
    return frozenset[Card]().union(*(one.cards for one in later if one.transfer.target == play.seat))


def _is_after(move: Transfer, play: Play, trick: int) -> bool:
    if move.source == move.target:
        return False
    return move.tricks >= trick or (move.within and move.tricks == trick - 1 and move.event > play.event)


def _seat(place: CardPlace) -> Seat:
    """Return the seat of a hand; for another place a number that no seat has."""
    return place if isinstance(place, int) else -1


def _unseen_place(deal: AnyDeal, place: CardPlace, room: int) -> UnseenPlace:
    name = place_name(deal.rules.names, place)
    return UnseenPlace(name, room, place if isinstance(place, int) else None)


def _with_trick(found: MovementCourse, game: Moving, deal: AnyDeal, tricks: int) -> MovementCourse:
    """Add the movements before the trick that follows so many, and while it lay open."""
    plays = (*deal.tricks, deal.open)[tricks].plays
    told = [move for move in deal.moved if move.tricks == tricks and not move.within]
    offered = game.movements.expected(_as_it_was(deal, tricks))
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
    """Return the deal after so many tricks, before the next one was led."""
    plays = (*deal.tricks, deal.open)[tricks].plays
    if not plays:
        return deal
    return replace(deal, tricks=deal.tricks[:tricks], open=Trick(), leader=plays[0].seat, phase="play")


def _in_order(
    offered: Sequence[Movement], told: Sequence[Transfer], tricks: int, *, begun: bool
) -> Iterator[tuple[Transfer, bool]]:
    """List the movements before a trick, each with its certainty; owed ones before a recorded one are certain."""
    untold = [one for one in _untold(offered, told) if one.owed]
    for move in told:
        place = _place_of(offered, move)
        while untold and offered.index(untold[0]) < place:
            yield _as_transfer(untold.pop(0), tricks), True
        yield move, True
    for movement in untold:
        yield _as_transfer(movement, tricks), begun


def _untold(offered: Sequence[Movement], told: Sequence[Transfer]) -> Iterator[Movement]:
    pending = [(move.what, move.source, move.target) for move in told]
    for movement in offered:
        if (key := (movement.what, movement.source, movement.target)) in pending:
            pending.remove(key)
        else:
            yield movement


def _place_of(offered: Sequence[Movement], move: Transfer) -> int:
    """Return a recorded movement's place among the movements that the game offers."""
    key = move.what, move.source, move.target
    return next((at for at, one in enumerate(offered) if (one.what, one.source, one.target) == key), 0)


def _as_transfer(movement: Movement, tricks: int) -> Transfer:
    return Transfer(0, movement.what, movement.source, movement.target, movement.count, (), tricks)


# A recorded movement: whether it can be part of the deal, and the deal with it.


def taken(game: Moving, deal: Deal[S], number: int, event: Moved) -> Deal[S] | Message:
    """Return the deal after a movement; a message: the reason why it cannot be part of the deal.

    Args:
        game: the game.
        deal: the deal before it.
        number: of the event.
        event: the movement; its seats are seats of the table.
    """
    wrong = _not_offered(game, deal, event) or _not_there(game, deal, event)
    if wrong:
        return wrong
    # Only marks tell copies of a card apart: a card without its copy proves nothing about places.
    cards = tuple(card for card in event.cards or () if card in game.deck)
    move = Transfer(
        number, event.what, event.from_, event.to, event.count, cards, len(deal.tricks), bool(deal.open.plays)
    )
    return replace(deal, moved=(*deal.moved, move))


def _not_offered(game: Moving, deal: Deal[S], event: Moved) -> Message | None:
    """Return why no such movement can happen now, or None."""
    names = deal.rules.names
    pending = () if deal.phase == "after" else due(game.movements, deal)
    alike = [one for one in pending if (one.what, one.source, one.target) == (event.what, event.from_, event.to)]
    if not alike and not pending:
        return Message("no cards are moved now")
    if not alike:
        choices = Listed(tuple(dict.fromkeys(_told(names, one) for one in pending)), "or")
        return Message("no cards are moved so now; there is {names}", names=choices)
    if event.count != alike[0].count:
        return Message("{n} cards are moved, and there are to be {n2}", n=event.count, n2=alike[0].count)
    return None


def _told(names: tuple[str, ...], movement: Movement) -> Message:
    source, target = place_name(names, movement.source), place_name(names, movement.target)
    return Message("{call} of {n} from {why} to {why2}", call=movement.what, n=movement.count, why=source, why2=target)


def _not_there(game: Moving, deal: Deal[S], event: Moved) -> Message | None:
    """Return why these cards cannot be moved from there, or None."""
    cards, found = event.cards or (), course(game, deal)
    found = found.chosen.get(event.what, found)
    if len({*cards}) < len(cards) or len(cards) > event.count:
        return Message("{n} different cards are moved, and {cards} are told", n=event.count, cards=Listed(cards))
    gone = {play.card for play in deal.plays()}
    faces = {card.face for card in game.deck}
    for card in cards:
        if card.face not in faces:
            return Message("{game} has no card {code}", game=game.title, code=repr(str(card)))
        if card in gone:
            return Message("{card} was played already", card=card)
        if card in game.deck and event.from_ not in found.where.get(card, (event.from_,)):
            place = place_name(deal.rules.names, event.from_)
            return Message("{card} is known to be elsewhere than with {why}", card=card, why=place)
    return None


# The movements of cards in an event of any game, whatever kind the record has for it.


def moved_by(game: Moving, before: AnyDeal | None, after: AnyDeal | None, event: Event | None) -> tuple[Moved, ...]:
    """Return an event's movements in the order in which they happened; none if it was refused and changed nothing.

    Args:
        game: the game.
        before: the deal before the event; None: there was none.
        after: the deal after it.
        event: the event; None: none that stands.
    """
    if event is None or before is None or after is None or after is before or after.number != before.number:
        return ()
    return game.movements.read(after, event)
