"""Why somebody has revoked though no single play is proven illegal, and who alone may have."""

from collections.abc import Iterator, Sequence

from controller.explain.case import Case, Facts
from controller.explain.parts import hands, line, places
from controller.explain.why import impossible, names
from controller.explain.world import lawful
from controller.rules.proof import Owed


def someone(case: Case) -> Iterator[str]:
    """Why not every play can have been lawful, and why each suspect alone explains it."""
    facts = case.facts(case.at)
    if facts is None:
        return
    plays = facts.watch.owed
    yield ""
    yield f"What was known at {line(case.verdict.proved, case)}"
    yield from places(case, facts)
    yield ""
    yield "What the plays asked of the hands that made them"
    yield from asked(case, facts, plays)
    yield ""
    yield "Why they cannot all have been lawful"
    yield from impossible(case, facts, plays)
    yield ""
    yield "Whose fault alone would explain it"
    for seat in case.verdict.seats or ():
        world = lawful([owed for owed in plays if owed.play.seat != seat], facts.layout, facts.fitting)
        if world is not None:
            yield f"  {case.names[seat]}: with the unseen cards so, all the others played by the rules:"
            yield from hands(case, facts, world)
    if not case.verdict.seats:
        yield "  Nobody's: without the plays of any one player the others' cannot all have been lawful either."
    yield from _all_lawful_earlier(case)


def asked(case: Case, facts: Facts, plays: Sequence[Owed]) -> Iterator[str]:
    """A line a play: the unseen cards that its hand must not hold."""
    for owed in plays:
        if bad := owed.avoid & facts.fitting.unseen:
            excuse = " (or holds a card that excuses it)" if owed.excuse else ""
            what = f"{owed.play.card} on {owed.led}: none of {names(case, bad)}{excuse}"
            yield f"  trick {owed.trick}, line {owed.play.event}: {case.names[owed.play.seat]} {what}"


def _all_lawful_earlier(case: Case) -> Iterator[str]:
    for index in range(case.at - 1, 0, -1):
        facts = case.facts(index)
        if facts is None:
            return
        if (world := lawful(facts.watch.owed, facts.layout, facts.fitting)) is not None:
            yield ""
            yield "Why not earlier"
            yield f"  After {line(case.stages[index].number, case)} every play could still be lawful, the cards so:"
            yield from hands(case, facts, world)
            return
