"""The next match after one that is over: the same settings, with the same seats or with the losers moved on."""

from collections.abc import Sequence
from functools import partial

from controller.console.actions.base import Action, ActionPlan, ActionRequest, RefusedError, moment_key
from controller.console.http.context import Context
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormRefusedError
from controller.console.words.gettext import _
from controller.live.table import LiveTable
from controller.record.events import Seat
from controller.rules.match import AnyMatch
from controller.settings.edit import edited


def moved(names: Sequence[str], stay: Sequence[Seat]) -> tuple[str, ...]:
    """Return the names with those seats as they are, and every other player on the next seat of the others.

    >>> moved(("Anna", "Berta", "Carla"), [1])
    ('Carla', 'Berta', 'Anna')
    >>> moved(("Anna", "Berta", "Carla", "Dora"), [0])
    ('Anna', 'Dora', 'Berta', 'Carla')
    """
    going = [seat for seat in range(len(names)) if seat not in stay]
    new = dict(zip(going, [names[seat] for seat in (*going[-1:], *going[:-1])], strict=True))
    return tuple(new.get(seat, name) for seat, name in enumerate(names))


def next_match(ask: ActionRequest) -> ActionPlan:
    """Begin the next match; the winners stay where they are if the others shall move."""
    setup, match = ask.context.setup, ask.match
    if setup is None:
        raise RefusedError(_("This table cannot be set up from its pages."))
    _check_ended(match)
    if setup.again.is_requested:
        raise RefusedError(_("The next match begins already."))
    names = match.names
    if ask.text("seats") == "move":
        ranking = match.game.course.ranking(match.total, match.book)
        names = moved(names, ranking[0] if ranking else ())

    def run() -> str:
        table = _close_entry(ask.context)
        try:
            if names != match.names:
                _seat(setup, match.names, names)
        except (RefusedError, OSError):
            ask.context.table = table
            raise
        setup.again.request(new=True)
        return _("The next match begins: {names}.").format(names=", ".join(names))

    return ActionPlan(run=run)


def _check_ended(match: AnyMatch) -> None:
    if not match.ended:
        raise RefusedError(_("The match is not over yet; end it first."))


def _close_entry(context: Context) -> LiveTable:
    """Refuse all further entries into the match that is over, unless a card has opened it again meanwhile."""
    table = context.table
    if table is None:
        raise RefusedError(_("The referee has not begun to watch yet; try again in a moment."))
    with table.exclusive():
        _check_ended(context.newest.value.match)
        context.table = None
    return table


def _seat(setup: Setup, old: Sequence[str], new: Sequence[str]) -> None:
    """Save who sits where; raises RefusedError."""
    try:
        revision = setup.file.read()
        if revision.config.table.seats != tuple(old):
            raise RefusedError(_("The settings name other players by now; begin the match on the page for them."))
        setup.file.save(revision.mark, partial(edited, changes={("table", "seats"): list(new)}))
    except FormRefusedError as error:
        raise RefusedError(str(error)) from error


ACTIONS = (Action("next-match", Role.PLAYER, next_match, moment_key),)
