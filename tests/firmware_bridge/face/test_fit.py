import re

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.face.face import Face, Row
from firmware_bridge.face.fit import (
    ALERT_BYTES,
    ELLIPSIS,
    NAME_BYTES,
    SCORE_BYTES,
    STATUS_BYTES,
    STROKES_BYTES,
    TITLE_BYTES,
    check,
    cut,
    fit,
)
from tests.support.bridge.wire import faces, words

DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


@given(words, st.integers(3, 60))
def test_a_cut_text_is_a_beginning_within_the_limit(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert len(short.encode("utf-8", "surrogatepass")) <= limit
    assert short == text or (short.endswith(ELLIPSIS) and text.startswith(short[:-1]))


@given(words, st.integers(3, 60))
def test_no_number_is_ever_cut(text: str, limit: int) -> None:
    shown = DIGITS.findall(cut(text, limit))
    assert shown == DIGITS.findall(text)[: len(shown)]


@given(faces)
def test_a_fitted_face_keeps_every_limit_and_fits_again(face: Face) -> None:
    small = fit(face)
    assert fit(small) == small
    texts = [(small.title, TITLE_BYTES), (small.status, STATUS_BYTES), (small.alert.text, ALERT_BYTES)]
    for row in small.rows:
        texts += [(row.name, NAME_BYTES), (row.score, SCORE_BYTES), (row.strokes, STROKES_BYTES)]
    assert [text for text, limit in texts if len(text.encode()) > limit] == []
    assert [row.lamp for row in small.rows] == [row.lamp for row in face.rows]


def test_strokes_are_cut_between_groups_only() -> None:
    face = fit(Face(rows=(Row("a", "30", "IIIII IIIII IIIII IIIII IIIII"), Row("b", "30", "I" * 30))))
    assert [row.strokes for row in face.rows] == ["IIIII IIIII IIIII…", "…"]


@given(faces, faces)
def test_equal_faces_have_equal_checks_and_others_do_not(one: Face, other: Face) -> None:
    assert (check(one) == check(other)) == (one == other)
