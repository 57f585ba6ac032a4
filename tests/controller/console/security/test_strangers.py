"""Attempts of strangers on the network, which cost the table nothing."""

import asyncio
import re
import socket
import sys
import time
from collections import Counter
from collections.abc import Coroutine, Mapping
from contextlib import closing
from http.client import HTTPConnection

import pytest
from starlette.responses import HTMLResponse

from controller.console import server
from controller.console.actions.runner import MOST_STRANGERS, ActionRunner
from controller.console.http.context import PageWork
from controller.console.http.request import PageRequest
from controller.console.http.templates import html
from controller.console.pages import verdicts
from controller.console.security.devices import FormKeys
from controller.console.security.roles import Role
from controller.explain.case import staged
from controller.record.events import Void
from controller.record.text import RecordText
from controller.referee.step import FoldStep
from controller.web.kiosk import Kiosk
from firmware_bridge.displays import kiosk
from firmware_bridge.face.face import Alert, Face
from tests.support.console.console_rig import FORM, REVOKED, Rig, play
from tests.support.loops import some
from tests.support.waiting import PATIENCE_S, until

MANY = "7" * 5_000


@pytest.mark.parametrize("role", [Role.VIEWER, Role.OWNER])
def test_no_number_is_too_long_to_be_refused_in_a_sentence(rig: Rig, role: Role) -> None:
    phone = rig.phone(role)
    paths = [
        f"/verdicts/{MANY}",
        f"/fix/{MANY}",
        f"/say/{MANY}",
        f"/setup/game?seats={MANY}",
        f"/setup/displays/{MANY}",
    ]
    statuses = [phone.get(path)[0] for path in some(paths)]
    assert set(statuses) == {414}
    assert phone.get(f"/verdicts/{MANY[:1900]}")[0] == 404
    fields = {"of": MANY, "number": MANY, "seat": MANY, "dealer": MANY, "scores": MANY}
    told = {phone.do(name, fields)[0] for name in some(("undo", "deal", "fix", "back-to", "rule"))}
    assert told <= {403, 409}
    answer = phone.client.get("/", headers={"content-length": MANY})
    assert answer.status_code == 413


def test_requests_of_strangers_do_not_fill_the_memory(rig: Rig) -> None:
    stranger, player = rig.phone(), rig.phone(Role.PLAYER)
    rig.context.table = rig.table
    kept = player.key()
    assert player.do("end", key=kept)[0] == 200
    for number in range(MOST_STRANGERS + 50):
        assert stranger.do("show-code", filler=f"{number}{'x' * 5_000}")[0] == 200
    runner = rig.app.state.runner
    assert isinstance(runner, ActionRunner)
    held = runner._done  # pyrefly: ignore[protected-access]  # what it keeps is what is tested
    assert len(held) == MOST_STRANGERS + 1
    assert sum(sys.getsizeof(one.form) for one in held.values()) < 100 * len(held)
    assert player.do("end", key=kept)[0] == 200, "the paired phone's form is still done once"


def _faces(port: int, host: str, source: str) -> tuple[int, str]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S, source_address=(source, 0))) as connection:
        connection.request("GET", "/faces", headers={"Host": host})
        answer = connection.getresponse()
        lines = ""
        while answer.status == 200 and '"title"' not in lines:
            lines += answer.readline().decode()
        return answer.status, lines


def test_a_kiosk_on_the_network_gives_codes_to_its_own_machine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    face = Face("Mittlere", alert=Alert("owner code 123 456", "code"))
    with closing(Kiosk("127.0.0.1", 0)) as box:
        until(lambda: box.status.startswith("no browser at"))
        port = int(box.address.rstrip("/").rpartition(":")[2])
        box.show(face)
        assert "123 456" in _faces(port, f"127.0.0.1:{port}", "127.0.0.1")[1]
        monkeypatch.setattr("controller.web.kiosk.is_loopback", "127.0.0.1".__eq__)
        status, told = _faces(port, f"127.0.0.1:{port}", "127.0.0.2")
        assert (status, "Mittlere" in told, "123 456" in told) == (200, True, False)
        box.show(Face("Mittlere", alert=Alert("Berta revoked", "verdict")))
        until(lambda: "Berta revoked" in _faces(port, "localhost", "127.0.0.2")[1])
        assert _faces(port, "evil.example", "127.0.0.1") == (421, "")
    assert "123 456" in str(kiosk.content(face))


def test_a_verdict_is_worked_out_once_for_all_strangers(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """To find it folds the whole record. Who sees more, or reads in another language, has their own words."""
    worked: list[int] = []

    def counting(text: RecordText) -> tuple[FoldStep, ...]:
        worked.append(len(text.events))
        return staged(text)

    monkeypatch.setattr(verdicts, "staged", counting)
    rig.enter([*REVOKED, Void(why="misdeal"), *REVOKED])
    assert rig.phone().get("/verdicts/2")[0] == 200
    for phone in (rig.phone(), rig.phone(), rig.phone(Role.PLAYER)):
        assert [phone.get("/verdicts/1")[0] for _ in range(3)] == [200] * 3
    assert len(worked) == 1
    french = rig.phone()
    french.client.headers["accept-language"] = "fr"
    assert "renonce" in french.get("/verdicts/1")[1]
    assert "renonce" not in rig.phone().get("/verdicts/1")[1]
    assert "Your ruling" in rig.phone(Role.ARBITER).get("/verdicts/1")[1]
    assert "Your ruling" not in rig.phone().get("/verdicts/1")[1]
    assert len(worked) == 1
    rig.enter([play(1, "H9")])
    assert rig.phone().get("/verdicts/1")[0] == 200
    assert len(worked) == 2


async def _crowd(work: PageWork, count: int) -> list[int]:
    at_once, most = 0, list[int]()

    def slow(number: int) -> int:
        nonlocal at_once
        at_once += 1
        most.append(at_once)
        time.sleep(0.001)
        at_once -= 1
        return number

    table = object()

    def piece(number: int) -> Coroutine[object, object, tuple[object, int]]:
        return work.done(lambda: table, number % 10, lambda _table: slow(number % 10), is_strangers=number % 3 > 0)

    assert await asyncio.gather(*map(piece, range(count))) == [(table, number % 10) for number in range(count)]
    return most


def test_one_thread_works_for_pages_however_many_ask() -> None:
    """Beside forty of them an event waits for the interpreter forty times as long."""
    assert asyncio.run(_crowd(PageWork(), 60)) == [1] * 10


def test_a_paired_phone_waits_for_one_piece_of_strangers_work_at_most() -> None:
    """Strangers ask for every verdict in every language, and their pieces rest in between."""
    order: list[str] = []

    async def asked() -> None:
        work, table = PageWork(), object()
        crowd = [
            asyncio.create_task(
                work.done(lambda: table, number, lambda _table: order.append("stranger"), is_strangers=True)
            )
            for number in range(20)
        ]
        await asyncio.sleep(0)
        await work.done(lambda: table, "fix", lambda _table: order.append("player"))
        await asyncio.gather(*crowd)

    asyncio.run(asked())
    assert order.index("player") <= 1
    assert order.count("stranger") == 20


def test_a_crowd_that_waits_while_the_table_goes_on_is_answered_of_the_newest_and_costs_no_more_than_one() -> None:
    """Each would else have the table worked out as it was when they asked, one after the other."""
    tables, worked = ["first", "second", "third"], list[str]()

    def work(table: str) -> str:
        worked.append(table)
        if len(tables) > 1:
            tables.pop(0)  # a card is laid meanwhile
        return table.upper()

    async def asked() -> list[tuple[str, str]]:
        turns = PageWork()
        return await asyncio.gather(
            *(turns.done(lambda: tables[0], "verdict", work, is_strangers=number % 2 > 0) for number in range(20))
        )

    answers = asyncio.run(asked())
    assert worked == ["first", "second", "third"]
    assert Counter(answers) == {("first", "FIRST"): 1, ("second", "SECOND"): 1, ("third", "THIRD"): 18}


def test_a_piece_that_cannot_be_worked_out_is_told_to_who_asked_and_holds_nobody_up() -> None:
    async def asked() -> tuple[object, int]:
        turns, table = PageWork(), object()
        with pytest.raises(ZeroDivisionError):
            await turns.done(lambda: table, "verdict", lambda _table: 1 // 0, is_strangers=True)  # pyrefly: ignore[division-by-zero]  # on purpose
        return await turns.done(lambda: table, "verdict", lambda _table: 1 // 1, is_strangers=True)

    assert asyncio.run(asked())[1] == 1


def test_the_page_of_strangers_is_rendered_once_a_state(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """On every route that is open to them, whatever stands behind the path; the frame around it costs nothing."""
    rendered: list[str] = []

    def counting(template: str, values: Mapping[str, object], keys: FormKeys) -> str:
        rendered.append(template)
        return html(template, values, keys)

    monkeypatch.setattr("controller.console.http.templates.html", counting)
    rig.enter(REVOKED)
    names = {"number": "1", "which": "act"}
    paths = [
        re.sub(r"{(\w+)(:int)?}", lambda found: names[found[1]], route.path)
        for route in some(server.routes())
        if (route.role, route.method) == (Role.VIEWER, "GET") and route.path != "/live/{name}"
    ]
    for path in [*paths, *(f"{path}?n={n}" for path in paths for n in range(3))]:
        rig.phone().get(path)
    live = {name: count for name, count in Counter(rendered).items() if name.startswith("live/")}
    assert live == {f"live/{name}.html": 1 for name in ("board", "sheet", "table", "verdicts")}
    rig.enter([play(1, "H9")])
    assert "h9" in rig.phone().get("/")[1].lower()
    assert rendered.count("live/table.html") == 2


def test_forms_that_are_broken_off_fill_no_log(served: Rig, caplog: pytest.LogCaptureFixture) -> None:
    """Each was told as a fault of the program, in forty lines: two people wrote 300 kB of log in a minute."""
    paths = [route.path for route in server.routes() if (route.method, route.role) == ("POST", Role.VIEWER)]
    host = f"127.0.0.1:{served.console.port}"
    fields = {"Host": host, "Origin": f"http://{host}", "Content-Type": FORM["content-type"], "Content-Length": "60"}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    answered: list[int] = []
    page = PageRequest.page

    def noting(request: PageRequest, template: str, values: Mapping[str, object], status: int) -> HTMLResponse:
        answered.append(status)
        return page(request, template, values, status)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PageRequest, "page", noting)
        for path in some(paths):
            with socket.create_connection(("127.0.0.1", served.console.port), PATIENCE_S) as half:
                half.sendall(f"POST {path} HTTP/1.1\r\n{head}\r\ndo=undo".encode())
        until(lambda: len(answered) == len(paths))
    assert set(answered) == {400}
    assert not caplog.records
