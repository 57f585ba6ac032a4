"""The action of a card that is tapped instead of read: played by whoever has to, in the order of the taps."""

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError
from controller.console.security.roles import Role
from controller.console.views.undo_steps import newest_step
from controller.console.words.events import words
from controller.console.words.gettext import _
from controller.console.words.names import sign
from controller.record.events import Played, Seat
from controller.rules.copies import meant


def tap(ask: ActionRequest) -> ActionPlan:
    """Play a card for the seat that is named, else for the one whose turn it is."""
    card = ask.card("card")
    if ask.text("since") != place(ask):
        text = _("Something else was taken down meanwhile: the {card} was not. Look again.")
        raise RefusedError(text.format(card=sign(card)))
    deal = ask.match.deal
    if deal and ask.match.running and deal.find(meant(ask.match.game.deck, deal, _seat(ask), card)):
        raise RefusedError(_("The {card} was played before in this deal.").format(card=sign(card)))
    played = Played(seat=_seat(ask), card=card)
    return ActionPlan((played,), only_possible=True, answer=_("{what}.").format(what=words(ask.match.names, played)))


def _seat(ask: ActionRequest) -> Seat:
    if ask.text("seat"):
        return ask.seat("seat")
    if ask.match.turn is None:
        raise RefusedError(_("It is not known whose turn it is: choose first who has played."))
    return ask.match.turn


def place(ask: ActionRequest) -> str:
    """Return the newest step, after which a card that is tapped now was played."""
    return str(newest_step(ask.events, ask.secret))


ACTIONS = (Action("tap", Role.PLAYER, tap, follows=place),)
