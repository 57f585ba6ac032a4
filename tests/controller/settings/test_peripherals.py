"""Settings of buttons, lamp, buzzer and voice: what is read of them, and how a mistake is told."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.settings import model as config
from controller.settings.peripherals import BuzzerConfig, KeyButton, LampConfig, PinButton, VoiceConfig
from controller.settings.signals import LAMP, SOUNDS

TABLE = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'
DOCUMENT = Path(__file__).parents[3] / "docs" / "hands.md"

HANDS = """
[[button]]
pin = 5
short = "confirm"
long = "arbiter"
[[button]]
pin = 6
short = "undo"
pull = "external-down"
bounce_ms = 30
long_ms = 1200
[[button]]
key = "B"
short = "next-deal"
[lamp]
pin = 27
[buzzer]
pin = 18
kind = "passive"
hz = 2700
signals = ["verdict", "blind"]
[voice]
language = "de"
says = ["verdict"]
"""


def test_hands_are_read_as_they_are_written() -> None:
    read = config.parse(TABLE + HANDS)
    assert read.button == (
        PinButton(5, "confirm", "arbiter"),
        PinButton(6, "undo", None, "external-down", 30, 1200),
        KeyButton("B", "next-deal"),
    )
    assert read.lamp == LampConfig(27, signals=LAMP)
    assert read.buzzer == BuzzerConfig(18, "passive", 2700, signals=("verdict", "blind"))
    assert read.voice == VoiceConfig("de", says=("verdict",))


def test_a_table_without_such_settings_has_no_hands() -> None:
    read = config.parse(TABLE)
    assert (read.button, read.lamp, read.buzzer, read.voice) == ((), None, None, None)


def test_a_card_makes_no_sound_unless_it_is_asked_for() -> None:
    assert "card" not in SOUNDS
    assert "card" not in LAMP


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '[[button]]\npin = 40\nshort = "undo"\n',
            "line 5: 'button.0.pin' cannot be 40: a pin is GPIO 2 to 27, its BCM",
        ),
        ('[[button]]\npin = 4\nshort = "und"\n', "line 6: 'button.0.short' cannot be 'und': it should be 'confirm', "),
        ("[[button]]\npin = 4\n", "schiri.toml: the setting 'button.0.short' is missing"),
        ('[[button]]\nshort = "undo"\n', "schiri.toml: the setting 'button.0.pin' is missing"),
        ('[[button]]\nkey = "C"\nshort = "undo"\n', "line 5: 'button.0.key' cannot be 'C': it should be 'A' or 'B'"),
        ('[[button]]\nkey = "A"\nshort = "undo"\npull = "up"\n', "line 7: there is no setting 'button.0.pull'"),
        ('[[button]]\npin = 4\nkey = "A"\nshort = "undo"\n', "line 6: there is no setting 'button.0.key'"),
        (
            '[[button]]\npin = 3\nshort = "undo"\npull = "down"\n',
            "line 7: 'button.0.pull' cannot be 'down': GPIO 2 and 3",
        ),
        (
            '[[button]]\npin = 4\nshort = "undo"\n[[button]]\nshort = "end"\npin = 4\n',
            "line 9: GPIO 4 is used by 'button.0' already; give 'button.1' another one",
        ),
        (
            '[[button]]\nkey = "A"\nshort = "undo"\n[[button]]\nkey = "A"\nshort = "end"\n',
            "line 8: key A is used by 'button.0' already; give 'button.1' another one",
        ),
        ("[buzzer]\npin = 9\n[lamp]\npin = 9\n", "line 5: GPIO 9 is used by 'lamp' already; give 'buzzer' another one"),
        ('[lamp]\npin = 9\nsignals = ["boo"]\n', "line 6: 'lamp.signals.0' cannot be 'boo': it should be 'card', "),
        ('[voice]\nlanguage = "es"\n', "line 5: 'voice.language' cannot be 'es': it should be 'en', 'de', "),
    ],
)
def test_a_mistake_is_one_sentence_with_its_line(text: str, told: str) -> None:
    with pytest.raises(config.ConfigError) as mistake:
        config.parse(TABLE + text)
    assert told in str(mistake.value)
    assert "\n" not in str(mistake.value)


@given(st.lists(st.integers(0, 30), max_size=5), st.none() | st.integers(0, 30), st.none() | st.integers(0, 30))
def test_pins_are_taken_if_each_is_there_and_claimed_once(
    buttons: list[int], lamp: int | None, buzzer: int | None
) -> None:
    text = "".join(f'[[button]]\npin = {pin}\nshort = "undo"\n' for pin in buttons)
    text += "".join(f"[{name}]\npin = {pin}\n" for name, pin in (("lamp", lamp), ("buzzer", buzzer)) if pin is not None)
    claimed = [*buttons, *(pin for pin in (lamp, buzzer) if pin is not None)]
    sound = all(2 <= pin <= 27 for pin in claimed) and len(set(claimed)) == len(claimed)
    try:
        config.parse(TABLE + text)
    except config.ConfigError as mistake:
        told = str(mistake)
    else:
        told = ""
    assert sound == (not told)
    assert not told or re.match(r"schiri\.toml, line \d+: ", told)


def test_the_settings_in_the_document_are_read_and_name_every_word() -> None:
    [text] = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert tomllib.loads(text).keys() == {"button", "lamp", "buzzer", "voice"}
    read = config.parse(TABLE + text)
    assert {type(one) for one in read.button} == {PinButton, KeyButton}
    assert (read.lamp, read.buzzer, read.voice) != (None, None, None)
