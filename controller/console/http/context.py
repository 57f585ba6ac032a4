"""The context of all requests of one console: record, table, paired phones, form keys, settings of its pages."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from starlette.requests import Request

from controller.console.http.page_work import PageWork
from controller.console.http.snapshot import TableSnapshot
from controller.console.security.cookies import Cookies
from controller.console.security.devices import PairedDevice, PairedDevices
from controller.console.security.form_keys import FormKeys
from controller.console.security.pairing import Codes
from controller.console.security.roles import Role
from controller.console.security.sealed_calls import SealedCalls
from controller.console.setup.context import Setup
from controller.console.views.objections import Objections
from controller.console.views.public_lines import public_lines
from controller.live.session import News
from controller.record.events import Event, Origin
from controller.settings.console import ConsoleConfig
from controller.store.background.children import Children
from controller.web.newest import Latest
from vision.words.cards import Lang, Suits


class LiveTable(Protocol):
    """The interface through which pages enter events; :class:`controller.live.loop.TableLoop` implements it."""

    @property
    def now(self) -> float:
        """Seconds since the match event."""
        ...

    def held(self) -> AbstractContextManager[None]:
        """Hold the table's lock, so that no event comes in between; what was seen is taken in before."""
        ...

    def let_finish(self, at_most_s: float) -> None:
        """Stand still while something is taken in, for so long at most."""
        ...

    def enter(self, event: Event) -> News:
        """Take in an event; raises JournalError."""
        ...

    def say(self, word: str, source: Origin = "button") -> str:
        """Say a word for the table; returns why it means nothing now, or nothing."""
        ...


@dataclass(slots=True)
class Context:
    """The parts of a console; a new part is a field here, set where the console is opened."""

    newest: Latest[TableSnapshot]
    events: Sequence[Event]
    """The lines of the record; it only grows, so its beginning can be read at any time."""
    devices: PairedDevices
    codes: Codes
    cookies: Cookies
    sealed: SealedCalls
    """The secret calls of this table."""
    settings: ConsoleConfig = field(default_factory=ConsoleConfig)
    keys: FormKeys = field(default_factory=FormKeys)
    evidence: Path | None = None
    """The folder of evidence pictures, if any are kept."""
    records: Path | None = None
    """The data directory, in which the archive of all matches is."""
    children: Children = field(default_factory=Children)
    """The processes that work for its pages."""
    work: PageWork = field(default_factory=PageWork)
    """What takes pages long."""
    pack: str = "record"
    """The rulebook that proposes rulings."""
    arbiter_tells: bool = False
    """Whether nobody but the arbiter says what went unseen."""
    owner_rules: bool = False
    """Whether an owner sees and does what an arbiter does, too."""
    is_busy: Callable[[], bool] = lambda: False
    """Whether a card is just being read, so that pages give way; asked from the server's thread."""
    table: LiveTable | None = None
    """None until the referee has begun to watch."""
    address: str = ""
    """The address of the pages, as people type it."""
    closing: bool = False
    """Whether the console is being closed: streams end."""
    objections: Objections = field(default_factory=Objections)
    """The correction of an accused card that waits for another phone."""
    lang: Lang = "en"
    """The table's language, for phones that ask for none of ours."""
    suits: Suits = "french"
    """The suits of the pack on the table."""
    setup: Setup | None = None
    """The running parts that the set-up pages change; None where there is nothing to set up."""
    repaint: Callable[[], None] = lambda: None
    """Shows the newest face again, because something beside the game has changed on it."""

    def lines(self, state: TableSnapshot) -> tuple[Event, ...]:
        """The lines of the record that a state counts, as everybody at the table may know them."""
        return public_lines(self.events[: state.count], state.match)

    def all_lines(self, state: TableSnapshot) -> tuple[Event, ...]:
        """The same with what they tell of hidden cards, for what is proven from them."""
        return tuple(self.events[: state.count])

    def device(self, request: Request) -> PairedDevice | None:
        """The paired device that asks, if it is one."""
        device = self.cookies.read(request)
        return self.devices.find(device) if device else None

    def may(self, role: Role, least: Role) -> bool:
        """Whether a role may do what needs at least this one; ruling and owning are two offices (docs/security.md)."""
        if least is Role.ARBITER and role is Role.OWNER:
            return self.owner_rules
        return role >= least

    def rules(self, role: Role) -> bool:
        """Whether a role is an arbiter's, who sees every verdict at once."""
        return self.may(role, Role.ARBITER)

    def secret(self, state: TableSnapshot, role: Role) -> frozenset[int]:
        """The lines of the record of which a role may not hear for now."""
        return frozenset() if self.rules(role) else state.secret

    def role(self, request: Request) -> Role:
        """The role of a request."""
        device = self.device(request)
        return device.role if device else Role.VIEWER
