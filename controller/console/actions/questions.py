"""Answers to a question about cards read by their faces, and the word which card a denied one was."""

from collections.abc import Iterator

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError
from controller.console.security.roles import Role
from controller.console.words.gettext import _
from controller.console.words.names import sign
from controller.record.events import Amend, Answered, Seat
from controller.rules.deal import Play


def answer(ask: ActionRequest) -> ActionPlan:
    """Say yes or no for the own seat; an arbiter takes down what another player says."""
    question, seat = ask.match.question, _speaker(ask)
    if question is None:
        raise RefusedError(_("Nothing waits for an answer any more; look again."))
    if not question.may_answer(seat):
        raise RefusedError(_("Another player's answer is awaited."))
    wrong = ask.number("wrong") if ask.text("wrong") else None
    by = ask.device.name if ask.device and seat != ask.own_seat else None
    event = Answered(of=question.line, seat=seat, yes=ask.text("says") == "yes", wrong=wrong or None, by=by)
    name = ask.match.names[seat]
    text = _("{name} says yes").format(name=name) if event.yes else _("{name} says no").format(name=name)
    return ActionPlan((event,), only_possible=True, answer=f"{text}.")


def _speaker(ask: ActionRequest) -> Seat:
    """Return the seat whose answer it is; raises RefusedError."""
    seat = ask.seat("seat") if ask.text("seat") else ask.own_seat
    if seat is None or (seat != ask.own_seat and not ask.rules):
        raise RefusedError(_("Each player answers on the own phone, or an arbiter for all."))
    return seat


def name_card(ask: ActionRequest) -> ActionPlan:
    """Say which card a denied one was; where another place has that card, that one is the card that was denied."""
    line, card = ask.number("of"), ask.card("card")
    plays = {play.event: play for play in _plays_of(ask, line)}
    if line not in ask.match.unread:
        raise RefusedError(_("That card does not stand any more; look again."))
    before = plays[line].card
    corrections = [Amend(of=line, with_={"card": card})]
    corrections += [Amend(of=one.event, with_={"card": before}) for one in plays.values() if one.card == card != before]
    return ActionPlan(tuple(corrections), answer=_("It was the {card}").format(card=sign(card)) + ".")


def _plays_of(ask: ActionRequest, line: int) -> Iterator[Play]:
    """Yield the cards of the deal in which a line lies."""
    for entry in ask.match.ledger:
        if entry.deal.trick_of(line) is not None:
            yield from entry.deal.plays()


def _question_key(ask: ActionRequest) -> str | None:
    """Identify the question that an answer is about."""
    return str(ask.match.question.line) if ask.match.question else None


ACTIONS = (
    Action("answer", Role.PLAYER, answer, _question_key),
    Action("name-card", Role.PLAYER, name_card),
)
