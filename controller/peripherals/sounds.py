"""Lamp and buzzer of a table: signals to the patterns that they play."""

import logging
from collections.abc import Callable

from controller.settings.peripherals import BuzzerConfig, LampConfig
from controller.settings.signals import PATTERNS, Signal
from hardware.pins.buzzer import Buzzer
from hardware.pins.gpio import Pins
from hardware.pins.lamp import PinLamp
from hardware.pins.player import Player

_log = logging.getLogger(__name__)


class Sounds:
    """Plays signals on lamp and buzzer, each those that its settings ask for; a missing part is reported once.

    Args:
        lamp: The lamp's settings, if there is one.
        buzzer: The buzzer's, if there is one.
        pins: Where they are.
    """

    def __init__(
        self, lamp: LampConfig | None = None, buzzer: BuzzerConfig | None = None, pins: Pins | None = None
    ) -> None:
        self._players: list[tuple[Player, frozenset[Signal]]] = []
        if lamp and pins:
            self._open("lamp", lambda: PinLamp(lamp.pin, pins, lamp.on), lamp.signals)
        if buzzer and pins:
            hz = buzzer.hz if buzzer.kind == "passive" else None
            self._open("buzzer", lambda: Buzzer(buzzer.pin, pins, hz, buzzer.on), buzzer.signals)

    def _open(self, name: str, opened: Callable[[], Player], signals: tuple[Signal, ...]) -> None:
        try:
            self._players.append((opened(), frozenset(signals)))
        except OSError as error:
            _log.warning("%s: %s; the game goes on without it", name, error)

    def play(self, signal: Signal) -> None:
        """Play a signal once; returns at once."""
        for player, wanted in self._players:
            if signal in wanted:
                player.play(PATTERNS[signal])

    def stand(self, signal: Signal | None) -> None:
        """Play a signal as long as it stands; returns at once."""
        for player, wanted in self._players:
            player.stand(PATTERNS[signal] if signal in wanted else None)

    def close(self) -> None:
        """Fall silent and dark."""
        for player, _ in self._players:
            player.close()
