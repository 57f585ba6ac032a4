"""The ways to the pages and the owner's code with a browser alone: in the terminal, by voice, on the machine."""

from collections.abc import Iterator, Mapping
from http.client import HTTPConnection
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from controller.cli import main
from controller.console import server
from controller.console.security.pairing import UNASKED_S, Codes
from controller.console.security.roles import Role
from controller.console.server import OWNERS_CODE
from controller.peripherals.panel import ControlPanel
from controller.settings.model import Config, ConsoleConfig, TableConfig
from controller.settings.peripherals import VoiceConfig
from controller.store.journal import Journal
from hardware.voice import Sentence, Voice
from tests.support.console.console_rig import DEAL, Rig
from tests.support.loops import some
from tests.support.waiting import PATIENCE_S, until

LOCAL = ConsoleConfig(address="127.0.0.1", port=0)


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture
def served(tmp_path: Path, heard: list[str]) -> Iterator[Rig]:
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, settings=LOCAL, watching=False, herald=heard.append)
        assert rig.console.open()
        yield rig
        rig.console.close()


def pair_page(rig: Rig, headers: Mapping[str, str]) -> str:
    connection = HTTPConnection("127.0.0.1", rig.console.port, timeout=PATIENCE_S)
    connection.request("GET", "/pair", headers=dict(headers))
    page = connection.getresponse().read().decode()
    connection.close()
    return page


def test_terminal_and_journal_say_where_the_pages_are_and_the_code_once(served: Rig, heard: list[str]) -> None:
    until(lambda: len(heard) == 2)
    code = served.context.codes.shown
    assert code
    assert heard == [
        f"the table's pages: {served.context.address} (on this machine: {served.context.address})",
        f"owner code {code.spoken}: type it at {served.context.address}pair, or open {served.context.address}pair",
    ]


def test_a_browser_on_the_machine_itself_is_shown_the_code(served: Rig) -> None:
    code = served.context.codes.shown
    assert code
    assert code.spoken in pair_page(served, {})
    passed_on = ({"X-Forwarded-For": "192.0.2.9"}, {"Forwarded": "for=192.0.2.9"}, {"Via": "1.1 proxy"})
    pages = [pair_page(served, head) for head in some(passed_on)]
    assert [code.spoken in page or code.text in page for page in pages] == [False] * 3


@pytest.mark.parametrize(("client", "told"), [("127.0.0.1", True), ("192.0.2.1", True), ("192.0.2.7", False)])
def test_nobody_else_on_the_network_is_shown_it(rig: Rig, client: str, told: bool) -> None:
    rig.console.repaint()
    code = rig.context.codes.shown
    assert code
    asked = TestClient(rig.app, base_url="http://192.0.2.1:8080", client=(client, 4711)).get("/pair")
    assert (asked.status_code, code.spoken in asked.text) == (200, told)


def test_the_owners_code_stays_for_an_hour_and_not_three_minutes() -> None:
    now = [0.0]
    codes = Codes(lambda: False, lambda: now[0])
    codes.offer()
    first = codes.shown
    assert first
    now[0] = UNASKED_S - 1
    assert codes.shown == first
    now[0] = UNASKED_S
    assert codes.shown is None


def test_the_voice_says_the_code_once_and_not_while_cards_are_played(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken: list[Sentence] = []

    def say(self: Voice, sentences: list[Sentence], *, after: bool = False) -> None:
        del self, after
        spoken.extend(sentences)

    monkeypatch.setattr(Voice, "say", say)
    seats = ("Anna", "Berta", "Carla")
    panel = ControlPanel(Config(TableConfig("mittlere", seats), voice=VoiceConfig(language="de")), rig.table)
    board = rig.table.board
    rig.table.subscribe(panel)
    board.repaint()
    board.repaint()
    code = rig.context.codes.shown
    assert code
    assert spoken == [Sentence("de", f"Der Code zum Koppeln: {', '.join([*code.text])}.")]
    rig.enter([DEAL])
    rig.context.codes.show()
    board.repaint()
    panel.close()
    assert len(spoken) == 1


@pytest.mark.parametrize(
    ("settings", "here"),
    [
        (ConsoleConfig(), "http://localhost:8080/"),
        (ConsoleConfig(address="::", names=("club.example",)), "http://localhost:8080/"),
        (ConsoleConfig(address="192.0.2.7"), "http://192.0.2.7:8080/"),
    ],
)
def test_the_address_on_this_machine(settings: ConsoleConfig, here: str) -> None:
    assert server.local_address(settings, 8080) == here


def test_new_settings_say_how_to_begin_without_a_display(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "init", str(tmp_path / "my table.toml")]) == 0
    said = capsys.readouterr().out
    assert f"schiri referee --config '{tmp_path}/my table.toml'" in said
    assert "/pair" in said


def test_the_name_on_the_network_is_shown_as_promised(served: Rig, heard: list[str]) -> None:
    bare = served.context.address
    served.console.set_host_name("schiri-1a2b.local")
    named = f"http://schiri-1a2b.local:{served.console.port}/"
    assert (served.context.address, served.faces[-1].address) == (named, named)
    assert f"the table's pages are at {named}, too" in heard
    served.console.set_host_name("")
    assert (served.context.address, served.faces[-1].address) == (bare, bare)


def test_the_first_scan_of_the_printed_code_owns_the_table(tmp_path: Path) -> None:
    printed = tmp_path / OWNERS_CODE
    printed.write_text("0123456789abcdef\n")
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal)
        phones = [TestClient(rig.app, base_url="http://192.0.2.1:8080", client=(f"192.0.2.{n}", 1)) for n in (7, 8)]
        here = {"origin": "http://192.0.2.1:8080"}
        page = phones[0].get("/pair?code=0123456789abcdef").text
        assert ('type="hidden" name="code" value="0123456789abcdef"' in page, 'inputmode="numeric"' in page) == (
            True,
            False,
        )
        wrong = phones[0].post("/pair", data={"code": "0123456789abcdeF", "name": "Eve"}, headers=here)
        assert wrong.status_code == 403
        answers = [
            phone.post("/pair", data={"code": "0123456789abcdef", "seat": "0"}, headers=here, follow_redirects=False)
            for phone in some(phones)
        ]
        assert [answer.status_code for answer in answers] == [303, 403]
        assert [(device.name, device.role) for device in rig.context.devices.all] == [("Anna", Role.OWNER)]
        assert phones[0].get("/pair?code=0123456789abcdef", follow_redirects=False).headers["location"] == "/"
        Rig(journal)
    assert not printed.exists()


@pytest.mark.parametrize("content", [None, "", "0123", "01234567-abcdef!", "Zürich und Bern"])
def test_a_file_that_holds_no_printed_code_makes_nobody_the_owner_and_stops_no_table(
    content: str | None, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / OWNERS_CODE
    if content is None:
        file.mkdir()
    else:
        file.write_text(content)
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal)
        phone = TestClient(rig.app, base_url="http://192.0.2.1:8080", client=("192.0.2.7", 1))
        answer = phone.post(
            "/pair", data={"code": content or "", "name": "Eve"}, headers={"origin": "http://192.0.2.1:8080"}
        )
    assert answer.status_code == 403
    assert "the owner's code is shown as ever" in caplog.text
