"""Why a play is a revoke, and why that could not be said one event earlier."""

from collections.abc import Iterator

from controller.explain.case import PublicFacts, RecordedVerdict
from controller.explain.parts import cards, demands, hands, heading, line, naming, places, step
from controller.explain.why import impossible
from controller.explain.world import World, lawful
from controller.record.message import Listed, Message
from controller.rules.proof import Owed


def revoke(case: RecordedVerdict) -> Iterator[Message]:
    """The argument for one play that is proven illegal."""
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
    """The cards that the seat has shown since its play."""
    plays, n = tuple(case.shown_since(owed, case.at)), owed.play.event
    if not plays:
        return Message("Shown by {name} after line {n}: nothing.", name=who, n=n)
    shown = Message.join(", ", (Message("{card} (line {n})", card=play.card, n=play.event) for play in plays))
    return Message("Shown by {name} after line {n}: {why}.", name=who, n=n, why=shown)


def _argument(case: RecordedVerdict, facts: PublicFacts, owed: Owed) -> Iterator[Message]:
    """The cards that were in that hand, or the count; and why nothing excuses them."""
    who = case.names[owed.play.seat]
    now = case.owed_at(owed, case.at)
    broken = [card for one in now for card in one.broken]
    held = [card for card in case.verdict.proof or () if card not in broken]
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
    for card in held:
        lines = Listed(tuple(str(stage.number) for stage in naming(case, (card,), case.at + 1)))
        yield step(
            Message(
                "{card} was in that hand too: it is known to lie there still (line {numbers}).",
                card=card,
                numbers=lines,
            )
        )
    if owed.excuse or not (broken or held):
        yield from impossible(case, facts, now)


def last_doubt(case: RecordedVerdict, owed: Owed) -> tuple[int, PublicFacts, World] | None:
    """The last stage before the proof at which some fitting world makes the play lawful, and that world."""
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
    shown = [play.card for play in case.shown_since(owed, index)]
    hand = dict.fromkeys((owed.play.card, *shown, *(card for card, bit in case.bits.items() if bit & rest)))
    name, card = case.names[owed.play.seat], owed.play.card
    text = Message(
        "{name} would have played {card} by the rules, from {cards}.", name=name, card=card, cards=cards(hand)
    )
    yield step(text)
