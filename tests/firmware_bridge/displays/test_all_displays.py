from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops
from rich.cells import cell_len

from firmware_bridge.displays import pen, pictures, tally, text
from firmware_bridge.face.face import Alert, Face, Lamp, Row
from tests.support.bridge.wire import faces, words

SIZES = [(128, 64), (296, 128), (400, 240), (800, 480), (800, 600)]
FACE = Face("Mittlere", (Row("Anna", "+3", "IIIIIII"), Row("Bo", "-1", "oφ")), "trick 2 of 12")


def _lit(image: Image.Image) -> tuple[int, int, int, int] | None:
    background = Image.new(image.mode, image.size, image.getpixel((0, 0)))
    return ImageChops.difference(image, background).getbbox()


@given(faces)
def test_a_terminal_shows_every_word_and_a_straight_box(face: Face) -> None:
    lines = text.render(face).splitlines()
    assert len({cell_len(line) for line in lines}) == 1
    shown = "".join(" ".join(lines).split())
    for row in face.rows:
        assert "".join(row.name.split()) in shown
    for word in [*face.status.split(), *face.alert.text.split()]:
        assert word in shown


def test_a_lamp_is_known_by_its_shape() -> None:
    drawn = [text.render(replace(FACE, rows=(replace(FACE.rows[0], lamp=lamp),))) for lamp in Lamp]
    assert len(set(drawn)) == 3
    assert ["> Anna" in page for page in drawn] == [False, True, False]
    assert ["X Anna" in page for page in drawn] == [False, False, True]


@pytest.mark.parametrize("size", SIZES)
def test_a_lamp_is_known_without_colour(size: tuple[int, int]) -> None:
    drawn = [
        pictures.render(replace(FACE, rows=(replace(FACE.rows[0], lamp=lamp),)), size).convert("L") for lamp in Lamp
    ]
    in_black_and_white = [image.point([255 * (level > 90) for level in range(256)]).tobytes() for image in drawn]
    assert len(set(in_black_and_white)) == 3


@pytest.mark.parametrize("size", SIZES)
@settings(max_examples=15, deadline=None)
@given(face=faces)
def test_any_face_is_drawn_at_any_size(size: tuple[int, int], face: Face) -> None:
    image = pictures.render(face, size)
    assert image.size == size
    assert image.mode == ("1" if size[1] < pictures.SMALL_PIXELS else "RGB")


@pytest.mark.parametrize("size", SIZES)
def test_every_part_of_a_face_changes_the_picture(size: tuple[int, int]) -> None:
    anna, bo = FACE.rows
    others = [
        replace(FACE, title="Molotow"),
        replace(FACE, status="trick 3 of 12"),
        replace(FACE, alert=Alert("camera blind")),
        replace(FACE, rows=(anna,)),
        replace(FACE, rows=(anna, replace(bo, name="7"))),
        replace(FACE, rows=(anna, replace(bo, score="7"))),
        replace(FACE, rows=(anna, replace(bo, strokes="7"))),
    ]
    drawn = [pictures.render(face, size).tobytes() for face in [FACE, *others]]
    assert len(set(drawn)) == len(drawn)


def test_the_small_picture_is_lit_within_its_edges_and_grows_by_whole_dots() -> None:
    image = pictures.in_dots(FACE)
    assert _lit(image) is not None
    large = pictures.enlarge(image, 4)
    assert large.size == (512, 256)
    assert large.resize(image.size, Image.Resampling.NEAREST).tobytes() == image.tobytes()


@given(words, st.integers(8, 60), st.integers(20, 400))
def test_a_text_fits_its_room_or_is_shortened(words: str, size: int, room: int) -> None:
    shown, used = pen.fit(words, size, room, 8)
    assert 8 <= used <= size
    assert pen.width(shown, used) <= room or shown == "…"


@given(words, st.integers(10, 40), st.integers(60, 400), st.integers(1, 3))
def test_a_paragraph_keeps_its_lines_and_its_words(words: str, size: int, room: int, most: int) -> None:
    lines, used = pen.paragraph(words, size, size // 2, room, most)
    assert len(lines) <= most
    if used > size // 2:
        assert " ".join(lines).split() == words.split()


def test_accents_are_drawn_over_their_letters() -> None:
    assert pen.spell("Zoë Łß") == [("Z", ""), ("o", ""), ("e", "\u0308"), (" ", ""), ("L", ""), ("s", ""), ("s", "")]
    drawn = [pictures.render(Face(name)).tobytes() for name in ("Zoe", "Zoë", "Zoé", "Zoè", "Zoê")]
    assert len(set(drawn)) == 5


@given(st.text("Ioφ ", max_size=40), st.integers(1, 60))
def test_strokes_grow_with_their_number_and_their_height(marks: str, height: int) -> None:
    assert tally.is_tally(marks)
    assert tally.width(marks, height) <= tally.width(f"{marks}o", height)
    assert tally.width(marks, 2 * height) == pytest.approx(2 * tally.width(marks, height))


def test_the_fifth_stroke_crosses_the_four_before_it() -> None:
    four, five, six = (tally.width("I" * count, 100) for count in (4, 5, 6))
    assert four == five < six
    assert not tally.is_tally("pairs held")
