"""An action: what a form asks for, planned as events of the record; see :mod:`controller.console.actions`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from controller.console.http.context import House
from controller.console.http.snapshot import State
from controller.console.security.devices import Device
from controller.console.security.roles import Role
from controller.console.words.gettext import _
from controller.record.cards import Card, CardNameError, parse
from controller.record.events import Event, Seat
from controller.rules.match import AnyMatch


class RefusedError(ValueError):
    """What was asked for cannot be done; the message is one clear sentence for whoever asked."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done."""

    events: tuple[Event, ...] = ()
    """Entered one after the other, by the console."""
    word: str = ""
    """Or a word of docs/commands.md, said for the table."""
    run: Callable[[], str] | None = None
    """Or something beside the record, such as settings; gives the answer, raises RefusedError or OSError."""
    said: str = ""
    """The answer, one sentence, once the events are entered or the word is said."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Who asks for what."""

    state: State
    house: House
    events: Sequence[Event]
    """The lines of the record that the state counts."""
    form: Mapping[str, str]
    device: Device | None = None
    """That asks; None: a viewer's."""

    @property
    def match(self) -> AnyMatch:
        """The match as it stands."""
        return self.state.match

    def text(self, field: str) -> str:
        """A field of the form, without spaces around it; empty if there is none."""
        return self.form.get(field, "").strip()

    def number(self, field: str) -> int:
        """A field that is a whole number; raises RefusedError."""
        text = self.text(field)
        if not text.isascii() or not text.lstrip("-").isdecimal() or len(text) > 9:
            raise RefusedError(_("“{text}” is no number.").format(text=text))
        return int(text)

    def card(self, field: str) -> Card:
        """A field that names a card of this game; raises RefusedError."""
        try:
            card = parse(self.text(field))
        except CardNameError:
            card = None
        if card is None or card not in self.match.game.deck:
            raise RefusedError(_("“{text}” is no card of this game.").format(text=self.text(field)))
        return card

    def seat(self, field: str) -> Seat:
        """A field that is a seat of this table; raises RefusedError."""
        seat = self.number(field)
        if not self.match.rules.has(seat):
            raise RefusedError(_("There is no seat {seat} at this table.").format(seat=seat))
        return seat


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a form can ask for."""

    name: str
    """The form's field ``do``."""
    role: Role
    """Who may ask, at least."""
    plan: Callable[[Ask], Plan]
    """Raises RefusedError."""
