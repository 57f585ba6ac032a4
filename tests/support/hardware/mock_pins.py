"""gpiozero's mock pins in place of a Raspberry Pi's."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol, cast

import pytest
from gpiozero import Device  # pyrefly: ignore[implicit-reexport]  # gpiozero has no types
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.pins.gpio import Pins, open_pins


class Change(Protocol):
    """A level that a pin was set to."""

    state: float


class MockPin(Protocol):
    """A pin that the test moves and reads."""

    state: float
    states: list[Change]
    frequency: float | None

    def drive_low(self) -> None: ...

    def drive_high(self) -> None: ...

    def clear_states(self) -> None: ...


class Factory(Protocol):
    """A machine whose pins the test moves and reads."""

    def pin(self, name: int) -> MockPin: ...

    def reset(self) -> None: ...


@contextmanager
def mock_factory() -> Generator[Factory]:
    """A machine whose pins the test moves and reads."""
    before = cast("Factory | None", Device.pin_factory)
    made = cast("Factory", MockFactory(pin_class=MockPWMPin))
    Device.pin_factory = made
    try:
        yield made
    finally:
        made.reset()
        Device.pin_factory = before


@pytest.fixture
def factory() -> Generator[Factory]:
    with mock_factory() as made:
        yield made


@pytest.fixture
def pins(factory: Factory) -> Generator[Pins]:
    del factory
    with open_pins() as opened:
        yield opened


def bounce(pin: MockPin, closed_low: bool, times: int = 4) -> None:
    """Close a contact as contacts close."""
    for _ in range(times):
        (pin.drive_low if closed_low else pin.drive_high)()
        (pin.drive_high if closed_low else pin.drive_low)()
    (pin.drive_low if closed_low else pin.drive_high)()
