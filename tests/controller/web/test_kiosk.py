"""The kiosk's server and its stream, read as a browser reads them; what a real browser makes of it has its own file."""

import json
import re
import socket
import threading
import time
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse

import pytest

from controller.web.host import HEADERS
from controller.web.kiosk import Kiosk
from firmware_bridge.displays import kiosk
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Face
from tests.support.waiting import PATIENCE_S, until


def _free_port() -> int:
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        return int(ear.getsockname()[1])


def _ask(port: int, path: str, method: str = "GET", mark: str = "") -> tuple[HTTPResponse, bytes]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
        connection.request(method, path, headers={"If-None-Match": mark} if mark else {})
        answer = connection.getresponse()
        return answer, answer.read()


class Browser:
    """Reads the stream as the standard says: fields a line, an empty line ends an event."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._connection.request("GET", "/faces")
        self._answer = self._connection.getresponse()
        assert self._answer.headers["Content-Type"].startswith("text/event-stream")

    def event(self) -> tuple[str, str]:
        fields: dict[str, str] = {}
        while line := self._answer.readline().decode().rstrip("\n"):
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        return fields.get("event", "message"), fields.get("data", "")

    def face(self) -> object:
        """The next face that is sent."""
        while (event := self.event())[0] != "message":
            pass
        return json.loads(event[1])

    def close(self) -> None:
        self._answer.close()
        self._connection.close()


@contextmanager
def running() -> Generator[tuple[Kiosk, int]]:
    port = _free_port()
    with closing(Kiosk("127.0.0.1", port)) as box:
        until(lambda: box.status == f"no browser at http://127.0.0.1:{port}/")
        yield box, port


def test_every_browser_gets_every_newest_face_and_signs_of_life() -> None:
    with running() as (box, port), ExitStack() as stack:
        box.show(FACES["three"])
        browsers = [stack.enter_context(closing(Browser(port))) for _ in range(3)]
        for browser in browsers:
            assert browser.event()[0] == "page"
            assert browser.face() == kiosk.content(FACES["three"])
        until(lambda: box.status == "connected: 3 browsers")
        box.show(FACES["verdict"])
        assert [browser.face() for browser in browsers] == [kiosk.content(FACES["verdict"])] * 3
        assert browsers[0].event() == ("here", "")
        browsers[0].close()
        until(lambda: box.status == "connected: 2 browsers")


def test_a_browser_that_reads_nothing_costs_the_game_and_the_others_nothing() -> None:
    """More than a connection holds is shown; the stuck browser has a place for one face, not for all."""
    with running() as (box, port), ExitStack() as stack:
        stuck = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stuck.sendall(b"GET /faces HTTP/1.1\r\nHost: localhost\r\n\r\n")
        living = stack.enter_context(closing(Browser(port)))
        until(lambda: box.status == "connected: 2 browsers")
        done = threading.Event()

        def play() -> None:
            for count in range(3_000):
                box.show(Face(f"{count} {'x' * 20_000}"))
                time.sleep(0)
            box.show(FACES["blind"])
            done.set()

        threading.Thread(target=play, daemon=True).start()
        while living.face() != kiosk.content(FACES["blind"]):
            pass
        assert done.wait(PATIENCE_S)


def test_a_port_that_is_taken_is_told_and_had_as_soon_as_it_is_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = int(other.getsockname()[1])
        box = Kiosk("127.0.0.1", port)
        until(lambda: box.status == f"no port 127.0.0.1:{port}: another program serves there")
    with closing(box):
        until(lambda: box.status.startswith("no browser at"))


def test_the_last_face_is_sent_before_the_stream_ends() -> None:
    with running() as (box, port), closing(Browser(port)) as browser:
        assert browser.face() == kiosk.content(Face())
        box.show(FACES["three"])
        box.show(FACES["verdict"])
        box.close()
        box.close()
        told = [browser.event() for _ in range(4)]
        said = [json.loads(data) for event, data in told if event == "message" and data]
        assert said[-1] == kiosk.content(FACES["verdict"])
        assert told[-1] == ("message", "")


def test_only_the_page_is_served_and_nothing_can_be_sent_to_it() -> None:
    with running() as (_, port):
        kinds = {"/": "text/html", "/kiosk.css": "text/css", "/kiosk.js": "text/javascript"}
        for path, kind in kinds.items():
            answer, body = _ask(port, path)
            assert (answer.status, answer.headers.get_content_type()) == (200, kind)
            assert {name: answer.headers[name] for name in HEADERS} == HEADERS
            assert _ask(port, path, mark=answer.headers["ETag"])[0].status == 304
            # Nothing of the page is fetched from anywhere else.
            assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)", body.decode()) == []
        assert [_ask(port, path)[0].status for path in ("/kiosk.py", "/..%2fqr.py", "/a/b")] == [404] * 3
        assert [_ask(port, "/faces", method)[0].status for method in ("POST", "PUT", "DELETE")] == [405] * 3


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_any_port_can_be_taken(host: str) -> None:
    with closing(Kiosk(host, 0)) as box:
        where = "127.0.0.1" if host == "127.0.0.1" else r"\[::1\]"
        until(lambda: re.fullmatch(rf"no browser at http://{where}:[1-9]\d+/", box.status) is not None)


@pytest.mark.parametrize("host", ["a..b", "x" * 300, "256.1.1.1"])
def test_a_kiosk_that_cannot_be_served_says_so(host: str) -> None:
    with closing(Kiosk(host, 8123)) as kiosk:
        until(lambda: not kiosk.status.endswith(" yet"))
        assert kiosk.status.startswith(f"no port {host}:8123: ")
