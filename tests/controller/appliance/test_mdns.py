"""The table's name on the network, asked for by another program's resolver."""

import re

import pytest
from zeroconf import ServiceInfo, Zeroconf

from controller.appliance import mdns
from controller.appliance.mdns import Beacon, name
from tests.support.waiting import until

LOOPBACK = ("127.0.0.1",)
KIND = "_http._tcp.local."


def asked(host: str) -> ServiceInfo | None:
    """What the network says of a table."""
    resolver = Zeroconf(interfaces=[*LOOPBACK])
    try:
        return resolver.get_service_info(KIND, f"{host}.{KIND}", 3000)
    finally:
        resolver.close()


@pytest.mark.slow
def test_a_table_is_found_by_its_name_while_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    now: list[tuple[str, ...]] = [()]
    monkeypatch.setattr(mdns, "addresses", lambda: now[0])
    monkeypatch.setattr(mdns, "LOOK_S", 0.05)
    host = name("a test's machine")
    said = Beacon(8123, host)
    try:
        assert asked(host) is None
        now[0] = LOOPBACK
        found = asked(host)
        assert found is not None
        assert (found.server, found.port, found.parsed_addresses()) == (f"{host}.local.", 8123, [*LOOPBACK])
        assert said.host == f"{host}.local"
    finally:
        said.close()
    assert asked(host) is None


def test_names_stay_and_differ() -> None:
    assert name("a") == name("a") != name("b")
    assert name() == name()
    assert re.fullmatch(r"schiri-[0-9a-f]{4}", name())


def test_a_system_that_hides_its_addresses_costs_the_name_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked_for: list[int] = []

    def none() -> tuple[str, ...]:
        asked_for.append(1)
        raise OSError(97, "Address family not supported by protocol")

    monkeypatch.setattr(mdns, "addresses", none)
    monkeypatch.setattr(mdns, "LOOK_S", 0.01)
    said = Beacon(8123)
    until(lambda: len(asked_for) > 3)
    said.close()
    assert [one.getMessage() for one in caplog.records if "cannot be" in one.getMessage()] == [
        f"{said.host} cannot be said: this machine's addresses cannot be read: "
        "[Errno 97] Address family not supported by protocol"
    ]


def test_the_name_is_told_once_a_network_has_it_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(mdns, "addresses", lambda: LOOPBACK)
    said = Beacon(8123, name("told"), told.append)
    until(lambda: told)
    said.close()
    assert told == [said.host, ""]
