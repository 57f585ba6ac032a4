"""The table's line to its home: what it shows and its verdicts go out, and what buttons of the home say comes in.

It runs on a thread of its own: whatever becomes of the broker, the game does not notice.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from controller.language.translate import Locale
from controller.live.board import AlertBoard
from controller.live.scoreboard import ComposedFace
from controller.live.session import News
from controller.peripherals.home import state
from controller.peripherals.home.discovery import HomeDevice
from controller.peripherals.home.lights import HomeLights
from controller.peripherals.home.topics import HomeTopics
from controller.settings.console import HomeConfig
from controller.web.broker_line import BrokerAddress, BrokerLine, BrokerReached, Heard
from controller.web.newest import Latest
from firmware_bridge.face.face import Face

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


class HomeLink:
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

    def follow(self, board: AlertBoard, press: TakeWord) -> None:
        """Tell of the match of this board from now on, and say what buttons say by ``press``; by the game's thread."""
        self._press = press
        board.observers.append(self._newest.put)

    def tell(self, news: News) -> None:
        """Hear of an event that is on the disk; by the game's thread, returns at once."""
        self._verdicts.extend(state.verdict_events(news, self._locale))

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
                self._hear(self._line.next(_TICK_S))
                if self._line.is_up:
                    self._send()
            except Exception:
                _log.exception("home: a message could not be made or heard")

    def _hear(self, heard: BrokerReached | Heard | None) -> None:
        match heard:
            case BrokerReached():
                self._line.publish(self._topics.availability, ONLINE, retain=True)
                self._shown, self._found = -1, b""
                for lights in self._lights:
                    lights.forget()
            case Heard(topic=self._topics.press):
                self._pressed(heard)
            case Heard():
                self._woken(heard)
            case None:
                pass

    def _pressed(self, heard: Heard) -> None:
        """Say the word of a button; what a broker kept is nobody's press now."""
        word = heard.data.decode("utf-8", "replace")
        if heard.is_retained:
            _log.warning("home: %s keeps a message; a button's must not be retained", self._topics.press)
        elif word not in self._settings.buttons:
            _log.warning("home: %.40a is none of the buttons in the settings", word)
        elif self._press:
            self._press(word)

    def _woken(self, heard: Heard) -> None:
        """A WLED has started: it is told what the table shows."""
        if heard.data == ONLINE:
            for lights in self._lights:
                if lights.status == heard.topic:
                    lights.forget()
                    self._shown = -1

    def _send(self) -> None:
        number, composed = self._newest.held
        if composed is not None and number != self._shown:
            self._shown = number
            face = state.face_shown(composed, self._locale)
            self._introduce(face)
            self._line.publish(self._topics.table, state.table_state(face, composed, self._locale), retain=True)
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
