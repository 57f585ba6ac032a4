"""The pins of a Raspberry Pi: the only file that knows gpiozero, which has no types, and lgpio below it.

with open_pins() as pins:
    light = pins.light(27, "high")
    light.on()
"""

import contextlib
import importlib
import os
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Final, Literal, Protocol, TypeAlias

# Errors of pins.


class PinError(OSError):
    """A pin that cannot be used; the message says which and why."""


class NoPinsError(OSError):
    """A machine without pins, or without a library for them; the message says what to do."""


__all__ = ["NoPinsError", "Pin", "PinError", "Pins", "Pull", "Switch", "open_pins"]

Pull: TypeAlias = Literal["up", "down", "external-up", "external-down"]
"""The resistor that holds a contact's pin while it is open: the Pi's own, or one that was soldered in."""
Level: TypeAlias = Literal["high", "low"]
"""The level at which something is on."""

_INSTALL: Final = (
    "on a Raspberry Pi: sudo apt-get install python3-gpiozero python3-lgpio, then ./run, or pip install 'schiri[pi]'"
)
_OCTAVES: Final = 1
"""gpiozero asks by how many a tone may differ from the one that is always played."""


class Pin(Protocol):
    """A contact's pin."""

    @property
    def is_active(self) -> Any:  # noqa: ANN401  gpiozero has no types
        """Whether the contact is closed."""

    def close(self) -> None:
        """Let go of the pin."""


class Switch(Protocol):
    """An output pin that is on or off."""

    def on(self) -> None:
        """Switch it on."""

    def off(self) -> None:
        """Switch it off."""

    def close(self) -> None:
        """Switch it off and let go of the pin."""


class Pins:
    """The pins of a machine; a pin is its BCM number. Every method raises PinError for a pin that cannot be used so."""

    def __init__(self, library: Any, factory: Any) -> None:  # noqa: ANN401  gpiozero has no types
        self._library, self._factory = library, factory

    def contact(self, pin: int, pull: Pull, changed: Callable[[bool], None]) -> Pin:
        """Open a contact; ``changed`` is called in a thread of the library at every edge, bounces and all."""
        own = {"up": True, "down": False}.get(pull)
        closed_at = None if own is not None else pull == "external-down"
        with _pin_errors(pin):
            device = self._library.DigitalInputDevice(
                pin, pull_up=own, active_state=closed_at, pin_factory=self._factory
            )
            device.when_activated = lambda: changed(True)
            device.when_deactivated = lambda: changed(False)
        return device  # pyrefly: ignore[no-any-return-explicit]  # gpiozero has no types

    def light(self, pin: int, on: Level) -> Switch:
        """Open a light emitting diode."""
        with _pin_errors(pin):
            return self._library.LED(pin, active_high=on == "high", pin_factory=self._factory)  # pyrefly: ignore[no-any-return-explicit]  # likewise

    def buzzer(self, pin: int, on: Level) -> Switch:
        """Open a buzzer with a tone of its own."""
        with _pin_errors(pin):
            return self._library.Buzzer(pin, active_high=on == "high", pin_factory=self._factory)  # pyrefly: ignore[no-any-return-explicit]  # likewise

    def tone(self, pin: int, hz: int) -> Switch:
        """Open a buzzer or loudspeaker that must be given its tone."""
        with _pin_errors(pin):
            tone = self._library.tones.Tone.from_frequency(hz)
            return _Tone(
                self._library.TonalBuzzer(pin, mid_tone=tone, octaves=_OCTAVES, pin_factory=self._factory), tone
            )


class _Tone:
    """A tonal buzzer that plays one tone."""

    def __init__(self, device: Any, tone: Any) -> None:  # noqa: ANN401  gpiozero has no types
        self._device, self._tone = device, tone

    def on(self) -> None:
        self._device.play(self._tone)

    def off(self) -> None:
        self._device.stop()

    def close(self) -> None:
        self._device.close()


@contextmanager
def open_pins() -> Generator[Pins]:
    """Open the pins of this machine, through gpiozero on lgpio; on others, if GPIOZERO_PIN_FACTORY names them.

    Raises:
        NoPinsError: there are none, or a library is missing.
    """
    try:
        library = importlib.import_module("gpiozero")
        factory = library.Device.pin_factory or _factory(library)
    except ImportError as error:
        raise NoPinsError(f"buttons, lamp and buzzer need the library {error.name}; {_INSTALL}") from error
    except _errors() as error:
        reason = (
            f"no pins can be used on this machine ({error}); is it a Raspberry Pi, and this user in the group gpio?"
        )
        raise NoPinsError(reason) from error
    try:
        yield Pins(library, factory)
    finally:
        factory.close()


def _factory(library: Any) -> Any:  # noqa: ANN401  gpiozero has no types
    """Pins through lgpio alone: gpiozero by itself would try others, with a warning each."""
    if os.environ.get("GPIOZERO_PIN_FACTORY"):
        library.Device.ensure_pin_factory()
        return library.Device.pin_factory
    _load_lgpio()
    return importlib.import_module("gpiozero.pins.lgpio").LGPIOFactory()


def _load_lgpio() -> None:
    """Load lgpio, which leaves a pipe in the working directory, where that may be done and nothing is left."""
    if "lgpio" in sys.modules:
        return
    with tempfile.TemporaryDirectory(prefix="schiri-") as directory, contextlib.chdir(directory):
        importlib.import_module("lgpio")


def _errors() -> tuple[type[Exception], ...]:
    """List the exceptions that the libraries raise."""
    own = [getattr(sys.modules.get(name), error, None) for name, error in _RAISED]
    return (OSError, *(kind for kind in own if kind is not None))


_RAISED: Final = (("gpiozero", "GPIOZeroError"), ("lgpio", "error"))


@contextmanager
def _pin_errors(pin: int) -> Generator[None]:
    try:
        yield
    except _errors() as error:
        raise PinError(f"GPIO {pin} cannot be used: {error}") from error
