"""A button, a lamp and a buzzer of the project on the real gpiochip, told by ``lamp``, ``buzzer`` and ``end``."""

import sys
from contextlib import closing

from hardware.pins.buttons import Button, Buttons, Stroke
from hardware.pins.gpio import open_pins
from hardware.pins.player import Buzzer, Pattern, PinLamp

BUTTON, LAMP, BUZZER = 4, 5, 6
SHORT = Pattern(((120, 80), (120, 80)))


def pressed(name: str, stroke: Stroke) -> None:
    """Tell the tests."""
    print(name, stroke)  # noqa: T201 - what the tests wait for


def main() -> None:
    """Obey until standard input says so."""
    with (
        open_pins() as pins,
        closing(Buttons([Button("undo", BUTTON, "external-up", long_ms=1500)], pressed, pins)),
        closing(PinLamp(LAMP, pins)) as lamp,
        closing(Buzzer(BUZZER, pins)) as buzzer,
    ):
        print("ready")  # noqa: T201
        for line in sys.stdin:
            match line.strip():
                case "lamp":
                    lamp.play(SHORT)
                case "buzzer":
                    buzzer.play(SHORT)
                case _:
                    break


if __name__ == "__main__":
    main()
