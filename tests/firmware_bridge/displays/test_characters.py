import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.displays import backpack, characters
from firmware_bridge.displays.backpack import Backpack
from firmware_bridge.displays.characters import CharacterSize, TooSmall
from firmware_bridge.displays.strip import value_of
from firmware_bridge.face.ascii import plain, short, words
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Face, Lamp, Row
from tests.support.bridge.stock_glass import Characters, faces, numbers
from tests.support.bridge.wire import words as texts

SIZES = [CharacterSize(16, 2), CharacterSize(20, 4), CharacterSize(40, 4), CharacterSize(8, 1)]
sizes = st.sampled_from(SIZES)


def sources(face: Face) -> list[str]:
    row_texts = [plain(text) for row in face.rows for text in (row.name, row.score, row.strokes)]
    return [*row_texts, *map(plain, (face.title, face.status, face.alert.text, face.address, *face.phrases))]


@given(faces(), sizes)
def test_every_page_fills_the_glass_with_letters_it_has_and_numbers_are_whole(face: Face, size: CharacterSize) -> None:
    pages = characters.render(face, size)
    assert pages or not "".join(sources(face)).strip()
    for page in pages:
        assert [len(line) for line in page] == [size.columns] * size.lines
        assert all(" " <= letter <= "~" for line in page for letter in line)
        assert numbers(*page) <= numbers(*sources(face))


@pytest.mark.parametrize("size", SIZES[:3])
@pytest.mark.parametrize("name", FACES)
def test_an_evening_is_shown_whole(name: str, size: CharacterSize) -> None:
    """No score is missing, the pages end with what there is to say, and no word of a verdict is lost."""
    face, pages = FACES[name], characters.render(FACES[name], size)
    shown = " ".join(line for page in pages for line in page)
    for row in face.rows:
        assert f" {row.score} " in f"{shown} "
        assert {Lamp.TURN: ">", Lamp.FOUL: "X", Lamp.OFF: " "}[row.lamp] + plain(row.name)[:3] in f" {shown}"
    close = "".join(shown.split())
    for word in plain(" ".join((face.alert.text, *face.phrases))).split():
        assert word in close
    if face.alert:
        assert pages[0][0].startswith("! ")


def test_two_seats_share_a_line_only_where_their_names_can_be_told() -> None:
    short_scores = Face("", tuple(Row(name, "7") for name in ("Anna", "Berta", "Carla", "Dora")))
    assert characters.render(short_scores, CharacterSize(16, 2))[0] == (" Anna 7  Bert 7 ", " Carl 7  Dora 7 ")
    long_scores = Face("", tuple(Row(name, "1257") for name in ("Anna", "Berta", "Carla")))
    assert characters.render(long_scores, CharacterSize(16, 2))[0] == (" Anna       1257", " Berta      1257")


def test_a_display_too_small_for_a_score_is_refused() -> None:
    with pytest.raises(TooSmall, match="7x2 characters show no score; 8x1 is the least"):
        CharacterSize(7, 2)


@given(texts)
def test_plain_text_is_ascii_and_its_numbers_are_the_text_s(text: str) -> None:
    assert all(" " <= letter <= "~" for letter in plain(text))
    assert plain(plain(text)) == plain(text)


@given(st.integers(-9999, 9999), st.sampled_from(["", "½", ",5", ".5"]), st.sampled_from("-\u2212"))
def test_a_score_in_ascii_is_the_same_number(whole: int, part: str, minus: str) -> None:
    score = f"{whole:+d}{part}".replace("-", minus)
    assert value_of(plain(score)) == value_of(score) == float(f"{whole:+d}{'.5' if part else ''}")


@given(texts, st.integers(4, 20))
def test_the_parts_of_words_are_the_words(text: str, room: int) -> None:
    assert "".join(words(text, lambda part: len(part) <= room)) == "".join(plain(text).split())


def test_an_address_is_broken_where_people_break_it() -> None:
    assert short("https://192.168.1.20:8080/") == "192.168.1.20:8080"
    assert words("192.168.1.20:8080", lambda part: len(part) <= 16) == ["192.168.1.20:", "8080"]
    assert words("tournament-table.local", lambda part: len(part) <= 16) == ["tournament-", "table.local"]


def test_the_commands_are_those_of_the_manual() -> None:
    assert backpack.CLEAR.hex(" ") == "fe 58"
    assert backpack.cursor(1, 2).hex(" ") == "fe 47 01 02"
    assert backpack.brightness(255).hex(" ") == "fe 99 ff"
    assert backpack.contrast(200).hex(" ") == "fe 50 c8"
    assert backpack.NO_CURSOR.hex(" ") == "fe 4b"
    assert backpack.glass(CharacterSize(16, 2)).hex(" ") == "fe d1 10 02"
    greeting = Backpack(CharacterSize(20, 4), light=9, contrast=8).greeting()
    assert b"".join(greeting).hex(" ") == "fe d1 14 04 fe 99 09 fe 50 08 fe 4b fe 54 fe 52"
    assert backpack.changes(None, ("AB", "  ")).hex(" ") == "fe 58 fe 47 01 01 41 42"


@given(st.lists(faces(), min_size=1, max_size=4), sizes)
def test_the_bytes_sent_make_the_page_after_any_other(evening: list[Face], size: CharacterSize) -> None:
    dialect, glass = Backpack(size), Characters(size.columns, size.lines)
    glass.receive(b"".join(dialect.greeting()))
    have = None
    for face in evening:
        for page in dialect.render(face):
            glass.receive(b"".join(dialect.changes(have, page)))
            assert glass.page == page
            assert b"".join(dialect.changes(page, page)) == b""
            have = page
    assert glass.light == 128
