"""The other drivers of the real AVR binary, by the traffic on its pins; each chip is read by a parser of its own."""

from collections.abc import Iterator

import pytest

from firmware_bridge.face import Face, Lamp, Row
from firmware_bridge.link import Link
from firmware_bridge.mcu.board import Board, picture
from firmware_bridge.mcu.pico.text import letter
from firmware_bridge.mcu.toolchain import Outfit
from tests.bridge_room.firmware_rig import board, talk
from tests.bridge_room.test_firmware_glass import expected

FACE = Face("Mittlere", (Row("Anna", "+12"), Row("Bö", "-1", "", Lamp.TURN), Row("Cäsar", "49.5")), "trick 5")
SEVEN_SEGMENTS = {
    "abcdef": "0", "bc": "1", "abdeg": "2", "abcdg": "3", "bcfg": "4", "acdfg": "5", "acdefg": "6", "abc": "7",
    "abcdefg": "8", "abcdfg": "9", "g": "-", "": " ", "ceg": "n", "cdeg": "o", "eg": "r", "adefg": "E", "aefg": "F",
}  # fmt: skip


LINES = 8


def _show(running: Board, link: Link, face: Face, seconds: float = 0.3) -> None:
    link.show(face)
    talk(link, running, 10, until=lambda: link.is_done)
    talk(link, running, seconds)


class Chain:
    """MAX7219s in a row: the last byte pairs before load rises are kept, the last one by the first module."""

    def __init__(self, modules: int) -> None:
        self.registers = [dict[int, int]() for _ in range(modules)]
        self.pictures: list[list[str]] = []
        self._shifted: list[int] = []

    def feed(self, trace: str) -> None:
        for event in trace.split():
            if event == "B2=0":
                self._shifted = []
            elif event == "B2=1" and self._shifted:
                assert len(self._shifted) == 2 * len(self.registers)
                pairs = zip(self._shifted[::2], self._shifted[1::2], strict=True)
                for module, (address, value) in zip(reversed(self.registers), pairs, strict=True):
                    module[address] = value
                if self._shifted[0] == LINES:
                    self.pictures.append(self.lights())
            elif "=" not in event:
                self._shifted.append(int(event, 16))

    def digits(self) -> str:
        """Digit 7 of a module is the left one."""
        return "".join(_figure(module[line]) for module in self.registers for line in range(8, 0, -1))

    def lights(self) -> list[str]:
        return ["".join(f"{module[line]:08b}" for module in self.registers) for line in range(1, LINES + 1)]


def _figure(bits: int) -> str:
    lit = "".join(name for place, name in enumerate("abcdefg") if bits >> 6 - place & 1)
    return SEVEN_SEGMENTS[lit] + ("." if bits & 0x80 else "")


@pytest.fixture
def digits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Board]:
    with board(tmp_path_factory, Outfit(("digits",), (("DIGITS_MODULES", 2),))) as running:
        yield running


def test_digits_show_scores_four_a_seat(digits: Board) -> None:
    chain, link = Chain(2), Link(3)
    _show(digits, link, FACE)
    chain.feed(digits.ask("trace"))
    assert chain.digits() == "  12  -1. 49.5    "
    assert [[module[a] for a in (9, 10, 11, 12, 15)] for module in chain.registers] == 2 * [[0, 2, 7, 1, 0]]
    rows = (Row("", "1257"), Row("", "12578"), Row("", "-3½"), Row("", "1:2"))
    _show(digits, link, Face("", rows))
    chain.feed(digits.ask("trace"))
    assert chain.digits() == "1257---- -3.5----"


def test_digits_blink_a_foul_and_say_that_nobody_speaks(digits: Board) -> None:
    chain, link = Chain(2), Link(3)
    seen = set[str]()
    _show(digits, link, Face("", (Row("", "7", "", Lamp.FOUL), Row("", "8"))))
    for _ in range(8):
        talk(link, digits, 0.25)
        chain.feed(digits.ask("trace"))
        seen.add(chain.digits())
    assert seen == {"   7   8        ", "       8        "}
    seen.clear()
    for _ in range(90):
        digits.run(0.125)
        chain.feed(digits.ask("trace"))
        seen.add(chain.digits())
    assert seen == {"   7   8        ", "       8        ", "no rEF          "}


def _line(text: str) -> list[str]:
    columns = [column for character in text for column in (*letter(character), 0)]
    return ["".join("01"[column >> line & 1] for column in columns) for line in range(8)]


def test_the_matrix_shows_a_line_and_lets_a_long_one_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    with board(tmp_path_factory, Outfit(("matrix",))) as matrix:
        chain, link = Chain(4), Link(3)
        _show(matrix, link, Face("", (Row("A", "+1"),)))
        chain.feed(matrix.ask("trace"))
        assert chain.lights() == [line[:32].ljust(32, "0") for line in _line("A +1")]
        _show(matrix, link, Face("", (Row("A", "+1"),), "", "Revoke: Bö, H7"), 3.5)
        chain.pictures.clear()
        chain.feed(matrix.ask("trace"))
        whole = [32 * "0" + line + 32 * "0" for line in _line("Revoke: Bö, H7")]
        runs = [[line[x : x + 32] for line in whole] for x in range(32 + 14 * 6)]
        begun = chain.pictures.index(runs[32])
        seen = chain.pictures[begun:]
        assert seen == [*runs[32:], runs[0], *runs][: len(seen)]
        assert len(seen) > 14 * 6, "it begins again"


def _strip(pulses: str) -> list[tuple[int, int, int]]:
    """Red, green, blue of each light, by the lengths that the WS2812B's data sheet allows, of 62.5 ns cycles."""
    bits = ""
    for pulse in pulses.split():
        high, low = (int(cycles) for cycles in pulse.split(":"))
        if low > 50 * 16:
            bits = ""
        else:
            assert low < 40 * 16
        assert 4 <= high <= 8 or 10 <= high <= 16
        bits += "01"[high > 8]
    greens_reds_blues = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    return [(r, g, b) for g, r, b in zip(*[iter(greens_reds_blues)] * 3, strict=True)]


def test_the_strip_tells_turn_foul_alert_and_silence_by_its_pattern(tmp_path_factory: pytest.TempPathFactory) -> None:
    dark, turn, foul = (0, 0, 0), (12, 12, 12), (24, 0, 0)
    with board(tmp_path_factory, Outfit(("strip",), (("STRIP_LEDS", 12),))) as strip:
        link = Link(3)
        assert _strip(strip.ask("pulses")) == [(0, 0, 24)] + 11 * [dark]
        _show(strip, link, FACE, 0.01)
        strip.ask("pulses")
        talk(link, strip, 0.25)
        assert _strip(strip.ask("pulses")) == 4 * [dark] + 4 * [turn] + 4 * [dark]
        _show(strip, link, Face("", (Row("A", "", "", Lamp.FOUL), Row("B"))), 0.01)
        seen = set[tuple[tuple[int, int, int], ...]]()
        for _ in range(6):
            talk(link, strip, 0.25)
            seen.add(tuple(_strip(strip.ask("pulses"))))
        assert seen == {tuple(pair * 3 + 6 * [dark]) for pair in ([dark, foul], [foul, dark])}
        _show(strip, link, Face("", (Row("A"), Row("B")), "", "camera blind"), 0.01)
        seen.clear()
        for _ in range(6):
            talk(link, strip, 0.25)
            seen.add(tuple(_strip(strip.ask("pulses"))))
        ends = [(24, 12, 0), dark]
        assert seen == {tuple([one] + 10 * [dark] + [other]) for one, other in (ends, ends[::-1])}


class Paper:
    """An SSD1680 of 128 x 296 dots: its commands, two memories, and what its refreshes put on the paper."""

    def __init__(self) -> None:
        self.memories = {0x24: bytearray(16 * 296), 0x26: bytearray(16 * 296)}
        self.paper = bytes(16 * 296)
        self.refreshes: list[str] = []
        self.settings: dict[int, list[int]] = {}
        self._command = self._x = self._y = 0
        self._data = False

    def feed(self, trace: str) -> None:
        for event in trace.split():
            if event.startswith("B0="):
                self._data = event == "B0=1"
            elif "=" not in event:
                (self._take if self._data else self._begin)(int(event, 16))

    def _begin(self, command: int) -> None:
        self._command = command
        self.settings[command] = []
        if command == 0x20:
            self._refresh(self.settings[0x22][0])

    def _take(self, byte: int) -> None:
        self.settings[self._command].append(byte)
        self._x = self.settings.get(0x4E, [0])[0] if self._command == 0x4E else self._x
        if self._command == 0x4F and len(self.settings[0x4F]) == 2:
            self._y = self.settings[0x4F][0] | self.settings[0x4F][1] << 8
        if self._command in self.memories:
            self.memories[self._command][self._x * 296 + self._y] = byte
            self._y += 1

    def _refresh(self, how: int) -> None:
        new, old = self.memories[0x24], self.memories[0x26]
        if how == 0xF7:
            self.paper = bytes(new)
            assert new == old, "a whole refresh leaves both memories the same"
        else:
            assert how == 0xFF
            assert old == self.paper, "a partial refresh must know what stands there"
            self.paper = bytes(new)
        self.refreshes.append("whole" if how == 0xF7 else "partial")

    def pages(self) -> bytes:
        """As seen lying on its side: the last source at the top, 1 is black."""
        return b"".join(bytes(byte ^ 0xFF for byte in self.paper[x * 296 : (x + 1) * 296]) for x in range(15, -1, -1))


@pytest.mark.slow
def test_the_paper_is_refreshed_partly_and_now_and_then_wholly(tmp_path_factory: pytest.TempPathFactory) -> None:
    with board(tmp_path_factory, Outfit(("epaper",))) as running:
        paper, link = Paper(), Link(3)
        running.run(1.5)
        paper.feed(running.ask("trace"))
        assert paper.refreshes == ["whole"]
        faces = [Face("Mittlere", (Row("Anna", f"+{n}"), Row("Bö", "-1")), f"trick {n}") for n in range(23)]
        for face in faces:
            running.ask("pin D7 0")
            _show(running, link, face, 1.8)
            paper.feed(running.ask("trace"))
            assert paper.pages() == expected(face, size=(296, 128), unit=2)
        assert paper.refreshes == ["whole", *20 * ["partial"], "whole", "partial", "partial"]
        assert {command: paper.settings[command] for command in (0x01, 0x11, 0x44, 0x45)} == {
            0x01: [0x27, 1, 0], 0x11: [7], 0x44: [0, 15], 0x45: [0, 0, 0x27, 1]
        }  # fmt: skip
        assert picture(paper.pages(), (296, 128)).getbbox() is not None


def test_a_picture_that_comes_while_the_paper_is_busy_waits(tmp_path_factory: pytest.TempPathFactory) -> None:
    with board(tmp_path_factory, Outfit(("epaper",))) as running:
        paper, link = Paper(), Link(3)
        running.run(1.5)
        _show(running, link, Face("first"), 0.5)
        running.ask("pin D7 1")
        talk(link, running, 1.0)
        paper.feed(running.ask("trace"))
        assert paper.refreshes == ["whole", "partial"]
        link.show(Face("second"))
        talk(link, running, 0.8)
        assert not link.is_done
        assert link.status == "connected: e-paper 296x128"
        running.ask("pin D7 0")
        talk(link, running, 2.5)
        assert link.is_done
        paper.feed(running.ask("trace"))
        assert paper.pages() == expected(Face("second"), size=(296, 128), unit=2)
        running.ask("pin D7 1")
        link.show(Face("third"))
        talk(link, running, 1.0, until=lambda: link.is_done)
        link.show(Face("fourth"))
        talk(link, running, 6.0, until=lambda: link.is_done)
        assert link.is_done, "a paper that stays busy for ever holds nothing up"


def test_an_sh1106_is_written_two_columns_further_on(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The bench's glass has 128 columns and goes round; an SH1106 has 132 and shows those from the third on."""
    with board(tmp_path_factory, Outfit(("sh1106",))) as running:
        _show(running, Link(3), FACE)
        lit, memory = running.ask("oled").split()
        pages = [bytes.fromhex(memory)[at : at + 128] for at in range(0, 1024, 128)]
        assert lit == "1"
        assert b"".join(page[2:] + page[:2] for page in pages) == expected(FACE)
