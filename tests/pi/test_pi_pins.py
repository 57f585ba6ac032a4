"""Button, lamp and buzzer through the real gpiochip, and RPi.GPIO's API on it."""

import time
from collections.abc import Iterator

import pytest

from tests.pi.machine import Machine
from tests.support.guest import Running

pytestmark = [pytest.mark.slow, pytest.mark.pi, pytest.mark.needs("avr", "pi")]

BUTTON, LAMP, BUZZER, LIGHT = 4, 5, 6, 7
BOUNCE = (0, 1, 0, 1, 0)
"""Levels of a contact that closes, two milliseconds each."""


def bounce(pi: Machine, levels: tuple[int, ...]) -> None:
    for level in levels:
        pi.pins.push(BUTTON, level)
        time.sleep(0.002)


def moves(pi: Machine, count: int) -> list[tuple[int, int]]:
    """The next changes of lines that the machine drives."""
    return [pi.pins.moved.get(timeout=30) for _ in range(count)]


@pytest.fixture
def hands(pi: Machine) -> Iterator[Running]:
    pi.pins.push(BUTTON, 1)
    running = pi.start("python3.11", "/schiri/tests/pi/guest/hands.py")
    running.until("ready")
    yield running
    running.tell("end")
    assert running.ended() == 0


def test_a_bouncing_button_is_pressed_once(pi: Machine, hands: Running) -> None:
    for _ in range(3):
        bounce(pi, BOUNCE)
        hands.until("undo down")
        bounce(pi, tuple(1 - level for level in BOUNCE))
        hands.until("undo up")
    bounce(pi, BOUNCE)
    hands.until("undo long")
    bounce(pi, tuple(1 - level for level in BOUNCE))
    hands.until("undo up")
    strokes = [line for line in hands.said if line.startswith("undo")]
    assert strokes == ["undo down", "undo up"] * 3 + ["undo down", "undo long", "undo up"]


@pytest.mark.parametrize(("word", "pin"), [("lamp", LAMP), ("buzzer", BUZZER)])
def test_lamp_and_buzzer_pulse_as_told(pi: Machine, hands: Running, word: str, pin: int) -> None:
    hands.tell(word)
    assert moves(pi, 4) == [(pin, 1), (pin, 0), (pin, 1), (pin, 0)]


def test_the_api_of_rpi_gpio(pi: Machine) -> None:
    pi.pins.push(BUTTON, 1)
    old = pi.start("python3.11", "/schiri/tests/pi/guest/rpi_gpio.py")
    assert old.until("ready") == "ready Pi 3 Model B"
    bounce(pi, BOUNCE)
    assert old.until("fell") == f"fell {BUTTON} 0 1"
    assert moves(pi, 1) == [(LIGHT, 1)]
    old.tell("")
    assert old.ended() == 0
    assert [line for line in old.said if line.startswith("fell")] == [f"fell {BUTTON} 0 1"]
