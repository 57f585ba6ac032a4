"""The table's connection to its home: faces and verdicts go out, words of the home's buttons come in.

It runs on a thread of its own, so that trouble with the broker never reaches the game.
"""

import json
import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any, Final

from controller.language.commands import command_name
from controller.language.translate import Locale, on_face, translated
from controller.live import scoreboard
from controller.live.scoreboard import ComposedFace
from controller.live.session import Update
from controller.live.table import Subscriber
from controller.peripherals.buttons import CARD_WORDS
from controller.record.message import Message
from controller.settings.model import HomeConfig, LightsConfig
from controller.web.broker_line import BrokerAddress, BrokerLine, BrokerReached, Received
from controller.web.newest import Latest
from firmware_bridge.face.face import Face, Lamp

# The topics of a table at a home's MQTT broker: ``schiri-home/<name>/…`` (docs/home.md).

ROOT: Final = "schiri-home"


@dataclass(frozen=True, slots=True)
class HomeTopics:
    """The topics of one table.

    >>> HomeTopics("kitchen").table
    'schiri-home/kitchen/table'
    """

    name: str

    @property
    def table(self) -> str:
        """The retained state of the table's displays, without its cards."""
        return f"{ROOT}/{self.name}/table"

    @property
    def verdict(self) -> str:
        """Verdicts as they are announced at the table, and those that are withdrawn."""
        return f"{ROOT}/{self.name}/verdict"

    @property
    def availability(self) -> str:
        """The retained availability: ``online``, or ``offline`` as the table's last will."""
        return f"{ROOT}/{self.name}/availability"

    @property
    def press(self) -> str:
        """The words of pressed buttons, sent to the table."""
        return f"{ROOT}/{self.name}/press"


# The device that Home Assistant discovers: a table with its scores, turn, verdicts and buttons.
#
# Source: Home Assistant's documentation of MQTT discovery, *Device discovery payload*; ``default_entity_id`` took the
# place of ``object_id`` in 2026.4.

MOST_ROWS: Final = 5
"""The most rows of a display, one for each player or side."""

_BUTTON_NAMES: Final = {
    "confirm": Message("Seen"),
    "lies": Message("What lies there?"),
    "last-trick": Message("Last trick"),
    "trump": Message("What is trump?"),
}
"""The names of buttons whose words have no command card."""

Component = dict[str, Any]


@dataclass(frozen=True, slots=True)
class HomeDevice:
    """A table as a device of Home Assistant."""

    name: str
    """The name of the table at the broker, which makes its entities unique."""
    buttons: Sequence[str]
    """The words of its buttons."""
    locale: Locale

    def topic(self, prefix: str) -> str:
        """Return the topic for the device's discovery message."""
        return f"{prefix}/device/schiri-{self.name}/config"

    def config(self, rows: Sequence[str]) -> bytes:
        """Return the device and its entities, as JSON.

        Args:
            rows: the names of the players or sides on the table's display; entities of further rows are removed.
        """
        topics = HomeTopics(self.name)
        device = {
            "device": {
                "identifiers": [f"schiri-{self.name}"],
                "name": f"Schiri {self.name}" if self.name != "schiri" else "Schiri",
                "manufacturer": "Schiri",
                "model": translated(Message("Table controller"), self.locale),
                "sw_version": version("schiri"),
            },
            "origin": {"name": "Schiri", "sw_version": version("schiri")},
            "availability": [{"topic": topics.availability}],
            "components": dict(self._components(rows, topics)),
        }
        return json.dumps(device, ensure_ascii=False).encode()

    def _components(self, rows: Sequence[str], topics: HomeTopics) -> Iterator[tuple[str, Component]]:
        for place in range(MOST_ROWS):
            if place < len(rows):
                score = f"{{{{ value_json.rows[{place}].score }}}}"
                yield self._sensor(f"score_{place + 1}", rows[place], "mdi:scoreboard-outline", score, topics)
            else:
                yield f"score_{place + 1}", {"platform": "sensor"}  # removes the entity
        turn = translated(Message("Whose turn"), self.locale)
        yield self._sensor("turn", turn, "mdi:account-arrow-right", "{{ value_json.turn }}", topics)
        deal = translated(Message("Deal"), self.locale)
        yield self._sensor("deal", deal, "mdi:cards-playing-outline", "{{ value_json.title }}", topics)
        status = translated(Message("The table says"), self.locale)
        yield self._sensor("status", status, "mdi:message-outline", "{{ value_json.status }}", topics)
        yield self._problem("camera", translated(Message("Camera"), self.locale), "trouble", topics)
        yield self._problem("alert", translated(Message("Alert"), self.locale), "alert", topics)
        yield self._entity(
            "event",
            "verdict",
            translated(Message("Verdict"), self.locale),
            icon="mdi:gavel",
            state_topic=topics.verdict,
            event_types=["verdict", "withdrawn"],
        )
        for word in dict.fromkeys(self.buttons):
            yield self._entity(
                "button",
                word.replace("-", "_"),
                self._button_name(word),
                command_topic=topics.press,
                payload_press=word,
            )

    def _button_name(self, word: str) -> str:
        name = _BUTTON_NAMES.get(word)
        return translated(name, self.locale) if name else command_name(CARD_WORDS.get(word, word), self.locale.lang)

    def _sensor(self, key: str, name: str, icon: str, template: str, topics: HomeTopics) -> tuple[str, Component]:
        return self._entity("sensor", key, name, icon=icon, state_topic=topics.table, value_template=template)

    def _problem(self, key: str, name: str, field: str, topics: HomeTopics) -> tuple[str, Component]:
        """Make a problem sensor: on while a field of the table's state has a text, which is its attribute ``text``."""
        return self._entity(
            "binary_sensor",
            key,
            name,
            device_class="problem",
            state_topic=topics.table,
            value_template=f"{{{{ 'ON' if value_json.{field} else 'OFF' }}}}",
            json_attributes_topic=topics.table,
            json_attributes_template=f"{{{{ {{'text': value_json.{field}}} | tojson }}}}",
        )

    def _entity(self, platform: str, key: str, name: str, **more: Any) -> tuple[str, Component]:  # noqa: ANN401 - JSON
        part = self.name.replace("-", "_")
        prefix = part if part.startswith("schiri") else f"schiri_{part}"
        return key, {
            "platform": platform,
            "name": name,
            "unique_id": f"schiri-{self.name}-{key}",
            "default_entity_id": f"{platform}.{prefix}_{key}",
            **more,
        }


# The lights of a home that WLED runs: a preset for each state of the table, by WLED's JSON commands over MQTT.


class HomeLights:
    """The lights of one topic; a command is sent only if it changes something.

    Args:
        settings: the lights and their presets.
    """

    def __init__(self, settings: LightsConfig) -> None:
        self.topic = f"{settings.topic}/api"
        self.status = f"{settings.topic}/status"
        """The topic on which a WLED reports that it has started, and so lost the table's state."""
        self._presets = settings.presets
        self._shown: int | None = None

    def show(self, face: Face) -> Sequence[bytes]:
        """Return the commands that change the lights to a face."""
        (preset,) = self._presets.render(face)
        return self._change_to(preset)

    def turn_idle(self) -> Sequence[bytes]:
        """Return the commands that change the lights to the preset for an idle table."""
        return self._change_to(self._presets.idle)

    def reset(self) -> None:
        """Send the next command in any case: the lights, or the broker, have restarted."""
        self._shown = None

    def _change_to(self, preset: int) -> Sequence[bytes]:
        commands = () if preset == self._shown else self._presets.changes(self._shown, preset)
        self._shown = preset
        return commands


# The messages to a home while a table plays: its display and its verdicts, in the table's language.

MOST_TEXT: Final = 255
"""The most characters of a state; Home Assistant refuses longer ones."""


def face_for_home(composed: ComposedFace, locale: Locale) -> Face:
    """Return the face for the home: without a pairing code and without an address."""
    state = replace(composed.state, code="", address="")
    return on_face(scoreboard.face(composed.match, composed.announced, state), locale)


def table_state(face: Face, composed: ComposedFace, locale: Locale) -> bytes:
    """Write the table's state as JSON, without the trick; sentences of verdicts name their cards.

    Args:
        face: the result of :func:`face_for_home`.
        composed: the face of the table that it was made from.
        locale: of the table.
    """
    turn = [row.name for row in face.rows if row.lamp is Lamp.TURN]
    state = {
        "title": _short(face.title),
        "status": _short(face.status),
        "turn": ", ".join(turn),
        "rows": [{"name": row.name, "score": _figures(row.score or row.strokes)} for row in face.rows],
        "alert": _short(face.alert.text) if face.alert else "",
        "trouble": _short(translated(composed.state.trouble, locale)),
        "ended": composed.match.ended,
    }
    return json.dumps(state, ensure_ascii=False).encode()


def verdict_events(update: Update, locale: Locale) -> Iterator[bytes]:
    """Yield the verdicts that an event announces or withdraws, as events of Home Assistant."""
    for announcement in update.announcements:
        verdict = announcement.verdict
        payload = {
            "event_type": "withdrawn" if announcement.withdrawn else "verdict",
            "kind": verdict.kind,
            "name": "" if verdict.seat is None else update.match.names[verdict.seat],
            "rule": verdict.rule,
            "text": translated(verdict.text, locale),
        }
        yield json.dumps(payload, ensure_ascii=False).encode()


def _figures(score: str) -> str:
    """Write a score for programs, with ASCII's hyphen in place of the displays' minus sign."""
    return score.replace("−", "-")


def _short(text: str) -> str:
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"


ONLINE: Final = b"online"
OFFLINE: Final = b"offline"
_TICK_S: Final = 0.1
"""Seconds between two checks for something to send, while nothing is received."""
_MOST_VERDICTS: Final = 32
"""The most verdicts that wait for the broker; older ones are of no use to a home."""

_log = logging.getLogger(__name__)

WordHandler = Callable[[str], None]
"""A handler of a button's word, which returns at once."""


def broker_address(settings: HomeConfig) -> BrokerAddress:
    """Return the address of a home's broker, with the table's account."""
    return BrokerAddress.of(settings.broker, settings.user, settings.password, settings.certificate)


class HomeLink(Subscriber):
    """A subscriber that publishes a table to its home and receives words from the home's buttons."""

    def __init__(self, settings: HomeConfig, locale: Locale) -> None:
        """Start to connect; returns at once.

        Args:
            settings: of the home.
            locale: of the table.
        """
        self._settings, self._locale = settings, locale
        self._topics = HomeTopics(settings.name)
        self._device = HomeDevice(settings.name, settings.buttons, locale)
        self._lights = [HomeLights(one) for one in settings.wled]
        self._newest = Latest[ComposedFace | None](None)
        self._verdicts = deque[bytes](maxlen=_MOST_VERDICTS)
        self._press: WordHandler | None = None
        self._sent_number = -1
        """The number of the last published face; -1 before the first one on this connection."""
        self._device_config: bytes = b""
        """The last published discovery message."""
        self._closing = threading.Event()
        self._line = BrokerLine(
            broker_address(settings),
            f"schiri-home-{settings.name}",
            (self._topics.press, *(one.status for one in self._lights)),
            (self._topics.availability, OFFLINE),
        )
        self._thread = threading.Thread(target=self._run, name="home", daemon=True)
        self._thread.start()

    def connect_buttons(self, press: WordHandler) -> None:
        """Send the words of buttons to ``press`` from now on; by the game's thread."""
        self._press = press

    def on_face(self, shown: ComposedFace) -> None:
        """Queue the newest face for the home; by the game's thread, returns at once."""
        self._newest.put(shown)

    def on_event(self, update: Update) -> None:
        """Queue an event's verdicts for the home; by the game's thread, returns at once."""
        self._verdicts.extend(verdict_events(update, self._locale))

    def close(self) -> None:
        """Report that the table is gone, change the lights to idle, and disconnect."""
        self._closing.set()
        self._thread.join(3)
        for lights in self._lights:
            self._publish(lights, lights.turn_idle())
        self._line.close((self._topics.availability, OFFLINE))

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._handle(self._line.receive(_TICK_S))
                if self._line.is_up:
                    self._send()
            except Exception:
                _log.exception("home: a message could not be made or heard")

    def _handle(self, received: BrokerReached | Received | None) -> None:
        match received:
            case BrokerReached():
                self._line.publish(self._topics.availability, ONLINE, retain=True)
                self._sent_number, self._device_config = -1, b""
                for lights in self._lights:
                    lights.reset()
            case Received(topic=self._topics.press):
                self._handle_press(received)
            case Received():
                self._handle_wled_start(received)
            case None:
                pass

    def _handle_press(self, received: Received) -> None:
        """Handle the word of a button; a retained message is not a press."""
        word = received.data.decode("utf-8", "replace")
        if received.is_retained:
            _log.warning("home: %s keeps a message; a button's must not be retained", self._topics.press)
        elif word not in self._settings.buttons:
            _log.warning("home: %.40a is none of the buttons in the settings", word)
        elif self._press:
            self._press(word)

    def _handle_wled_start(self, received: Received) -> None:
        """Send the table's state again to a WLED that has started."""
        if received.data == ONLINE:
            for lights in self._lights:
                if lights.status == received.topic:
                    lights.reset()
                    self._sent_number = -1

    def _send(self) -> None:
        number, composed = self._newest.current
        if composed is not None and number != self._sent_number:
            self._sent_number = number
            face = face_for_home(composed, self._locale)
            self._publish_device(face)
            self._line.publish(self._topics.table, table_state(face, composed, self._locale), retain=True)
            for lights in self._lights:
                self._publish(lights, lights.show(face))
        while self._verdicts:
            self._line.publish(self._topics.verdict, self._verdicts.popleft())

    def _publish_device(self, face: Face) -> None:
        """Publish the device to Home Assistant if it changed, such as its players."""
        if not self._settings.discovery:
            return
        config = self._device.config([row.name for row in face.rows])
        if config != self._device_config:
            self._device_config = config
            self._line.publish(self._device.topic(self._settings.discovery), config, retain=True)

    def _publish(self, lights: HomeLights, commands: Sequence[bytes]) -> None:
        for command in commands:
            self._line.publish(lights.topic, command)
