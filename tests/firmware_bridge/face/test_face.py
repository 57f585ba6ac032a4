import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.face.face import MOST_ROWS, Alert, Face, Lamp, Row, TooManyRows, printable


@given(st.text())
def test_every_text_of_a_face_can_be_seen_and_sent(text: str) -> None:
    face = Face(text, (Row(text, text, text),), text, Alert(text))
    texts = [face.title, face.status, face.alert.text, face.rows[0].name, face.rows[0].score, face.rows[0].strokes]
    assert texts == [printable(text)] * 6
    assert face.title.isprintable()
    assert face.title.encode().decode() == printable(face.title)


def test_a_lone_surrogate_and_a_line_end_become_spaces() -> None:
    assert printable("a\ud800b\nc\0d") == "a b c d"


def test_faces_are_equal_by_value() -> None:
    assert Face("a", (Row("b", "1", "I", Lamp.TURN),)) == Face("a", (Row("b", "1", "I", Lamp.TURN),))
    assert Face("a", (Row("b", "1", "I", Lamp.TURN),)) != Face("a", (Row("b", "1", "I"),))
    assert len({Face(), Face()}) == 1


def test_more_rows_than_a_display_holds_are_refused() -> None:
    with pytest.raises(TooManyRows, match="'Schiri' has 7 rows; give it at most 6"):
        Face(rows=(Row("a"),) * (MOST_ROWS + 1))
