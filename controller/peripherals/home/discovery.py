"""The device that Home Assistant finds by itself: a table with its scores, whose turn it is, verdicts and buttons.

Source: Home Assistant's documentation of MQTT discovery, *Device discovery payload*; ``default_entity_id`` took the
place of ``object_id`` in 2026.4.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Final

from controller.language.commands import command_name
from controller.language.translate import Locale, said
from controller.peripherals.buttons import CARDS
from controller.peripherals.home.topics import HomeTopics
from controller.record.message import Message

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
