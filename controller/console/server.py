"""The console beside the referee: a server on a thread of its own, which costs the game the dropping of a value."""

import logging
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import uvicorn

from controller.console import address
from controller.console.app import app
from controller.console.http.context import House, Table
from controller.console.http.latest import Newest
from controller.console.http.snapshot import REMEMBERED, State
from controller.console.on_display import dressed
from controller.console.security import secret_file
from controller.console.security.cookies import Cookies
from controller.console.security.devices import Devices
from controller.console.security.pairing import Code
from controller.console.security.roles import Role
from controller.live.session import News, Session
from controller.settings.console import ConsoleConfig
from firmware_bridge.face.face import Face

KEY: Final = "console.key"
DEVICES: Final = "console-devices.json"
"""In the data directory."""
_CLOSE_WITHIN_S: Final = 3.0
_TICK_S: Final = 1.0
"""So often it is looked whether a code belongs on the display, or none any more."""

_log = logging.getLogger(__name__)


class Console:
    """The pages of one table.

    ``show`` stands before the displays: it keeps each face for the pages and hands it on, with the console's address
    and a code where they belong. ``tell`` hears the news. Both are called by the game's thread and never wait.
    """

    def __init__(
        self,
        settings: ConsoleConfig,
        directory: Path,
        session: Session,
        displays: Callable[[Face], None],
        pack: str = "record",
    ) -> None:
        """Make everything ready; nobody is listened to yet.

        Args:
            settings: where to listen.
            directory: of the data: the key, the paired phones, the evidence.
            session: the match.
            displays: shows a face on the displays; from any thread, returns at once.
            pack: the rulebook that proposes rulings.

        Raises:
            SecretError: the key or the list of phones cannot be used.
            DevicesError: the list of phones is damaged.
        """
        cookies = Cookies(secret_file.load(directory / KEY), secure=settings.scheme == "https")
        self._session, self._displays = session, displays
        self._face, self._painting = Face(), threading.Lock()
        self._shown_code: Code | None = None
        self._news: tuple[News, ...] = ()
        first = State(session.match, session.heard, self._face, len(session.events))
        evidence = directory / "evidence"
        self.house = House(
            Newest(first), session.events, Devices(directory / DEVICES), cookies, settings, evidence=evidence, pack=pack
        )
        self.house.repaint = self.repaint
        self.port = 0
        """Where it listens; 0 as long as it does not."""
        self._server: uvicorn.Server | None = None
        self._threads: list[threading.Thread] = []
        self._closing = threading.Event()

    def move(self, session: Session, displays: Callable[[Face], None], pack: str) -> None:
        """Go on with another session, the same match taken up again or the next one; phones stay where they are.

        Args:
            session: the match.
            displays: shows a face on the displays; from any thread, returns at once.
            pack: the rulebook that proposes rulings.
        """
        self.rest()
        with self._painting:
            self._session, self._displays, self._news = session, displays, ()
        self.house.events, self.house.pack = session.events, pack
        self._put()

    def rest(self) -> None:
        """Let nothing be done at the table: nobody watches it."""
        self.house.table = None

    def show(self, face: Face) -> None:
        """Show a face on the displays and on the pages; by the game's thread."""
        with self._painting:
            self._face = face
            self._displays(self._dressed(face))
        self._put()

    def tell(self, news: News) -> None:
        """Hear what happened; by the game's thread."""
        self._news = (*self._news, news)[-REMEMBERED:]
        self._put()

    def _put(self) -> None:
        session, house = self._session, self.house
        count, watching = len(session.events), house.table is not None
        house.newest.put(State(session.match, session.heard, self._face, count, self._news, watching))

    def repaint(self) -> None:
        """Show the newest face on the displays again: a code has come or gone."""
        with self._painting:
            self._displays(self._dressed(self._face))

    def _dressed(self, face: Face) -> Face:
        self._shown_code = self._code()
        return dressed(face, self.house.address, self._shown_code, idle=not self._session.match.running)

    def _code(self) -> Code | None:
        """The code that belongs on the display: while nobody owns the table and no deal is under way, the owner's."""
        house = self.house
        if self._session.match.running:
            house.codes.withdraw()
        elif house.codes.shown is None and not house.devices.has_owner and house.table:
            house.codes.show(Role.OWNER, unasked=True)
        return house.codes.shown

    def open(self, table: Table) -> bool:
        """Listen, now that the referee watches; what stands in the way is told, and the game goes on without pages."""
        self.house.table = table
        settings = self.house.settings
        config = _quiet(self.house, settings)
        try:
            config.load()
            listening = _listen(settings.address, settings.port)
        except OSError as error:  # also of a certificate that cannot be read
            reason = error.strerror or str(error)
            _log.warning("no console on port %s: %s; the game goes on without it", settings.port, reason)
            return False
        self.port = int(listening.getsockname()[1])
        self.house.address = address.shown(settings, self.port)
        server = self._server = uvicorn.Server(config)
        self._start("console", lambda: server.run([listening]))
        self._start("console codes", self._tick)
        self.repaint()
        _log.info("the console is at %s", self.house.address)
        return True

    def _start(self, name: str, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _tick(self) -> None:
        """Take a code off the display once it is good no more."""
        while not self._closing.wait(_TICK_S):
            if self._code() != self._shown_code:
                self.repaint()

    def close(self) -> None:
        """Stop listening; whoever still reads along is hung up on."""
        self._closing.set()
        self.house.closing = True
        self._put()  # wakes the streams, so that they end
        if self._server:
            self._server.should_exit = True
        for thread in self._threads:
            thread.join(_CLOSE_WITHIN_S)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=128)


def _quiet(house: House, settings: ConsoleConfig) -> uvicorn.Config:
    """A server that says nothing of itself and trusts no proxy's word; faults are logged by the application."""
    return uvicorn.Config(
        app(house),
        http="h11",
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=400,
        h11_max_incomplete_event_size=16_384,
        timeout_graceful_shutdown=1,
        ssl_certfile=settings.cert,
        ssl_keyfile=settings.key,
    )
