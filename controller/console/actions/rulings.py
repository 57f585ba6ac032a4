"""The arbiter's word on a verdict."""

from collections.abc import Mapping, Sequence
from typing import Final

from controller import rulebooks
from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError
from controller.console.security.roles import Role
from controller.console.words.gettext import _, core
from controller.record.events import Correction, Decision, Event, Ruling, RulingEffect, Scores
from controller.referee.fold import fold, step
from controller.referee.rulings import cause
from controller.rules.results import ErrorResult

_DECISIONS: Final[Mapping[str, Decision]] = {"uphold": "upheld", "dismiss": "dismissed", "open": "open"}


def rule(ask: ActionRequest) -> ActionPlan:
    """Uphold, dismiss or reopen a verdict, with or without an effect on the score."""
    number = ask.number("verdict")
    verdicts = ask.match.verdicts
    if not 0 < number <= len(verdicts) or ask.text("event") != str(verdicts[number - 1].event):
        raise RefusedError(_("That verdict does not stand any more; look again."))
    decision = _DECISIONS.get(ask.text("decision"))
    if decision is None:
        raise RefusedError(_("A verdict is upheld, dismissed or left open."))
    effect = _effect(ask)
    ruling = Ruling(verdict=number, decision=decision, effect=effect, by=ask.device.name if ask.device else None)
    _check(ask, ruling)
    answers = {
        "upheld": _("Verdict {number} is upheld."),
        "dismissed": _("Verdict {number} is dismissed."),
        "open": _("Verdict {number} is open again."),
    }
    question = _("Uphold verdict {number}?").format(number=number) if decision == "upheld" else ""
    return ActionPlan((ruling,), answer=answers[decision].format(number=number), question=question)


def _effect(ask: ActionRequest) -> RulingEffect:
    plain: Mapping[str, RulingEffect] = {"": "none", "none": "none", "void-deal": "void-deal", "redeal": "redeal"}
    effect = ask.text("effect")
    if effect in plain:
        return plain[effect]
    if effect == "score":
        return {"score": _scores(ask)}
    if effect == "pack" and ask.context.pack in rulebooks.names():
        return {"pack": ask.context.pack}
    raise RefusedError(_("There is no such effect."))


def _scores(ask: ActionRequest) -> Scores:
    """Return one score a seat; an empty field is a seat that scores nothing."""
    fields = [f"score{seat}" for seat in range(ask.match.rules.seats)]
    return tuple(ask.number(field) if ask.text(field) else None for field in fields)


def _check(ask: ActionRequest, ruling: Ruling) -> None:
    """Refuse what could not be carried out."""
    _after, results = step(ask.match, ask.state.count + 1, ruling)
    fault = next((result for result in results if isinstance(result, ErrorResult)), None)
    if fault:
        raise RefusedError(_("It cannot be: {why}.").format(why=core(cause(fault.text))))


def check_standing(ask: ActionRequest, events: Sequence[Event]) -> None:
    """Refuse corrections by which an arbiter's ruling falls, from anybody else; raises RefusedError.

    One of which the asker may not hear is not spoken of: it falls, and its line tells the arbiter so.
    """
    if ask.rules or not any(isinstance(event, Correction) for event in events):
        return
    before = _carried_out(ask.events) - ask.secret
    if before and not before <= _carried_out([*ask.events, *events]):
        raise RefusedError(_("An arbiter has ruled on this: only an arbiter corrects what the ruling rests on."))


def _carried_out(events: Sequence[Event]) -> frozenset[int]:
    """Return the lines of the arbiters' rulings that stand with all that they say."""
    if not any(isinstance(event, Ruling) and event.is_arbiters for event in events):
        return frozenset()
    return frozenset(
        stage.number
        for stage in fold(events)
        if isinstance(stage.event, Ruling)
        and stage.event.is_arbiters
        and not any(isinstance(result, ErrorResult) for result in stage.results)
    )


def _standing_decision(ask: ActionRequest) -> str:
    """Return the decision on a verdict that stands so far, which a ruling form is about too; empty if there is none."""
    ruling = ask.match.rulings.get(ask.number("verdict"))
    return ruling.decision if ruling else ""


ACTIONS = (Action("rule", Role.ARBITER, rule, _standing_decision),)
