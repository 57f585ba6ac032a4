import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.displays import strip, wled
from firmware_bridge.displays.dialect import Answer
from firmware_bridge.displays.strip import BRIGHTEST
from firmware_bridge.displays.wled import WledPresets, WledStrip
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Alert, Face, Lamp, Row
from tests.support.bridge.stock_glass import adalight, faces

lights = st.integers(1, 300)


def pattern(face: Face, count: int) -> str:
    return "".join("#" if any(light) else "." for light in strip.render(face, count, 48))


def table(*lamps: Lamp, alert: str = "") -> Face:
    return Face(
        "",
        tuple(Row("", score, "", lamp) for score, lamp in zip(("+4", "-1", "0"), lamps, strict=False)),
        "",
        Alert(alert),
    )


def test_two_lights_go_out_as_in_the_source_of_wled() -> None:
    red_blue = ((255, 0, 0), (0, 0, 255))
    assert wled.adalight(red_blue).hex(" ") == "41 64 61 00 01 54 ff 00 00 00 00 ff"
    assert adalight(wled.adalight(red_blue)) == [list(red_blue)]


@given(faces(), lights, st.integers(1, 255))
def test_a_frame_read_back_is_the_strip_and_no_light_is_too_bright(face: Face, count: int, brightness: int) -> None:
    dialect = WledStrip(count, brightness)
    (want,) = dialect.render(face)
    [back] = adalight(b"".join(dialect.changes(None, want)))
    assert tuple(back) == want == strip.render(face, count, brightness)
    assert len(want) == count
    assert max(map(max, want)) <= min(brightness, BRIGHTEST)


def test_every_state_is_a_pattern_of_its_own_without_colour() -> None:
    off, turn, foul = Lamp.OFF, Lamp.TURN, Lamp.FOUL
    states = [table(a, b, c) for a in (off, turn, foul) for b in (off, turn, foul) for c in (off, turn, foul)]
    states += [table(off, turn, off, alert="camera blind"), Face()]
    for count in (24, 30, 60, 144):
        drawn = [pattern(state, count) for state in states]
        assert len(set(drawn)) == len(drawn)


def test_patterns_are_where_their_seat_is() -> None:
    assert pattern(table(Lamp.TURN, Lamp.OFF, Lamp.FOUL), 30) == "##.######....#......#.#.#.#.#."
    assert pattern(table(Lamp.OFF, Lamp.OFF, alert="camera blind"), 12) == "##..##..##.."
    assert pattern(Face(), 9) == "....#...."


@given(st.lists(st.integers(-99, 99), min_size=2, max_size=6, unique=True), st.integers(60, 300))
def test_a_longer_bar_is_never_a_lower_score(scores: list[int], count: int) -> None:
    face = Face("", tuple(Row("", f"{score:+d}") for score in scores))
    lit = strip.render(face, count, 48)
    long = count // len(scores)
    bars = [sum(any(light) for light in lit[seat * long : (seat + 1) * long]) for seat in range(len(scores))]
    ordered = [bar for _, bar in sorted(zip(scores, bars, strict=True))]
    assert ordered == sorted(bars)
    assert (ordered[0], ordered[-1]) == (1, long - 1 - max(1, round(long / 4)) - 1)


def test_a_score_in_words_has_no_bar() -> None:
    assert pattern(Face("", (Row("", "out"), Row("", "3"))), 16) == "...........#...."


def test_a_preset_is_asked_for_as_in_the_json_interface() -> None:
    dialect = WledPresets(play=3, brightness=60)
    assert dialect.greeting() == (b'{"v":true}',)
    assert dialect.changes(None, 3) == (b'{"on":true,"bri":60,"ps":3,"v":true}',)
    assert dialect.changes(3, 0) == (b'{"on":false,"v":true}',)
    assert json.loads(WledPresets(brightness=255).changes(None, 1)[0])["bri"] == BRIGHTEST


def test_each_state_has_its_preset_and_each_seat_if_it_is_set() -> None:
    shown = {name: WledPresets().render(face)[0] for name, face in FACES.items()}
    names = {1: ("idle", "set-up"), 2: ("three", "four", "five", "deal"), 3: ("verdict",), 4: ("check", "blind")}
    assert shown == {name: preset for preset, those in names.items() for name in those}
    seats = WledPresets(turns=(11, 12, 13))
    assert [seats.render(FACES[name]) for name in ("three", "four", "five", "deal")] == [(11,), (12,), (2,), (2,)]


TOLD = {"state": {"seg": [{"n": 'a "}" \\ of mine'}]}, "info": {"ver": "0.15.0", "leds": {"count": 9}}}


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
@given(st.integers(0, 90))
def test_an_answer_needs_no_line_of_its_own(indent: int | None, end: bytes, cut: int) -> None:
    told = json.dumps(TOLD, indent=indent).encode() + end
    first, rest = WledPresets().answers(b"\xff\x80boot\n Ada\n" + told[:cut])
    second, rest = WledPresets().answers(rest + told[cut:])
    third, rest = WledPresets().answers(rest + told)
    assert [*first, *second, *third] == [Answer(about="WLED 0.15.0, 9 lights")] * 2
    assert rest == b""


@given(st.binary(max_size=60))
def test_noise_before_an_answer_is_forgotten_in_the_end(noise: bytes) -> None:
    rest, heard = noise, 0
    for _ in range(400):
        found, rest = WledPresets().answers(rest + json.dumps(TOLD).encode())
        heard += len(found)
        assert len(rest) <= 1 << 15
    assert heard > 0


@pytest.mark.parametrize("cut", range(0, 90, 7))
def test_an_answer_is_a_line_of_json_with_state_and_info(cut: int) -> None:
    line = b'{"state":{"on":true,"ps":3},"info":{"ver":"0.14.0","leds":{"count":30}}}\r\n'
    data = b"WLED 0.14.0\n[1,\n" + line + b'{"state'
    first, rest = WledPresets().answers(data[:cut])
    second, rest = WledPresets().answers(rest + data[cut:])
    assert [*first, *second] == [Answer(about="WLED 0.14.0, 30 lights")]
    assert rest == b'{"state'
