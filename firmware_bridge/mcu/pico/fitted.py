"""The parts that can be fitted to a Pico, their pins, and the values that ``--set`` changes."""

VALUES = {
    "DIGITS_MODULES": 1,
    "MATRIX_MODULES": 4,
    "MAX7219_BRIGHTNESS": 2,
    "STRIP_LEDS": 24,
    "STRIP_BRIGHTEST": 24,
    "OLED_CONTRAST": 0x7F,
    "EPAPER_SLEEP_S": 300,
}
"""Values as in ``avr/fitted.h``, which says why lights are so dark."""

KEYS = {"A": 14, "B": 15}
"""Each between its pin and ground."""

OLED = {"sda": 4, "scl": 5}
"""Pins of the OLED, on I2C 0."""

PAPER = {"reset": 12, "data": 8, "chip": 9, "clock": 10, "out": 11, "busy": 13}
"""Pins of the paper, on SPI 1, where the boards that are plugged onto a Pico have them."""

CHAIN = {"chip": 17, "clock": 18, "out": 19}
"""Pins of the chain, on SPI 0."""

BUZZER = 16
STRIP = 22


def nature(parts: "tuple[str, ...]", values: "dict[str, int]") -> "tuple[str, int, int]":
    """Return the kind and size that the display reports of itself: those of the greatest part."""
    if "oled" in parts or "sh1106" in parts:
        return "OLED", 128, 64
    if "epaper" in parts:
        return "e-paper", 296, 128
    if "matrix" in parts:
        return "matrix", 8 * values["MATRIX_MODULES"], 8
    if "digits" in parts:
        return "digits", 8 * values["DIGITS_MODULES"], 1
    return "strip", values["STRIP_LEDS"], 1
