"""Why plays cannot have been lawful: for each way in which they might, the places that cannot be filled."""

from collections.abc import Iterator, Mapping, Sequence

from controller.explain.case import PublicFacts, RecordedVerdict
from controller.explain.parts import cards, grouped, step
from controller.explain.world import laid, singles, ways
from controller.record.cards import Card
from controller.record.message import Listed, Message
from controller.referee.wording import names_of
from controller.rules.card_sets import cards_of
from controller.rules.proof import Owed
from controller.rules.shortage import Shortage, crowd, only, shortage


def impossible(case: RecordedVerdict, facts: PublicFacts, plays: Sequence[Owed]) -> Iterator[Message]:
    """For each way in which the plays could have been lawful, the places that cannot be filled then."""
    for way in ways(plays, facts.layout):
        for place, owed in way.barred.items():
            if bad := owed & facts.fitting.unseen & facts.fitting.may[place]:
                here = facts.layout.places[place].name
                yield step(Message("If lawful, {place} holds none of {cards}.", place=here, cards=names(case, bad)))
        if not way.holds:
            if found := shortage(facts.fitting, way.barred):
                yield step(Message("Then the cards may lie so:"))
                yield from grouped(case, facts, way.barred)
                yield from cannot_be_filled(case, facts, found)
            continue
        yield from _no_excuse(case, facts, way.holds, way.barred)


def _no_excuse(
    case: RecordedVerdict, facts: PublicFacts, holds: Mapping[int, int], barred: Mapping[int, int]
) -> Iterator[Message]:
    """That no card which would excuse a play can lie in its hand."""
    for place, wanted in holds.items():
        who, fitting = facts.layout.places[place].name, facts.fitting
        left = wanted & fitting.unseen & fitting.may[place] & ~barred.get(place, 0)
        if not left or fitting.rooms[place] == only(fitting, place).bit_count():
            yield step(Message("No card that would excuse it can lie with {place}.", place=who))
            continue
        reasons: dict[Shortage, int] = {}
        for card in singles(left):
            if found := shortage(laid(fitting, place, card), barred):
                reasons[found] = reasons.get(found, 0) | card
        for found, excuses in reasons.items():
            yield step(
                Message(
                    "Were one of {cards} with {place} to excuse it, the other cards could not be dealt:",
                    cards=names(case, excuses),
                    place=who,
                )
            )
            yield from cannot_be_filled(case, facts, found)


def cannot_be_filled(case: RecordedVerdict, facts: PublicFacts, found: Shortage) -> Iterator[Message]:
    """The places that have too few cards, with the cards counted."""
    crowded = crowd(facts.fitting, found)
    if len(crowded.places) < len(found.places):
        yield step(_crowded(cards_of(case.game.deck, crowded.cards), names_of(facts.layout, crowded), crowded.room))
        return
    who = tuple(facts.layout.places[place].name for place in found.places)
    there, room = cards_of(case.game.deck, found.cards), found.room
    yield step(_too_little(who, room, there))
    one, several = (
        Message("One card cannot be made of {count}.", count=len(there)),
        Message("{number} cards cannot be made of {count}.", number=room, count=len(there)),
    )
    yield step(one if room == 1 else several)


def _crowded(cards: tuple[Card, ...], places: Listed, room: int) -> Message:
    """Cards that could lie in too few places."""
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
    """Places that hold more than there is for them."""
    held = Message("one card") if room == 1 else Message("{count} cards", count=room)
    could = Message("{count} cards could lie there", count=len(cards))
    could = Message("one card could lie there") if len(cards) == 1 else could
    row = Listed(cards or ("-",), " ")
    if len(places) == 1:
        return Message("{place} holds {why}; {why2}: {cards}", place=places[0], why=held, why2=could, cards=row)
    who = Listed(places, "and")
    return Message("{places} hold {why}; {why2}: {cards}", places=who, why=held, why2=could, cards=row)


def names(case: RecordedVerdict, some: int) -> Listed:
    """The cards of a set."""
    return cards(card for card, bit in case.bits.items() if bit & some)
