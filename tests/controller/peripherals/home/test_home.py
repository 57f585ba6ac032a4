"""A table and its home over a real Mosquitto: what Home Assistant and lights hear, and what their buttons say."""

import json
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

import pytest

from controller.checkup.hall import check
from controller.language.translate import ENGLISH
from controller.live.alert_board import Invitation
from controller.live.session import AnnounceOptions, MatchSession
from controller.live.table import LiveTable
from controller.peripherals.home.link import HomeLink
from controller.record.events import DealStart, Event
from controller.settings.model import Config, HomeConfig, LightsConfig, TableConfig
from controller.store.resume import take_up
from controller.web.broker_line import BrokerAddress, BrokerLine, Received
from tests.controller.hall.hall_table import a_port, lines_of, listens, opening
from tests.support.listener import Listener
from tests.support.loops import some
from tests.support.waiting import until

pytestmark = pytest.mark.needs("mosquitto")
EVENTS = lines_of()
DEVICE = "homeassistant/device/schiri-kitchen/config"
TABLE = "schiri-home/kitchen/table"
VERDICT = "schiri-home/kitchen/verdict"
PRESS = "schiri-home/kitchen/press"
AVAILABILITY = "schiri-home/kitchen/availability"
LIGHTS = "wled/all/api"
Json = dict[str, Any]


class HomeBroker:
    """A home's broker, to which everybody may speak, and all that was said there."""

    def __init__(self, folder: Path) -> None:
        self.port = a_port()
        folder.mkdir(exist_ok=True)
        self._config = folder / "mosquitto.conf"
        self._config.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n", encoding="ascii")
        self.heard: list[Received] = []
        self.up()
        self.line = BrokerLine(BrokerAddress("127.0.0.1", self.port), "everybody", ("#",))
        until(lambda: self.line.is_up)

    def up(self) -> None:
        command = ["/usr/sbin/mosquitto", "-c", str(self._config)]
        self._running = Popen(command, stdout=DEVNULL, stderr=DEVNULL)  # noqa: S603  # ours
        until(lambda: listens(self.port))

    def down(self) -> None:
        self._running.kill()
        self._running.wait()

    def close(self) -> None:
        self.line.close()
        self.down()

    def said(self, topic: str) -> list[bytes]:
        """Everything that was said on a topic so far."""
        while (one := self.line.receive(0.02)) is not None:
            if isinstance(one, Received):
                self.heard.append(one)
        return [one.data for one in self.heard if one.topic == topic]

    def newest(self, topic: str) -> Json:
        """The newest JSON of a topic; empty if there is none."""
        said = self.said(topic)
        return json.loads(said[-1]) if said else {}

    @property
    def settings(self) -> HomeConfig:
        return HomeConfig(f"mqtt://127.0.0.1:{self.port}", "kitchen")


@pytest.fixture
def broker(tmp_path: Path) -> Generator[HomeBroker]:
    one = HomeBroker(tmp_path / "broker")
    yield one
    one.close()


class AtHome:
    """A match that is played event by event, and its line to the home."""

    def __init__(self, session: MatchSession, link: HomeLink) -> None:
        self.session, self.link = session, link
        self.invitation = Invitation()
        self.table = LiveTable(session, invite=lambda _: self.invitation)
        self.pressed: list[str] = []
        link.connect_buttons(self.pressed.append)
        self.table.subscribe(link)

    def play(self, *events: Event) -> None:
        for event in events:
            self.table.publish(self.session.add(event))


@contextmanager
def at_home(settings: HomeConfig, data: Path) -> Generator[AtHome]:
    with ExitStack() as stack:
        journal = stack.enter_context(take_up(data, new=False))
        session = MatchSession(journal, opening(EVENTS), AnnounceOptions())
        link = HomeLink(settings, ENGLISH)
        stack.callback(link.close)
        yield AtHome(session, link)


def names(device: Json) -> dict[str, str]:
    return {key: part["name"] for key, part in device["components"].items() if "name" in part}


def test_a_home_hears_who_sits_there_what_is_shown_and_each_verdict(broker: HomeBroker, tmp_path: Path) -> None:
    with at_home(broker.settings, tmp_path / "table") as one:
        until(lambda: broker.newest(DEVICE))
        one.play(*EVENTS[1:])
        until(lambda: bool((told := broker.newest(TABLE)) and told["ended"]))
        device, told = broker.newest(DEVICE), broker.newest(TABLE)
        assert [row["name"] for row in told["rows"]] == ["Anna", "Berta", "Carla"]
        assert sum(int(row["score"]) for row in told["rows"]) == 0 != int(told["rows"][0]["score"])
        assert [names(device)[f"score_{n}"] for n in (1, 2, 3)] == ["Anna", "Berta", "Carla"]
        assert names(device).keys() - {"score_1", "score_2", "score_3"} == {
            *("turn", "deal", "status", "camera", "alert", "verdict", "confirm", "score", "arbiter")
        }
        heard = one.session.announced
        until(lambda: len(broker.said(VERDICT)) >= len(heard))
        told_texts = [json.loads(said)["text"] for said in broker.said(VERDICT)]
        assert {str(verdict.text) for verdict in some(heard)} <= set(told_texts)
        assert broker.said(AVAILABILITY)[-1] == b"online"
    until(lambda: broker.said(AVAILABILITY)[-1] == b"offline")


def test_every_entity_is_its_own_and_reads_what_the_table_says(broker: HomeBroker, tmp_path: Path) -> None:
    with at_home(
        replace(broker.settings, buttons=("undo", "next-deal", "lies", "trump", "last-trick")), tmp_path / "table"
    ):
        until(lambda: bool(broker.newest(DEVICE) and broker.newest(TABLE)))
    device, told = broker.newest(DEVICE), broker.newest(TABLE)
    parts = [part for part in device["components"].values() if len(part) > 1]
    assert len({part["unique_id"] for part in parts}) == len(parts) > 10
    assert len({part["default_entity_id"] for part in parts}) == len(parts)
    assert {part["default_entity_id"].partition(".")[0] for part in parts} == {part["platform"] for part in parts}
    read = {part["value_template"] for part in parts if "value_template" in part}
    assert {name for name in told if any(f"value_json.{name}" in one for one in read)} == {
        *("title", "status", "turn", "rows", "alert", "trouble")
    }


def test_rows_that_are_gone_are_taken_away(broker: HomeBroker, tmp_path: Path) -> None:
    with at_home(broker.settings, tmp_path / "table"):
        until(lambda: broker.newest(DEVICE))
    parts = broker.newest(DEVICE)["components"]
    assert (parts["score_4"], parts["score_5"]) == ({"platform": "sensor"}, {"platform": "sensor"})


def test_only_buttons_of_the_settings_are_pressed_and_none_that_a_broker_kept(
    broker: HomeBroker, tmp_path: Path
) -> None:
    broker.line.publish(PRESS, b"confirm", retain=True)
    until(lambda: broker.said(PRESS) == [b"confirm"])
    with at_home(replace(broker.settings, buttons=("confirm", "undo")), tmp_path / "table") as one:
        until(lambda: broker.newest(DEVICE))
        for word in (b"end", b"\xff\x00", b"undo" * 10_000, b"", b"undo"):
            broker.line.publish(PRESS, word)
        until(lambda: bool(one.pressed))
        assert one.pressed == ["undo"]


def test_lights_show_whose_turn_it_is_a_verdict_and_rest_when_the_table_goes(
    broker: HomeBroker, tmp_path: Path
) -> None:
    lights = LightsConfig("wled/all", play=5, foul=7, idle=9, turns=(11, 12, 13))
    with at_home(replace(broker.settings, wled=(lights,)), tmp_path / "table") as one:
        until(lambda: presets(broker) == [5])
        for event in EVENTS[1:]:
            one.play(event)
            if isinstance(event, DealStart):
                until(lambda: presets(broker)[-1] in {11, 12, 13})
            if one.session.announced:
                break
        until(lambda: presets(broker)[-1] == 7)
        shown = len(presets(broker))
        broker.line.publish("wled/all/status", b"online")  # a light that starts anew is told again
        until(lambda: len(presets(broker)) == shown + 1)
    until(lambda: presets(broker)[-1] == 9)
    assert presets(broker)[shown:] == [7, 9]
    assert json.loads(broker.said(LIGHTS)[-1])["bri"] == 48


def presets(broker: HomeBroker) -> list[int]:
    return [json.loads(said)["ps"] for said in broker.said(LIGHTS)]


def test_a_broker_that_starts_anew_is_told_all_again(broker: HomeBroker, tmp_path: Path) -> None:
    with at_home(replace(broker.settings, wled=(LightsConfig("wled/all"),)), tmp_path / "table") as one:
        until(lambda: broker.newest(TABLE))
        broker.down()
        broker.heard.clear()
        one.play(*EVENTS[1:5])
        broker.up()
        until(lambda: bool(broker.newest(DEVICE) and broker.newest(TABLE)))
        # Nobody keeps what lights are told: who listens here may have come after the table had told it.
        broker.line.publish("wled/all/status", b"online")
        until(lambda: bool(presets(broker)))
        assert broker.said(AVAILABILITY)[-1] == b"online"
        assert broker.newest(TABLE)["title"] != ""


def test_where_home_assistant_is_not_wanted_none_is_told(broker: HomeBroker, tmp_path: Path) -> None:
    with at_home(replace(broker.settings, discovery=""), tmp_path / "table"):
        until(lambda: broker.newest(TABLE))
    assert [one.topic for one in broker.heard if one.topic.startswith("homeassistant/")] == []


def test_no_trick_and_no_pairing_code_leaves_the_table(broker: HomeBroker, tmp_path: Path) -> None:
    code, address = "4711 0815", "http://schiri-0000.local:8080"
    with at_home(broker.settings, tmp_path / "table") as one:
        listener = Listener()
        one.table.subscribe(listener)
        until(lambda: len(broker.said(TABLE)) == 1)
        one.invitation = Invitation(code, address)
        one.table.board.repaint()  # before the first deal a display tells how to join
        until(lambda: len(broker.said(TABLE)) == 2)
        one.play(*EVENTS[1:6])
        until(lambda: "deal 1" in broker.newest(TABLE)["title"])
        assert any(code in state and address in state for state in (repr(one.state) for one in listener.shown))
        assert set(broker.newest(TABLE)) == {"title", "status", "turn", "rows", "alert", "trouble", "ended"}
        assert all(set(row) == {"name", "score"} for row in broker.newest(TABLE)["rows"])
    until(lambda: broker.said(AVAILABILITY)[-1] == b"offline")
    secrets = [
        heard.topic for heard in some(broker.heard) if code.encode() in heard.data or address.encode() in heard.data
    ]
    assert secrets == []


def test_the_check_up_says_whether_the_home_is_reached(broker: HomeBroker) -> None:
    def found() -> tuple[str, str]:
        home = HomeConfig(f"mqtt://127.0.0.1:{broker.port}")
        [one] = check(Config(TableConfig("mittlere", ("Anna", "Berta", "Carla")), home=home))
        return one.state, one.told

    assert found() == ("ok", f"schiri at mqtt://127.0.0.1:{broker.port} is reached")
    broker.down()
    state, told = found()
    assert (state, told.startswith(f"mqtt://127.0.0.1:{broker.port} ")) == ("better", True)
