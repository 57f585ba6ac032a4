"""The parts of an explanation that several arguments share: cards, places, plays in words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from controller.explain.case import PublicFacts, RecordedVerdict
from controller.explain.world import World
from controller.record.cards import Card
from controller.record.message import Listed, Message
from controller.record.text import to_fields
from controller.referee.fold import FoldStep
from controller.rules.card_sets import cards_of, set_of
from controller.rules.deal import Play
from controller.rules.duty import Duty
from controller.rules.results import NO_WORDS
from controller.rules.worlds import NOTHING, Cards


def heading(text: Message) -> Iterator[Message]:
    """A paragraph's heading, after a blank line."""
    yield NO_WORDS
    yield text


def step(text: str) -> Message:
    """A line of an argument, set in below its heading."""
    return Message.laid_out("  {why}", why=text)


def substep(text: str) -> Message:
    """A line below a step."""
    return Message.laid_out("    {why}", why=text)


def line(number: int, case: RecordedVerdict) -> Message:
    """A line of the record and what it says, as a heading names it."""
    play = case.play(case.order[number])
    if play is None:
        event = case.stages[case.order[number]].event
        told = Message("line {n} ({kind})", n=number, kind=event.e) if event else None
        return told or Message("line {n}", n=number)
    return Message("line {n} ({name} {card})", n=number, name=name(case, play), card=play.card)


def name(case: RecordedVerdict, play: Play) -> str:
    """Who showed a card; a seat that is not at the table has no name."""
    return case.names[play.seat] if 0 <= play.seat < len(case.names) else Message("seat {n}", n=play.seat)


def naming(case: RecordedVerdict, some: Iterable[Card], before: int) -> Iterator[FoldStep]:
    """The stages of this deal, up to an index, whose events name one of the cards."""
    wanted = set(some)
    for stage in case.of_this_deal(before):
        if stage.event and not wanted.isdisjoint(_words(to_fields(stage.event))):
            yield stage


def _words(value: Any) -> Iterator[str]:  # noqa: ANN401 - the fields of an event are any JSON value
    """Every text in the fields of an event."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (Mapping, list, tuple)):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _words(one)


def demands(duty: Duty) -> Iterator[Message]:
    """The cards that a lawful hand could not have held, a line a rule."""
    for rule in dict.fromkeys(duty.avoid.values()):
        owed = cards(card for card, shows in duty.avoid.items() if shows == rule)
        yield step(Message("{code}: none of {cards}", code=rule, cards=owed))


def places(case: RecordedVerdict, facts: PublicFacts) -> Iterator[Message]:
    """The unseen cards: how many each place holds, and where each may lie."""
    held = [place for place in facts.layout.places if place.room]
    rooms = Message.join(", ", (Message.laid_out("{place} {n}", place=place.name, n=place.room) for place in held))
    count = facts.fitting.unseen.bit_count()
    yield step(
        Message.counted("Still held: {why}; {n} card.", "Still held: {why}; {n} cards.", count, why=rooms, n=count)
    )
    yield step(Message("Where each may lie, as far as was seen:"))
    yield from grouped(case, facts, NOTHING)


def grouped(case: RecordedVerdict, facts: PublicFacts, barred: Mapping[int, Cards]) -> Iterator[Message]:
    """The unseen cards by the places that may hold them."""
    kinds: dict[tuple[int, ...], list[Card]] = {}
    for card in cards_of(case.game.deck, facts.fitting.unseen):
        bit = set_of(case.game.deck, (card,))
        may = [place for place, cards in enumerate(facts.fitting.may) if cards & bit & ~barred.get(place, 0)]
        kinds.setdefault(tuple(place for place in may if facts.layout.places[place].room), []).append(card)
    for here, some in sorted(kinds.items(), key=lambda kind: (len(kind[0]), kind[0])):
        where = Listed(tuple(facts.layout.places[place].name for place in here), "or")
        there = Message.laid_out("{places}", places=where) if here else Message("nowhere")
        yield substep(Message.laid_out("{why}: {cards}", why=there, cards=cards(some)))


def hands(case: RecordedVerdict, facts: PublicFacts, world: World) -> Iterator[Message]:
    """A world, a line a place."""
    filled = [(place, some) for place, some in zip(facts.layout.places, world, strict=True) if place.room]
    width = max((len(place.name) for place, _ in filled), default=0)
    for place, some in filled:
        gap, there = " " * (width - len(place.name)), cards(card.face for card in cards_of(case.game.deck, some))
        yield substep(Message.laid_out("{place}{code}  {cards}", place=place.name, code=gap, cards=there))


def cards(some: Iterable[Card]) -> Listed:
    """Cards in a row."""
    row = tuple(some)
    return Listed(row, " ") if row else Listed((Message("none"),))
