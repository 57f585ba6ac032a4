"""The table's line to its home: what it shows and its verdicts go out, and what buttons of the home say comes in.

It runs on a thread of its own: whatever becomes of the broker, the game does not notice.
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
from controller.language.translate import Locale, on_face, said
from controller.live import scoreboard
from controller.live.scoreboard import ComposedFace
from controller.live.session import News
from controller.live.table import Subscriber
from controller.peripherals.buttons import CARDS
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
        """Retained: what the table's displays show now, without its cards."""
        return f"{ROOT}/{self.name}/table"

    @property
    def verdict(self) -> str:
        """Verdicts as the table is told them, and those that are withdrawn."""
        return f"{ROOT}/{self.name}/verdict"

    @property
    def availability(self) -> str:
        """Retained: ``online``, or ``offline`` as the table's last will."""
        return f"{ROOT}/{self.name}/availability"

    @property
    def press(self) -> str:
        """To the table: the word of a button that was pressed."""
        return f"{ROOT}/{self.name}/press"


# The device that Home Assistant finds by itself: a table with its scores, whose turn it is, verdicts and buttons.
#
# Source: Home Assistant's documentation of MQTT discovery, *Device discovery payload*; ``default_entity_id`` took the
# place of ``object_id`` in 2026.4.

MOST_ROWS: Final = 5
"""Of a display: a player or side each."""

_OWN_WORDS: Final = {
    "confirm": Message("Seen"),
    "lies": Message("What lies there?"),
    "last-trick": Message("Last trick"),
    "trump": Message("What is trump?"),
}
"""The names of buttons whose words are on no command card."""

Component = dict[str, Any]


@dataclass(frozen=True, slots=True)
class HomeDevice:
    """A table as a device of Home Assistant."""

    name: str
    """Of the table at the broker, which makes its entities unique."""
    buttons: Sequence[str]
    """The words that its buttons say."""
    locale: Locale

    def topic(self, prefix: str) -> str:
        """The topic on which Home Assistant is told of the device."""
        return f"{prefix}/device/schiri-{self.name}/config"

    def config(self, rows: Sequence[str]) -> bytes:
        """The device and its entities, as JSON.

        Args:
            rows: the names of the players or sides on the table's display; entities of further rows are taken away.
        """
        topics = HomeTopics(self.name)
        told = {
            "device": {
                "identifiers": [f"schiri-{self.name}"],
                "name": f"Schiri {self.name}" if self.name != "schiri" else "Schiri",
                "manufacturer": "Schiri",
                "model": said(Message("Table controller"), self.locale),
                "sw_version": version("schiri"),
            },
            "origin": {"name": "Schiri", "sw_version": version("schiri")},
            "availability": [{"topic": topics.availability}],
            "components": dict(self._components(rows, topics)),
        }
        return json.dumps(told, ensure_ascii=False).encode()

    def _components(self, rows: Sequence[str], topics: HomeTopics) -> Iterator[tuple[str, Component]]:
        for at in range(MOST_ROWS):
            if at < len(rows):
                score = f"{{{{ value_json.rows[{at}].score }}}}"
                yield self._sensor(f"score_{at + 1}", rows[at], "mdi:scoreboard-outline", score, topics)
            else:
                yield f"score_{at + 1}", {"platform": "sensor"}  # takes it away
        turn = said(Message("Whose turn"), self.locale)
        yield self._sensor("turn", turn, "mdi:account-arrow-right", "{{ value_json.turn }}", topics)
        deal = said(Message("Deal"), self.locale)
        yield self._sensor("deal", deal, "mdi:cards-playing-outline", "{{ value_json.title }}", topics)
        status = said(Message("The table says"), self.locale)
        yield self._sensor("status", status, "mdi:message-outline", "{{ value_json.status }}", topics)
        yield self._problem("camera", said(Message("Camera"), self.locale), "trouble", topics)
        yield self._problem("alert", said(Message("Alert"), self.locale), "alert", topics)
        yield self._entity(
            "event",
            "verdict",
            said(Message("Verdict"), self.locale),
            icon="mdi:gavel",
            state_topic=topics.verdict,
            event_types=["verdict", "withdrawn"],
        )
        for word in dict.fromkeys(self.buttons):
            yield self._entity(
                "button", word.replace("-", "_"), self._called(word), command_topic=topics.press, payload_press=word
            )

    def _called(self, word: str) -> str:
        own = _OWN_WORDS.get(word)
        return said(own, self.locale) if own else command_name(CARDS.get(word, word), self.locale.lang)

    def _sensor(self, key: str, name: str, icon: str, template: str, topics: HomeTopics) -> tuple[str, Component]:
        return self._entity("sensor", key, name, icon=icon, state_topic=topics.table, value_template=template)

    def _problem(self, key: str, name: str, field: str, topics: HomeTopics) -> tuple[str, Component]:
        """Something that is wrong while a field of the table's state has a text, which is its attribute ``text``."""
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


# The lights of a home that WLED runs: a preset for what the table shows, by WLED's JSON commands over MQTT.


class HomeLights:
    """The lights of one topic; a command is given only where it changes something.

    Args:
        settings: which lights, and their presets.
    """

    def __init__(self, settings: LightsConfig) -> None:
        self.topic = f"{settings.topic}/api"
        self.status = f"{settings.topic}/status"
        """Where a WLED says that it has started, and so shows nothing of the table any more."""
        self._presets = settings.presets
        self._shown: int | None = None

    def show(self, face: Face) -> Sequence[bytes]:
        """The commands that bring the lights to a face."""
        (wanted,) = self._presets.render(face)
        return self._bring(wanted)

    def rest(self) -> Sequence[bytes]:
        """The commands that leave the lights as they are while nobody plays."""
        return self._bring(self._presets.idle)

    def forget(self) -> None:
        """Give the next command whatever it changes: the lights, or the broker, have started anew."""
        self._shown = None

    def _bring(self, wanted: int) -> Sequence[bytes]:
        commands = () if wanted == self._shown else self._presets.changes(self._shown, wanted)
        self._shown = wanted
        return commands


# The messages to a home while a table plays: what its display shows, and its verdicts, in the table's language.

MOST_TEXT: Final = 255
"""Characters of a state in Home Assistant; a longer one is refused there."""


def face_shown(composed: ComposedFace, locale: Locale) -> Face:
    """The face of a display in the home: without a code that pairs phones, and without an address."""
    state = replace(composed.state, code="", address="")
    return on_face(scoreboard.face(composed.match, composed.heard, state), locale)


def table_state(face: Face, composed: ComposedFace, locale: Locale) -> bytes:
    """Write what the table shows now, as JSON without the trick; sentences of verdicts name the cards they are about.

    Args:
        face: what :func:`shown` gave.
        composed: what it was made from.
        locale: of the table.
    """
    turn = [row.name for row in face.rows if row.lamp is Lamp.TURN]
    told = {
        "title": _short(face.title),
        "status": _short(face.status),
        "turn": ", ".join(turn),
        "rows": [{"name": row.name, "score": _figures(row.score or row.strokes)} for row in face.rows],
        "alert": _short(face.alert.text) if face.alert else "",
        "trouble": _short(said(composed.state.trouble, locale)),
        "ended": composed.match.ended,
    }
    return json.dumps(told, ensure_ascii=False).encode()


def verdict_events(news: News, locale: Locale) -> Iterator[bytes]:
    """The verdicts that an event lets the table hear, and those that it withdraws, as events of Home Assistant."""
    for one in news.told:
        verdict = one.verdict
        told = {
            "event_type": "withdrawn" if one.withdrawn else "verdict",
            "kind": verdict.kind,
            "name": "" if verdict.seat is None else news.match.names[verdict.seat],
            "rule": verdict.rule,
            "text": said(verdict.text, locale),
        }
        yield json.dumps(told, ensure_ascii=False).encode()


def _figures(score: str) -> str:
    """A score as programs calculate with it: displays have a minus sign of their own."""
    return score.replace("−", "-")


def _short(text: str) -> str:
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"


ONLINE: Final = b"online"
OFFLINE: Final = b"offline"
_TICK_S: Final = 0.1
"""Between two looks at what there is to tell, while nothing is heard."""
_MOST_VERDICTS: Final = 32
"""That wait while the broker is not reached; older ones are of no use to a home."""

_log = logging.getLogger(__name__)

TakeWord = Callable[[str], None]
"""Takes the word of a button; returns at once."""


def broker_address(settings: HomeConfig) -> BrokerAddress:
    """The broker of a home, and who the table is there."""
    return BrokerAddress.of(settings.broker, settings.user, settings.password, settings.certificate)


class HomeLink(Subscriber):
    """Tells a home what a table plays, and lets its buttons speak."""

    def __init__(self, settings: HomeConfig, locale: Locale) -> None:
        """Begin to connect; returns at once.

        Args:
            settings: which home.
            locale: of the table.
        """
        self._settings, self._locale = settings, locale
        self._topics = HomeTopics(settings.name)
        self._device = HomeDevice(settings.name, settings.buttons, locale)
        self._lights = [HomeLights(one) for one in settings.wled]
        self._newest = Latest[ComposedFace | None](None)
        self._verdicts = deque[bytes](maxlen=_MOST_VERDICTS)
        self._press: TakeWord | None = None
        self._shown = -1
        """The number of the newest face that was told; -1: none since the broker was reached."""
        self._found: bytes = b""
        """What Home Assistant was told of the device."""
        self._closing = threading.Event()
        self._line = BrokerLine(
            broker_address(settings),
            f"schiri-home-{settings.name}",
            (self._topics.press, *(one.status for one in self._lights)),
            (self._topics.availability, OFFLINE),
        )
        self._thread = threading.Thread(target=self._run, name="home", daemon=True)
        self._thread.start()

    def follow(self, press: TakeWord) -> None:
        """Let ``press`` take what buttons say from now on; by the game's thread."""
        self._press = press

    def on_face(self, shown: ComposedFace) -> None:
        """Keep the newest face for the home; by the game's thread, returns at once."""
        self._newest.put(shown)

    def on_event(self, news: News) -> None:
        """Keep an event's verdicts for the home; by the game's thread, returns at once."""
        self._verdicts.extend(verdict_events(news, self._locale))

    def close(self) -> None:
        """Say that the table is gone, leave the lights as nobody plays, and hang up."""
        self._closing.set()
        self._thread.join(3)
        for lights in self._lights:
            self._publish(lights, lights.rest())
        self._line.close((self._topics.availability, OFFLINE))

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._hear(self._line.receive(_TICK_S))
                if self._line.is_up:
                    self._send()
            except Exception:
                _log.exception("home: a message could not be made or heard")

    def _hear(self, heard: BrokerReached | Received | None) -> None:
        match heard:
            case BrokerReached():
                self._line.publish(self._topics.availability, ONLINE, retain=True)
                self._shown, self._found = -1, b""
                for lights in self._lights:
                    lights.forget()
            case Received(topic=self._topics.press):
                self._pressed(heard)
            case Received():
                self._woken(heard)
            case None:
                pass

    def _pressed(self, heard: Received) -> None:
        """Say the word of a button; what a broker kept is nobody's press now."""
        word = heard.data.decode("utf-8", "replace")
        if heard.is_retained:
            _log.warning("home: %s keeps a message; a button's must not be retained", self._topics.press)
        elif word not in self._settings.buttons:
            _log.warning("home: %.40a is none of the buttons in the settings", word)
        elif self._press:
            self._press(word)

    def _woken(self, heard: Received) -> None:
        """A WLED has started: it is told what the table shows."""
        if heard.data == ONLINE:
            for lights in self._lights:
                if lights.status == heard.topic:
                    lights.forget()
                    self._shown = -1

    def _send(self) -> None:
        number, composed = self._newest.current
        if composed is not None and number != self._shown:
            self._shown = number
            face = face_shown(composed, self._locale)
            self._introduce(face)
            self._line.publish(self._topics.table, table_state(face, composed, self._locale), retain=True)
            for lights in self._lights:
                self._publish(lights, lights.show(face))
        while self._verdicts:
            self._line.publish(self._topics.verdict, self._verdicts.popleft())

    def _introduce(self, face: Face) -> None:
        """Tell Home Assistant of the device, where something of it is new: who sits there."""
        if not self._settings.discovery:
            return
        told = self._device.config([row.name for row in face.rows])
        if told != self._found:
            self._found = told
            self._line.publish(self._device.topic(self._settings.discovery), told, retain=True)

    def _publish(self, lights: HomeLights, commands: Sequence[bytes]) -> None:
        for command in commands:
            self._line.publish(lights.topic, command)
