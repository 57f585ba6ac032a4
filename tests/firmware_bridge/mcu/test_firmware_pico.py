"""The Pico's drivers under CPython, by what they write to a bus and make of levels and times."""

from functools import partial
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.face.face import Alert, Face, Row
from firmware_bridge.mcu.pico.board import Board, Clock
from firmware_bridge.mcu.pico.keys import LONG_MS, STEADY_MS, KeyContact
from firmware_bridge.mcu.pico.oled import Oled
from firmware_bridge.mcu.pico.picture import Picture
from firmware_bridge.mcu.pico.protocol import LAMP_FOUL, LAMP_OFF, PRESS_DOWN, PRESS_LONG, PRESS_UP
from firmware_bridge.mcu.pico.screen import Screen
from firmware_bridge.mcu.pico.session import DisplaySession
from firmware_bridge.mcu.pico.tune import ALERT, CALM, FOUL, MoodBuzzer, MoodLed, mood
from firmware_bridge.protocol import messages
from firmware_bridge.protocol.link import Link
from tests.firmware_bridge.mcu.test_firmware_glass import expected
from tests.support.bridge.firmware_chips import Glass
from tests.support.bridge.firmware_rig import talk

if TYPE_CHECKING:
    from firmware_bridge.mcu.pico.board import Output


def test_the_oled_shows_the_canvas_on_both_chips() -> None:
    pages = expected(Face("Mittlere", (Row("Anna", "+12"),)))
    for sh1106, first in ((False, 0), (True, 2)):
        glass = Glass()
        assert Oled(glass, 0x40, sh1106).show(bytearray(pages))
        assert b"".join(bytes(page[first : first + 128]) for page in glass.memory) == pages
        assert glass.lit
        assert glass.settings[0x81] == 0x40
        assert glass.settings.get(0xAD if sh1106 else 0x8D) == (0x8B if sh1106 else 0x14)


def test_a_glass_that_comes_later_is_set_up_then() -> None:
    glass = Glass()
    oled = Oled(glass, 0x40)
    glass.there = False
    assert not oled.show(bytearray(1024))
    glass.there = True
    assert oled.show(bytearray(1024))
    assert glass.lit
    glass.there = False
    assert not oled.show(bytearray(1024))
    glass.settings.clear()
    glass.there = True
    assert oled.show(bytearray(1024))
    assert glass.settings[0xA8] == 63


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 2000)), max_size=30))
def test_a_key_tells_what_was_steady_and_nothing_else(levels: list[tuple[bool, int]]) -> None:
    key, now, told = KeyContact("A"), 0, list[int]()
    expected_presses: list[int] = []
    down = False
    runs: list[tuple[bool, int]] = []
    for level, length_ms in levels:
        if runs and runs[-1][0] == level:
            runs[-1] = (level, runs[-1][1] + length_ms)
        else:
            runs.append((level, length_ms))
    for place, (level, length_ms) in enumerate(runs):
        # The first run of open contacts is no change; a run is sampled from its first millisecond to its last.
        steady = length_ms > STEADY_MS or (place == 0 and not level)
        if steady and level != down:
            down = level
            expected_presses.append(PRESS_DOWN if level else PRESS_UP)
        for at in range(length_ms):
            told += key.sample(level, now + at)
        now += length_ms
        if level and down and length_ms > LONG_MS and PRESS_LONG not in _since_last_down(expected_presses):
            expected_presses.append(PRESS_LONG)
    assert told == expected_presses


def _since_last_down(presses: list[int]) -> list[int]:
    last = max((place for place, press in enumerate(presses) if press == PRESS_DOWN), default=0)
    return presses[last:]


def _picture(alert: bytes, lamp: int) -> Picture:
    picture = Picture().copy(1)
    picture.texts[2] = alert
    picture.rows[0] = (lamp, b"", b"", b"")
    return picture


PICTURES = {
    CALM: _picture(b"", LAMP_OFF),
    ALERT: _picture(b"camera blind", LAMP_OFF),
    FOUL: _picture(b"Revoke", LAMP_FOUL),
}


def test_moods_sound_when_they_become_worse_and_flash_while_they_last() -> None:
    tones, levels = list[int](), list[int]()
    buzzer, lamp = MoodBuzzer(tones.append), MoodLed(levels.append)
    flashes: dict[tuple[int, bool], tuple[int, ...]] = {}
    for now, state in ((0, CALM), (1000, ALERT), (2000, FOUL), (3000, ALERT)):
        buzzer.refresh(PICTURES[state], silent=False, now=now)
        for at in range(700):
            buzzer.work(now + at)
        for silent in (False, True):
            levels.clear()
            lamp.refresh(PICTURES[state], silent, now)
            for slot in range(16):
                lamp.work(128 * slot)
            flashes[state, silent] = tuple(levels)
    assert tones == [1320, 0, 1320, 0, 330, 0]
    assert len(set(flashes.values())) == 4
    assert {flashes[state, True] for state in (CALM, ALERT, FOUL)} == {(1, *15 * (0,))}


def test_the_mood_is_the_pictures() -> None:
    for state, picture in PICTURES.items():
        assert mood(picture) == state
    hidden = _picture(b"", LAMP_FOUL)
    hidden.count = 0
    assert mood(hidden) == CALM, "a row that is not shown says nothing"


class Bench:
    """A Pico's board with a glass, two keys, a buzzer and a lamp that can be looked at."""

    def __init__(self) -> None:
        self.now = 0.0
        self.glass, self.levels = Glass(), {"A": 1, "B": 1}
        self.tones, self.lamp = list[int](), list[int]()
        pins = {letter: partial(self.levels.__getitem__, letter) for letter in self.levels}
        outputs: list[Output] = [
            Screen(Oled(self.glass, 0x7F)),
            MoodBuzzer(self.tones.append),
            MoodLed(self.lamp.append),
        ]
        self.board = Board(DisplaySession("OLED", 128, 64), outputs, pins)
        self._heard = b""

    def receive(self, data: bytes) -> None:
        self._heard += data

    def run(self, seconds: float) -> bytes:
        end_s = self.now + seconds
        while self.now < end_s:
            self.now += 0.002
            heard, self._heard = self._heard, b""
            said = self.board.hear(heard, round(1000 * self.now))
            self.board.show(round(1000 * self.now))
            if said:
                return said
        return b""

    def key(self, letter: str, *, down: bool) -> None:
        self.levels[letter] = int(not down)

    def lit(self) -> bytes:
        return b"".join(bytes(page[:128]) for page in self.glass.memory)


def test_the_picos_board_shows_sounds_and_takes_keys() -> None:
    bench, link = Bench(), Link(7)
    face = Face("Mittlere", (Row("Anna", "+12"), Row("Bö", "-1")), "trick 5")
    bench.run(0.1)
    assert bench.lit() == expected(Face("", (), "no referee"), silent=True)
    link.show(face)
    talk(link, bench, 1)
    assert bench.lit() == expected(face)
    bench.key("A", down=True)
    keys = [event for event in talk(link, bench, 1) if isinstance(event, messages.Key)]
    assert keys == [messages.Key("A"), messages.Key("A", messages.Press.LONG)]
    assert bench.tones == []
    alarm = Face("Mittlere", face.rows, "trick 5", Alert("camera blind"))
    bench.glass.there = False
    link.show(alarm)
    talk(link, bench, 1)
    assert bench.tones == [1320, 0, 1320, 0]
    assert bench.lit() == expected(face)
    bench.glass.there = True
    talk(link, bench, 1.1)
    assert bench.lit() == expected(alarm)
    assert 0 < sum(bench.lamp) < len(bench.lamp)
    bench.key("A", down=False)
    while bench.now < 12:
        bench.run(0.5)
    assert bench.lit() == expected(alarm, silent=True)


def test_the_clock_goes_on_where_the_ticks_wrap() -> None:
    ticks = iter([998, 999, 3, 4])
    clock = Clock(lambda: next(ticks), lambda later, sooner: (later - sooner + 500) % 1000 - 500)
    assert [clock.ms() for _ in range(3)] == [1, 5, 6]
