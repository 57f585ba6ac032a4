"""The arbiter's word on a verdict."""

from collections.abc import Mapping
from typing import Final, Literal

from controller import rulebooks
from controller.console.actions.base import Action, Ask, Plan, RefusedError
from controller.console.security.roles import Role
from controller.console.words.gettext import _, core
from controller.record.effects import Effect, Scores
from controller.record.events import Ruling
from controller.referee.fold import step
from controller.referee.rulings import WITHOUT
from controller.rules.results import ErrorResult

Decision = Literal["upheld", "dismissed", "open"]
_DECISIONS: Final[Mapping[str, Decision]] = {"uphold": "upheld", "dismiss": "dismissed", "open": "open"}


def rule(ask: Ask) -> Plan:
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
    said = {
        "upheld": _("Verdict {number} is upheld."),
        "dismissed": _("Verdict {number} is dismissed."),
        "open": _("Verdict {number} is open again."),
    }
    return Plan((ruling,), said=said[decision].format(number=number))


def _effect(ask: Ask) -> Effect:
    plain: Mapping[str, Effect] = {"": "none", "none": "none", "void-deal": "void-deal", "redeal": "redeal"}
    wanted = ask.text("effect")
    if wanted in plain:
        return plain[wanted]
    if wanted == "score":
        return {"score": _scores(ask)}
    if wanted == "pack" and ask.house.pack in rulebooks.names():
        return {"pack": ask.house.pack}
    raise RefusedError(_("There is no such effect."))


def _scores(ask: Ask) -> Scores:
    """One score a seat; an empty field is a seat that scores nothing."""
    fields = [f"score{seat}" for seat in range(ask.match.rules.seats)]
    return tuple(ask.number(field) if ask.text(field) else None for field in fields)


def _check(ask: Ask, ruling: Ruling) -> None:
    """Refuse what could not be carried out."""
    _after, results = step(ask.match, ask.state.count + 1, ruling)
    fault = next((result for result in results if isinstance(result, ErrorResult)), None)
    if fault:
        raise RefusedError(_("It cannot be: {why}.").format(why=core(fault.text.removeprefix(WITHOUT))))


ACTIONS = (Action("rule", Role.ARBITER, rule),)
