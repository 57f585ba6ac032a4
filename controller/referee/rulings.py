"""The step of a ruling: the arbiter's word, and what it changes on the sheet (referee.md)."""

from dataclasses import replace

from controller import rulebooks
from controller.record.events import Ruling
from controller.record.message import Message
from controller.referee import recount, settling
from controller.referee.ledger import RULED
from controller.referee.step import StepResult, error
from controller.rules.deal import S
from controller.rules.game import B
from controller.rules.match import Match


def rule(match: Match[S, B], number: int, event: Ruling) -> StepResult[S, B]:
    """Note the decision and carry out its effect; the scores that change are told anew."""
    if event.verdict > len(match.verdicts):
        return error(match, number, Message("there is no verdict {n} to rule on", n=event.verdict))
    fault = _cannot_carry(match, event)
    word = replace(event, effect="none") if fault else event
    others = {verdict: said for verdict, said in match.rulings.items() if verdict != event.verdict}
    match, results = _carry(replace(match, rulings={**others, event.verdict: word}), event.verdict)
    if fault:
        return error(match, number, Message("the decision stands without its effect: {why}", why=fault))
    if match.ended and results:
        results = (*results, settling.final(match))
    return match, results


def cause(fault: Message) -> Message:
    """Why an effect is not carried out, of the error result that says so; another error as it is."""
    why = fault.fields.get("why")
    return why if fault.template.startswith("the decision stands") and isinstance(why, Message) else fault


def _cannot_carry(match: Match[S, B], event: Ruling) -> Message | None:
    """Why the effect of a ruling cannot be carried out, or None."""
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
    if any(own is not None and own != int(own) for own in event.score):
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
        return recount.recount(match)
    if effect not in ("void-deal", "redeal"):
        return match, ()
    match, _ = settling.end_void(match, deal, RULED)
    return recount.recount(match)
