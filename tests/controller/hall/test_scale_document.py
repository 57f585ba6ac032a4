"""The curves of docs/scale.md are those of its table."""

import pytest

pytest.importorskip("benchmarks", reason="the benchmarks are part of the checkout alone")

from benchmarks.hall.growth import DOCUMENT, PICTURE, drawn, measured


def test_the_picture_is_drawn_from_the_figures_that_stand_beside_it() -> None:
    rows = measured(DOCUMENT.read_text(encoding="utf-8"))
    assert [row.tables for row in rows] == [1, 50, 100, 200]
    assert drawn(rows) == PICTURE.read_bytes()
