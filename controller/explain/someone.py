"""Why somebody has revoked though no single play is proven illegal, and who alone may have."""

from collections.abc import Iterator, Sequence

from controller.explain.case import PublicFacts, RecordedVerdict
from controller.explain.parts import hands, heading, line, places, step
from controller.explain.why import impossible, names
from controller.explain.world import World, lawful
from controller.record.message import Message
from controller.rules.proof import Owed
from controller.rules.worlds import Cards


def someone(case: RecordedVerdict) -> Iterator[Message]:
    """Why not every play can have been lawful, and why each suspect alone explains it."""
    facts = case.facts(case.at)
    if facts is None:
        return
    plays = facts.memory.owed
    yield from heading(Message("What was known at {why}", why=line(case.verdict.proved, case)))
    yield from places(case, facts)
    yield from heading(Message("What the plays asked of the hands that made them"))
    yield from asked(case, facts, plays)
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


def asked(case: RecordedVerdict, facts: PublicFacts, plays: Sequence[Owed]) -> Iterator[Message]:
    """A line a play: the unseen cards that its hand must not hold."""
    for owed in plays:
        if bad := owed.avoid & facts.fitting.unseen:
            yield step(_asked(case, owed, bad))


def _asked(case: RecordedVerdict, owed: Owed, bad: Cards) -> Message:
    """The cards that a hand must not hold, unless it holds one that excuses its play."""
    who, held = case.names[owed.play.seat], names(case, bad)
    trick, number, card, led = owed.trick, owed.play.event, owed.play.card, owed.led
    if owed.excuse:
        return Message(
            "trick {n}, line {n2}: {name} {card} on {card2}: none of {cards} (or holds a card that excuses it)",
            n=trick,
            n2=number,
            name=who,
            card=card,
            card2=led,
            cards=held,
        )
    return Message(
        "trick {n}, line {n2}: {name} {card} on {card2}: none of {cards}",
        n=trick,
        n2=number,
        name=who,
        card=card,
        card2=led,
        cards=held,
    )


def last_all_lawful(case: RecordedVerdict) -> tuple[int, PublicFacts, World] | None:
    """The last stage before the proof at which some fitting world makes every play lawful, and that world."""
    for index in range(case.at - 1, 0, -1):
        facts = case.facts(index)
        if facts is None:
            return None
        if (world := lawful(facts.memory.owed, facts.layout, facts.fitting)) is not None:
            return index, facts, world
    return None


def _all_lawful_earlier(case: RecordedVerdict) -> Iterator[Message]:
    if (found := last_all_lawful(case)) is not None:
        index, facts, world = found
        yield from heading(Message("Why not earlier"))
        at = line(case.stages[index].number, case)
        yield step(Message("After {why} every play could still be lawful, the cards so:", why=at))
        yield from hands(case, facts, world)
