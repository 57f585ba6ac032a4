"""Corrections of what the camera read or missed."""

from dataclasses import replace

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError
from controller.console.security.roles import Role
from controller.console.views.undo_steps import last_card, newest_step
from controller.console.words.gettext import _
from controller.console.words.names import seat_name, sign
from controller.record.corrections import Rejected, corrected
from controller.record.events import Amend, Insert, Played
from controller.record.text import to_fields
from controller.table.unseen.course import open_hole


def fix(ask: ActionRequest) -> ActionPlan:
    """Another card, or another player, for a card that was read: by default the newest."""
    last = last_card(ask.events)
    if last is None:
        raise RefusedError(_("No card was played yet."))
    number = ask.number("of") if ask.text("of") else last.number
    lines = {line.number: line for line in corrected(ask.events)}
    line = lines.get(number)
    if line is None or isinstance(line, Rejected) or not isinstance(line.event, Played):
        raise RefusedError(_("That card does not stand any more; look again."))
    fields: dict[str, object] = {}
    if ask.text("card"):
        fields["card"] = ask.card("card")
    if ask.text("seat"):
        fields["seat"] = ask.seat("seat")
    changed = {key: value for key, value in fields.items() if value != getattr(line.event, key)}
    if not changed:
        raise RefusedError(_("That is what stands there already."))
    after = replace(line.event, **changed)  # pyrefly: ignore[bad-argument-type]  # only fields of a play, of their types
    return ActionPlan((Amend(of=number, with_=changed),), answer=_corrected(ask, after))


def _corrected(ask: ActionRequest, after: Played) -> str:
    return _("Corrected: {name} played the {card}.").format(
        name=seat_name(ask.match.names, after.seat), card=sign(after.card)
    )


def missed(ask: ActionRequest) -> ActionPlan:
    """Enter a card that the camera missed: now, or before an event that stands."""
    played = Played(seat=ask.seat("seat"), card=ask.card("card"))
    answer = _("Added: {name} played the {card}.").format(
        name=seat_name(ask.match.names, played.seat), card=sign(played.card)
    )
    if not ask.text("before"):
        _check_under_way(ask)
        return ActionPlan((played,), only_possible=True, answer=answer)
    before = ask.number("before")
    standing = {line.number for line in corrected(ask.events) if not isinstance(line, Rejected)} - ask.secret
    if before not in standing or before == 1:
        raise RefusedError(_("That step does not stand any more; look again."))
    fields = {key: value for key, value in to_fields(played).items() if value is not None}
    return ActionPlan((Insert(before=before, event=fields),), answer=answer)


def _as_read(ask: ActionRequest) -> str | None:
    """Find what a correction is about: the player and the card in the line that it names; None: there is none."""
    if not ask.text("of"):
        return None
    number = ask.number("of")
    for line in corrected(ask.events):
        if line.number == number and not isinstance(line, Rejected) and isinstance(line.event, Played):
            return f"{line.event.seat}:{line.event.card}"
    return None


def _newest(ask: ActionRequest) -> str | None:
    """Return the newest step, after which a missed card was played; None where the form says before which it was."""
    if ask.text("before"):
        return None
    return str(newest_step(ask.events, ask.secret))


def _check_under_way(ask: ActionRequest) -> None:
    """Refuse a card where no deal is being played, and say what comes first."""
    if ask.match.running:
        return
    if ask.match.ended:
        raise RefusedError(_("The match is over."))
    if open_hole(ask.match, ask.events):
        raise RefusedError(_("The deal seems to be over: say first what went unseen in it, that card with it."))
    raise RefusedError(_("No deal is under way: say first who deals."))


ACTIONS = (
    Action("fix", Role.PLAYER, fix, _as_read),
    Action("missed", Role.PLAYER, missed, _newest),
)
