"""A display in browsers: the page, and each face streamed to all who look, by a server of its own on its own port.

One that takes its time skips faces, and one that is gone is let go by the system. The game only leaves the face.
"""

import hashlib
import logging
import threading
from collections.abc import AsyncGenerator
from dataclasses import replace
from importlib import resources
from typing import Final, NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from controller.web import assets, sse
from controller.web.host import Host, is_here, is_ours, listen
from controller.web.newest import Latest
from firmware_bridge.displays.kiosk import BEAT, BEAT_S, render
from firmware_bridge.face.face import Alert, Face
from firmware_bridge.ports.mailbox import CLOSE_S, REOPEN_S, UNOPENED, words
from firmware_bridge.ports.tcp_port import NO_NAME

MOST_BROWSERS: Final = 64
"""More are turned away until one leaves."""
ROUTES: Final = ("/faces", "/", "/{name}")
"""Everything that a browser may ask for, by GET alone."""
_RETRY_MS: Final = 1000
"""A page that lost its stream asks again after so long."""

_log = logging.getLogger(__name__)


class _Shown(NamedTuple):
    """The newest face, and whether it is the last one."""

    face: Face
    over: bool = False


class Kiosk:
    """Shows faces in browsers; whatever becomes of them or of the port, only ``status`` changes.

    Args:
        host: Address to serve on.
        port: Its port; 0 takes any, which ``status`` tells.
    """

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._newest = Latest(_Shown(Face()))
        self._drawn: tuple[Face, str] | None = None
        self._trouble = f"no port {host}:{port} yet"
        self._browsers = 0
        self._over = threading.Event()
        self._server: Host | None = None
        self._thread = threading.Thread(target=self._run, name=f"kiosk {host}:{port}", daemon=True)
        self._thread.start()

    @property
    def status(self) -> str:
        """The state in words: ``connected: 2 browsers``, ``no browser at …``, ``no port …`` or ``failed: …``."""
        if self._trouble:
            return self._trouble
        count = self._browsers
        return f"connected: {count} browser{'s' * (count > 1)}" if count else f"no browser at {self.address}"

    @property
    def address(self) -> str:
        """The address of the page."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self._port}/"

    def show(self, face: Face) -> None:
        """Leave the face for all browsers, in place of one that is still there; returns at once."""
        self._newest.put(_Shown(face, self._over.is_set()))

    def hang_up(self) -> None:
        """Begin to close: each browser gets the last face; returns at once."""
        self._over.set()
        self._newest.put(_Shown(self._newest.value.face, over=True))
        if self._server:
            self._server.stop()

    def close(self) -> None:
        """Let each browser have the last face, and stop serving. Closing twice is fine."""
        self.hang_up()
        self._thread.join(2 * CLOSE_S)

    def _run(self) -> None:
        """Serve until the game closes the display; a port that cannot be had is tried again and again."""
        told = False
        while not self._over.is_set():
            try:
                self._serve()
            except (OSError, UnicodeError) as error:
                reason = words(error) if isinstance(error, OSError) else NO_NAME
                self._trouble = f"no port {self._host}:{self._port}: {reason}"
                if not told:
                    _log.warning(UNOPENED, f"{self._host}:{self._port}", reason)
            except Exception as error:
                # Whatever a browser has done, the next one finds the page.
                if (trouble := f"failed: {error}") != self._trouble:
                    _log.exception("kiosk %s", self.address)
                self._trouble = trouble
            told = True
            self._over.wait(REOPEN_S)

    def _serve(self) -> None:
        ear = listen(self._host, self._port)
        self._port = int(ear.getsockname()[1])
        server = self._server = Host(self._application(), MOST_BROWSERS)
        if self._over.is_set():
            server.stop()
        self._trouble = ""
        server.serve(ear)

    def _application(self) -> Starlette:
        """The page and its stream, read only."""
        files = assets.listed(resources.files("firmware_bridge.displays") / "kiosk_page")
        page = hashlib.sha256("".join(file.mark for file in files.values()).encode()).hexdigest()[:12]

        async def file(request: Request) -> Response:
            if not is_ours(request.headers.get("host", ""), (self._host,)):
                return PlainTextResponse("This display does not answer to that name; open it by its address.", 421)
            return assets.answer(request, files.get(request.path_params.get("name", "index.html")))

        async def faces(request: Request) -> Response:
            if not is_ours(request.headers.get("host", ""), (self._host,)):
                return PlainTextResponse("This display does not answer to that name; open it by its address.", 421)
            return sse.response(self._stream(page, here=bool(request.client and is_here(request.client.host))))

        return Starlette(routes=[Route(path, faces if path == "/faces" else file) for path in ROUTES])

    async def _stream(self, page: str, *, here: bool) -> AsyncGenerator[str]:
        """The faces for one browser, from now on; a sign of life where nothing changes.

        Args:
            page: the mark of the page's files.
            here: whether it is a browser on this machine, before which people of this table stand: codes are for them.
        """
        self._browsers += 1
        number, shown, over = 0, None, False
        try:
            yield sse.event("page", page, _RETRY_MS)
            while not over:
                held = await self._newest.after(number, BEAT_S)
                if held is None:
                    yield sse.event(BEAT, "")
                    continue
                number, (face, over) = held
                if face is not shown:
                    yield self._rendered(face, here=here)
                    shown = face
        finally:
            self._browsers -= 1

    def _rendered(self, face: Face, *, here: bool) -> str:
        """The face as an event, made once for all browsers; with a code for those on this machine alone."""
        if face.alert.kind == "code" and not here:
            return sse.event("", render(replace(face, alert=Alert())))
        if self._drawn is None or face is not self._drawn[0]:
            self._drawn = face, sse.event("", render(face))
        return self._drawn[1]
