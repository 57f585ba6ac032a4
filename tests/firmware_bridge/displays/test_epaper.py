import numpy as np
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.displays import qr
from firmware_bridge.displays.dialect import Answer
from firmware_bridge.displays.epaper import figures
from firmware_bridge.displays.epaper import frames as epaper_frames
from firmware_bridge.displays.epaper.glass import BadFrame, Glass
from firmware_bridge.displays.epaper.page import render
from firmware_bridge.displays.epaper.waveshare import Epaper
from firmware_bridge.face.ascii import plain
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Face
from tests.firmware_bridge.displays.test_characters import sources
from tests.support.bridge.stock_glass import Paper, faces, numbers
from tests.support.loops import some


def drawn(face: Face) -> Paper:
    paper, dialect = Paper(), Epaper()
    paper.receive(b"".join(dialect.changes(None, dialect.render(face)[0])))
    return paper


def test_frames_are_those_of_the_manual() -> None:
    assert epaper_frames.HANDSHAKE.hex(" ") == "a5 00 09 00 cc 33 c3 3c ac"
    assert epaper_frames.REFRESH.hex(" ") == "a5 00 09 0a cc 33 c3 3c a6"
    assert epaper_frames.CLEAR.hex(" ") == "a5 00 09 2e cc 33 c3 3c 82"
    assert epaper_frames.rotate(half=True).hex(" ") == "a5 00 0a 0d 01 cc 33 c3 3c a3"
    assert epaper_frames.colours(0, 3).hex(" ") == "a5 00 0b 10 00 03 cc 33 c3 3c bd"
    assert epaper_frames.font(64).hex(" ") == "a5 00 0a 1e 03 cc 33 c3 3c b2"
    assert epaper_frames.fill(10, 10, 255, 255).hex(" ") == "a5 00 11 24 00 0a 00 0a 00 ff 00 ff cc 33 c3 3c 90"
    assert epaper_frames.text(10, 50, "Hi").hex(" ") == "a5 00 10 30 00 0a 00 32 48 69 00 cc 33 c3 3c 9c"


@given(st.lists(faces(), min_size=2, max_size=3))
def test_a_partial_update_makes_the_whole_picture(evening: list[Face]) -> None:
    """Each face on the paper by its changes alone, against a paper that is drawn anew; nothing leaves the paper."""
    dialect, paper, have = Epaper(), Paper(), None
    for face in evening:
        (want,) = dialect.render(face)
        paper.receive(b"".join(dialect.changes(have, want)))
        assert paper.shown == drawn(face).shown
        have = want
    assert paper.refreshes == len(evening)


@given(faces())
def test_numbers_on_the_paper_are_whole(face: Face) -> None:
    paper = drawn(face)
    written = [text for text, _, _ in paper.texts.values()]
    assert numbers(*written) <= numbers(*sources(face))


@pytest.mark.parametrize("name", FACES)
def test_an_evening_is_written_whole(name: str) -> None:
    face = FACES[name]
    close = "".join(
        "".join(text.split()) for _, (text, _, _) in sorted(drawn(face).texts.items(), key=lambda one: one[0][1])
    )
    written = plain(" ".join((face.title, face.alert.text, *(row.name for row in face.rows), *face.phrases)))
    for word in some(written.split()):
        assert word in close


def test_an_alert_is_white_on_black_and_the_largest_letters_that_hold_it() -> None:
    letters = [one for one in drawn(FACES["verdict"]).texts.values() if one[2] == 3]
    assert " ".join(text for text, _, _ in letters) == f"! {FACES['verdict'].alert.text}"
    assert {size for _, size, _ in letters} == {48}


def test_only_the_row_that_changed_is_drawn_anew() -> None:
    dialect = Epaper()
    (three,), (verdict,) = dialect.render(FACES["three"]), dialect.render(FACES["verdict"])
    assert epaper_frames.CLEAR in dialect.changes(three, verdict)
    later = Face("Mittlere, deal 4", FACES["three"].rows[:2] + FACES["deal"].rows[2:], trick="trick 3 of 12")
    earlier = Face("Mittlere, deal 4", FACES["three"].rows, trick="trick 3 of 12")
    sent = dialect.changes(dialect.render(earlier)[0], dialect.render(later)[0])
    assert epaper_frames.CLEAR not in sent
    assert len(b"".join(sent)) < len(b"".join(dialect.changes(None, dialect.render(later)[0]))) / 2


def test_a_phone_reads_the_address_off_the_paper() -> None:
    picture = np.where(drawn(FACES["idle"]).dots == 0, 0, 255).astype(np.uint8)
    [code] = zxingcpp.read_barcodes(picture)
    assert code.text == FACES["idle"].address
    assert qr.modules("") == qr.modules("x" * 201) == ()


@given(st.text("0123456789-+.", min_size=1, max_size=8), st.integers(28, 100))
def test_large_figures_can_be_told_apart_and_keep_their_width(text: str, high: int) -> None:
    assert figures.is_drawable(text)
    dots = np.zeros((high, figures.width(text, high)), np.uint8)
    for left, top, right, bottom in figures.rectangles(text, 0, 0, high):
        assert 0 <= left <= right < dots.shape[1]
        assert 0 <= top <= bottom < high
        dots[top : bottom + 1, left : right + 1] = 1
    assert dots[:, 0].any()
    assert dots[:, -1].any()


def test_each_figure_has_the_shape_of_its_own() -> None:
    shapes = [tuple(sorted(figures.rectangles(one, 0, 0, 60))) for one in "0123456789-+."]
    assert len(set(shapes)) == len(shapes)
    assert not figures.is_drawable("")
    assert not figures.is_drawable("out")


@pytest.mark.parametrize(
    ("data", "answers", "rest"), [(b"", 0, b""), (b"O", 0, b"O"), (b"K..OKOKO", 2, b"O"), (b"?", 0, b"?")]
)
def test_each_ok_is_an_answer(data: bytes, answers: int, rest: bytes) -> None:
    assert Epaper().answers(data) == ([Answer()] * answers, rest)


def test_the_emulated_paper_shows_the_shapes_that_are_sent() -> None:
    """Text is drawn with another font than the display's; all else is dot for dot the independent parser's picture."""
    dialect, glass = Epaper(), Glass()
    (sheet,) = dialect.render(FACES["idle"])
    glass.receive(b"".join((*dialect.greeting(), *dialect.changes(None, sheet))))
    code, paper = np.asarray(glass.image)[:360, 440:], drawn(FACES["idle"]).dots[:360, 440:]
    assert (code == paper * 85).all()
    with pytest.raises(BadFrame, match="is no frame of the e-paper"):
        glass.receive(b"\xa5\x00\x09\x00")


@given(faces())
def test_places_of_a_sheet_cover_each_dot_at_most_once(face: Face) -> None:
    cover = np.zeros((600, 800), np.uint8)
    for box in render(face):
        left, top, right, bottom = box.place
        cover[top:bottom, left:right] += 1
    assert cover.max() == 1
