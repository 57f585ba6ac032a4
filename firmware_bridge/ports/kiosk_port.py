"""A display in browsers: serves the page and streams each face to all of them, in one thread of its own.

Each browser has its own newest-value place in its stream: one that takes its time skips faces, and one that is gone is
let go by the system. The game only leaves the face, and wakes the thread if any browser waits.
"""

import asyncio
import hashlib
import logging
import socket
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from importlib import resources
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from firmware_bridge.displays.kiosk import BEAT, BEAT_S, render
from firmware_bridge.face.face import Face
from firmware_bridge.ports.mailbox import CLOSE_S, REOPEN_S, UNOPENED, words
from firmware_bridge.ports.tcp_port import NO_NAME

MOST_BROWSERS: Final = 64
"""More are turned away until one leaves."""

GONE_MS: Final = 20_000
"""A browser that takes nothing for so long is let go (``tcp(7)``, TCP_USER_TIMEOUT)."""

KINDS: Final = {"index.html": "text/html", "kiosk.css": "text/css", "kiosk.js": "text/javascript"}
"""Files of the page and what they are."""

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
}

_log = logging.getLogger(__name__)


class Kiosk:
    """Shows faces in browsers; whatever becomes of them or of the port, only ``status`` changes.

    Args:
        host: Address to serve on.
        port: Its port; 0 takes any, which ``status`` tells.
    """

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._face = self._drawn = Face()
        self._event = render(self._face)
        self._trouble = f"no port {host}:{port} yet"
        self._is_new = True
        """It was not served, and that was not told."""
        self._browsers = 0
        self._rung = self._over = False
        self._loop = asyncio.new_event_loop()
        self._news, self._end = asyncio.Event(), asyncio.Event()
        self._thread = threading.Thread(target=self._run, name=f"kiosk {host}:{port}", daemon=True)
        self._thread.start()

    @property
    def status(self) -> str:
        """In words: ``connected: 2 browsers``, ``no browser at …``, ``no port …`` or ``failed: …``."""
        if self._trouble:
            return self._trouble
        count = self._browsers
        return f"connected: {count} browser{'s' * (count > 1)}" if count else f"no browser at {self.address}"

    @property
    def address(self) -> str:
        """Of the page."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self._port}/"

    def show(self, face: Face) -> None:
        """Leave the face for all browsers, in place of one that is still there; returns at once."""
        self._face = face
        if self._browsers and not self._rung:
            self._rung = True
            self._ring()

    def hang_up(self) -> None:
        """Begin to close; returns at once."""
        self._over = True
        self._ring()

    def close(self) -> None:
        """Let each browser have the last face, and stop serving. Closing twice is fine."""
        self.hang_up()
        self._thread.join(2 * CLOSE_S)

    def _ring(self) -> None:
        with suppress(RuntimeError):  # The thread has ended.
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        """Let all streams go on; in the kiosk's own thread."""
        # Before the face is looked at: one that comes after this rings again.
        self._rung = False
        self._news.set()
        self._news = asyncio.Event()
        if self._over:
            self._end.set()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        """Serve until the game closes the display; a port that cannot be had is tried again and again."""
        while not self._over:
            try:
                ear = _ear(self._host, self._port)
                self._port = int(ear.getsockname()[1])
                await self._serve_on(ear)
            except OSError as error:
                if self._is_new:
                    _log.warning(UNOPENED, f"{self._host}:{self._port}", words(error))
                await self._fail(f"no port {self._host}:{self._port}: {words(error)}")
            except Exception as error:
                # Whatever a browser has done, the next one finds the page.
                if (trouble := f"failed: {error}") != self._trouble:
                    _log.exception("kiosk %s", self.address)
                await self._fail(trouble)

    async def _fail(self, trouble: str) -> None:
        """Tell the trouble, and wait before it is tried again."""
        self._trouble, self._is_new = trouble, False
        with suppress(TimeoutError):
            await asyncio.wait_for(self._end.wait(), REOPEN_S)

    async def _serve_on(self, ear: socket.socket) -> None:
        config = uvicorn.Config(
            _application(self._stream),
            loop="asyncio",
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            limit_concurrency=MOST_BROWSERS,
            timeout_graceful_shutdown=1,
            server_header=False,
        )
        server = uvicorn.Server(config)
        serving, end = asyncio.create_task(server.serve(sockets=[ear])), asyncio.create_task(self._end.wait())
        self._trouble, self._is_new = "", False
        await asyncio.wait((serving, end), return_when=asyncio.FIRST_COMPLETED)
        server.should_exit = True
        await serving
        end.cancel()

    async def _stream(self, page: str) -> AsyncGenerator[bytes]:
        """The faces for one browser, from now on; a sign of life where nothing changes."""
        self._browsers += 1
        try:
            yield f"retry: 1000\nevent: page\ndata: {page}\n\n".encode("ascii")
            shown: Face | None = None
            while not (self._over and shown is self._face):
                news, face = self._news, self._face
                if face is not shown:
                    yield self._rendered(face)
                    shown = face
                    continue
                try:
                    await asyncio.wait_for(news.wait(), BEAT_S)
                except TimeoutError:
                    yield BEAT
        finally:
            self._browsers -= 1

    def _rendered(self, face: Face) -> bytes:
        """The face as an event, made once for all browsers."""
        if face is not self._drawn:
            self._event, self._drawn = render(face), face
        return self._event


def _ear(host: str, port: int) -> socket.socket:
    """A socket that listens; the browsers' own sockets inherit its patience."""
    try:
        ear = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except UnicodeError as error:
        raise OSError(NO_NAME) from error
    ear.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
    return ear


def _application(stream: Callable[[str], AsyncGenerator[bytes]]) -> Starlette:
    """The page and its stream, read only."""
    folder = resources.files("firmware_bridge.displays") / "kiosk_page"
    files = {name: (folder / name).read_bytes() for name in KINDS}
    page = hashlib.sha256(b"".join(files.values())).hexdigest()[:12]

    async def file(request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        if name not in files:
            return Response("no such page", 404, HEADERS, "text/plain")
        return Response(files[name], 200, HEADERS, KINDS[name])

    async def faces(request: Request) -> Response:
        del request
        return StreamingResponse(stream(page), 200, HEADERS, "text/event-stream")

    return Starlette(routes=[Route("/faces", faces), Route("/", file), Route("/{name}", file)])
