"""Pixels of the real AVR binary on its OLED, read back from the OLED's memory; its keys; its silence."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from firmware_bridge.face.face import Alert, Face, Lamp, Row
from firmware_bridge.face.fit import fit
from firmware_bridge.mcu.board import ArduinoBoard
from firmware_bridge.mcu.pico.canvas import Canvas
from firmware_bridge.mcu.pico.layout import PictureLayout
from firmware_bridge.mcu.pico.picture import Picture
from firmware_bridge.protocol.device import NO_REFEREE_S
from firmware_bridge.protocol.link import Link, PictureShown
from firmware_bridge.protocol.messages import Key, Press
from tests.support.bridge.firmware_rig import board, build, talk
from tests.support.bridge.wire import faces

pytestmark = pytest.mark.needs("avr")

SEATS = (("Anna", "+12", Lamp.TURN), ("Bö", "-1", Lamp.OFF), ("Cäsar", "49.5", Lamp.FOUL), ("Dora", "1257", Lamp.OFF))
FACE = Face("Mittlere, deal 3", (Row("Anna", "+12", "IIIII II", Lamp.TURN), Row("Bö", "-1", "oo φ")), "trick 5 of 12")
FACES = [
    Face(),
    FACE,
    *(
        Face("Mittlere, deal 3", tuple(Row(n, s, "III", p) for n, s, p in SEATS[:count]), "trick 5")
        for count in (1, 3, 4)
    ),
    Face(
        "Tarot", tuple(Row(name, str(7 * place), "", Lamp.OFF) for place, name in enumerate("abcdef")), "ready to deal"
    ),
    Face("Mittlere", FACE.rows, "trick 5 of 12, Anna led, Bö is awaited", Alert("Revoke: Bö")),
    Face(
        "Tarot",
        tuple(Row(n, s) for n, s, _ in SEATS),
        "trick 5",
        Alert("Revoke in trick 5: Bö threw H7 on the spade lead (MIT-F3)"),
    ),
    Face("Tarot", tuple(Row(name, "-22") for name in "abcde"), "trick 5", Alert("camera blind")),
]
"""One of every kind of view."""


@pytest.fixture(scope="module")
def avr(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArduinoBoard]:
    with board(tmp_path_factory) as running:
        yield running


def expected(face: Face, *, silent: bool = False, size: tuple[int, int] = (128, 64), unit: int = 1) -> bytes:
    """As the Pico's layout, written in another language, draws it."""
    picture = Picture().copy(len(face.rows))
    picture.texts = [text.encode() for text in (face.title, face.status, face.alert.text)]
    for place, row in enumerate(face.rows):
        picture.rows[place] = (int(row.lamp), row.name.encode(), row.score.encode(), row.strokes.encode())
    canvas = Canvas(*size)
    PictureLayout(canvas, unit).draw(picture, silent)
    return bytes(canvas.pages)


def _shows(avr: ArduinoBoard, link: Link, face: Face) -> bytes:
    link.show(face)
    talk(link, avr, 10, until=lambda: link.is_done)
    talk(link, avr, 0.08)
    lit, memory = avr.ask("oled").split()
    assert lit == "1"
    return bytes.fromhex(memory)


@pytest.mark.parametrize("face", FACES, ids=range(len(FACES)))
def test_every_view_is_lit_dot_for_dot(avr: ArduinoBoard, face: Face) -> None:
    assert _shows(avr, Link(3), face) == expected(fit(face))


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(faces)
def test_any_face_is_lit_dot_for_dot(avr: ArduinoBoard, face: Face) -> None:
    assert _shows(avr, Link(3), face) == expected(fit(face))


def test_a_score_can_be_read_from_the_glass(avr: ArduinoBoard) -> None:
    glass = expected(Face("", (Row("", "+12"),), ""))
    assert _shows(avr, Link(3), Face("", (Row("", "+12"),), "")) == glass
    image = avr.glass().crop((0, 8, 128, 56))
    left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
    assert right == 128
    assert bottom - top == 7 * ((right - left + 3) // 18), "three characters of 5 x 7 dots, enlarged alike"
    assert bottom - top >= 20


def test_the_stack_has_room_to_spare(avr: ArduinoBoard, tmp_path_factory: pytest.TempPathFactory) -> None:
    for face in FACES:
        _shows(avr, Link(3), face)
    _, firmware = build(tmp_path_factory)
    behind_variables = bytes.fromhex(avr.ask("ram"))[firmware.ram_bytes :]
    untouched = len(behind_variables) - len(behind_variables.lstrip(b"\0"))
    assert untouched >= 128


def test_nobody_speaks_and_the_score_stays(avr: ArduinoBoard) -> None:
    link = Link(3)
    assert _shows(avr, link, FACE) == expected(FACE)
    end_s = avr.now + NO_REFEREE_S - 0.3
    while avr.now < end_s:
        avr.run(end_s - avr.now)
    assert bytes.fromhex(avr.ask("oled").split()[1]) == expected(FACE)
    avr.run(0.5)
    assert bytes.fromhex(avr.ask("oled").split()[1]) == expected(FACE, silent=True) != expected(FACE)
    talk(link, avr, 3)
    assert bytes.fromhex(avr.ask("oled").split()[1]) == expected(FACE)


def test_pings_change_nothing(avr: ArduinoBoard) -> None:
    link = Link(3)
    _shows(avr, link, FACE)
    assert talk(link, avr, 15) == []
    assert bytes.fromhex(avr.ask("oled").split()[1]) == expected(FACE)


def _bounce(avr: ArduinoBoard, link: Link, letter: str, *, down: bool) -> list[Key]:
    found: list[Key] = []
    for level in (down, not down, down, not down, down):
        avr.key(letter, down=level)
        found += [event for event in talk(link, avr, 0.002) if isinstance(event, Key)]
    return found


def test_keys_bounce_and_are_told_once(avr: ArduinoBoard) -> None:
    link = Link(3)
    _shows(avr, link, FACE)
    keys = _bounce(avr, link, "A", down=True)
    keys += [event for event in talk(link, avr, 0.2) if isinstance(event, Key)]
    keys += _bounce(avr, link, "B", down=True)
    keys += [event for event in talk(link, avr, 1.0) if isinstance(event, Key)]
    for letter in "AB":
        keys += _bounce(avr, link, letter, down=False)
    keys += [event for event in talk(link, avr, 0.2) if isinstance(event, Key)]
    assert sorted(keys, key=lambda key: key.letter) == [
        Key(letter, press) for letter in "AB" for press in (Press.DOWN, Press.LONG, Press.UP)
    ]


def test_a_glitch_is_no_press(avr: ArduinoBoard) -> None:
    link = Link(3)
    _shows(avr, link, FACE)
    avr.key("A", down=True)
    events = talk(link, avr, 0.006)
    avr.key("A", down=False)
    assert [event for event in events + talk(link, avr, 0.3) if not isinstance(event, PictureShown)] == []


def test_the_buzzer_and_the_lamp_tell_an_alert_and_a_foul(avr: ArduinoBoard) -> None:
    link = Link(3)
    _shows(avr, link, FACE)
    talk(link, avr, 2)
    quiet = int(avr.ask("edges B1"))
    talk(link, avr, 1)
    assert int(avr.ask("edges B1")) == quiet
    _shows(avr, link, Face(FACE.title, FACE.rows, FACE.status, Alert("camera blind")))
    talk(link, avr, 2)
    alert = int(avr.ask("edges B1")) - quiet
    assert abs(alert - 2 * 2 * 1320 * 0.09) < 20, "1320 Hz, twice 90 ms"
    avr.ask("trace")
    foul = Row("Bö", "-1", "", Lamp.FOUL)
    _shows(avr, link, Face(FACE.title, (FACE.rows[0], foul), FACE.status, Alert("Revoke: Bö")))
    talk(link, avr, 2.5)
    assert abs(int(avr.ask("edges B1")) - quiet - alert - 2 * 330 * 0.6) < 20, "330 Hz, 600 ms"
    assert 9 <= avr.ask("trace").split().count("C0=1") <= 11, "blinks four times a second"
