"""A buzzer on a pin that sounds patterns."""

from hardware.pins.gpio import Level, Pins
from hardware.pins.player import Player


class Buzzer(Player):
    """A buzzer.

    Args:
        pin: BCM number.
        pins: Where it is.
        hz: The tone that a passive buzzer is given, 20 to 5000 Hz; None: an active one, which has its own.
        on: The level at which an active one sounds.

    Raises:
        PinError: the pin cannot be used.
    """

    def __init__(self, pin: int, pins: Pins, hz: int | None = None, on: Level = "high") -> None:
        super().__init__("buzzer", pins.buzzer(pin, on) if hz is None else pins.tone(pin, hz))
