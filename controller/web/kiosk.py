"""A display in browsers: a server with a port of its own for the page and the stream of faces.

A slow browser skips faces, and the system drops one that is gone. The game only hands over the face.
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
from controller.web.host import Host, is_loopback, is_ours, listen
from controller.web.newest import Latest
from firmware_bridge.displays.kiosk import BEAT, BEAT_S, render
from firmware_bridge.face.face import Alert, Face
from firmware_bridge.ports.mailbox import CLOSE_S, REOPEN_S, UNOPENED, describe
from firmware_bridge.ports.tcp_port import NO_NAME

MOST_BROWSERS: Final = 64
"""The most browsers at once."""
ROUTES: Final = ("/faces", "/", "/{name}")
"""All routes, by GET alone."""
_RETRY_MS: Final = 1000
"""The delay before a page that lost its stream reconnects."""

_log = logging.getLogger(__name__)


class _NewestFace(NamedTuple):
    """The newest face, and whether it is the last one before the display closes."""

    face: Face
    is_last: bool = False


class Kiosk:
    """A display that shows faces in browsers; troubles with them or the port change only ``status``.

    Args:
        host: Address to serve on.
        port: Port to serve on; 0 takes any free one, which ``status`` names.
    """

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._newest = Latest(_NewestFace(Face()))
        self._drawn: tuple[Face, str] | None = None
        self._trouble = f"no port {host}:{port} yet"
        self._browsers = 0
        self._closing = threading.Event()
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
        """Publish the face to all browsers, replacing one that is not sent yet; returns at once."""
        self._newest.put(_NewestFace(face, self._closing.is_set()))

    def hang_up(self) -> None:
        """Start to close, after each browser got the last face; returns at once."""
        self._closing.set()
        self._newest.put(_NewestFace(self._newest.value.face, is_last=True))
        if self._server:
            self._server.stop()

    def close(self) -> None:
        """Send each browser the last face, and stop serving. Closing twice is fine."""
        self.hang_up()
        self._thread.join(2 * CLOSE_S)

    def _run(self) -> None:
        """Serve until the game closes the display, and retry while the port cannot be opened."""
        is_logged = False
        while not self._closing.is_set():
            try:
                self._serve()
            except (OSError, UnicodeError) as error:
                reason = describe(error) if isinstance(error, OSError) else NO_NAME
                self._trouble = f"no port {self._host}:{self._port}: {reason}"
                if not is_logged:
                    _log.warning(UNOPENED, f"{self._host}:{self._port}", reason)
            except Exception as error:
                # A fault that one browser causes must not take the page from the next one.
                if (trouble := f"failed: {error}") != self._trouble:
                    _log.exception("kiosk %s", self.address)
                self._trouble = trouble
            is_logged = True
            self._closing.wait(REOPEN_S)

    def _serve(self) -> None:
        listener = listen(self._host, self._port)
        self._port = int(listener.getsockname()[1])
        server = self._server = Host(self._application(), MOST_BROWSERS)
        if self._closing.is_set():
            server.stop()
        self._trouble = ""
        server.serve(listener)

    def _application(self) -> Starlette:
        """Make the application: the page and its stream, read only."""
        files = assets.load_folder(resources.files("firmware_bridge.displays") / "kiosk_page")
        page = hashlib.sha256("".join(file.etag for file in files.values()).encode()).hexdigest()[:12]

        async def file(request: Request) -> Response:
            if not is_ours(request.headers.get("host", ""), (self._host,)):
                return PlainTextResponse("This display does not answer to that name; open it by its address.", 421)
            return assets.respond(request, files.get(request.path_params.get("name", "index.html")))

        async def faces(request: Request) -> Response:
            if not is_ours(request.headers.get("host", ""), (self._host,)):
                return PlainTextResponse("This display does not answer to that name; open it by its address.", 421)
            return sse.response(self._stream(page, is_local=bool(request.client and is_loopback(request.client.host))))

        return Starlette(routes=[Route(path, faces if path == "/faces" else file) for path in ROUTES])

    async def _stream(self, page: str, *, is_local: bool) -> AsyncGenerator[str]:
        """Stream the faces for one browser from now on, with heartbeats while the face does not change.

        Args:
            page: the version of the page's files.
            is_local: whether the browser runs on this machine, in front of the table's people: only they may see codes.
        """
        self._browsers += 1
        number, shown, is_last = 0, None, False
        try:
            yield sse.event("page", page, _RETRY_MS)
            while not is_last:
                newest = await self._newest.wait_async(number, BEAT_S)
                if newest is None:
                    yield sse.event(BEAT, "")
                    continue
                number, (face, is_last) = newest
                if face is not shown:
                    yield self._render(face, is_local=is_local)
                    shown = face
        finally:
            self._browsers -= 1

    def _render(self, face: Face, *, is_local: bool) -> str:
        """Return the face as an event, rendered once for all browsers; only local ones get a code."""
        if face.alert.kind == "code" and not is_local:
            return sse.event("", render(replace(face, alert=Alert())))
        if self._drawn is None or face is not self._drawn[0]:
            self._drawn = face, sse.event("", render(face))
        return self._drawn[1]
