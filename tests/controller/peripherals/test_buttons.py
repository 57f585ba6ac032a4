"""Meanings of presses."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.peripherals.buttons import CARD_WORDS, ButtonWords, PressStroke
from controller.settings.peripherals import KeyButton, PinButton, Word
from controller.table.asides import CONFIRM
from vision.marks.identity import COMMANDS

BOTH, ONE = PinButton(4, "undo", "arbiter"), PinButton(5, "score")

SHORT: tuple[PressStroke, ...] = ("down", "up")
LONG: tuple[PressStroke, ...] = ("down", "long", "up")

presses = st.lists(st.sampled_from((SHORT, LONG)), max_size=6)


def words(meanings: ButtonWords, name: str, strokes: list[PressStroke]) -> list[str]:
    return [word for stroke in strokes if (word := meanings.word(name, stroke))]


@given(presses)
def test_each_press_means_its_word_once(made: list[tuple[PressStroke, ...]]) -> None:
    strokes: list[PressStroke] = [stroke for press in made for stroke in press]
    meanings = ButtonWords((BOTH, ONE))
    assert words(meanings, "GPIO 4", strokes) == ["arbiter" if "long" in press else "undo" for press in made]
    assert words(meanings, "GPIO 5", strokes) == ["score"] * len(made)


@given(st.lists(st.tuples(st.sampled_from((4, 5)), st.sampled_from(("down", "long", "up"))), max_size=12))
def test_buttons_do_not_disturb_each_other(strokes: list[tuple[int, PressStroke]]) -> None:
    together = ButtonWords((BOTH, ONE))
    found = [(pin, together.word(f"GPIO {pin}", stroke)) for pin, stroke in strokes]
    for button in (BOTH, ONE):
        alone = ButtonWords((button,))
        mine = [(pin, alone.word(f"GPIO {pin}", stroke)) for pin, stroke in strokes if pin == button.pin]
        assert mine == [one for one in found if one[0] == button.pin]


@given(st.lists(st.tuples(st.sampled_from((0, 1)), st.sampled_from(("down", "long", "up"))), max_size=12))
def test_a_key_of_one_display_does_not_disturb_that_of_another(strokes: list[tuple[int, PressStroke]]) -> None:
    together = ButtonWords(())
    found = [(display, together.word("key A", stroke, display)) for display, stroke in strokes]
    for mine in (0, 1):
        alone = ButtonWords(())
        heard = [alone.word("key A", stroke) for display, stroke in strokes if display == mine]
        assert heard == [word for display, word in found if display == mine]


def test_a_long_press_holds_while_the_same_key_is_tapped_elsewhere() -> None:
    meanings = ButtonWords(())
    strokes: list[tuple[int, PressStroke]] = [(0, "down"), (1, "down"), (1, "up"), (0, "long"), (0, "up")]
    assert [meanings.word("key A", stroke, display) for display, stroke in strokes] == [
        None, None, "confirm", "arbiter", None,
    ]  # fmt: skip


def test_a_button_without_a_long_meaning_means_its_word_at_once() -> None:
    assert ButtonWords((ONE,)).word("GPIO 5", "down") == "score"


@pytest.mark.parametrize("stroke", ["long", "up"])
def test_a_press_from_before_the_start_means_nothing(stroke: PressStroke) -> None:
    assert ButtonWords((BOTH,)).word("GPIO 4", stroke) is None


def test_keys_of_displays_mean_something_until_settings_say_otherwise() -> None:
    keys: list[tuple[str, list[PressStroke]]] = [("key A", ["down", "up"]), ("key A", ["down", "long", "up"])]
    assert [words(ButtonWords((BOTH,)), *key) for key in keys] == [["confirm"], ["arbiter"]]
    other = ButtonWords((KeyButton("B", "end"),))
    assert [words(other, *key) for key in keys] == [[], []]
    assert words(other, "key B", ["down", "up"]) == ["end"]


def test_every_meaning_is_a_card_or_the_one_that_no_card_says() -> None:
    assert {CARD_WORDS.get(word, word) for word in get_args(Word)} - set(COMMANDS) == {
        CONFIRM,
        "lies",
        "last-trick",
        "trump",
    }
