"""The step of a ruling: the arbiter's word, its verdict, and its changes on the sheet (referee.md)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from controller import rulebooks
from controller.record.events import Correction, Event, Ruling
from controller.record.message import Message
from controller.referee import settling
from controller.referee.ledger import RULED
from controller.referee.step import StepResult, error
from controller.rules.deal import S
from controller.rules.match import AnyMatch, Match
from controller.rules.parts import B

Accusation = tuple[object, ...] | None
RulingMeanings = Mapping[int, Accusation]
"""The accusations that rulings were about when they were made, by the rulings' lines."""
After = Callable[[Sequence[Event], RulingMeanings], AnyMatch]
"""A function from a record, and the meanings of its rulings, to the match after it."""
Ahead = Callable[[AnyMatch, int, Event], AnyMatch]
"""A function from a match and one more line, which corrects nothing, to the match after it."""

_FOUND: list[tuple[tuple[Event, ...], RulingMeanings]] = []
"""The record of the last call, as far as all its rulings are known, and their meanings."""


def rule(match: Match[S, B], number: int, event: Ruling) -> StepResult[S, B]:
    """Note the decision and carry out its effect; changed scores are results again."""
    if event.verdict > len(match.verdicts):
        return error(match, number, Message("there is no verdict {n} to rule on", n=event.verdict))
    fault = _cannot_carry(match, event)
    word = replace(event, effect="none") if fault else event
    others = {verdict: ruling for verdict, ruling in match.rulings.items() if verdict != event.verdict}
    match, results = _carry(replace(match, rulings={**others, event.verdict: word}), event.verdict)
    if fault:
        return error(match, number, Message("the decision stands without its effect: {why}", why=fault))
    if match.ended and results:
        results = (*results, settling.final(match))
    return match, results


def cause(fault: Message) -> Message:
    """Return why an effect is not carried out, from the error result that reports it; another error as it is."""
    why = fault.fields.get("why")
    return why if fault.template.startswith("the decision stands") and isinstance(why, Message) else fault


def _cannot_carry(match: Match[S, B], event: Ruling) -> Message | None:
    """Return why the effect of a ruling cannot be carried out, or None."""
    if event.effect == "none":
        return None
    deal = match.verdicts[event.verdict - 1].deal
    entry = next((entry for entry in match.ledger if entry.deal.number == deal), None)
    in_progress = match.running and match.deal is not None and match.deal.number == deal
    if entry is None and not in_progress:
        return Message("deal {n} was not played to its end and has no scores", n=deal)
    if entry and entry.void not in (None, RULED):
        return Message("deal {n} is void and has no scores", n=deal)
    if entry and entry.void and event.effect not in ("void-deal", "redeal"):
        return Message("deal {n} was broken off by a ruling and has no scores; undo takes that ruling back", n=deal)
    return _not_a_score(match, event) or _no_price(event)


def _not_a_score(match: Match[S, B], event: Ruling) -> Message | None:
    if event.score is None:
        return None
    if len(event.score) != match.rules.seats:
        return Message("it sets {n} scores, and there are {n2} seats", n=len(event.score), n2=match.rules.seats)
    if any(points is not None and points != int(points) for points in event.score):
        return Message("scores are whole numbers")
    return None


def _no_price(event: Ruling) -> Message | None:
    if event.pack is not None and event.pack not in rulebooks.names():
        return rulebooks.no_pack(event.pack)
    if event.pack is not None and event.decision != "upheld":
        return Message("a rulebook has a price for verdicts that are upheld")
    return None


def _carry(match: Match[S, B], verdict: int) -> StepResult[S, B]:
    """Carry out the newest ruling: on the deal in progress at once or when it is scored, else on the sheet."""
    deal, effect = match.deal, match.rulings[verdict].effect
    if deal is None or not match.running or match.verdicts[verdict - 1].deal != deal.number:
        return settling.recount(match)
    if effect not in ("void-deal", "redeal"):
        return match, ()
    match, _ = settling.end_void(match, deal, RULED)
    return settling.recount(match)


def meanings(events: Sequence[Event], after: After, ahead: Ahead) -> RulingMeanings:
    """Find the meaning of each ruling before the newest correction; the other rulings' numbers are right as they stand.

    Nothing that comes after a ruling changes its meaning: each is found once, from the oldest on. A match that is being
    played is folded anew with every correction, each time with a line more. So the meanings found for the record of the
    last call are kept.

    Args:
        events: the lines of a record.
        after: gives the match after a record.
        ahead: gives the match after one more line.
    """
    newest = _newest_correction(events)
    known, meant = _found_before(events)
    match: AnyMatch | None = None
    lines = 0
    for number, event in enumerate(events[:newest], 1):
        if isinstance(event, Ruling) and number > known:
            match, lines = _moved(match, lines, events[: number - 1], meant, after, ahead), number - 1
            verdicts = match.verdicts
            meant[number] = verdicts[event.verdict - 1].accusation if event.verdict <= len(verdicts) else None
    if meant:
        _FOUND[:] = [(tuple(events[: max(newest, known)]), meant)]
    return _up_to(newest, meant)


def _found_before(events: Sequence[Event]) -> tuple[int, dict[int, Accusation]]:
    """Return the line up to which all rulings are known already, and their meanings; 0 where none is known."""
    for before, meant in _FOUND[:1]:
        pairs = enumerate(zip(before, events, strict=False))
        lines = next((place for place, (old, new) in pairs if old is not new), min(len(before), len(events)))
        return lines, _up_to(lines, meant)
    return 0, {}


def _up_to(line: int, meant: RulingMeanings) -> dict[int, Accusation]:
    return {number: about for number, about in meant.items() if number <= line}


def _moved(
    match: AnyMatch | None, lines: int, events: Sequence[Event], meant: RulingMeanings, after: After, ahead: Ahead
) -> AnyMatch:
    """Advance a match to these events; fold anew where there is none, or where a correction came since its lines."""
    if match is None or any(isinstance(event, Correction) for event in events[lines:]):
        return after(events, _up_to(_newest_correction(events), meant))
    for number, event in enumerate(events[lines:], lines + 1):
        match = ahead(match, number, event)
        if match.objection:  # people's account cannot stand: its consequences are folded anew
            return after(events, _up_to(_newest_correction(events), meant))
    return match


def _newest_correction(events: Sequence[Event]) -> int:
    return max((number for number, event in enumerate(events, 1) if isinstance(event, Correction)), default=0)
