"""Buttons, lamp and buzzer on mock pins, and machines that have none."""

import importlib
import sys
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.pins.buttons import Button, Buttons, Stroke
from hardware.pins.gpio import NoPinsError, PinError, Pins, Pull, open_pins
from hardware.pins.player import Buzzer, Pattern, PinLamp, Player
from tests.support.hardware.mock_pins import Factory, bounce, factory, pins
from tests.support.waiting import until

__all__ = ["factory", "pins"]

TWICE = Pattern(((20, 20), (20, 20)))


@pytest.mark.parametrize(
    ("pull", "low"), [("up", True), ("down", False), ("external-up", True), ("external-down", False)]
)
def test_a_bouncing_button_is_pressed_once(factory: Factory, pins: Pins, pull: Pull, low: bool) -> None:
    heard: list[tuple[str, Stroke]] = []
    pin = factory.pin(17)
    if pull.startswith("external"):
        (pin.drive_high if low else pin.drive_low)()
    one = Button("a", 17, pull, bounce_ms=5)
    with closing(Buttons([one], lambda name, stroke: heard.append((name, stroke)), pins)):
        bounce(pin, closed_low=low)
        until(lambda: heard)
        bounce(pin, closed_low=not low)
        until(lambda: len(heard) == 2)
    assert heard == [("a", "down"), ("a", "up")]


def test_a_button_that_is_held_is_pressed_long_once(factory: Factory, pins: Pins) -> None:
    heard: list[tuple[str, Stroke]] = []
    settings = [Button("a", 4, bounce_ms=2, long_ms=30), Button("b", 5, bounce_ms=2, long_ms=60_000)]
    with closing(Buttons(settings, lambda name, stroke: heard.append((name, stroke)), pins)):
        for number in (4, 5):
            factory.pin(number).drive_low()
        until(lambda: len(heard) == 3)
        for number in (4, 5):
            factory.pin(number).drive_high()
        until(lambda: len(heard) == 5)
    assert sorted(heard) == sorted([("a", "down"), ("a", "long"), ("a", "up"), ("b", "down"), ("b", "up")])


def test_a_press_that_the_game_fails_on_is_not_the_last(
    factory: Factory, pins: Pins, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Stroke] = []

    def fails_once(name: str, stroke: Stroke) -> None:
        heard.append(stroke)
        if len(heard) == 1:
            raise RuntimeError(name)

    with closing(Buttons([Button("a", 4, bounce_ms=2)], fails_once, pins)):
        factory.pin(4).drive_low()
        until(lambda: heard)
        factory.pin(4).drive_high()
        until(lambda: len(heard) == 2)
    assert "button a: the game failed on down" in caplog.text


def test_a_pin_that_is_taken_is_told_and_those_before_it_are_free_again(pins: Pins) -> None:
    with closing(Buttons([Button("a", 4)], print, pins)):
        with pytest.raises(PinError, match="GPIO 4 cannot be used: "):
            Buttons([Button("b", 5), Button("c", 4)], print, pins)
        PinLamp(5, pins).close()


OUTPUTS: list[tuple[Callable[[Pins], Player], list[float]]] = [
    (lambda pins: PinLamp(4, pins), [0, 1, 0, 1, 0]),
    (lambda pins: PinLamp(4, pins, "low"), [1, 0, 1, 0, 1]),
    (lambda pins: Buzzer(4, pins), [0, 1, 0, 1, 0]),
    (lambda pins: Buzzer(4, pins, on="low"), [1, 0, 1, 0, 1]),
    (lambda pins: Buzzer(4, pins, hz=440), [0, 0.5, 0, 0.5, 0]),
]


@pytest.mark.parametrize(("make", "levels"), OUTPUTS)
def test_lamp_and_buzzers_play_their_pulses(
    factory: Factory, pins: Pins, make: Callable[[Pins], Player], levels: list[float]
) -> None:
    with closing(make(pins)) as player:
        pin = factory.pin(4)
        pin.clear_states()
        player.play(TWICE)
        until(lambda: len(pin.states) == len(levels))
        assert [float(change.state) for change in pin.states] == levels


def test_a_passive_buzzer_is_given_its_tone(factory: Factory, pins: Pins) -> None:
    with closing(Buzzer(4, pins, hz=2500)) as buzzer:
        buzzer.play(Pattern(((60_000, 0),)))
        until(lambda: factory.pin(4).frequency)
        assert factory.pin(4).frequency == pytest.approx(2500)
    assert factory.pin(4).frequency is None


@pytest.fixture
def _no_factory() -> Generator[None]:
    device = importlib.import_module("gpiozero").Device
    before, device.pin_factory = device.pin_factory, None
    yield
    device.pin_factory = before


@pytest.mark.usefixtures("_no_factory")
@pytest.mark.parametrize("missing", ["gpiozero", "lgpio"])
def test_a_machine_without_the_library_is_told_what_to_install(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(
        NoPinsError, match=rf"need the library {missing}; .*apt-get install python3-gpiozero python3-lgpio"
    ):
        open_pins().__enter__()


@pytest.mark.usefixtures("_no_factory")
def test_a_machine_without_pins_is_told_and_nothing_is_left_in_its_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The library leaves a pipe where it is loaded; a stand-in for it does, too, and finds no chip."""

    class Error(Exception):
        """Stands in for lgpio.error."""

    class NoChip:
        """Stands in for LGPIOFactory."""

        def __init__(self) -> None:
            raise Error("can not open gpiochip")

    def load(name: str) -> object:
        if name == "lgpio":
            Path(".lgd-nfy0").touch()
            monkeypatch.setitem(sys.modules, name, SimpleNamespace(error=Error))
        return SimpleNamespace(LGPIOFactory=NoChip) if name == "gpiozero.pins.lgpio" else real(name)

    real = importlib.import_module
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "lgpio")
    monkeypatch.setattr(importlib, "import_module", load)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        NoPinsError, match=r"no pins .* \(can not open gpiochip\); is it a Raspberry Pi, .* group gpio\?"
    ):
        open_pins().__enter__()
    assert (Path.cwd(), [*tmp_path.iterdir()]) == (tmp_path, [])
