"""The drivers of the real AVR binary and of the Pico in the real MicroPython, by what they write to pins and buses."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_bridge.face.face import Alert, Face, Lamp, Row
from firmware_bridge.mcu.board import picture
from firmware_bridge.mcu.pico.text import letter
from firmware_bridge.mcu.toolchain import Outfit
from tests.firmware_bridge.mcu.test_firmware_glass import FACES, expected
from tests.support.bridge.firmware_chips import Chain, Light, Paper
from tests.support.bridge.firmware_probe import Probe, probe

pytestmark = pytest.mark.needs("avr", "micropython")

FACE = Face("Mittlere", (Row("Anna", "+12"), Row("Bö", "-1", "", Lamp.TURN), Row("Cäsar", "49.5")), "trick 5")

Fit = Callable[..., Probe]


@pytest.fixture(params=["avr", "pico"])
def fit_with(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fit]:
    """Boards of both kinds, fitted with a part and values."""
    with ExitStack() as stack:

        def fit(part: str, **values: int) -> Probe:
            outfit = Outfit((part,), tuple(values.items()))
            return stack.enter_context(probe(request.param, tmp_path_factory, outfit))

        yield fit


def test_digits_show_scores_four_a_seat(fit_with: Fit) -> None:
    digits, chain = fit_with("digits", DIGITS_MODULES=2), Chain(2)
    digits.show(FACE)
    chain.feed(digits.events())
    assert chain.digits() == "  12  -1. 49.5    "
    assert [[module[a] for a in (9, 10, 11, 12, 15)] for module in chain.registers] == 2 * [[0, 2, 7, 1, 0]]
    rows = (Row("", "1257"), Row("", "12578"), Row("", "-3½"), Row("", "1:2"))
    digits.show(Face("", rows))
    chain.feed(digits.events())
    assert chain.digits() == "1257---- -3.5----"


scores = st.text(st.sampled_from("0123456789+-−.,½:x "), max_size=7)


@pytest.fixture(scope="module")
def both_digits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Probe, Probe]]:
    outfit = Outfit(("digits",))
    with probe("avr", tmp_path_factory, outfit) as avr, probe("pico", tmp_path_factory, outfit) as pico:
        yield avr, pico


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(scores, scores)
def test_both_spell_any_score_alike(both_digits: tuple[Probe, Probe], one: str, other: str) -> None:
    seen: list[str] = []
    for digits in both_digits:
        chain = Chain(1)
        digits.show(Face("", (Row("", one), Row("", other))), 0.02)
        chain.feed(digits.events())
        seen.append(chain.digits())
    assert seen[0] == seen[1]


def _watch(digits: Probe, chain: Chain, times: int, run: Callable[[float], object]) -> set[str]:
    seen = set[str]()
    for _ in range(times):
        run(0.125)
        chain.feed(digits.events())
        seen.add(chain.digits())
    return seen


def test_digits_blink_a_foul_and_say_that_nobody_speaks(fit_with: Fit) -> None:
    digits, chain = fit_with("digits", DIGITS_MODULES=2), Chain(2)
    digits.show(Face("", (Row("", "7", "", Lamp.FOUL), Row("", "8"))))
    assert _watch(digits, chain, 16, digits.wait) == {"   7   8        ", "       8        "}
    assert _watch(digits, chain, 90, digits.board.run) == {
        "   7   8        ",
        "       8        ",
        "no rEF          ",
    }


def _line(text: str) -> list[str]:
    columns = [column for character in text for column in (*letter(character), 0)]
    return ["".join("01"[column >> line & 1] for column in columns) for line in range(8)]


def test_the_matrix_shows_a_line_and_lets_a_long_one_run(fit_with: Fit) -> None:
    matrix, chain = fit_with("matrix"), Chain(4)
    matrix.show(Face("", (Row("A", "+1"),)))
    chain.feed(matrix.events())
    assert chain.lights() == [line[:32].ljust(32, "0") for line in _line("A +1")]
    matrix.show(Face("", (Row("A", "+1"),), "", Alert("Revoke: Bö, H7")), 4.5)
    chain.pictures.clear()
    chain.feed(matrix.events())
    whole = [32 * "0" + line + 32 * "0" for line in _line("Revoke: Bö, H7")]
    runs = [[line[x : x + 32] for line in whole] for x in range(32 + 14 * 6)]
    begun = chain.pictures.index(runs[32])
    seen = chain.pictures[begun:]
    assert seen == [*runs[32:], runs[0], *runs][: len(seen)]
    assert len(seen) > 14 * 6, "it begins again"


def test_the_matrix_says_who_has_what_and_that_nobody_speaks(fit_with: Fit) -> None:
    matrix, chain = fit_with("matrix", MATRIX_MODULES=8), Chain(8)
    chain.feed(matrix.events())
    assert chain.pictures[0] == [line[:64] for line in _line("no referee ")], "before it runs"
    matrix.show(Face("", (Row("A", "1", "", Lamp.TURN), Row("B", "2"))))
    chain.feed(matrix.events())
    assert chain.lights() == [line[:64].ljust(64, "0") for line in _line("▶A 1  B 2")]
    matrix.show(Face("", (Row("A", "1", "", Lamp.FOUL),)))
    chain.feed(matrix.events())
    assert chain.lights() == [line[:64].ljust(64, "0") for line in _line("×A 1")]
    matrix.show(Face("Mittlere"))
    chain.feed(matrix.events())
    assert chain.lights() == [line[:64].ljust(64, "0") for line in _line("Mittlere")]


DARK, TURN, FOUL = (0, 0, 0), (12, 12, 12), (24, 0, 0)


def _seen(strip: Probe, seconds: float = 1.5) -> set[tuple[Light, ...]]:
    strip.strip()
    strip.wait(seconds)
    return {tuple(lights) for lights in strip.strip()}


def test_the_strip_tells_turn_foul_alert_and_silence_by_its_pattern(fit_with: Fit) -> None:
    strip = fit_with("strip", STRIP_LEDS=12)
    assert strip.strip()[-1] == [(0, 0, 24)] + 11 * [DARK]
    strip.show(FACE, 0.01)
    assert _seen(strip) == {tuple(4 * [DARK] + 4 * [TURN] + 4 * [DARK])}
    strip.show(Face("", (Row("A", "", "", Lamp.FOUL), Row("B"))), 0.01)
    assert _seen(strip) == {tuple(pair * 3 + 6 * [DARK]) for pair in ([DARK, FOUL], [FOUL, DARK])}
    strip.show(Face("", (Row("A"), Row("B")), "", Alert("camera blind")), 0.01)
    ends = [(24, 12, 0), DARK]
    assert _seen(strip) == {tuple([one] + 10 * [DARK] + [other]) for one, other in (ends, ends[::-1])}


def test_no_light_of_the_strip_is_brighter_than_it_may_be(fit_with: Fit) -> None:
    strip, brightest = fit_with("strip", STRIP_LEDS=60, STRIP_BRIGHTEST=9), set[int]()
    lamps = (Lamp.TURN, Lamp.FOUL, Lamp.OFF)
    for alert in ("", "camera blind"):
        for count in range(1, 4):
            rows = tuple(Row(str(place), "", "", lamp) for place, lamp in enumerate(lamps[:count]))
            strip.show(Face("", rows, "", Alert(alert)), 0.6)
            brightest |= {level for lights in strip.strip() for light in lights for level in light}
    assert max(brightest) == 9


def test_the_strip_keeps_its_times_while_bytes_come_and_loses_none(fit_with: Fit) -> None:
    """Every byte on the line interrupts the AVR: the times are checked by the strip's own decoder."""
    strip = fit_with("strip", STRIP_LEDS=30)
    strip.show(FACE)
    strip.strip()
    for step in range(20):
        strip.show(Face("Mittlere", FACE.rows, f"trick {step}", Alert(60 * str(step % 10))), 0.01)
    told = strip.strip()
    assert len(told) >= 20
    assert {lights[15] for lights in told} == {TURN}
    assert strip.link.repeats == 0


def _whole(paper: Probe, chip: Paper) -> None:
    """Let the first picture, with which it starts, come onto the paper."""
    paper.board.run(0.5)
    paper.board.run(0.5)
    paper.board.run(0.5)
    chip.feed(paper.events())
    assert chip.refreshes == ["whole"]


@pytest.mark.slow
def test_the_paper_is_refreshed_partly_and_now_and_then_wholly(fit_with: Fit) -> None:
    paper, chip = fit_with("epaper"), Paper()
    _whole(paper, chip)
    faces = [Face("Mittlere", (Row("Anna", f"+{n}"), Row("Bö", "-1")), f"trick {n}") for n in range(23)]
    for face in [*faces, *FACES[1:]]:
        paper.busy(0)
        paper.show(face, 1.8)
        chip.feed(paper.events())
        assert chip.pages() == expected(face, size=(296, 128), unit=2)
    partly = [*20 * ["partial"], "whole"]
    assert chip.refreshes == ["whole", *partly, *partly][: 1 + len(faces) + len(FACES) - 1]
    assert {command: chip.settings[command] for command in (0x01, 0x11, 0x44, 0x45)} == {
        0x01: [0x27, 1, 0], 0x11: [7], 0x44: [0, 15], 0x45: [0, 0, 0x27, 1]
    }  # fmt: skip
    assert picture(chip.pages(), (296, 128)).getbbox() is not None


def test_of_what_comes_while_the_paper_is_busy_the_newest_is_shown(fit_with: Fit) -> None:
    paper, chip = fit_with("epaper"), Paper()
    _whole(paper, chip)
    paper.show(Face("first"), 0.0)
    paper.busy(1)
    paper.wait(1.0)
    chip.feed(paper.events())
    assert chip.refreshes == ["whole", "partial"]
    for title in ("second", "third"):
        paper.link.show(Face(title))
        paper.wait(0.3)
    assert paper.link.status == "connected: e-paper 296x128"
    assert paper.link.is_done == (paper.kind == "pico"), "the Pico has room for what stands on the paper"
    paper.busy(0)
    paper.wait(2.5)
    assert paper.link.is_done
    chip.feed(paper.events())
    assert chip.refreshes == ["whole", "partial", "partial"]
    assert chip.pages() == expected(Face("third"), size=(296, 128), unit=2)
    paper.busy(1)
    paper.show(Face("fourth"), 1.0)
    paper.show(Face("fifth"), 6.0)
    assert paper.link.is_done, "a paper that stays busy for ever holds nothing up"


def test_a_paper_at_which_nobody_plays_sleeps_and_wakes_with_a_whole_refresh(fit_with: Fit) -> None:
    paper, chip = fit_with("epaper", EPAPER_SLEEP_S=4), Paper()
    _whole(paper, chip)
    paper.show(Face("first"), 3)
    chip.feed(paper.events())
    assert not chip.asleep
    paper.wait(3)
    chip.feed(paper.events())
    assert chip.asleep
    assert chip.pages() == expected(Face("first"), size=(296, 128), unit=2)
    paper.show(Face("second"), 2)
    chip.feed(paper.events())
    assert chip.refreshes == ["whole", "partial", "whole"]
    assert chip.pages() == expected(Face("second"), size=(296, 128), unit=2)


def test_an_sh1106_is_written_two_columns_further_on(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The bench's glass has 128 columns and goes round; an SH1106 has 132 and shows those from the third on."""
    with probe("avr", tmp_path_factory, Outfit(("sh1106",))) as running:
        running.show(FACE)
        lit, memory = running.board.ask("oled").split()
        pages = [bytes.fromhex(memory)[at : at + 128] for at in range(0, 1024, 128)]
        assert lit == "1"
        assert b"".join(page[2:] + page[:2] for page in pages) == expected(FACE)
