"""Why plays cannot have been lawful: for each way in which they might, the places that cannot be filled."""

from collections.abc import Iterator, Mapping, Sequence

from controller.explain.case import Case, Facts
from controller.explain.parts import cards, grouped
from controller.explain.world import laid, singles, ways
from controller.referee.wording import only_in
from controller.rules.card_sets import cards_of, counted, number, together
from controller.rules.proof import Owed
from controller.rules.shortage import Shortage, crowd, only, shortage


def impossible(case: Case, facts: Facts, plays: Sequence[Owed]) -> Iterator[str]:
    """For each way in which the plays could have been lawful, the places that cannot be filled then."""
    for way in ways(plays, facts.layout):
        for place, owed in way.barred.items():
            if bad := owed & facts.fitting.unseen & facts.fitting.may[place]:
                yield f"  If lawful, {facts.layout.places[place].name} holds none of {names(case, bad)}."
        if not way.holds:
            if found := shortage(facts.fitting, way.barred):
                yield "  Then the cards may lie so:"
                yield from grouped(case, facts, way.barred)
                yield from cannot_be_filled(case, facts, found)
            continue
        yield from _no_excuse(case, facts, way.holds, way.barred)


def _no_excuse(case: Case, facts: Facts, holds: Mapping[int, int], barred: Mapping[int, int]) -> Iterator[str]:
    """That no card which would excuse a play can lie in its hand."""
    for place, wanted in holds.items():
        who, fitting = facts.layout.places[place].name, facts.fitting
        left = wanted & fitting.unseen & fitting.may[place] & ~barred.get(place, 0)
        if not left or fitting.rooms[place] == only(fitting, place).bit_count():
            yield f"  No card that would excuse it can lie with {who}."
            continue
        reasons: dict[Shortage, int] = {}
        for card in singles(left):
            if found := shortage(laid(fitting, place, card), barred):
                reasons[found] = reasons.get(found, 0) | card
        for found, excuses in reasons.items():
            yield f"  Were one of {names(case, excuses)} with {who} to excuse it, the other cards could not be dealt:"
            yield from cannot_be_filled(case, facts, found)


def cannot_be_filled(case: Case, facts: Facts, found: Shortage) -> Iterator[str]:
    """The places that have too few cards, with the cards counted."""
    crowded = crowd(facts.fitting, found)
    if len(crowded.places) < len(found.places):
        cards = cards_of(case.game.deck, crowded.cards)
        yield f"  {counted(len(cards)).capitalize()} could lie {only_in(facts.layout, crowded)}: {' '.join(cards)}"
        return
    who = together([facts.layout.places[place].name for place in found.places])
    cards = cards_of(case.game.deck, found.cards)
    holds = "hold" if len(found.places) > 1 else "holds"
    yield f"  {who} {holds} {counted(found.room)}; {counted(len(cards))} could lie there: {' '.join(cards) or '-'}"
    yield f"  {counted(found.room).capitalize()} cannot be made of {number(len(cards))}."


def names(case: Case, some: int) -> str:
    """The cards of a set."""
    return cards(card for card, bit in case.bits.items() if bit & some)
