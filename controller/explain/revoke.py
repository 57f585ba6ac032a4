"""Why a play is a revoke, and why that could not be said one event earlier."""

from collections.abc import Iterator

from controller.explain.case import Case, Facts
from controller.explain.parts import cards, demands, hands, line, naming, places
from controller.explain.why import impossible
from controller.explain.world import World, lawful
from controller.rules.proof import Owed


def revoke(case: Case) -> Iterator[str]:
    """The argument for one play that is proven illegal."""
    owed, facts = case.owed(), case.facts(case.at)
    if owed is None or facts is None:
        return
    who = case.names[owed.play.seat]
    yield ""
    yield f"What the rules demand ({case.verdict.rule})"
    yield f"  The hand that plays {owed.play.card} there by the rules, that card included, holds"
    yield from demands(owed.duty)
    if owed.duty.excuse:
        yield f"  or holds a card that excuses it, one of {cards(sorted(owed.duty.excuse, key=case.game.deck.index))}"
    yield ""
    yield f"What was known at {line(case.verdict.proved, case)}"
    since = [f"{play.card} (line {play.event})" for play in case.shown_since(owed, case.at)]
    yield f"  Shown by {who} after line {owed.play.event}: {', '.join(since) or 'nothing'}."
    yield from places(case, facts)
    yield ""
    yield "Why no lawful hand is left"
    yield from _argument(case, facts, owed)
    yield from _one_event_earlier(case, owed)


def _argument(case: Case, facts: Facts, owed: Owed) -> Iterator[str]:
    """The cards that were in that hand, or the count; and why nothing excuses them."""
    who = case.names[owed.play.seat]
    now = case.owed_at(owed, case.at)
    broken = [card for one in now for card in one.broken]
    held = [card for card in case.verdict.proof or () if card not in broken]
    for card in broken:
        if card == owed.play.card:
            yield f"  {card} itself may not be played there, whatever else the hand holds."
        else:
            yield f"  {card} was in that hand too: {who} showed it later, and no hand takes up a card in these tricks."
    for card in held:
        lines = ", ".join(str(stage.number) for stage in naming(case, (card,), case.at + 1))
        yield f"  {card} was in that hand too: it is known to lie there still (line {lines})."
    if owed.excuse or not (broken or held):
        yield from impossible(case, facts, now)


def last_doubt(case: Case, owed: Owed) -> tuple[int, Facts, World] | None:
    """The last stage before the proof at which some fitting world makes the play lawful, and that world."""
    for index in range(case.at - 1, case.act - 1, -1):
        if facts := case.facts(index):
            plays = case.owed_at(owed, index)
            if (world := lawful(plays, facts.layout, facts.fitting)) is not None:
                return index, facts, world
    return None


def _one_event_earlier(case: Case, owed: Owed) -> Iterator[str]:
    yield ""
    yield "Why not earlier"
    doubt = last_doubt(case, owed)
    if doubt is None:
        yield f"  It was proven as soon as {owed.play.card} lay on the table."
        return
    index, facts, world = doubt
    before = case.stages[index].number
    yield f"  After {line(before, case)} the unseen cards might still have lain so:"
    yield from hands(case, facts, world)
    place = facts.layout.place_of(owed.play.seat)
    rest = 0 if place is None else world[place]
    shown = [play.card for play in case.shown_since(owed, index)]
    hand = dict.fromkeys((owed.play.card, *shown, *(card for card, bit in case.bits.items() if bit & rest)))
    yield f"  {case.names[owed.play.seat]} would have played {owed.play.card} by the rules, from {cards(hand)}."
