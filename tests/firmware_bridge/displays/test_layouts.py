"""Every layout on what real tables show: the faces after each event of the recorded examples, and the example faces.

Nothing is cut within a number, nothing lies on anything else, and each thing that a table must be told is there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest
from PIL import ImageDraw

from controller.language.translate import ENGLISH, on_face
from controller.live import scoreboard
from controller.live.scoreboard import TableState
from firmware_bridge.displays import characters, kiosk, pen, pictures, strip, tally
from firmware_bridge.displays.characters import CharacterSize
from firmware_bridge.displays.epaper import page as epaper_page
from firmware_bridge.displays.epaper.waveshare import Epaper
from firmware_bridge.displays.wled import WledStrip
from firmware_bridge.face.ascii import plain, short
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Face, Lamp
from firmware_bridge.face.fit import fit
from firmware_bridge.mcu.pico.canvas import Canvas
from firmware_bridge.mcu.pico.layout import PictureLayout
from tests.firmware_bridge.displays.test_characters import sources
from tests.support.bridge.stock_glass import Paper, numbers
from tests.support.examples import EXAMPLES
from tests.support.loops import some

ADDRESS = "http://192.168.178.20:8080/"
Box = tuple[float, float, float, float]


@cache
def evenings() -> tuple[Face, ...]:
    """Each face once: of every recorded game while it goes well, is blind, or asks for a card."""
    found = dict.fromkeys(FACES.values())
    for example in EXAMPLES:
        for stage in example.stages:
            trouble = ("", "camera blind: the camera was unplugged")[len(found) % 7 == 0]
            heard = stage.match.verdicts
            state = TableState(trouble, remark="please check H7", address=ADDRESS)
            found[on_face(scoreboard.face(stage.match, heard, state), ENGLISH)] = None
    return tuple(found)


def test_the_examples_have_all_that_a_table_is_told() -> None:
    """So that the tests below are about all of it."""
    told = evenings()
    assert len(told) > 500
    assert {len(face.rows) for face in told} >= {0, 2, 3, 4, 5}
    assert {lamp for face in told for row in face.rows for lamp in [row.lamp]} == set(Lamp)
    for has in ("alert", "contract", "trick", "lead", "check", "address"):
        assert any(getattr(face, has) for face in told), has
    marks = {mark for face in told for row in face.rows for mark in row.strokes}
    assert {"I", "o"} <= marks


def _close(texts: Iterator[str] | list[str]) -> str:
    return "".join("".join(text.split()) for text in texts)


def _told(face: Face) -> list[str]:
    """Every word that must be somewhere."""
    where = "" if face.rows else short(face.address)
    return plain(" ".join((face.alert.text, *face.phrases, where))).split()


@pytest.mark.parametrize("size", [CharacterSize(16, 2), CharacterSize(20, 4), CharacterSize(40, 2)])
def test_characters(size: CharacterSize) -> None:
    for face in some(evenings()):
        pages = characters.render(face, size)
        assert all(len(page) == size.lines and {*map(len, page)} == {size.columns} for page in pages)
        assert numbers(*(line for page in pages for line in page)) <= numbers(*sources(face))
        close = _close([line for page in pages for line in page])
        assert [word for word in _told(face) if word not in close] == []
        shown = "\n".join(line for page in pages for line in page)
        for row in face.rows:
            mark = {Lamp.OFF: " ", Lamp.TURN: ">", Lamp.FOUL: "X"}[row.lamp]
            assert f"{mark}{plain(row.name)[:3].rstrip()}" in shown, (face, shown)
            assert plain(row.score) in shown


def test_epaper() -> None:
    for face in [*FACES.values(), *evenings()[::4]]:
        paper, dialect = Paper(), Epaper()
        paper.receive(b"".join(dialect.changes(None, dialect.render(face)[0])))
        texts = [text for _, (text, _, _) in sorted(paper.texts.items(), key=lambda one: (one[0][1], one[0][0]))]
        assert numbers(*texts) <= numbers(*sources(face))
        close = _close(texts)
        assert [word for word in _told(face) if word not in close] == [], face
        boxes = [
            (x, y, x + epaper_page.LETTER * size * len(text), y + size)
            for (x, y), (text, size, _) in paper.texts.items()
        ]
        assert _overlapping(boxes) == []


def test_kiosk() -> None:
    for face in some(evenings()):
        told = kiosk.content(face)
        close = _close([*told["said"], told["alert"], told["address"]])
        assert [word for word in _told(face) if plain(word) not in plain(close)] == []


class Dots(Canvas):
    """A canvas that keeps the box of each letter's column."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.dots: dict[tuple[int, int], int] = {}

    def column(self, x: int, y: int, bits: int, scale: int) -> None:
        for place in range(8):
            if bits >> place & 1:
                for line in range(y + scale * place, y + scale * (place + 1)):
                    for left in range(x, x + scale):
                        self.dots[left, line] = self.dots.get((left, line), 0) + 1
        super().column(x, y, bits, scale)


@pytest.mark.parametrize("size", [(128, 64), (296, 128)])
def test_dots(size: tuple[int, int]) -> None:
    """As the firmware draws: each dot is drawn once, and on the glass."""
    for face in [*FACES.values(), *evenings()[:: 12 if size[0] > 128 else 4]]:
        canvas = Dots(*size)
        PictureLayout(canvas, size[1] // 64).draw(pictures.received(fit(face)), False)
        assert set(canvas.dots.values()) <= {1}, face
        assert all(0 <= x < size[0] and 0 <= y < size[1] for x, y in canvas.dots), face


@pytest.mark.slow
@pytest.mark.parametrize("size", [(800, 480), (800, 600)])
def test_board(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[tuple[str, Box]] = []
    write, draw_tally = pen.write, tally.draw_tally

    def written(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, high: int, ink: pen.Colour) -> None:
        left, top, right, bottom = pen.font(high).getbbox(text or " ", anchor="ls")
        wide = max(right - left, pen.width(text, high))
        texts.append((text, (at[0] + left, at[1] + top, at[0] + left + wide, at[1] + bottom)))
        write(draw, at, text, high, ink)

    def marked(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, high: float, ink: pen.Colour) -> None:
        texts.append(("", (at[0], at[1] - high, at[0] + tally.width(text, high), at[1])))
        draw_tally(draw, at, text, high, ink)

    monkeypatch.setattr(pen, "write", written)
    monkeypatch.setattr(tally, "draw_tally", marked)
    for face in [*FACES.values(), *evenings()[::40]]:
        texts.clear()
        pictures.render(face, size)
        shown = [box for text, box in texts if text != " "]
        assert _overlapping(shown) == [], face
        assert all(
            left >= 0 and top >= 0 and right <= 2 * size[0] and bottom <= 2 * size[1]
            for left, top, right, bottom in shown
        )
        said = [text for text, _ in texts]
        assert numbers(*said) <= numbers(*sources(replace(face, status=", ".join((face.status, *face.phrases)))))
        assert all(row.score in said and row.name in said for row in face.rows)


def _overlapping(boxes: Sequence[Box]) -> list[tuple[Box, Box]]:
    return [
        (one, other)
        for number, one in enumerate(boxes)
        for other in boxes[:number]
        if min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1
    ]


def test_strip() -> None:
    """Whoever's turn it is, a fault and trouble are patterns, and none is brighter than the cap."""
    patterns: dict[str, set[tuple[object, ...]]] = {}
    for face in evenings():
        (lit,) = WledStrip(60).render(face)
        assert max(map(max, lit)) <= strip.BRIGHTEST
        drawn = "".join("#" if any(light) else "." for light in lit)
        lamps = tuple(row.lamp for row in face.rows)
        troubled = face.alert and lamps and Lamp.FOUL not in lamps
        patterns.setdefault(drawn, set()).add(("trouble",) if troubled else lamps)
    assert [states for states in patterns.values() if len(states) > 1] == []
