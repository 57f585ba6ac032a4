"""The table's name on the network, asked for by another program's resolver."""

import re
import socket
from contextlib import closing
from pathlib import Path

import pytest
from zeroconf import ServiceInfo, Zeroconf

from controller.appliance import mdns
from controller.appliance.mdns import Beacon, name
from tests.support.waiting import until

LOOPBACK, OTHER = ("127.0.0.1",), ("127.0.0.2",)
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
    monkeypatch.setattr(mdns, "LOOK_S", 0.05)
    host = name("a test's machine")
    said = Beacon(8123, host, find=lambda: now[0])
    try:
        assert asked(host) is None
        now[0] = LOOPBACK
        found = asked(host)
        while found is None:
            found = asked(host)
        assert (found.server, found.port, found.parsed_addresses()) == (f"{host}.local.", 8123, [*LOOPBACK])
        assert said.host == f"{host}.local"
    finally:
        said.close()
    assert asked(host) is None


@pytest.mark.parametrize(
    ("host", "shown"),
    [("raspberrypi", r"schiri-[0-9a-f]{4}"), ("Schiri-Kitchen.lan", "schiri-kitchen"), ("", r"schiri-.{4}")],
)
def test_names_stay_and_differ(host: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert name("a") == name("a") != name("b")
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    assert name() == name()
    assert re.fullmatch(shown, name())


def test_a_name_that_the_system_says_itself_is_told_and_not_said_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own daemon would take another answer for that of another machine, and give its name up."""
    now: list[tuple[str, ...]] = [LOOPBACK]
    told = list[str]()
    monkeypatch.setattr(socket, "gethostname", lambda: "schiri-test")
    monkeypatch.setattr(mdns, "AVAHI", tmp_path)
    monkeypatch.setattr(mdns, "LOOK_S", 0.05)
    monkeypatch.delattr(mdns, "Zeroconf")
    with closing(Beacon(8123, told=told.append, find=lambda: now[0])):
        until(lambda: told)
        now[0] = ()
        until(lambda: told[1:])
    assert told == ["schiri-test.local", ""]


def test_a_system_that_hides_its_addresses_costs_the_name_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked_for: list[int] = []

    def none() -> tuple[str, ...]:
        asked_for.append(1)
        raise OSError(97, "Address family not supported by protocol")

    monkeypatch.setattr(mdns, "LOOK_S", 0.01)
    said = Beacon(8123, find=none)
    until(lambda: len(asked_for) > 3)
    said.close()
    assert [one.getMessage() for one in caplog.records if "cannot be" in one.getMessage()] == [
        f"{said.host} cannot be said: this machine's addresses cannot be read: "
        "[Errno 97] Address family not supported by protocol"
    ]


def test_of_two_machines_of_one_name_the_second_takes_another_one_and_says_so(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mdns, "PROBE_MS", 2000)  # a busy machine answers later than a network does
    host, told = name("cloned"), list[str]()
    with closing(Beacon(8123, host, told.append, lambda: LOOPBACK)) as first:
        until(lambda: told)
        with closing(Beacon(8124, host, told.append, lambda: OTHER)) as second:
            until(lambda: len(told) > 1)
            assert told == [f"{host}.local", f"{host}-2.local"] == [first.host, second.host]
    assert f"another machine is called {host}.local here; this one is {host}-2.local" in caplog.messages


def test_where_another_machine_answers_to_every_name_none_of_them_is_said(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mdns, "PROBE_MS", 2000)
    monkeypatch.setattr(mdns, "_MOST_NAMES", 1)
    host, told, none = name("greedy"), list[str](), list[str]()
    with closing(Beacon(8123, host, told.append, lambda: LOOPBACK)):
        until(lambda: told)
        with closing(Beacon(8124, host, none.append, lambda: OTHER)):
            until(lambda: none)
    assert none == [""]
    assert any("this one has its address alone" in one for one in caplog.messages)


def test_of_two_machines_that_took_a_name_at_once_the_one_with_the_greater_address_gives_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As two that are switched on together: neither hears the other before it has the name."""
    monkeypatch.setattr(mdns, "LOOK_S", 0.05)
    host, told = name("twins"), list[str]()
    with (
        closing(Zeroconf(interfaces=[*LOOPBACK])) as lesser,
        closing(Beacon(8124, host, told.append, lambda: OTHER)) as greater,
    ):
        until(lambda: told)
        whole = f"{host}.local."
        lesser.register_service(ServiceInfo(KIND, f"other.{KIND}", 1, server=whole, parsed_addresses=[*LOOPBACK]))
        until(lambda: len(told) > 2)
        assert told == [f"{host}.local", "", f"{host}-2.local"]
        assert greater.host == f"{host}-2.local"


def test_the_name_is_told_once_a_network_has_it_and_taken_back() -> None:
    told: list[str] = []
    said = Beacon(8123, name("told"), told.append, lambda: LOOPBACK)
    until(lambda: told)
    said.close()
    until(lambda: told[1:])
    assert told == [said.host, ""]
