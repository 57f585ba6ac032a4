"""A table besieged for a moment: no event lost, no player turned away; `benchmarks.pages.siege` goes on longer."""

from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import pytest

from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from controller.web import host
from tests.support.console import besiegers
from tests.support.console.besiegers import ADDRESSES, ASKED, ASKING
from tests.support.console.console_rig import REVOKED, Rig
from tests.support.waiting import PATIENCE_S


@pytest.fixture
def besieged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    real = host.is_loopback

    def is_loopback(address: str) -> bool:
        return address not in (*ADDRESSES, *ASKING) and real(address)

    monkeypatch.setattr(host, "is_loopback", is_loopback)
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, settings=ConsoleConfig(address="127.0.0.1", port=0), watching=False)
        assert rig.console.open()
        yield rig
        rig.console.close()


def page(rig: Rig) -> int:
    connection = HTTPConnection("127.0.0.1", rig.console.port, timeout=PATIENCE_S, source_address=("127.0.0.1", 0))
    connection.request("GET", "/")
    status = connection.getresponse().status
    connection.close()
    return status


def test_no_event_is_lost_and_no_player_turned_away(besieged: Rig) -> None:
    with ExitStack() as stack:
        for wire in besiegers.hold(besieged.console.port, 420):
            stack.callback(wire.close)
        statuses: list[int] = []
        answers: list[bytes] = []
        for number, event in enumerate(REVOKED):
            answers += [besiegers.ask(besieged.console.port, number * len(ASKED) + each) for each in range(len(ASKED))]
            besieged.enter([event])
            statuses.append(page(besieged))
    assert besieged.said == [*REVOKED]
    assert statuses == [200] * len(REVOKED)
    # A stranger who is slow, as on a busy machine, gets no answer at all.
    allowed = {b"", b"200", b"400", b"403", b"404", b"413", b"414", b"421", b"429"}
    assert {answer[-3:] for answer in answers} <= allowed
    assert {b"414", b"200"} <= {answer[-3:] for answer in answers}
