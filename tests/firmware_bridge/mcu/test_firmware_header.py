import re
from enum import IntEnum
from pathlib import Path

import pytest

from firmware_bridge.mcu import toolchain, typeface
from firmware_bridge.mcu.pico import fitted, letters, protocol
from firmware_bridge.mcu.pico.fitted import VALUES
from firmware_bridge.mcu.pico.text import letter
from firmware_bridge.protocol import generate
from firmware_bridge.protocol.messages import LAYOUTS, MessageLayout, NumberField, Press, Reason, Slot


def test_the_checked_in_files_are_those_that_are_made() -> None:
    made = generate.files()
    assert {path: (generate.HOME / path).read_text(encoding="utf-8") for path in made} == made
    assert len(made) == 4


def test_all_are_written(tmp_path: Path) -> None:
    for room in ("avr", "pico"):
        (tmp_path / room).mkdir()
    generate.main(tmp_path)
    written = {str(path.relative_to(tmp_path)): path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.*")}
    assert written == generate.files()


def test_every_constant_is_in_both_languages() -> None:
    c = generate.c_header()
    numbers = {name: int(value) for name, value in re.findall(r"(?:#define |[{,] ?)([A-Z][A-Z_0-9]+) (?:= )?(\d+)", c)}
    numbers.pop("PROTOCOL_VERSION")
    assert numbers == {name: getattr(protocol, name) for name in numbers}
    assert numbers.keys() >= {"FRAME_BYTES", "LAMP_FOUL", "SLOT_ALERT", "REASON_OTHER_PICTURE", "PRESS_LONG"}
    letters_ = dict(re.findall(r"([A-Z_]+) = '(.)'", c))
    assert letters_ == {name: chr(getattr(protocol, name)) for name in letters_}
    assert sorted(letters_.values()) == sorted(layout.letter for layout in LAYOUTS)


def test_a_layout_that_has_no_place_in_the_table_is_refused() -> None:
    class Gap(IntEnum):
        ONE = 1
        THREE = 3

    for numbers in (
        (NumberField("a", 1, Gap),),
        (NumberField("a", 2, Slot),),
        (NumberField("a", 1, Press), NumberField("b", 1, Reason)),
    ):
        with pytest.raises(generate.UnfitLayout):
            generate.shape(MessageLayout("X", object, numbers))


def test_the_drawing_is_read_dot_for_dot() -> None:
    drawn = typeface.letters("remark\n\nA é\n" + "\n".join(["..#.. ....#"] * 6 + ["##### #...."]))
    assert drawn == {"A": bytes([64, 64, 127, 64, 64]), "é": bytes([64, 0, 0, 0, 63])}
    for bad in (
        "remark\n\nA\n..#..",
        "remark\n\nA\n" + "\n".join(["..#."] * 7),
        "remark\n\nA\n" + "\n".join(["..x.."] * 7),
    ):
        with pytest.raises(typeface.BadDrawing):
            typeface.letters(bad)


def test_every_printable_ascii_character_has_a_letter_of_its_own() -> None:
    shapes = {character: letter(character) for character in map(chr, range(0x21, 0x7F))}
    assert len(set(shapes.values())) == len(shapes)
    assert letter(" ") == bytes(5)


def test_undrawn_characters_lose_their_mark_or_become_a_box() -> None:
    assert [letter("č"), letter("Ž"), letter("ł"), letter("中")] == [
        letter("c"),
        letter("Z"),
        letter("中"),
        letter("中"),
    ]
    assert letter("é") != letter("e")
    assert letter("中") == letters.COLUMNS[-5:]


def test_the_page_names_every_part_and_value() -> None:
    page = (Path(__file__).parents[3] / "docs" / "firmware.md").read_text(encoding="utf-8")
    board = (generate.HOME / "avr" / "fitted.h").read_text(encoding="ascii")
    values = re.findall(r"#ifndef (\w+)\n#define \1 (\w+)", board)
    assert re.findall(r"^\| `([A-Z0-9_]+)` \| (\w+) \|", page, re.MULTILINE) == values
    assert {name: int(value, 0) for name, value in values} == VALUES, "the Pico's are the same"
    assert re.findall(r"^\| `([a-z0-9]+)` \|", page, re.MULTILINE) == list(toolchain.PARTS)


def test_the_page_names_every_pin_of_the_pico() -> None:
    page = (Path(__file__).parents[3] / "docs" / "firmware.md").read_text(encoding="utf-8")
    named = {int(pin) for pin in re.findall(r"\bGP(\d+)\b", page)}
    places = (fitted.KEYS, fitted.OLED, fitted.PAPER, fitted.CHAIN)
    assert named == {fitted.BUZZER, fitted.STRIP, *(pin for place in places for pin in place.values())}
