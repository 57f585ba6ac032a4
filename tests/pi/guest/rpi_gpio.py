"""The API of RPi.GPIO as old programs use it, by rpi-lgpio on the real gpiochip: an edge on 4 switches 7."""

import importlib
import sys
from typing import Any

CONTACT, LIGHT = 4, 7


def main() -> None:
    """Switch on at a falling edge until standard input ends."""
    # By name: it is installed in the emulated machine alone, where no type checker looks.
    gpio: Any = importlib.import_module("RPi.GPIO")
    gpio.setmode(gpio.BCM)
    gpio.setup(LIGHT, gpio.OUT, initial=gpio.LOW)
    gpio.setup(CONTACT, gpio.IN)

    def fell(channel: int) -> None:
        gpio.output(LIGHT, gpio.HIGH)
        print("fell", channel, gpio.input(channel), gpio.input(LIGHT))  # noqa: T201 - what the tests wait for

    gpio.add_event_detect(CONTACT, gpio.FALLING, callback=fell, bouncetime=300)
    print("ready", gpio.RPI_INFO["TYPE"])  # noqa: T201
    sys.stdin.readline()
    gpio.cleanup()


if __name__ == "__main__":
    main()
