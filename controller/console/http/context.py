"""The context of all requests of one console: record, table, paired phones, form keys, settings of its pages."""

import asyncio
import time
from collections.abc import Callable, Hashable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from controller.console.security.devices import Cookies, FormKeys, PairedDevice, PairedDevices, SealedCalls
from controller.console.security.pairing import Codes
from controller.console.security.roles import PAIRED, Role
from controller.console.setup.context import Setup
from controller.console.views.objections import FallenVerdict, Objections
from controller.console.views.public_lines import public_lines
from controller.live.session import Update
from controller.live.table import LiveTable
from controller.record.events import Event, Missed
from controller.referee.unseen.checkpoints import Checkpoints
from controller.rules.match import AnyMatch
from controller.rules.results import Verdict
from controller.settings.model import ConsoleConfig
from controller.store.background.children import Children
from controller.web.newest import Latest
from firmware_bridge.face.face import Face
from vision.mat.seating import is_clockwise
from vision.words.cards import Lang, Suits

# Work of pages that takes long, one piece at a time, kept as long as the table stands as it does.

T = TypeVar("T")
About = TypeVar("About")
MOST_KEPT: Final = 200
"""Pieces that are kept; an evening has fewer verdicts, each in one language or two."""
REST: Final = 3.0
"""Times as long as a piece took for strangers nothing is worked out for them: most cards come while nothing is."""


class PageWork:
    """Queue of the work for pages: one thread works, however many ask, and nothing is worked out twice.

    Threads share the interpreter with the game in turns of milliseconds: with forty of them a card waits for forty.
    Whoever belongs to the table waits for one piece of strangers' at most. Whoever has waited while the table went on
    is answered of the table as it is then. A crowd that waits then costs no more than one. Used in the event loop of
    one server.
    """

    def __init__(self) -> None:
        self._turn, self._strangers = asyncio.Lock(), asyncio.Lock()
        self._about: object = None
        self._cache: dict[Hashable, object] = {}
        self._rests_until = 0.0

    async def done(
        self, about: Callable[[], About], key: Hashable, work: Callable[[About], T], *, is_strangers: bool = False
    ) -> tuple[About, T]:
        """Return what was asked about and a function's answer, worked out in a thread or kept from before.

        Args:
            about: tells what it is worked out from, such as the newest snapshot of a table, when its turn has come;
                with another one all that was kept is forgotten.
            key: which piece it is; everything in it, beside that, that another answer could depend on.
            work: the function; what it raises is raised, and not kept.
            is_strangers: whether somebody asks who does not belong to the table.
        """
        async with self._strangers if is_strangers else nullcontext():
            if is_strangers and not self._has(about(), key):
                await asyncio.sleep(self._rests_until - time.monotonic())
            async with self._turn:
                now = about()
                if not self._has(now, key):
                    await self._work(now, key, work, is_strangers=is_strangers)
                return now, cast("T", self._cache[key])

    def part(self, key: Hashable, work: Callable[[], T]) -> T:
        """Work out once what several pieces have in common; for the function of a piece alone."""
        if key not in self._cache:
            self._store(key, work())
        return cast("T", self._cache[key])

    async def _work(self, now: About, key: Hashable, work: Callable[[About], T], *, is_strangers: bool) -> None:
        if now is not self._about:
            self._about, self._cache = now, {}
        began = time.monotonic()
        try:
            self._store(key, await run_in_threadpool(work, now))
        finally:
            if is_strangers:
                self._rests_until = time.monotonic() + REST * (time.monotonic() - began)

    def _has(self, about: object, key: Hashable) -> bool:
        return about is self._about and key in self._cache

    def _store(self, key: Hashable, value: object) -> None:
        while len(self._cache) >= MOST_KEPT:
            self._cache.pop(next(iter(self._cache)))
        self._cache[key] = value


# The state of a table as the console shows it: one frozen value, whole at any moment.

REMEMBERED = 8
"""The most updates that are kept for announcements."""


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """The match, its verdicts, face and newest events after some event."""

    match: AnyMatch
    public_verdicts: tuple[Verdict, ...]
    """The verdicts that the table may know of."""
    face: Face
    """The face on the displays, with its alert."""
    count: int
    """Lines of the record."""
    updates: tuple[Update, ...] = ()
    """The newest events, oldest first."""
    fallen: tuple[FallenVerdict, ...] = ()
    """The verdicts that corrections have made fall since the program began, oldest first."""
    courses: tuple[Missed, ...] = ()
    """The likely courses of unseen play, if something went unseen and a course can be guessed."""
    checkpoints: Checkpoints = field(default_factory=Checkpoints)
    """The checkpoints from which courses of unseen play are tried."""
    shown: AnyMatch | None = None
    """The match with a card that lies there and waits for a look before it is written; None: as `match`."""
    secret: frozenset[int] = frozenset()
    """The lines of the rulings of which nobody but an arbiter may hear for now."""
    coming: str = ""
    """The arbiter who is on the way, by name; empty: nobody is."""
    watching: bool = False
    """Whether the referee has begun to watch, so that actions can be done."""

    @property
    def may_tell(self) -> tuple[tuple[int, Verdict], ...]:
        """The verdicts that anybody may see, with their numbers; 0: the record has none for it."""
        numbers = {verdict.accusation: number for number, verdict in enumerate(self.match.verdicts, 1)}
        return tuple((numbers.get(verdict.accusation, 0), verdict) for verdict in self.public_verdicts)

    def visible(self, *, rules: bool) -> tuple[tuple[int, Verdict], ...]:
        """Return the verdicts that may be seen, with their numbers: what the table was told, or by an arbiter all."""
        return self.all_told if rules else self.may_tell

    def unruled(self, *, rules: bool) -> int:
        """Return the number of verdicts that may be seen and wait for a ruling."""
        return sum(number > 0 and number not in self.match.rulings for number, _verdict in self.visible(rules=rules))

    @property
    def all_told(self) -> tuple[tuple[int, Verdict], ...]:
        """The verdicts that an arbiter sees, with their numbers: all at once."""
        return tuple(enumerate(self.match.verdicts, 1))


def refuse_arbiters(key: str) -> str:
    """Refuse every key: the table has no hall that lets arbiters in."""
    del key
    return ""


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
    """The worker for slow parts of pages."""
    pack: str = "record"
    """The rulebook that proposes rulings."""
    arbiter_tells: bool = False
    """Whether nobody but the arbiter says what went unseen."""
    owner_rules: bool = False
    """Whether an owner sees and does what an arbiter does, too."""
    table: LiveTable | None = None
    """The table; None until the referee has begun to watch."""
    address: str = ""
    """The address of the pages, as people type it."""
    phone_address: Callable[[], str] = str
    """Function that returns the address of the page by which a phone is the camera; empty: nobody listens there."""
    admitted: Callable[[str], str] = refuse_arbiters
    """The name of the arbiter whom the table's hall lets in with a key, once; empty: the key is none."""
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
    """Function that shows the newest face again, because something beside the game has changed on it."""

    @property
    def is_busy(self) -> bool:
        """Whether a card is just being read, so that pages give way; asked from the server's thread."""
        table = self.table
        return table is not None and table.is_reading

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles that a phone can be given at this table."""
        has_phone = self.setup is not None and self.setup.config.camera.is_phone
        return (*PAIRED, Role.CAMERA) if has_phone else PAIRED

    @property
    def leftward(self) -> bool:
        """Whether each next player sits to the left, by the areas of the settings; on the printed mat to the right."""
        areas = self.setup.config.reading.areas if self.setup else None
        return areas is not None and is_clockwise(areas)

    def lines(self, state: TableSnapshot) -> tuple[Event, ...]:
        """Return the lines of the record that a state counts, as everybody at the table may know them."""
        return public_lines(self.events[: state.count], state.match)

    def all_lines(self, state: TableSnapshot) -> tuple[Event, ...]:
        """Return the lines including what they reveal of hidden cards, for proofs."""
        return tuple(self.events[: state.count])

    def device(self, request: Request) -> PairedDevice | None:
        """Return the paired device that asks, if it is one."""
        device = self.cookies.read(request)
        return self.devices.find(device) if device else None

    def may(self, role: Role, least: Role) -> bool:
        """Whether a role may do what needs at least this one; ruling and owning are two offices (docs/security.md).

        So are playing and being the camera: whoever plays does not send the pictures by which is judged.
        """
        if least is Role.CAMERA:
            return role in (Role.CAMERA, Role.OWNER)
        if least is Role.ARBITER and role is Role.OWNER:
            return self.owner_rules
        return role >= least

    def rules(self, role: Role) -> bool:
        """Whether a role is an arbiter's, who sees every verdict at once."""
        return self.may(role, Role.ARBITER)

    def secret(self, state: TableSnapshot, role: Role) -> frozenset[int]:
        """Return the lines of the record of which a role may not hear for now."""
        return frozenset() if self.rules(role) else state.secret

    def role(self, request: Request) -> Role:
        """Return the role of a request."""
        device = self.device(request)
        return device.role if device else Role.VIEWER
