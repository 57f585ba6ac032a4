"""``replay --explain``: the reasoning for one verdict, step by step, to be checked with the cards in hand."""

from collections.abc import Iterator

from controller.explain.case import RecordedVerdict, find
from controller.explain.facts import faults, on_the_table
from controller.explain.parts import heading, step
from controller.explain.revoke import revoke
from controller.explain.silence import holes
from controller.explain.someone import someone
from controller.record.message import Message
from controller.record.text import RecordText


def lines(text: RecordText, number: int) -> Iterator[Message]:
    """The reasoning for the verdict of this number; raises NoVerdictError and MatchError."""
    yield from of_case(find(text, number))


def of_case(case: RecordedVerdict) -> Iterator[Message]:
    """The reasoning for a verdict that was found."""
    verdict = case.verdict
    yield Message("verdict {n}: {kind} ({code})", n=case.number, kind=verdict.kind, code=verdict.rule)
    yield step(verdict.text)
    yield from argument(case)
    yield from _pictures(case)


def argument(case: RecordedVerdict) -> Iterator[Message]:
    """The reasoning for a verdict, from what happened to why it was not said earlier."""
    yield from on_the_table(case)
    match case.verdict.kind:
        case "revoke" | "illegal-lead":
            yield from revoke(case)
        case "someone-revoked":
            yield from someone(case)
        case _:
            yield from faults(case)
    yield from holes(case)


def _pictures(case: RecordedVerdict) -> Iterator[Message]:
    """The names of the pictures of the act and of the proof."""
    numbers = dict.fromkeys((case.verdict.event, case.verdict.proved))
    events = {number: case.stages[case.order[number]].event for number in numbers}
    named = [
        step(Message("line {n}: {reason}", n=number, reason=event.img))
        for number, event in events.items()
        if event and event.img
    ]
    if named:
        yield from heading(Message("Pictures"))
        yield from named
