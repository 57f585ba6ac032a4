"""Reasons why plays were unlawful: for each lawful alternative, the places that cannot be filled."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from controller.explain.case import (
    PublicFacts,
    RecordedVerdict,
    Way,
    World,
    cards,
    demands,
    grouped,
    hands,
    heading,
    laid,
    lawful,
    line,
    naming,
    places,
    singles,
    step,
    ways,
)
from controller.record.cards import Card
from controller.record.events import Seat
from controller.record.message import Listed, Message
from controller.referee.wording import names_of
from controller.rules.card_sets import cards_of
from controller.rules.layout import Layout, worlds
from controller.rules.match import AnyMatch
from controller.rules.proof import Owed
from controller.rules.worlds import Cards, Shortage, Worlds, crowd, only, shortage

# Possible hands: the cards that each place must and may hold, in every world that fits the cards seen.


@dataclass(frozen=True, slots=True)
class Holding:
    """The possible unseen cards of one place: a hand, a blind, the dog."""

    place: str
    """The place's name: the player's, or that of its cards."""
    seat: Seat | None
    room: int
    """The cards that it holds."""
    must: tuple[Card, ...]
    """The cards in this place in every world."""
    ruled: tuple[Card, ...]
    """The further cards in this place in every world in which every play was lawful."""
    may: tuple[Card, ...]
    """The further cards in this place in some such world."""
    against: tuple[Card, ...]
    """The further cards in this place only in worlds in which somebody broke a rule."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """The possible cards of every place of a deal at one moment."""

    places: tuple[Holding, ...]
    """The places; empty where nothing is known."""
    lawful: bool = True
    """Whether every play was lawful in some world; if not, ``may`` is whatever any world allows."""
    fits: bool = True
    """Whether any world fits what was seen; if not, a card was misread."""


def holdings(match: AnyMatch) -> Holdings:
    """Compute the cards that the places of the deal in play may hold; no place without a deal that can be judged."""
    deal = match.deal
    if deal is None or not match.running or deal.phase != "play" or (deal.unseen.doubt and deal.unseen.doubt.mute):
        return Holdings(())
    deck, layout = match.game.deck, match.game.layout(deal)
    fitting = worlds(deck, deal, layout)
    if not fitting.exists():
        return Holdings((), fits=False)
    possible_now = possible(fitting, Way({}, {}))
    certain = [owed for owed in match.memory.owed if owed.counts and not owed.others]
    possible_ways = [
        possible(fitting, way) for way in ways(certain, layout) if fitting.exists_with(way.needs, way.barred)
    ]
    ruled = _either(possible_ways) if possible_ways else possible_now
    return Holdings(tuple(_named(deck, layout, possible_now, ruled)), lawful=bool(possible_ways))


Possible = tuple[tuple[Cards, Cards], ...]
"""The cards that each place must, and the cards that it may hold."""


def possible(fitting: Worlds, way: Way) -> Possible:
    """Compute the cards each place must and may hold in the worlds of one way in which plays were lawful."""
    barred = tuple(may & fitting.unseen & ~way.barred.get(place, 0) for place, may in enumerate(fitting.may))
    barred_worlds = replace(fitting, may=barred)
    needed = tuple(way.needs.values())
    return tuple(_in_place(barred_worlds, way.needs, needed, place) for place in range(len(barred_worlds.rooms)))


def _in_place(worlds: Worlds, holds: Mapping[int, Cards], needed: Sequence[Cards], place: int) -> tuple[Cards, Cards]:
    must = may = 0
    for kind in _kinds(worlds, needed):
        one = kind & -kind
        if _can_lie(worlds, holds, place, one):
            may |= kind
            if not worlds.exists_with(holds, {place: one}):
                must |= kind
    return must, may


def _can_lie(worlds: Worlds, holds: Mapping[int, Cards], place: int, card: Cards) -> bool:
    """Whether a card lies in a place in some world; it may be the one that the place must hold."""
    if not card & worlds.may[place] or not worlds.rooms[place]:
        return False
    others = {one: cards for one, cards in holds.items() if one != place or not cards & card}
    return laid(worlds, place, card).exists_with(others)


def _kinds(worlds: Worlds, needed: Sequence[Cards]) -> Iterator[Cards]:
    """Yield the unseen cards in sets that no place and no demand separates; all cards of a set behave alike."""
    kinds: dict[tuple[bool, ...], Cards] = {}
    for card in singles(worlds.unseen):
        alike = tuple(bool(card & cards) for cards in (*worlds.may, *needed))
        kinds[alike] = kinds.get(alike, 0) | card
    yield from kinds.values()


def _either(options: Sequence[Possible]) -> Possible:
    """Merge some ways: the cards held in every one of them, and those held in any."""
    first, *rest = options
    for other in rest:
        first = tuple((must & more, may | most) for (must, may), (more, most) in zip(first, other, strict=True))
    return first


def _named(deck: tuple[Card, ...], layout: Layout, possible_cards: Possible, ruled: Possible) -> Iterator[Holding]:
    for place, (must, ever), (then, may) in zip(layout.places, possible_cards, ruled, strict=True):
        sets = (must, then & ~must, may & ~then & ~must, ever & ~may)
        yield Holding(place.name, place.seat, place.room, *(cards_of(deck, cards) for cards in sets))


def impossible(case: RecordedVerdict, facts: PublicFacts, plays: Sequence[Owed]) -> Iterator[Message]:
    """Name, for each way in which the plays could have been lawful, the places that cannot be filled then."""
    for way in ways(plays, facts.layout):
        for place, owed in way.barred.items():
            if bad := owed & facts.fitting.unseen & facts.fitting.may[place]:
                here = facts.layout.places[place].name
                yield step(Message("If lawful, {place} holds none of {cards}.", place=here, cards=names(case, bad)))
        if not way.needs:
            if shortage_found := shortage(facts.fitting, way.barred):
                yield step(Message("Then the cards may lie so:"))
                yield from grouped(case, facts, way.barred)
                yield from cannot_be_filled(case, facts, shortage_found)
            continue
        yield from _no_excuse(case, facts, way.needs, way.barred)


def _no_excuse(
    case: RecordedVerdict, facts: PublicFacts, holds: Mapping[int, int], barred: Mapping[int, int]
) -> Iterator[Message]:
    """Show that no card that would excuse a play can lie in its hand."""
    for place, needed in holds.items():
        who, fitting = facts.layout.places[place].name, facts.fitting
        candidates = needed & fitting.unseen & fitting.may[place] & ~barred.get(place, 0)
        if not candidates or fitting.rooms[place] == only(fitting, place).bit_count():
            yield step(Message("No card that would excuse it can lie with {place}.", place=who))
            continue
        reasons: dict[Shortage, int] = {}
        for card in singles(candidates):
            if shortage_found := shortage(laid(fitting, place, card), barred):
                reasons[shortage_found] = reasons.get(shortage_found, 0) | card
        for shortage_found, excuses in reasons.items():
            yield step(
                Message(
                    "Were one of {cards} with {place} to excuse it, the other cards could not be dealt:",
                    cards=names(case, excuses),
                    place=who,
                )
            )
            yield from cannot_be_filled(case, facts, shortage_found)


def cannot_be_filled(case: RecordedVerdict, facts: PublicFacts, shortage_found: Shortage) -> Iterator[Message]:
    """Name the places that have too few cards, with the cards counted."""
    crowded = crowd(facts.fitting, shortage_found)
    if len(crowded.places) < len(shortage_found.places):
        yield step(_crowded(cards_of(case.game.deck, crowded.cards), names_of(facts.layout, crowded), crowded.room))
        return
    who = tuple(facts.layout.places[place].name for place in shortage_found.places)
    cards_named, room = cards_of(case.game.deck, shortage_found.cards), shortage_found.room
    yield step(_too_little(who, room, cards_named))
    one, several = (
        Message("One card cannot be made of {count}.", count=len(cards_named)),
        Message("{number} cards cannot be made of {count}.", number=room, count=len(cards_named)),
    )
    yield step(one if room == 1 else several)


def _crowded(cards: tuple[Card, ...], places: Listed, room: int) -> Message:
    """Describe cards that could lie in too few places."""
    row, number = Listed(cards, " "), len(cards)
    if number == 1:
        where = Message(
            "One card could lie only with {places}, where there is no room: {cards}", places=places, cards=row
        )
        return where if places.items else Message("One card could lie nowhere: {cards}", cards=row)
    if not places.items:
        return Message("{number} cards could lie nowhere: {cards}", number=number, cards=row)
    if not room:
        return Message(
            "{number} cards could lie only with {places}, where there is no room: {cards}",
            number=number,
            places=places,
            cards=row,
        )
    return Message(
        "{number} cards could lie only with {places}, where there is room for {count} of them: {cards}",
        number=number,
        places=places,
        count=room,
        cards=row,
    )


def _too_little(places: tuple[str, ...], room: int, cards: tuple[Card, ...]) -> Message:
    """Describe places that hold more cards than there are for them."""
    cards_text = Message("one card") if room == 1 else Message("{count} cards", count=room)
    could = Message("{count} cards could lie there", count=len(cards))
    could = Message("one card could lie there") if len(cards) == 1 else could
    row = Listed(cards or ("-",), " ")
    if len(places) == 1:
        return Message("{place} holds {why}; {why2}: {cards}", place=places[0], why=cards_text, why2=could, cards=row)
    who = Listed(places, "and")
    return Message("{places} hold {why}; {why2}: {cards}", places=who, why=cards_text, why2=could, cards=row)


def names(case: RecordedVerdict, some: int) -> Listed:
    """Name the cards of a set."""
    return cards(card for card, bit in case.bits.items() if bit & some)


# Reasons why a play is a revoke, and why the proof was not complete one event earlier.


def revoke(case: RecordedVerdict) -> Iterator[Message]:
    """Argue that one play is proven illegal."""
    owed, facts = case.owed(), case.facts(case.at)
    if owed is None or facts is None:
        return
    who = case.names[owed.play.seat]
    yield from heading(Message("What the rules demand ({code})", code=case.verdict.rule))
    card = owed.play.card
    yield step(Message("The hand that plays {card} there by the rules, that card included, holds", card=card))
    yield from demands(owed.duty)
    if owed.duty.excuse:
        excuses = cards(sorted(owed.duty.excuse, key=case.game.deck.index))
        yield step(Message("or holds a card that excuses it, one of {cards}", cards=excuses))
    yield from heading(Message("What was known at {why}", why=line(case.verdict.proved, case)))
    yield step(_shown_since(case, owed, who))
    yield from places(case, facts)
    yield from heading(Message("Why no lawful hand is left"))
    yield from _argument(case, facts, owed)
    yield from _one_event_earlier(case, owed)


def _shown_since(case: RecordedVerdict, owed: Owed, who: str) -> Message:
    """Name the cards that the seat has shown since its play."""
    plays, n = tuple(case.shown_since(owed, case.at)), owed.play.event
    if not plays:
        return Message("Shown by {name} after line {n}: nothing.", name=who, n=n)
    plays_text = Message.join(", ", (Message("{card} (line {n})", card=play.card, n=play.event) for play in plays))
    return Message("Shown by {name} after line {n}: {why}.", name=who, n=n, why=plays_text)


def _argument(case: RecordedVerdict, facts: PublicFacts, owed: Owed) -> Iterator[Message]:
    """Name the cards that were in that hand, or count them; then show that nothing excuses them."""
    who = case.names[owed.play.seat]
    now = case.owed_at(owed, case.at)
    broken = [card for one in now for card in one.broken]
    unbroken = [card for card in case.verdict.proof or () if card not in broken]
    for card in broken:
        if card == owed.play.card:
            yield step(Message("{card} itself may not be played there, whatever else the hand holds.", card=card))
        else:
            yield step(
                Message(
                    "{card} was in that hand too: {name} showed it later, and no hand takes up a card in these tricks.",
                    card=card,
                    name=who,
                )
            )
    for card in unbroken:
        lines = Listed(tuple(str(stage.number) for stage in naming(case, (card,), case.at + 1)))
        yield step(
            Message(
                "{card} was in that hand too: it is known to lie there still (line {numbers}).",
                card=card,
                numbers=lines,
            )
        )
    if owed.excuse or not (broken or unbroken):
        yield from impossible(case, facts, now)


def last_doubt(case: RecordedVerdict, owed: Owed) -> tuple[int, PublicFacts, World] | None:
    """Find the last stage before the proof at which some fitting world makes the play lawful, and that world."""
    for index in range(case.at - 1, case.act - 1, -1):
        if facts := case.facts(index):
            plays = case.owed_at(owed, index)
            if (world := lawful(plays, facts.layout, facts.fitting)) is not None:
                return index, facts, world
    return None


def _one_event_earlier(case: RecordedVerdict, owed: Owed) -> Iterator[Message]:
    yield from heading(Message("Why not earlier"))
    doubt = last_doubt(case, owed)
    if doubt is None:
        yield step(Message("It was proven as soon as {card} lay on the table.", card=owed.play.card))
        return
    index, facts, world = doubt
    before = case.stages[index].number
    yield step(Message("After {why} the unseen cards might still have lain so:", why=line(before, case)))
    yield from hands(case, facts, world)
    place = facts.layout.place_of(owed.play.seat)
    rest = 0 if place is None else world[place]
    cards_shown = [play.card for play in case.shown_since(owed, index)]
    hand = dict.fromkeys((owed.play.card, *cards_shown, *(card for card, bit in case.bits.items() if bit & rest)))
    name, card = case.names[owed.play.seat], owed.play.card
    text = Message(
        "{name} would have played {card} by the rules, from {cards}.", name=name, card=card, cards=cards(hand)
    )
    yield step(text)


# Reasons why somebody has revoked though no single play is proven illegal, and the suspects.


def someone(case: RecordedVerdict) -> Iterator[Message]:
    """Explain that not every play was lawful, and that each suspect alone accounts for it."""
    facts = case.facts(case.at)
    if facts is None:
        return
    plays = facts.memory.owed
    yield from heading(Message("What was known at {why}", why=line(case.verdict.proved, case)))
    yield from places(case, facts)
    yield from heading(Message("What the plays asked of the hands that made them"))
    yield from owed_cards(case, facts, plays)
    yield from heading(Message("Why they cannot all have been lawful"))
    yield from impossible(case, facts, plays)
    yield from heading(Message("Whose fault alone would explain it"))
    for seat in case.verdict.seats or ():
        world = lawful([owed for owed in plays if owed.play.seat != seat], facts.layout, facts.fitting)
        if world is not None:
            name = case.names[seat]
            yield step(Message("{name}: with the unseen cards so, all the others played by the rules:", name=name))
            yield from hands(case, facts, world)
    if not case.verdict.seats:
        yield step(
            Message("Nobody's: without the plays of any one player the others' cannot all have been lawful either.")
        )
    yield from _all_lawful_earlier(case)


def owed_cards(case: RecordedVerdict, facts: PublicFacts, plays: Sequence[Owed]) -> Iterator[Message]:
    """List the unseen cards that each play's hand must not hold, a line a play."""
    for owed in plays:
        if bad := owed.avoid & facts.fitting.unseen:
            yield step(_owed_cards(case, owed, bad))


def _owed_cards(case: RecordedVerdict, owed: Owed, bad: Cards) -> Message:
    """Name the cards that a hand must not hold, unless it holds one that excuses its play."""
    who, cards_named = case.names[owed.play.seat], names(case, bad)
    trick, number, card, led = owed.trick, owed.play.event, owed.play.card, owed.led
    if owed.excuse:
        return Message(
            "trick {n}, line {n2}: {name} {card} on {card2}: none of {cards} (or holds a card that excuses it)",
            n=trick,
            n2=number,
            name=who,
            card=card,
            card2=led,
            cards=cards_named,
        )
    return Message(
        "trick {n}, line {n2}: {name} {card} on {card2}: none of {cards}",
        n=trick,
        n2=number,
        name=who,
        card=card,
        card2=led,
        cards=cards_named,
    )


def last_all_lawful(case: RecordedVerdict) -> tuple[int, PublicFacts, World] | None:
    """Find the last stage before the proof at which some fitting world makes every play lawful, and that world."""
    for index in range(case.at - 1, 0, -1):
        facts = case.facts(index)
        if facts is None:
            return None
        if (world := lawful(facts.memory.owed, facts.layout, facts.fitting)) is not None:
            return index, facts, world
    return None


def _all_lawful_earlier(case: RecordedVerdict) -> Iterator[Message]:
    if (last_lawful := last_all_lawful(case)) is not None:
        index, facts, world = last_lawful
        yield from heading(Message("Why not earlier"))
        at = line(case.stages[index].number, case)
        yield step(Message("After {why} every play could still be lawful, the cards so:", why=at))
        yield from hands(case, facts, world)
