import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.face.face import Alert, Face, Lamp, Row
from firmware_bridge.face.fit import check, fit
from firmware_bridge.protocol.codec import encode_message, unpack
from firmware_bridge.protocol.device import BLANK, MOST_KEYS, NO_REFEREE_S, Capabilities, Device
from firmware_bridge.protocol.framing import FRAME_BYTES, Receiver, encode
from firmware_bridge.protocol.link import SILENCE_S, Connected, Link, LinkState, PictureShown, Refused
from firmware_bridge.protocol.messages import (
    Ack,
    Hello,
    Key,
    Nak,
    Ping,
    Press,
    Reason,
    SetRow,
    SetText,
    Show,
    Slot,
    Welcome,
)
from tests.support.bridge.wire import CutLane, Fate, Lane, NoisyLane, Table, faces, fates

GAME = tuple(
    Face(
        "Mittlere, deal 3",
        tuple(
            Row(name, f"{step * sign:+}", "I" * (step % 9), Lamp(step % 3)) for name, sign in (("Anna", 1), ("Bö", -1))
        ),
        f"trick {step} of 12",
        Alert("" if step % 5 else f"Revoke in trick {step}: Bö threw H7 on the spade lead, S9 proves it (MIT-F3)"),
    )
    for step in range(300)
)


def _table(there: Lane | None = None, back: Lane | None = None, device: Device | None = None) -> Table:
    return Table(Link(session=7), device or Device(), there or Lane(), back or Lane())


def _shows(table: Table, face: Face) -> bool:
    return table.device.shown == fit(face)


def _is_in_order(history: list[Face], asked: list[Face]) -> bool:
    rest = iter(asked)
    return all(any(face == other for other in rest) for face in history)


@given(
    st.lists(fates, max_size=60),
    st.lists(fates, max_size=60),
    st.lists(st.tuples(faces, st.sampled_from([0.0, 0.003, 0.02, 0.3, 2.0])), min_size=1, max_size=6),
)
def test_the_newest_face_is_shown_and_never_a_mix_of_two(
    there: list[Fate], back: list[Fate], script: list[tuple[Face, float]]
) -> None:
    table = _table(Lane(there), Lane(back))
    for face, pause_s in script:
        table.link.show(face)
        table.wait(pause_s)
    newest = script[-1][0]
    table.run(lambda: _shows(table, newest) and table.link.is_done, at_most_s=200)
    assert table.device.shown == fit(newest)
    assert table.link.is_done
    assert _is_in_order(table.history, [BLANK, *(fit(face) for face, _ in script)])


@given(faces, st.binary(max_size=300))
def test_nothing_is_shown_before_the_handshake(face: Face, noise: bytes) -> None:
    device = Device()
    small = fit(face)
    row, title = SetRow(0, Lamp.TURN, "a", "1", ""), SetText(Slot.TITLE, 0, "b")
    wire = (
        encode_message(0, row)
        + encode_message(1, title)
        + encode_message(2, Show(len(small.rows), check(small)))
        + encode_message(3, Ping(1))
    )
    device.receive(wire, 0.0)
    device.receive(noise, 0.0)
    assert device.shown == BLANK
    answers = [unpack(payload)[1] for payload in Receiver().feed(device.data_to_send(0.0))]
    assert answers[:4].count(Nak(Reason.NOT_GREETED)) >= 3


@given(st.lists(st.binary(max_size=100), max_size=20))
def test_link_and_device_survive_any_noise(noise: list[bytes]) -> None:
    table = _table()
    table.link.show(GAME[0])
    for piece in noise:
        table.link.receive(piece, table.now)
        table.device.receive(piece, table.now)
        assert len(table.device.data_to_send(table.now)) <= 5 * FRAME_BYTES
        table.wait(0.01)
    table.run(lambda: _shows(table, GAME[0]), at_most_s=20)
    assert _shows(table, GAME[0])


@pytest.mark.parametrize(("rate", "median_s"), [(0.0, 0.010), (0.002, 0.015), (0.01, 0.05), (0.03, 0.25)])
def test_of_300_updates_on_a_noisy_wire_none_is_lost(rate: float, median_s: float) -> None:
    table = _table(NoisyLane(rate, seed=1), NoisyLane(rate, seed=2))
    waits_s: list[float] = []
    for face in GAME:
        begun_s = table.now
        table.link.show(face)
        table.run(lambda: table.link.is_done, at_most_s=60)
        waits_s.append(table.now - begun_s)
        assert table.device.shown == face
    assert [event.face for event in table.events if isinstance(event, PictureShown)] == list(GAME)
    assert statistics.median(waits_s) < median_s


def test_a_clean_wire_sends_a_change_of_one_row_in_two_messages() -> None:
    table = _table()
    table.link.show(GAME[1])
    table.run(lambda: table.link.is_done, at_most_s=5)
    before = table.there.sent_bytes
    anna, bo = GAME[1].rows
    table.link.show(Face(GAME[1].title, (anna, Row(bo.name, "+9")), GAME[1].status))
    table.run(lambda: table.link.is_done, at_most_s=5)
    row = encode_message(0, SetRow(1, Lamp.OFF, "Bö", "+9", ""))
    assert table.there.sent_bytes - before == len(row) + len(encode_message(0, Show(2, 0)))
    assert table.link.repeats == 0


def test_a_face_that_was_overtaken_is_never_sent() -> None:
    table = _table()
    for face in GAME:
        table.link.show(face)
    table.run(lambda: table.link.is_done, at_most_s=5)
    assert table.history == [BLANK, GAME[-1]]


def test_a_cut_wire_is_noticed_on_both_sides_and_mended_by_itself() -> None:
    there, back = CutLane(), CutLane()
    table = _table(there, back)
    table.link.show(GAME[1])
    table.wait(1)
    assert table.link.status == "connected: OLED 128x64"
    there.cut = back.cut = True
    table.link.show(GAME[2])
    table.wait(NO_REFEREE_S + SILENCE_S)
    assert table.link.status == "no answer"
    shown = table.device.face(table.now)
    assert (shown.rows, shown.status) == (GAME[1].rows, "no referee")
    there.cut = back.cut = False
    table.wait(1)
    assert table.link.state is LinkState.CONNECTED
    assert table.device.face(table.now) == GAME[2]


def test_an_idle_conversation_goes_on() -> None:
    table = _table()
    table.link.show(GAME[1])
    table.wait(3600)
    assert table.device.face(table.now) == GAME[1]
    assert sum(isinstance(event, Connected) for event in table.events) == 1
    assert table.link.repeats == 0


def test_a_restarted_display_gets_everything_again() -> None:
    table = _table()
    table.link.show(GAME[4])
    table.wait(1)
    table.device = Device()
    table.wait(3)
    assert table.device.shown == GAME[4]


def test_a_restarted_referee_takes_over_and_the_old_score_stays_till_then() -> None:
    table = _table()
    table.link.show(GAME[5])
    table.wait(1)
    table.link = Link(session=4711)
    table.wait(2)
    assert (table.link.state, table.device.shown) == (LinkState.CONNECTED, GAME[5])
    table.link.show(Face())
    table.wait(1)
    assert table.device.shown == Face()


def test_a_display_that_shows_something_else_is_found_out_by_the_ping() -> None:
    table = _table()
    table.link.show(GAME[1])
    table.wait(1)
    table.device.shown = GAME[2]
    table.wait(3)
    assert table.device.shown == GAME[1]


@pytest.mark.parametrize(
    ("nature", "why"),
    [
        (Capabilities(version=2), "the display speaks version 2 of the protocol, this referee version 1"),
        (Capabilities(who="toaster"), "a stranger answers, it calls itself 'toaster'"),
    ],
)
def test_a_stranger_and_another_version_are_refused_in_words(nature: Capabilities, why: str) -> None:
    table = _table(device=Device(nature))
    table.link.show(GAME[1])
    table.wait(60)
    assert table.events == [Refused(why)]
    assert table.link.status == f"refused: {why}"
    assert table.device.shown == BLANK
    table.device = Device()
    table.wait(10)
    assert table.device.shown == GAME[1]


def test_a_wire_that_echoes_is_no_display() -> None:
    link = Link(session=7)
    now = 0.0
    for _ in range(100):
        assert link.receive(link.data_to_send(now), now) == []
        now = link.next_deadline(now)
    assert link.status == "no answer"


@given(st.lists(fates, max_size=40), st.lists(fates, max_size=40), st.integers(0, MOST_KEYS))
def test_every_key_press_arrives_once_and_in_order(there: list[Fate], back: list[Fate], count: int) -> None:
    table = _table()
    table.run(lambda: table.link.state is LinkState.CONNECTED, at_most_s=5)
    table.there, table.back = Lane(there), Lane(back)
    pressed = [Key(chr(ord("A") + i), Press(i % 3)) for i in range(count)]
    for key in pressed:
        table.device.press(key.letter, key.press)
    table.wait(60)
    got = [event for event in table.events if isinstance(event, Key)]
    greetings = sum(isinstance(event, Connected) for event in table.events)
    assert got == pressed[: len(got)]
    assert len(got) == count or greetings > 1


def test_keys_that_reach_nobody_are_void() -> None:
    table = _table(CutLane(), CutLane())
    table.device.press("A")
    table.wait(5)
    assert [event for event in table.events if isinstance(event, Key)] == []


def test_a_message_out_of_order_is_refused_and_a_repeated_one_answered_again() -> None:
    device = Device()
    title = SetText(Slot.TITLE, 0, "a")
    device.receive(
        encode_message(5, Hello(1)) + encode_message(6, title) + encode_message(6, title) + encode_message(9, title),
        0.0,
    )
    answers = [unpack(payload) for payload in Receiver().feed(device.data_to_send(0.0))]
    assert answers == [(5, Welcome(1, 128, 64, "OLED")), (6, Ack()), (6, Ack()), (9, Nak(Reason.OUT_OF_ORDER))]


@given(st.integers(0, 1 << 32 - 1), st.integers(0, 255))
def test_only_the_picture_that_was_meant_is_shown(wrong: int, rows: int) -> None:
    device = Device()
    device.receive(
        encode_message(5, Hello(1))
        + encode_message(6, SetText(Slot.TITLE, 0, "half"))
        + encode_message(7, Show(rows, wrong)),
        0.0,
    )
    assert device.shown == BLANK


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"?\6", Reason.BAD_MESSAGE),
        (b"T\6\7\0x", Reason.BAD_MESSAGE),
        (b"T\6\0\0\xff", Reason.BAD_MESSAGE),
        (b"T\6\0\1gap", Reason.BAD_MESSAGE),
        (b"R\6\0\0only one text", Reason.BAD_MESSAGE),
        (b"R\6\0\3a\0b\0c", Reason.BAD_MESSAGE),
        (b"N\6\1", Reason.BAD_MESSAGE),
        (b"S\6\7\0\0\0\0", Reason.OTHER_PICTURE),
        (b"P\6\0\0\0\1", Reason.OTHER_PICTURE),
    ],
)
def test_an_impossible_request_is_refused_with_a_reason_and_changes_nothing(payload: bytes, reason: Reason) -> None:
    device = Device()
    device.receive(encode_message(5, Hello(1)), 0.0)
    device.data_to_send(0.0)
    device.receive(encode(payload), 0.0)
    answers = [unpack(answer) for answer in Receiver().feed(device.data_to_send(0.0))]
    assert answers == [(6, Nak(reason))]
    assert device.shown == BLANK


def test_a_host_ignores_what_is_no_message() -> None:
    table = _table()
    table.link.show(GAME[1])
    table.wait(1)
    assert table.link.receive(encode(b"?\1") + encode(b"N\1\77") + encode(b"A") + encode(b"W\1\2"), table.now) == []
    assert table.link.is_done
