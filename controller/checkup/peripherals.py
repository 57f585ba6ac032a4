"""Buttons, lamp, buzzer and voice: can their pins be used, is there a program that speaks."""

import shutil
from collections.abc import Iterator

from controller.checkup import Finding
from controller.settings.model import Config
from controller.settings.peripherals import PinButton
from hardware.pins.gpio import NoPinsError, PinError, open_pins
from hardware.voice import PROGRAM


def check(config: Config) -> Iterator[Finding]:
    """Take each pin that is set for a moment; what nobody has set is not looked at."""
    contacts = [one.pin for one in config.button if isinstance(one, PinButton)]
    lights = [one.pin for one in (config.lamp, config.buzzer) if one]
    if contacts or lights:
        yield _pins(contacts, lights)
    if config.voice:
        yield _voice()


def _pins(contacts: list[int], lights: list[int]) -> Finding:
    try:
        with open_pins() as pins:
            for pin in contacts:
                pins.contact(pin, "up", lambda _: None).close()
            for pin in lights:
                pins.light(pin, "high").close()
    except (NoPinsError, PinError) as error:
        return Finding("pins", "better", str(error))
    return Finding("pins", "ok", f"GPIO {', '.join(map(str, sorted(contacts + lights)))} can be used")


def _voice() -> Finding:
    if shutil.which(PROGRAM) is None:
        return Finding("voice", "better", f"{PROGRAM} is not installed: sudo apt install {PROGRAM}")
    return Finding("voice", "ok", f"{PROGRAM} is there; `score` on a command card or button tries it")
