"""``replay --explain``: the reasoning for one verdict, step by step, to be checked with the cards in hand."""

from collections.abc import Iterator

from controller.explain.case import Case, find
from controller.explain.facts import faults, on_the_table
from controller.explain.revoke import revoke
from controller.explain.someone import someone
from controller.record.text import Text


def lines(text: Text, number: int) -> Iterator[str]:
    """The reasoning for the verdict of this number; raises NoVerdictError and MatchError."""
    case = find(text, number)
    verdict = case.verdict
    yield f"verdict {number}: {verdict.kind} ({verdict.rule})"
    yield f"  {verdict.text}"
    yield from on_the_table(case)
    match verdict.kind:
        case "revoke":
            yield from revoke(case)
        case "someone-revoked":
            yield from someone(case)
        case _:
            yield from faults(case)
    yield from _pictures(case)


def _pictures(case: Case) -> Iterator[str]:
    """The names of the pictures of the act and of the proof."""
    numbers = dict.fromkeys((case.verdict.event, case.verdict.proved))
    events = {number: case.stages[case.order[number]].event for number in numbers}
    named = [f"  line {number}: {event.img}" for number, event in events.items() if event and event.img]
    if named:
        yield ""
        yield "Pictures"
        yield from named
