"""The server on its own thread, asked over the network as a phone asks it."""

import logging
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path

import pytest

from controller.console import server
from controller.console.security.roles import Role
from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from tests.support.console.console_rig import REVOKED, Rig
from tests.support.waiting import PATIENCE_S

LOCAL = ConsoleConfig(address="127.0.0.1", port=0)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Rig]:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, settings=LOCAL, watching=False)
        assert rig.console.open()
        yield rig
        rig.console.close()


def port(rig: Rig) -> int:
    return int(rig.context.address.rstrip("/").rpartition(":")[2])


def lines_of(answer: HTTPResponse) -> Iterator[str]:
    while line := answer.readline():
        yield line.decode().rstrip("\n")


def test_a_phone_follows_the_game_over_the_network(served: Rig) -> None:
    connection = HTTPConnection("127.0.0.1", port(served), timeout=PATIENCE_S)
    connection.request("GET", "/live/table")
    answer = connection.getresponse()
    lines = lines_of(answer)
    assert (answer.status, answer.getheader("content-type")) == (200, "text/event-stream; charset=utf-8")
    assert next(lines) == "event: table"
    served.enter(REVOKED[:2])
    assert any("10 of hearts" in line for line in lines)
    connection.close()


def test_the_code_on_the_display_leads_to_the_page(served: Rig) -> None:
    assert served.faces[-1].address == f"http://127.0.0.1:{port(served)}/"
    connection = HTTPConnection("127.0.0.1", port(served), timeout=PATIENCE_S)
    connection.request("GET", "/join")
    page = connection.getresponse().read().decode()
    connection.close()
    assert served.faces[-1].address in page
    served.enter(REVOKED[:1])
    assert served.faces[-1].address == ""


RAW = (
    b"GET //evil.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /static/../../console.key HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /%2e%2e/console.key HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"POST /act HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Length: 99999999\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 100_000,
    b"\x00\xff\x13\x37\r\n\r\n",
    b"GET /\x00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
)


@pytest.mark.parametrize("raw", RAW)
def test_malformed_requests_are_refused_and_the_server_goes_on(served: Rig, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port(served)), PATIENCE_S) as wire:
        wire.sendall(raw)
        status = wire.recv(100).split(b"\r\n")[0]
    assert status.startswith(b"HTTP/1.1 4")
    connection = HTTPConnection("127.0.0.1", port(served), timeout=PATIENCE_S)
    connection.request("GET", "/")
    assert connection.getresponse().status == 200
    connection.close()


def test_the_threads_end_with_the_console_though_somebody_reads_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_CLOSE_WITHIN_S", PATIENCE_S)
    before = set(threading.enumerate())
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, settings=LOCAL, watching=False)
        rig.console.open()
        connection = HTTPConnection("127.0.0.1", port(rig), timeout=PATIENCE_S)
        connection.request("GET", "/live/table")
        connection.getresponse()
        rig.console.close()
        left = [thread.name for thread in set(threading.enumerate()) - before if thread.name.startswith("console")]
        connection.close()
        assert left == []
        rig.enter(REVOKED)


def test_a_port_that_is_taken_costs_the_pages_and_not_the_game(
    served: Rig, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Journal(tmp_path / "other" / "current.jsonl") as journal:
        taken = Rig(journal, settings=ConsoleConfig(address="127.0.0.1", port=port(served)), watching=False)
        with caplog.at_level(logging.WARNING):
            assert not taken.console.open()
        assert caplog.messages == [
            f"no pages for phones: 127.0.0.1 port {port(served)}: another program has it; "
            "set another [console] port; the game goes on without it"
        ]
        taken.enter(REVOKED)
        taken.console.close()
        assert taken.session.match.verdicts


@pytest.mark.parametrize(
    ("settings", "at", "shown"),
    [
        (ConsoleConfig(names=("schiri-1a2b.local",)), 8080, "http://schiri-1a2b.local:8080/"),
        (ConsoleConfig(names=("a.local", "b.local"), cert=Path("c"), key=Path("k")), 443, "https://a.local/"),
        (ConsoleConfig(address="192.0.2.7"), 80, "http://192.0.2.7/"),
        (ConsoleConfig(address="2001:db8::7"), 8080, "http://[2001:db8::7]:8080/"),
    ],
)
def test_the_address_for_people(settings: ConsoleConfig, at: int, shown: str) -> None:
    assert server.shown_address(settings, at) == shown


def test_a_machine_without_a_network_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise OSError("no network")

    monkeypatch.setattr(socket.socket, "connect", none)
    assert server.shown_address(ConsoleConfig(), 8080) == f"http://{socket.gethostname().lower()}.local:8080/"


def test_https_needs_both_files() -> None:
    with pytest.raises(ValueError, match="https needs both cert and key"):
        ConsoleConfig(cert=Path("cert.pem"))


@pytest.mark.parametrize("text", [None, "no certificate"])
def test_a_certificate_that_cannot_be_used_costs_the_pages_and_not_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, text: str | None
) -> None:
    cert = tmp_path / "cert.pem"
    if text is not None:
        cert.write_text(text)
    with Journal(tmp_path / "current.jsonl") as journal:
        settings = ConsoleConfig(address="127.0.0.1", port=0, cert=cert, key=cert)
        rig = Rig(journal, settings=settings, watching=False)
        assert not rig.console.open()
        assert "[console] cert and key cannot be used: " in caplog.text
        assert "the game goes on without it" in caplog.text
        rig.enter(REVOKED)
        rig.console.close()


@pytest.mark.needs("openssl")
def test_pages_by_https_and_a_cookie_that_never_goes_otherwise(tmp_path: Path) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    made = f"req -x509 -newkey ed25519 -nodes -days 1 -subj /CN=table -addext subjectAltName=IP:127.0.0.1 -out {cert}"
    subprocess.run(["openssl", *made.split(), "-keyout", str(key)], check=True, capture_output=True)  # noqa: S603, S607
    with Journal(tmp_path / "current.jsonl") as journal:
        settings = ConsoleConfig(address="127.0.0.1", port=0, cert=cert, key=key)
        rig = Rig(journal, settings=settings, watching=False)
        assert rig.console.open()
        context = ssl.create_default_context(cafile=str(cert))
        connection = HTTPSConnection("127.0.0.1", port(rig), timeout=PATIENCE_S, context=context)
        headers = {"Origin": rig.context.address.rstrip("/"), "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/pair", f"code={rig.context.codes.hand_out(Role.OWNER).text}", headers)
        answer = connection.getresponse()
        cookie = answer.getheader("set-cookie") or ""
        connection.close()
        rig.console.close()
        assert rig.context.address.startswith("https://127.0.0.1:")
        assert (answer.status, "; Secure" in cookie) == (303, True)
