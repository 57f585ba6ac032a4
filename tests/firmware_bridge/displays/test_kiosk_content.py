"""Data sent to the page of the kiosk: all of a face, its strokes and its code as paths."""

import json
import re

import numpy as np
import zxingcpp
from hypothesis import given

from firmware_bridge.displays import kiosk
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Face, Lamp, Row
from tests.support.bridge.stock_glass import faces


@given(faces())
def test_a_face_is_one_line_of_json_that_says_all_of_the_face(face: Face) -> None:
    event = kiosk.render(face)
    assert event.isascii()
    assert event.isprintable()
    told = json.loads(event)
    assert [(row["name"], row["score"], row["strokes"]) for row in told["rows"]] == [
        (row.name, row.score, row.strokes) for row in face.rows
    ]
    assert [row["word"] for row in told["rows"]] == [
        {Lamp.OFF: "", Lamp.TURN: "to play", Lamp.FOUL: "fault"}[row.lamp] for row in face.rows
    ]
    assert (told["title"], told["alert"]) == (face.title, face.alert.text)
    assert not face.rows or told["said"] == list(face.phrases)


def test_strokes_are_drawn_as_many_as_there_are() -> None:
    def path(strokes: str) -> str:
        return str(kiosk.content(Face(rows=(Row("", "", strokes),)))["rows"][0]["marks"])

    assert [path("I" * count).count("M") for count in range(7)] == list(range(7))
    assert path("IIIII").count("L") == 1
    assert (path("ooo").count("M"), path("φ").count("M")) == (3, 2)
    assert path("pairs held") == ""


def test_the_code_is_that_of_the_address() -> None:
    code = kiosk.content(FACES["idle"])["code"]
    dots = np.full((code["wide"], code["wide"]), 255, np.uint8)
    for column, line in re.findall(r"M(\d+) (\d+)h1v1h-1z", code["path"]):
        dots[int(line), int(column)] = 0
    [read] = zxingcpp.read_barcodes(np.kron(dots, np.ones((4, 4), np.uint8)))
    assert read.text == FACES["idle"].address
    assert kiosk.content(FACES["three"])["code"] == {"path": "", "wide": 0}
