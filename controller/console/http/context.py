"""Everything that the pages of one console work on."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from starlette.requests import Request

from controller.console.http.latest import Newest
from controller.console.http.snapshot import State
from controller.console.security.cookies import Cookies
from controller.console.security.devices import Device, Devices
from controller.console.security.form_keys import Keys
from controller.console.security.pairing import Codes
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.live.session import News
from controller.record.events import Event, Origin
from controller.settings.console import ConsoleConfig
from vision.words.cards import Lang, Suits


class Table(Protocol):
    """The door of the record; :class:`controller.live.loop.Watch` is one."""

    @property
    def now(self) -> float:
        """Seconds since the match event."""
        ...

    def held(self) -> AbstractContextManager[None]:
        """Nothing else is taken in meanwhile."""
        ...

    def enter(self, event: Event) -> News:
        """Take in an event; raises JournalError."""
        ...

    def say(self, word: str, source: Origin = "button") -> str:
        """Say a word for the table; returns why it means nothing now, or nothing."""
        ...


@dataclass(slots=True)
class House:
    """The parts of a console; a new part is a field here, set where the console is opened."""

    newest: Newest[State]
    events: Sequence[Event]
    """The lines of the record; it only grows, so its beginning can be read at any time."""
    devices: Devices
    cookies: Cookies
    settings: ConsoleConfig = field(default_factory=ConsoleConfig)
    codes: Codes = field(default_factory=Codes)
    keys: Keys = field(default_factory=Keys)
    evidence: Path | None = None
    """The folder of evidence pictures, if any are kept."""
    pack: str = "record"
    """The rulebook that proposes rulings."""
    table: Table | None = None
    """None until the referee has begun to watch."""
    address: str = ""
    """Of the pages, for people."""
    closing: bool = False
    """Whether the console is being closed: streams end."""
    lang: Lang = "en"
    """Of the table, for phones that ask for no language there is."""
    suits: Suits = "french"
    """Of the pack on the table."""
    setup: Setup | None = None
    """The running parts that the set-up pages change; None where there is nothing to set up."""
    repaint: Callable[[], None] = lambda: None
    """Shows the newest face again, because something beside the game has changed on it."""

    def lines(self, state: State) -> tuple[Event, ...]:
        """The lines of the record that a state counts."""
        return tuple(self.events[: state.count])

    def device(self, request: Request) -> Device | None:
        """The paired device that asks, if it is one."""
        device = self.cookies.read(request)
        return self.devices.find(device) if device else None

    def role(self, request: Request) -> Role:
        """As what somebody asks."""
        device = self.device(request)
        return device.role if device else Role.VIEWER
