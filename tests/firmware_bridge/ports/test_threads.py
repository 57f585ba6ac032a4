"""No fault of a display or its wire ends the display's thread, or delays the others."""

import socket
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress

import pytest

from firmware_bridge.displays.dialect import Answer
from firmware_bridge.displays.lcdproc import MOST, Lcdproc
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Face
from firmware_bridge.ports.mailbox import REOPEN_S, Mailbox
from firmware_bridge.ports.serial_port import Display
from firmware_bridge.ports.tcp_port import tcp_wire
from firmware_bridge.ports.vendor import VendorLink
from tests.support.waiting import until


@contextmanager
def lcdd(*greetings: bytes) -> Generator[int]:
    """A server that says one greeting more after each page, and takes every page."""

    def serve() -> None:
        with suppress(OSError):
            while True:
                connection, _ = ear.accept()
                with connection, suppress(OSError):
                    left, heard = list(greetings), b""
                    while data := connection.recv(65536):
                        heard += data
                        if heard.endswith(b"hello\n"):
                            connection.sendall(left.pop(0) + b"\n")
                        if heard.endswith(b"noop\n"):
                            connection.sendall(b"".join(one + b"\n" for one in left) + b"noop complete\n")
                            left, heard = [], b""

    with socket.create_server(("127.0.0.1", 0)) as ear:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield int(ear.getsockname()[1])
        ear.shutdown(socket.SHUT_RDWR)
    thread.join()


def _shown(*greetings: bytes) -> str:
    """The status of a display so greeted, once it has shown two faces."""
    with lcdd(*greetings) as port:
        box = Mailbox("lcd", tcp_wire("127.0.0.1", port), VendorLink(Lcdproc()))
        with closing(box):
            box.show(FACES["three"])
            until(lambda: "LCDproc" in box.status or box.status.startswith("refused"))
            time.sleep(0.2)
            box.show(FACES["verdict"])
            time.sleep(0.3)
            return box.status


def test_a_second_greeting_with_another_size_is_not_heeded() -> None:
    assert _shown(b"connect LCDproc lcd wid 16 hgt 1", b"connect LCDproc lcd wid 20 hgt 4") == "connected: LCDproc 16x1"


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"wid 99999999 hgt 99999", "refused: it calls itself 99999999x99999 characters; 80x25 of them are used"),
        (b"wid 4 hgt 1", "refused: 4x1 characters show no score; 8x1 is the least"),
        (b"wid much hgt 2", "refused: its greeting tells no size: connect lcd wid much hgt 2"),
    ],
)
def test_a_strange_size_is_told_for_as_long_as_it_is_strange(said: bytes, status: str) -> None:
    assert _shown(b"connect lcd " + said) == status


def test_a_strange_size_costs_no_more_than_a_large_display() -> None:
    dialect = Lcdproc()
    dialect.answers(b"connect LCDproc lcd wid 99999999 hgt 99999\n")
    assert dialect.size == MOST
    _, rest = dialect.answers(b"x" * 10**6)
    assert len(rest) < 10**4


class Fragile(Lcdproc):
    """Fails on the first face, in a way nobody has foreseen."""

    failures = 0

    def answers(self, data: bytes) -> tuple[Sequence[Answer], bytes]:
        if self.failures == 0:
            self.failures += 1
            raise ZeroDivisionError("nobody has foreseen this")
        return super().answers(data)


def test_a_conversation_that_fails_is_told_and_begun_anew(caplog: pytest.LogCaptureFixture) -> None:
    seen = list[str]()

    def shows() -> bool:
        seen.append(box.status)
        return seen[-1] == "connected: LCDproc 20x4"

    with lcdd(b"connect LCDproc lcd wid 20 hgt 4") as port:
        box = Mailbox("lcd", tcp_wire("127.0.0.1", port), VendorLink(Fragile()))
        with closing(box):
            box.show(FACES["three"])
            until(shows)
    assert "failed: nobody has foreseen this" in seen
    assert len([record for record in caplog.records if record.exc_info]) == 1


def test_a_name_that_cannot_be_asked_for_is_told_and_asked_for_again() -> None:
    asked = 0

    def wire() -> AbstractContextManager[int]:
        nonlocal asked
        asked += 1
        return tcp_wire("a..b", 1)()

    with closing(Mailbox("a..b:1", wire, VendorLink(Lcdproc()))) as box:
        box.show(Face())
        until(lambda: asked >= 2)
        assert box.status.startswith("no port a..b:1: ")


@pytest.mark.parametrize(
    ("path", "told"), [("/dev/null", "it is no serial port"), ("/dev/nowhere", "nothing is plugged")]
)
def test_a_path_that_is_no_port_is_reported_once_in_words(
    path: str, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(Display(path)) as display:
        until(lambda: told in display.status)
        time.sleep(2 * REOPEN_S)
    assert [told in record.getMessage() for record in caplog.records] == [True]
