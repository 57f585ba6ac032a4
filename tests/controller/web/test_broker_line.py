"""Reasons why a broker cannot be used, in words; each broker here answers as one of that kind does."""

import logging
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from itertools import repeat
from pathlib import Path
from typing import Final

import pytest

from controller.web import broker_line
from controller.web.broker_line import BrokerAddress, BrokerLine, BrokerReached, check_broker
from tests.support.waiting import until

TAKEN: Final = b"\x20\x03\x00\x00\x00"
"""CONNACK of MQTT 5: success, without properties (3.2)."""
SMALL: Final = b"\x20\x08\x00\x00\x05\x27" + (100).to_bytes(4)
"""The same with Maximum Packet Size = 100 (3.2.2.3.6)."""
TAKEN_OVER: Final = b"\xe0\x02\x8e\x00"
"""DISCONNECT: session taken over (3.14)."""

Talk = Callable[[socket.socket], None]


def answering(*parts: bytes) -> Talk:
    """Answer what comes by these bytes and hang up."""

    def talk(line: socket.socket) -> None:
        line.recv(1000)
        for part in parts:
            line.sendall(part)

    return talk


def staying(*parts: bytes) -> Talk:
    """Answer by these bytes and stay until the other side hangs up."""

    def talk(line: socket.socket) -> None:
        answering(*parts)(line)
        while line.recv(1000):
            pass

    return talk


@contextmanager
def broker(talks: Iterator[Talk], context: ssl.SSLContext | None = None) -> Generator[tuple[int, list[bytes]]]:
    """A broker's port, and what each connection begins with, after encryption."""
    began: list[bytes] = []

    def serve(ear: socket.socket) -> None:
        for talk in talks:
            try:
                line, _ = ear.accept()
            except OSError:
                return
            try:
                with context.wrap_socket(line, server_side=True) if context else line as spoken:
                    began.append(spoken.recv(1000, socket.MSG_PEEK) if not context else b"")
                    talk(spoken)
            except OSError:
                continue

    with closing(socket.create_server(("127.0.0.1", 0))) as ear:
        thread = threading.Thread(target=serve, args=(ear,), daemon=True)
        thread.start()
        yield ear.getsockname()[1], began
        ear.shutdown(socket.SHUT_RDWR)
        thread.join(5)


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a key and a certificate that vouches for itself."""
    folder = tmp_path_factory.mktemp("keys")
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=broker"
    files = ("-keyout", f"{folder}/key", "-out", f"{folder}/crt")
    subprocess.run((*made.split(), *files), check=True, capture_output=True)  # noqa: S603  # ours
    return folder


def encrypting(keys: Path, *, asks: bool = False) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(keys / "crt", keys / "key")
    if asks:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(keys / "crt")
    return context


@pytest.mark.parametrize(
    ("talk", "why"),
    [
        (answering(b"\x20\x02\x00\x01"), "speaks an older MQTT than 5"),
        (answering(b"\x20\x03\x00\x87\x00"), "refuses this name and password"),
        (answering(b"\x20\x03\x00\x88\x00"), "lets nobody in now (Server unavailable)"),
        (answering(b""), "hangs up before it answers: if that is its encrypted port, write mqtts://"),
        (answering(b"HTTP/1.1 400 Bad Request\r\n\r\n"), "hangs up before it answers: if that is its encrypted port"),
    ],
    ids=["MQTT 3.1.1", "wrong password", "busy", "encrypted or WebSockets", "a web page"],
)
def test_a_broker_that_lets_nobody_in_is_told_by_its_reason(talk: Talk, why: str) -> None:
    with broker(repeat(talk)) as (port, _):
        assert why in check_broker(BrokerAddress("127.0.0.1", port))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_faults_of_encryption_are_named(keys: Path) -> None:
    own = (keys / "crt").read_text()
    with broker(repeat(staying(TAKEN)), encrypting(keys)) as (port, _):
        assert check_broker(BrokerAddress("127.0.0.1", port, "3", "secret", True, own)) == ""
        strange = check_broker(BrokerAddress("127.0.0.1", port, "3", "secret", True))
        assert "it shows another certificate than the settings trust" in strange
    with broker(repeat(answering(TAKEN)), encrypting(keys, asks=True)) as (port, _):
        asked = check_broker(BrokerAddress("127.0.0.1", port, "3", "secret", True, own))
        assert "asks for a certificate of whoever comes" in asked
    with broker(repeat(answering(b"HTTP/1.1 400 Bad Request\r\n\r\n"))) as (port, _):
        plain = check_broker(BrokerAddress("127.0.0.1", port, "3", "secret", True, own))
        assert "nothing there speaks encrypted" in plain
    with broker(repeat(answering())) as (port, _):
        full = BrokerAddress("127.0.0.1", port, "3", "secret", True, own)
        assert check_broker(full) == f"{full} is not reached"


def test_an_absent_host_is_distinguished_from_a_closed_port() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as ear:
        port = ear.getsockname()[1]
    assert "nothing listens at that port" in check_broker(BrokerAddress("127.0.0.1", port))
    assert "no machine of that name is found" in check_broker(BrokerAddress("nowhere.invalid", port))


def test_a_line_whose_place_another_takes_says_so_once_and_comes_back_in_its_own_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(broker_line, "_RETRY_S", (3600, 3600))
    monkeypatch.setattr(broker_line, "_RETRY_DISPLACED_S", (1, 1))
    thrown = answering(TAKEN, TAKEN_OVER)
    with caplog.at_level(logging.WARNING, broker_line.__name__), broker(repeat(thrown)) as (port, began):
        line = BrokerLine(BrokerAddress("127.0.0.1", port, "3", "secret"), "table", ())
        until(lambda: len(began) > 2)
        until(lambda: "a second one runs with the same settings" in line.trouble)
        line.close()
    assert len([one for one in caplog.messages if "a second one runs" in one]) == 1


def test_a_line_that_is_closed_tells_of_no_trouble(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, broker_line.__name__), broker(iter([staying(TAKEN)])) as (port, _):
        line = BrokerLine(BrokerAddress("127.0.0.1", port), "table", ())
        assert line.receive(30) == BrokerReached()
        line.close()
    assert (caplog.messages, line.failures) == ([], 0)


def test_a_message_too_large_for_the_broker_is_dropped_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[bytes] = []

    def talk(line: socket.socket) -> None:
        line.recv(1000)
        line.sendall(SMALL)
        while data := line.recv(1000):
            heard.append(data)

    with caplog.at_level(logging.WARNING, broker_line.__name__), broker(iter([talk])) as (port, _):
        line = BrokerLine(BrokerAddress("127.0.0.1", port), "table", ())
        until(lambda: line.is_up)
        assert (line.fits("t", b"x" * 80), line.fits("t", b"x" * 99)) == (True, False)
        sent = [line.publish("t", bytes([97 + number]) * size) for number, size in enumerate((99, 80, 99))]
        assert sent == [False, True, False]
        until(lambda: b"b" * 80 in b"".join(heard))
        line.close()
    assert not set(b"".join(heard)) & set(b"ac")
    assert [one for one in caplog.messages if "takes no message of 99 bytes" in one] == [
        f"broker: mqtt://127.0.0.1:{port} takes no message of 99 bytes; such are left out"
    ]


def test_nobody_without_the_password_knows_under_which_id_a_line_comes() -> None:
    with broker(repeat(staying(TAKEN))) as (port, began):
        for password in ("secret", "secret", "other"):
            line = BrokerLine(BrokerAddress("127.0.0.1", port, "3", password), "schiri-3", ())
            assert isinstance(line.receive(30), BrokerReached)
            line.close()
    ids = [one[one.index(b"schiri-3-") :][:25] for one in began]
    assert ids[0] == ids[1] != ids[2]
