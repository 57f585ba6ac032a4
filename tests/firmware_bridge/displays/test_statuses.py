"""Contract, trick and lead on a display that has one line for them: pages that turn, on a clock of our own."""

import pytest

from firmware_bridge.displays import statuses
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Face
from firmware_bridge.face.fit import fit
from firmware_bridge.mcu.pico.text import lines
from firmware_bridge.ports.serial_port import PAGE_S, PAPER_PAGE_S, SerialConversation
from firmware_bridge.protocol.device import Capabilities, Device
from tests.firmware_bridge.displays.test_layouts import evenings
from tests.support.bridge.stock_glass import numbers
from tests.support.loops import some


def _words(texts: tuple[str, ...]) -> str:
    return "".join(", ".join(texts).replace(",", "").split())


GLASSES = [(128, 64), (296, 128)]


@pytest.mark.parametrize(("width", "height"), GLASSES)
def test_every_phrase_of_every_face_is_on_a_page_that_has_room_for_it(width: int, height: int) -> None:
    for face in some(evenings()):
        pages = statuses.render(face, width, height)
        columns, room = width // (6 * (height // 64)), 2 if len(face.rows) <= 3 else 1
        assert numbers(*pages) <= numbers(face.status, *face.phrases)
        if face.rows and pages != (face.status,):
            assert _words(pages) == _words(face.phrases)
            assert all(lines(page, columns) <= room for page in pages)


def test_a_status_that_fits_and_a_display_without_one_have_one_page() -> None:
    short = Face("", FACES["three"].rows, "trick 3 of 12", contract="trump hearts", trick="trick 3 of 12")
    assert statuses.render(short, 128, 64) == ("trick 3 of 12",)
    assert statuses.render(FACES["four"], 8, 1) == (FACES["four"].status,)
    assert statuses.render(FACES["four"], 128, 64) == (
        "Jürg plays",
        "no-trump-down as",
        "tutti, trick 9 of 9",
        "Jürg led spades",
    )


def _run(talk: SerialConversation, device: Device, start_s: float, end_s: float) -> list[str]:
    """Each status that was on the glass, in order."""
    shown: list[str] = []
    now = start_s
    while now < end_s:
        device.receive(talk.data_to_send(now), now)
        talk.receive(device.data_to_send(now), now)
        if not shown or shown[-1] != device.shown.status:
            shown.append(device.shown.status)
        assert talk.next_deadline(now) >= now or not talk.is_done
        now += 0.01
    return shown


@pytest.mark.parametrize(("kind", "page_s"), [("OLED", PAGE_S), ("e-paper", PAPER_PAGE_S)])
def test_pages_turn_on_the_glass(kind: str, page_s: float) -> None:
    talk, device = SerialConversation(7), Device(Capabilities(kind))
    talk.show(FACES["four"])
    _run(talk, device, 0, 1)
    assert device.shown.rows == fit(FACES["four"]).rows
    pages = list(statuses.render(FACES["four"], 128, 64))
    assert _run(talk, device, 1, 1 + 4 * page_s) == [*pages, pages[0]]


def test_a_new_face_begins_with_its_first_page_and_one_status_never_turns() -> None:
    talk, device = SerialConversation(7), Device()
    talk.show(FACES["four"])
    _run(talk, device, 0, 4)
    assert device.shown.status == "no-trump-down as"
    talk.show(FACES["five"])
    assert _run(talk, device, 4, 5)[-1] == statuses.render(FACES["five"], 128, 64)[0]
    talk.show(FACES["deal"])
    assert _run(talk, device, 5, 12)[-1] == "Anna deals"
    assert talk.is_free
