"""The console beside the referee: a server on a thread of its own, to which the game only hands its newest value."""

import logging
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from controller.console import actions, pages
from controller.console.actions.base import Action
from controller.console.actions.runner import ActionRunner
from controller.console.http.context import REMEMBERED, Context, TableSnapshot, refuse_arbiters
from controller.console.http.request import PageRequest, PageRoute
from controller.console.http.static_files import PREFIX, static
from controller.console.http.streams import Fragment, FragmentCache
from controller.console.security import certificate, secret_file
from controller.console.security.devices import Cookies, PairedDevices, SealedCalls
from controller.console.security.guard import PICTURE, Guard
from controller.console.security.pairing import Code, Codes
from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.views.objections import MOST_CORRECTIONS, FallenVerdict
from controller.console.views.public_lines import public_event
from controller.console.words import gettext as texts
from controller.console.words.gettext import _, load_numbers
from controller.live import scoreboard
from controller.live.alert_board import Invitation
from controller.live.priority import lower_priority
from controller.live.scoreboard import ComposedFace
from controller.live.session import MatchSession, Update
from controller.live.table import LiveTable, Subscriber
from controller.record.message import Message
from controller.rules.match import AnyMatch
from controller.settings.model import ConsoleConfig
from controller.store.pictures import FOLDER
from controller.web.host import Certificate, Host, describe_listen_error, listen
from controller.web.newest import Latest
from controller.web.yielding import PATIENCE_S, YieldToGame
from firmware_bridge.face.face import Face
from vision.words.cards import Lang, Suits

# The address at which the console can be reached, as a display shows it.

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address for documents (RFC 5737): no packet is sent to it, only the way to it is looked up."""


def shown_address(settings: ConsoleConfig, port: int, scheme: str = "") -> str:
    """Return the address of the pages: under the first name that is set, else under this machine's address."""
    host, scheme = (
        settings.names[0] if settings.names else _machine_address(settings.address),
        scheme or settings.scheme,
    )
    end = "" if _DEFAULT_PORTS[scheme] == port else f":{port}"
    return f"{scheme}://{host}{end}/"


def local_address(settings: ConsoleConfig, port: int) -> str:
    """Return the address of the pages for a browser on the table's own machine."""
    everywhere = settings.address in ("0.0.0.0", "::")  # noqa: S104 - compared, not listened on
    return shown_address(replace(settings, names=("localhost",) if everywhere else ()), port)


def _machine_address(listening: str) -> str:
    """Return this machine's address on the network that leads elsewhere; its name if it is on none."""
    if listening not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not listened on
        return f"[{listening}]" if ":" in listening else listening
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
    except OSError:
        return f"{socket.gethostname().lower()}.local"


# Pages and actions, found by the names of their modules.


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    """Yield the modules of a package and of the packages in it."""
    for entry in sorted(iter_modules(package.__path__), key=lambda one: one.name):
        module = import_module(f"{package.__name__}.{entry.name}")
        yield module
        if entry.ispkg:
            yield from _modules(module)


@cache
def routes() -> tuple[PageRoute, ...]:
    """Every route of the console."""
    every_route: list[PageRoute] = []
    for module in _modules(pages):
        every_route += getattr(module, "ROUTES", ())
    return tuple(every_route)


@cache
def fragments() -> Mapping[str, Fragment]:
    """Every part of a page that follows the game, by name."""
    by_name: dict[str, Fragment] = {}
    for module in _modules(pages):
        by_name |= {one.name: one for one in getattr(module, "LIVE", ())}
    return by_name


@cache
def actions_by_name() -> Mapping[str, Action]:
    """Every action, by name."""
    by_name: dict[str, Action] = {}
    for module in _modules(actions):
        by_name |= {one.name: one for one in getattr(module, "ACTIONS", ())}
    return by_name


# The console as an application: routes behind the guard, each with its role.

SEE_OTHER: Final = 303

_log = logging.getLogger(__name__)

Endpoint = Callable[[Request], Awaitable[Response]]


def app(context: Context) -> Starlette:
    """Return the application of one console."""
    page_routes = [Route(route.path, _endpoint(route, context), methods=[route.method]) for route in routes()]
    page_routes.append(Route(f"{PREFIX}{{name:path}}", static, methods=["GET"]))
    guard = Middleware(Guard, names=context.settings.names)
    application = Starlette(
        routes=page_routes,
        middleware=[guard],
        exception_handlers={HTTPException: _refusal_page(context), Exception: _failure_page(context)},
    )
    application.router.redirect_slashes = False
    application.state.runner = ActionRunner(context, actions_by_name())
    application.state.fragment_cache = FragmentCache(context)
    application.state.fragments = fragments()
    return application


def _endpoint(route: PageRoute, context: Context) -> Endpoint:
    """Return the endpoint of a route, answered in the language of the request, for roles that may use it."""

    async def endpoint(request: Request) -> Response:
        page_request = PageRequest.of(request, context)
        with texts.speaking(page_request.language.translations):
            if context.may(page_request.role, route.role):
                return await route.answer(page_request)
            if route.method == "GET" and page_request.role < Role.PLAYER:
                return RedirectResponse("/pair", SEE_OTHER)
            raise HTTPException(403, _("This phone may not do that; pair it for it first."))

    return endpoint


def _refusal_page(context: Context) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return the answer that refuses a request in a sentence."""

    async def answer(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        page_request = PageRequest.of(request, context)
        with texts.speaking(page_request.language.translations):
            sentences = {404: _("There is no such page."), 405: _("That cannot be done here.")}
            detail = error.detail if isinstance(error, HTTPException) else ""
            generic = status in sentences and " " not in detail.removeprefix("Not Found").removeprefix(
                "Method Not Allowed"
            )
            return page_request.page("refused.html", {"text": sentences[status] if generic else detail}, status)

    return answer


def _failure_page(context: Context) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return the answer to a fault of this program.

    It is logged with its place, and the one who asked reads a sentence.
    """

    async def answer(request: Request, error: Exception) -> Response:
        _log.error("the console could not answer %s", request.url.path, exc_info=error)
        page_request = PageRequest.of(request, context)
        with texts.speaking(page_request.language.translations):
            text = _("This page cannot be shown now; the game goes on.")
            return page_request.page("refused.html", {"text": text}, 500)

    return answer


KEY: Final = "console.key"
DEVICES: Final = "console-devices.json"
"""The file of paired devices in the data directory."""
OWNERS_CODE: Final = "console-owner.code"
"""The file of an owner's code that was printed when the table's card was written; gone once somebody owns the table."""
PRINTED_LEAST: Final = 12
"""Fewest letters and digits of such a code. It is good for years, and the remains of a broken file are no code."""
SEALED: Final = "console-sealed.json"
"""The file of sealed calls."""
MOST_AT_ONCE: Final = 400
"""Connections of phones."""
MOST_BY_HTTPS: Final = 40
"""Connections at the second address, which is there for one phone."""
_CLOSE_WITHIN_S: Final = 3.0
_TICK_S: Final = 1.0
"""Seconds between two checks whether a pairing code belongs on the display."""


Herald = Callable[[str], object]
"""Function that announces the address of the pages and each pairing code, for tables without a display."""


@dataclass(frozen=True, slots=True)
class PageOptions:
    """The settings of a table that its pages go by."""

    pack: str = "record"
    """The rulebook that proposes rulings."""
    owner_rules: bool | None = None
    """Whether owners see and do what arbiters do; None: unless it is a tournament."""
    lang: Lang = "en"
    suits: Suits = "french"
    admitted: Callable[[str], str] = refuse_arbiters
    """The name of the arbiter whom the table's hall lets in with a key, once; empty: the key is none."""


@dataclass(frozen=True, slots=True)
class _Door:
    """A port at which the pages are, with what is lost without it."""

    lost: str
    setting: str
    """The setting's name below [console]."""
    port: int
    most: int = MOST_AT_ONCE
    """Connections at once."""
    yields: bool = True
    """Whether its thread goes after the game's."""


class Console(Subscriber):
    """Pages of one table.

    It follows a table: it keeps what is shown there for the pages, and gives its face the address and the code that
    belong on the displays. What the game's thread calls never waits.
    """

    def __init__(
        self,
        settings: ConsoleConfig,
        directory: Path,
        session: MatchSession,
        options: PageOptions = PageOptions(),
        *,
        setup: Setup | None = None,
        herald: Herald = len,
    ) -> None:
        """Prepare everything; no port is open yet.

        Args:
            settings: where to listen.
            directory: directory of the data: the key, the paired phones, the evidence.
            session: the match.
            options: what the pages go by.
            setup: the running parts that the set-up pages change, if there are such.
            herald: announces codes and the address outside the pages.

        Raises:
            SecretError: the key or the list of phones cannot be used.
            DevicesError: the list of phones is damaged.
            SealedCallsError: the list of secret calls is.
        """
        cookies = Cookies(secret_file.load(directory / KEY), secure=settings.scheme == "https")
        self._session = session
        self._table: LiveTable | None = None
        self._face = Face()
        self._coming = ""
        self._shown_code: Code | None = None
        self._herald, self._heralded = herald, ""
        """The code that the herald announced last."""
        self._updates: tuple[Update, ...] = ()
        self._fallen: tuple[FallenVerdict, ...] = ()
        devices = PairedDevices(directory / DEVICES)
        calls = SealedCalls(directory / SEALED)
        codes = Codes(lambda: devices.has_owner)
        _use_printed(directory / OWNERS_CODE, codes)
        self.context = Context(Latest(self._snapshot()), session.events, devices, codes, cookies, calls, settings)
        self._directory = directory
        self.context.evidence, self.context.repaint = directory / FOLDER, self.repaint
        self.context.records, self.context.setup = directory, setup
        self._apply_options(session, options)
        self.port = 0
        """The port that it listens on; 0 while it does not."""
        self._pages: ASGIApp | None = None
        """The application that is served; None before that."""
        self._servers: list[Host] = []
        self._threads: list[threading.Thread] = []
        self._closing = threading.Event()

    @property
    def sealed(self) -> SealedCalls:
        """The secret calls of this table, which are due once all are made."""
        return self.context.sealed

    def set_session(self, session: MatchSession, options: PageOptions) -> None:
        """Go on with another session, the same match taken up again or the next one; phones stay where they are."""
        self.stop_actions()
        self._session, self._table, self._updates, self._fallen = session, None, (), ()
        self._apply_options(session, options)
        self._publish()

    def _apply_options(self, session: MatchSession, options: PageOptions) -> None:
        """Set the session of the pages; owners rule as is set, or unless it is a tournament."""
        context, owner_rules = self.context, options.owner_rules
        context.events, context.pack, context.arbiter_tells = session.events, options.pack, session.is_arbiter_only
        context.owner_rules = not session.is_arbiter_only if owner_rules is None else owner_rules
        context.lang, context.suits, context.admitted = options.lang, options.suits, options.admitted

    def stop_actions(self) -> None:
        """Refuse every action at the table while no camera watches it."""
        self.context.table = None

    def follow(self, table: LiveTable) -> None:
        """Show this table on the pages; it is one that asks :meth:`invitation`."""
        self._table = table
        table.subscribe(self)

    def admit(self) -> None:
        """Open the table that is followed to phones."""
        self.context.table = self._table
        if self.port:
            self._open_to_camera()
            self.repaint()

    def on_face(self, shown: ComposedFace) -> None:
        """Store what is shown for the pages; no code is on them, and every seat is."""
        self._face = shown.face
        if shown.face.address or shown.face.alert.kind == "code":
            self._face = scoreboard.face(shown.match, shown.announced, replace(shown.state, code="", address=""))
        self._coming = shown.state.coming
        self._publish()

    def on_event(self, update: Update) -> None:
        """Store what happened for the pages; by the game's thread."""
        if not update.is_secret:
            event = public_event(update.event)
            self._updates = (*self._updates, replace(update, event=event))[-REMEMBERED:]
            fallen = [FallenVerdict(told.verdict, event) for told in update.announcements if told.withdrawn]
            self._fallen = (*self._fallen, *fallen)[-MOST_CORRECTIONS:]
        self._publish()

    def _publish(self) -> None:
        self.context.newest.put(self._snapshot(watching=self.context.table is not None))

    def _snapshot(self, *, watching: bool = False) -> TableSnapshot:
        """Return the table as pages show it now."""
        session = self._session
        return TableSnapshot(
            session.match,
            session.announced,
            self._face,
            len(session.events),
            self._updates,
            fallen=self._fallen,
            courses=session.likely_courses,
            checkpoints=session.checkpoints,
            shown=session.shown,
            secret=session.secret,
            coming=self._coming,
            watching=watching,
        )

    def repaint(self) -> None:
        """Show the newest face on the displays again: a code has come or gone."""
        if self._table:
            self._table.board.repaint()

    def invitation(self, match: AnyMatch) -> Invitation:
        """Make the invitation with which phones join the table at this moment of its match."""
        code = self._shown_code = self._code(match)
        return Invitation(_code_text(code) if code else "", self.context.address)

    def _code(self, match: AnyMatch) -> Code | None:
        """Return the code that belongs on the display.

        It is the owner's while nobody owns the table and no deal is under way.
        """
        context = self.context
        if match.running:
            context.codes.withdraw()
        elif context.table:
            context.codes.offer()
        return context.codes.shown

    def open(self) -> bool:
        """Listen and admit phones; a fault is logged, and the game goes on without pages."""
        self.context.table = self._table
        load_numbers()
        settings = self.context.settings
        # A picture of the camera is what a card that is just being read waits for.
        self._pages = YieldToGame(app(self.context), lambda: self.context.is_busy, exempt=(PICTURE,))
        door = _Door("no pages for phones", "port", settings.port)
        self.port = self._serve(door, self._pages, _certificate(settings))
        if not self.port:
            return False
        self.context.address = shown_address(settings, self.port)
        self._herald(f"the table's pages: {self.context.address} (on this machine: {self._local_address})")
        self._start("console codes", self._tick)
        self._open_to_camera()
        self.repaint()
        _log.info("the console is at %s", self.context.address)
        return True

    def _serve(self, door: "_Door", pages: ASGIApp, own_certificate: Certificate | None) -> int:
        """Listen, and answer on a thread; returns the port, or 0 after logging the fault."""
        address = self.context.settings.address
        try:
            server = Host(pages, door.most, own_certificate, self._await_event)
        except OSError as error:
            text = "%s: [console] cert and key cannot be used: %s; the game goes on without it"
            _log.warning(text, door.lost, error.strerror or error)
            return 0
        try:
            listening = listen(address, door.port)
        except OSError as error:
            text = "%s: %s port %s: %s; set another [console] %s; the game goes on without it"
            _log.warning(text, door.lost, address, door.port, describe_listen_error(error), door.setting)
            return 0

        def serve() -> None:
            if door.yields:
                lower_priority()
            server.serve(listening)

        self._servers.append(server)
        self._start("console", serve)
        return int(listening.getsockname()[1])

    def _open_to_camera(self) -> None:
        """Serve the pages by https, too, where a phone is to be the camera, as its browser wants it."""
        setup, pages = self.context.setup, self._pages
        if pages is None or setup is None or not setup.config.camera.is_phone or self.context.phone_address():
            return
        settings, reason = self.context.settings, "no phone can be the camera"
        try:
            names = certificate.names((_machine_address(settings.address), *settings.names))
            own_certificate = _certificate(settings) or certificate.table_certificate(self._directory, names)
        except OSError as error:
            _log.warning("%s: the table has no certificate: %s", reason, error.strerror or error)
            return
        port = self._serve(
            _Door(reason, "https_port", settings.https_port, MOST_BY_HTTPS, yields=False), pages, own_certificate
        )
        if port:
            self.context.phone_address = lambda: f"{shown_address(settings, port, 'https')}camera"
            self._herald(f"the phone that is the camera opens {self.context.phone_address()}")

    def _await_event(self) -> None:
        """Wait for the table to process an event; by the server's thread."""
        if table := self.context.table:
            table.lock.wait_until_free(PATIENCE_S)

    def set_host_name(self, host: str) -> None:
        """Show the pages under this name from now on, unless the settings have one; by any thread.

        Args:
            host: the machine's name on the network; empty: it has none, and its address is shown.
        """
        settings = self.context.settings
        if settings.names or self._closing.is_set():
            return
        self.context.address = shown_address(replace(settings, names=(host,) if host else ()), self.port)
        if host:
            self._herald(f"the table's pages are at {self.context.address}, too")
        self.repaint()

    def _start(self, name: str, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _tick(self) -> None:
        """Remove a code from the display once it is good no more, and let the herald announce a new one."""
        while not self._closing.is_set():
            if self._code(self._session.match) != self._shown_code:
                self.repaint()
            self._announce_code(self._shown_code)
            self._closing.wait(_TICK_S)

    def _announce_code(self, code: Code | None) -> None:
        """Pass a code to the herald, once."""
        if code and code.text != self._heralded:
            self._heralded = code.text
            self._herald(
                f"{_code_text(code)}: type it at {self.context.address}pair, or open {self._local_address}pair"
            )

    @property
    def _local_address(self) -> str:
        """The address of the pages for a browser on this machine."""
        return local_address(self.context.settings, self.port)

    def close(self) -> None:
        """Stop listening, and end all open streams."""
        self._closing.set()
        self.context.closing = True
        self._publish()  # wakes the streams, so that they end
        for server in self._servers:
            server.stop()
        for thread in self._threads:
            thread.join(_CLOSE_WITHIN_S)


def _use_printed(file: Path, codes: Codes) -> None:
    """Make the code in a file the owner's, unless somebody owns the table."""
    try:
        if codes.is_owned():
            file.unlink(missing_ok=True)
        elif file.exists():
            code = file.read_text(encoding="ascii").strip()
            if not (code.isalnum() and len(code) >= PRINTED_LEAST):
                raise ValueError(f"it is no code of {PRINTED_LEAST} or more letters and digits")  # noqa: TRY301
            codes.print_owners(code)
    except (OSError, ValueError) as error:
        _log.warning("%s cannot be used: %s; the owner's code is shown as ever", file, error)


def _code_text(code: Code) -> Message:
    if code.role is Role.OWNER:
        return Message("owner code {code}", code=code.spoken)
    return Message("pairing code {code}", code=code.spoken)


def _certificate(settings: ConsoleConfig) -> Certificate | None:
    return Certificate(settings.cert, settings.key) if settings.cert and settings.key else None
