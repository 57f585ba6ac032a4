"""A lamp on a pin that blinks patterns."""

from hardware.pins.gpio import Level, Pins
from hardware.pins.player import Player


class PinLamp(Player):
    """A light emitting diode.

    Args:
        pin: BCM number.
        pins: Where it is.
        on: The level at which it shines.

    Raises:
        PinError: the pin cannot be used.
    """

    def __init__(self, pin: int, pins: Pins, on: Level = "high") -> None:
        super().__init__("lamp", pins.light(pin, on))
