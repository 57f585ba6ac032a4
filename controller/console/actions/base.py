"""An action: what a form asks for, planned as events of the record; see :mod:`controller.console.actions`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from controller.console.http.request import Asker
from controller.console.security.roles import Role
from controller.console.words.gettext import _
from controller.console.words.names import moment
from controller.record.cards import Card, is_of
from controller.record.events import Event, Seat
from controller.rules.match import AnyMatch
from groundwork.errors import CardError


class RefusedError(ValueError):
    """An action that cannot be done; the message is one clear sentence for whoever asked."""


@dataclass(frozen=True, slots=True)
class ActionPlan:
    """The plan of an action: events, a word, or a function beside the record."""

    events: tuple[Event, ...] = ()
    """Events that the console enters one after the other."""
    only_possible: bool = False
    """Whether an event that the match cannot take in is refused with its reason, and not written down."""
    word: str = ""
    """A word of docs/commands.md for the whole table, in place of an event."""
    run: Callable[[], str] | None = None
    """An effect outside the record, such as on settings; returns the answer, raises RefusedError or OSError."""
    answer: str = ""
    """The answer, one sentence, once the events are entered or the word is said."""
    question: str = ""
    """The question to confirm first; empty if a tap undoes the action, or if it loses no data."""


@dataclass(frozen=True, slots=True)
class ActionRequest(Asker):
    """The request of a form: its fields, the device that sent it, and the snapshot it is planned on."""

    events: Sequence[Event]
    """The lines of the record that the state counts."""
    form: Mapping[str, str]

    @property
    def match(self) -> AnyMatch:
        """The match as it stands."""
        return self.state.match

    def text(self, field: str) -> str:
        """Return a field of the form, without spaces around it; empty if there is none."""
        return self.form.get(field, "").strip()

    def number(self, field: str) -> int:
        """Return a field that is a whole number; raises RefusedError."""
        text = self.text(field)
        if not text.isascii() or not text.lstrip("-").isdecimal() or len(text) > 9:
            raise RefusedError(_("“{text}” is no number.").format(text=text))
        return int(text)

    def card(self, field: str) -> Card:
        """Return a field that names a card of this game; raises RefusedError."""
        try:
            card = Card(self.text(field))
        except CardError:
            card = None
        if card is None or not is_of(self.match.game.deck, card):
            raise RefusedError(_("“{text}” is no card of this game.").format(text=self.text(field)))
        return card

    def seat(self, field: str) -> Seat:
        """Return a field that is a seat of this table; raises RefusedError."""
        seat = self.number(field)
        if not self.match.rules.has(seat):
            raise RefusedError(_("There is no seat {seat} at this table.").format(seat=seat))
        return seat


@dataclass(frozen=True, slots=True)
class Action:
    """An action that a form can ask for: its name, its least role, and its plan."""

    name: str
    """The form's field ``do``."""
    role: Role
    """The least role that may use the action."""
    plan: Callable[[ActionRequest], ActionPlan]
    """The planner of the action; raises RefusedError."""
    about: Callable[[ActionRequest], str | None] | None = None
    """Required value of the field ``at`` of its form: what the form was about when it was shown, if that is so still.
    None where the plan refuses what is asked anyway, or a form is about nothing that changes."""
    follows: Callable[[ActionRequest], str] | None = None
    """Required value of the field ``since`` of its form right after it was done. Whoever has done it may go on before
    the page shows it, and means what comes next."""

    def check(self, ask: ActionRequest) -> None:
        """Refuse a form that was about something else than it would be now: a tap means what it said."""
        about = self.about(ask) if self.about else None
        if about is not None and ask.text("at") != about:
            raise RefusedError(_("The table has gone on since: nothing was done. Look again."))


def moment_key(ask: ActionRequest) -> str:
    """Identify what forms for the whole table are about: the deal, and whether it is being played."""
    return moment(ask.match)
