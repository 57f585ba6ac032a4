"""Buttons, lamp, buzzer and voice: can their pins be used, is there a program that speaks."""

import shutil
from collections.abc import Iterator

from controller.checkup import Finding
from controller.record.message import Message
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
        return Finding(Message("pins"), "better", str(error))
    numbers = ", ".join(map(str, sorted(contacts + lights)))
    return Finding(Message("pins"), "ok", Message("GPIO {numbers} can be used", numbers=numbers))


def _voice() -> Finding:
    if shutil.which(PROGRAM) is None:
        missing = Message("{name} is not installed: sudo apt install {name2}", name=PROGRAM, name2=PROGRAM)
        return Finding(Message("voice"), "better", missing)
    message = Message("{name} is there; `score` on a command card or button tries it", name=PROGRAM)
    return Finding(Message("voice"), "ok", message)
