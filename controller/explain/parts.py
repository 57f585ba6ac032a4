"""The parts of an explanation that several arguments share: cards, places, plays in words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from controller.explain.case import Case, Facts
from controller.explain.world import World
from controller.record.cards import Card
from controller.record.text import to_fields
from controller.referee.fold import Stage
from controller.rules.card_sets import cards_of, either, set_of
from controller.rules.deal import Play
from controller.rules.duty import Duty
from controller.rules.worlds import NOTHING, Cards


def line(number: int, case: Case) -> str:
    """A line of the record and what it says, as a heading names it."""
    play = case.play(case.order[number])
    if play is None:
        event = case.stages[case.order[number]].event
        return f"line {number} ({event.e})" if event else f"line {number}"
    return f"line {number} ({name(case, play)} {play.card})"


def name(case: Case, play: Play) -> str:
    """Who showed a card; a seat that is not at the table has no name."""
    return case.names[play.seat] if 0 <= play.seat < len(case.names) else f"seat {play.seat}"


def naming(case: Case, some: Iterable[Card], before: int) -> Iterator[Stage]:
    """The stages of this deal, up to an index, whose events name one of the cards."""
    wanted = set(some)
    for stage in case.of_this_deal(before):
        if stage.event and not wanted.isdisjoint(_words(to_fields(stage.event))):
            yield stage


def _words(value: Any) -> Iterator[str]:  # noqa: ANN401 - the fields of an event are any JSON value
    """Every text in the fields of an event."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for one in value.values() if isinstance(value, Mapping) else value:  # pyright: ignore[reportUnknownVariableType] - JSON
            yield from _words(one)


def demands(duty: Duty) -> Iterator[str]:
    """What a lawful hand could not have held, a line a rule."""
    for rule in dict.fromkeys(duty.avoid.values()):
        yield f"  {rule}: none of {' '.join(card for card, shows in duty.avoid.items() if shows == rule)}"


def places(case: Case, facts: Facts) -> Iterator[str]:
    """The unseen cards: how many each place holds, and where each may lie."""
    rooms = [f"{place.name} {place.room}" for place in facts.layout.places if place.room]
    yield f"  Still held: {', '.join(rooms)}; {facts.fitting.unseen.bit_count()} cards."
    yield "  Where each may lie, as far as was seen:"
    yield from grouped(case, facts, NOTHING)


def grouped(case: Case, facts: Facts, barred: Mapping[int, Cards]) -> Iterator[str]:
    """The unseen cards by the places that may hold them."""
    kinds: dict[tuple[int, ...], list[Card]] = {}
    for card in cards_of(case.game.deck, facts.fitting.unseen):
        bit = set_of(case.game.deck, (card,))
        may = [place for place, cards in enumerate(facts.fitting.may) if cards & bit & ~barred.get(place, 0)]
        kinds.setdefault(tuple(place for place in may if facts.layout.places[place].room), []).append(card)
    for here, some in sorted(kinds.items(), key=lambda kind: (len(kind[0]), kind[0])):
        where = either([facts.layout.places[place].name for place in here]) or "nowhere"
        yield f"    {where}: {cards(some)}"


def hands(case: Case, facts: Facts, world: World) -> Iterator[str]:
    """A world, a line a place."""
    filled = [(place, some) for place, some in zip(facts.layout.places, world, strict=True) if place.room]
    width = max((len(place.name) for place, _ in filled), default=0)
    for place, some in filled:
        yield f"    {place.name:{width}}  {cards(cards_of(case.game.deck, some))}"


def cards(names: Iterable[Card]) -> str:
    """Cards in a row."""
    return " ".join(names) or "none"
