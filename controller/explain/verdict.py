"""``replay --explain``: the reasoning for one verdict, step by step, to be checked with the cards in hand."""

from collections.abc import Iterator

from controller.explain.case import RecordedVerdict, find, heading, step
from controller.explain.facts import faults, on_the_table
from controller.explain.silence import holes
from controller.explain.why import revoke, someone
from controller.record.events import Answered
from controller.record.message import Message
from controller.record.text import RecordText


def lines(text: RecordText, number: int) -> Iterator[Message]:
    """Yield the reasoning for the verdict of this number; raises NoVerdictError and MatchError."""
    yield from of_case(find(text, number))


def of_case(case: RecordedVerdict) -> Iterator[Message]:
    """Yield the reasoning for a verdict that was found."""
    verdict = case.verdict
    yield Message("verdict {n}: {kind} ({code})", n=case.number, kind=verdict.kind, code=verdict.rule)
    yield step(verdict.text)
    yield from argument(case)
    yield from _pictures(case)


def argument(case: RecordedVerdict) -> Iterator[Message]:
    """Yield the reasoning for a verdict, from the act to the reason why it was not announced earlier."""
    yield from on_the_table(case)
    match case.verdict.kind:
        case "revoke" | "illegal-lead":
            yield from revoke(case)
        case "someone-revoked":
            yield from someone(case)
        case _:
            yield from faults(case)
    yield from holes(case)
    yield from _confirmed(case)


def _confirmed(case: RecordedVerdict) -> Iterator[Message]:
    """List the question that people were asked about cards read by their faces, and their answers."""
    question = next((one for one in case.stages[-1].match.questions if one.verdict == case.verdict), None)
    if question is None:
        return
    yield from heading(Message("What people said who saw the pictures"))
    yield step(Message("line {n}: {reason}", n=question.line, reason=question.text))
    for stage in case.stages:
        if isinstance(stage.event, Answered) and stage.event.of == question.line:
            yield step(Message("line {n}: {name} says yes.", n=stage.number, name=case.names[stage.event.seat]))


def _pictures(case: RecordedVerdict) -> Iterator[Message]:
    """Name the pictures of the act and of the proof."""
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
