"""The conversation that all stock displays share, tried on one that is nothing but that, and a clock of our own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.displays.dialect import Answer, Timing
from firmware_bridge.displays.lcdproc import Lcdproc
from firmware_bridge.face.face import Alert, Face
from firmware_bridge.ports.vendor import VendorLink

TALKS = Timing("talker", answer_s=2.0, page_s=3.0)
SILENT = Timing("mute", page_s=3.0)


@dataclass
class Pages:
    """Shows the title, a page a word; one byte ``.`` is an answer, ``!`` a complaint."""

    timing: Timing

    def greeting(self) -> tuple[bytes, ...]:
        return (b"hello",)

    def render(self, face: Face) -> tuple[str, ...]:
        return tuple(face.title.split())

    def changes(self, have: str | None, want: str) -> tuple[bytes, ...]:
        return (f"{have}>{want}".encode(), b"go")

    def answers(self, data: bytes) -> tuple[Sequence[Answer], bytes]:
        return [Answer("", "" if byte == ord(".") else "no such word") for byte in data], b""


def answered(talk: VendorLink[str], now: float) -> list[bytes]:
    """Everything that goes out at this moment, each command answered at once."""
    said: list[bytes] = []
    while data := talk.data_to_send(now):
        said.append(data)
        talk.receive(b".", now)
    return said


def test_a_display_that_answers_hears_one_command_at_a_time() -> None:
    talk = VendorLink(Pages(TALKS))
    talk.show(Face("a"))
    assert (talk.status, talk.listens, talk.is_done) == ("no answer", False, False)
    assert talk.data_to_send(0) == b"hello"
    assert talk.data_to_send(1) == b""
    assert talk.next_deadline(1) == 2.0
    talk.receive(b".", 1)
    assert answered(talk, 1) == [b"None>a", b"go"]
    assert (talk.status, talk.listens, talk.is_done) == ("connected: talker", True, True)
    assert talk.next_deadline(1) == float("inf")


def test_an_unanswered_conversation_restarts_and_the_status_says_so() -> None:
    talk = VendorLink(Pages(TALKS))
    talk.show(Face("a"))
    assert talk.data_to_send(0) == b"hello"
    talk.receive(b".", 0)
    assert talk.data_to_send(0) == b"None>a"
    assert talk.data_to_send(2.0) == b"hello"
    assert talk.status == "no answer"
    talk.receive(b".", 2)
    assert answered(talk, 2) == [b"None>a", b"go"]


def test_a_display_that_cannot_answer_is_told_all_the_same_and_again() -> None:
    talk = VendorLink(Pages(replace(TALKS, unheard_s=10.0)))
    talk.show(Face("a"))
    assert [talk.data_to_send(now) for now in (0, 1, 2, 4, 6)] == [b"hello", b"", b"None>a", b"go", b""]
    assert (talk.status, talk.listens, talk.is_done) == ("no answer: it is told all the same", False, True)
    talk.show(Face("b"))
    assert [talk.data_to_send(now) for now in (7, 9, 11)] == [b"a>b", b"go", b""]
    assert talk.next_deadline(11) == 21
    assert [talk.data_to_send(now) for now in (20, 21)] == [b"", b"None>b"]
    talk.receive(b".", 21)
    assert talk.status == "connected: talker"


def test_a_device_with_a_wrong_answer_is_named() -> None:
    class Deaf(Pages):
        def answers(self, data: bytes) -> tuple[Sequence[Answer], bytes]:
            return ((Answer(),), b"") if data == b"." else ((), data)

    talk = VendorLink(Deaf(TALKS))
    talk.show(Face("a"))
    assert talk.data_to_send(0) == b"hello"
    talk.receive(b"echo:Unknown command: ", 0)
    assert talk.status == "no answer: a 3D printer or another machine run by Marlin answers"
    assert talk.data_to_send(2) == b"hello"
    talk.receive(b"hello", 2)
    assert "Marlin" in talk.status
    talk.reset()
    assert talk.data_to_send(5) == b"hello"


def test_only_the_newest_face_is_begun_and_one_that_was_begun_is_finished() -> None:
    talk = VendorLink(Pages(TALKS))
    talk.show(Face("a"))
    assert answered(talk, 0) == [b"hello", b"None>a", b"go"]
    talk.show(Face("b"))
    assert talk.data_to_send(0) == b"a>b"
    for title in "cde":
        talk.show(Face(title))
    talk.receive(b".", 0)
    assert answered(talk, 0) == [b"go", b"b>e", b"go"]
    assert talk.is_done


def test_a_face_that_looks_the_same_sends_nothing() -> None:
    talk = VendorLink(Pages(SILENT))
    talk.show(Face("a"))
    assert [talk.data_to_send(0), talk.data_to_send(0)] == [b"hello", b"None>ago"]
    talk.show(Face("a", status="another"))
    assert talk.data_to_send(0) == b""
    assert talk.is_done


def test_pages_turn_and_a_new_face_begins_with_its_first() -> None:
    talk = VendorLink(Pages(SILENT))
    talk.show(Face("a b"))
    assert [talk.data_to_send(0), talk.data_to_send(0), talk.next_deadline(0)] == [b"hello", b"None>ago", 3.0]
    assert [talk.data_to_send(2.9), talk.data_to_send(3.0), talk.data_to_send(6.5)] == [b"", b"a>bgo", b"b>ago"]
    talk.data_to_send(9.5)
    talk.show(Face("c d"))
    assert talk.data_to_send(9.6) == b"b>cgo"
    assert talk.next_deadline(9.6) == pytest.approx(12.6)


def test_pages_go_on_turning_under_a_face_that_looks_the_same() -> None:
    talk = VendorLink(Pages(SILENT))
    talk.show(Face("a b"))
    assert [talk.data_to_send(0), talk.data_to_send(0)] == [b"hello", b"None>ago"]
    talk.show(Face("a b", status="another"))
    assert [talk.data_to_send(2.9), talk.next_deadline(2.9), talk.data_to_send(3.0)] == [b"", 3.0, b"a>bgo"]
    talk.show(Face("a b", status="a third"))
    assert [talk.data_to_send(3.1), talk.data_to_send(6.0)] == [b"", b"b>ago"]


def test_all_is_sent_again_where_the_kind_wants_it() -> None:
    talk = VendorLink(Pages(replace(SILENT, again_s=1.0)))
    talk.show(Face("a"))
    assert [talk.data_to_send(0), talk.data_to_send(0), talk.next_deadline(0)] == [b"hello", b"None>ago", 1.0]
    assert [talk.data_to_send(0.9), talk.data_to_send(1.0), talk.data_to_send(1.9)] == [b"", b"None>ago", b""]


def test_a_display_rests_between_two_pictures_and_then_shows_the_newest() -> None:
    talk = VendorLink(Pages(replace(SILENT, rest_s=10.0)))
    talk.show(Face("a"))
    assert [talk.data_to_send(0), talk.data_to_send(0)] == [b"hello", b"None>ago"]
    talk.show(Face("b"))
    assert [talk.data_to_send(1), talk.next_deadline(1), talk.is_done] == [b"", 10.0, False]
    talk.show(Face("c"))
    assert talk.data_to_send(10) == b"a>cgo"
    assert talk.is_done


def test_a_new_alert_waits_less_and_only_once() -> None:
    talk = VendorLink(Pages(replace(SILENT, rest_s=10.0, hurry_s=3.0)))
    talk.show(Face("a"))
    assert [talk.data_to_send(0), talk.data_to_send(0)] == [b"hello", b"None>ago"]
    talk.show(Face("b"))
    assert (talk.next_deadline(1), talk.is_free) == (10.0, True)
    talk.show(Face("c", alert=Alert("revoke")))
    assert [talk.next_deadline(1), talk.data_to_send(2.9), talk.data_to_send(3.0)] == [3.0, b"", b"a>cgo"]
    talk.show(Face("d", alert=Alert("revoke")))
    assert talk.next_deadline(4) == 13.0
    talk.show(Face("e"))
    assert talk.next_deadline(4) == 13.0
    talk.show(Face("f", alert=Alert("camera blind")))
    assert talk.next_deadline(4) == 6.0


def test_a_complaint_is_told_and_the_rest_goes_on() -> None:
    talk = VendorLink(Pages(TALKS))
    talk.show(Face("a"))
    talk.data_to_send(0)
    talk.receive(b"!", 0)
    assert talk.status == "refused: no such word"
    assert answered(talk, 0) == [b"None>a", b"go"]
    assert talk.status == "connected: talker"


def test_noise_in_what_a_display_says_of_itself_is_not_shown() -> None:
    talk = VendorLink(Lcdproc())
    talk.show(Face("a"))
    talk.data_to_send(0)
    talk.receive(b"connect LCDproc \x1b[2J 0\x00 lcd\n", 0)
    assert talk.status == "refused: its greeting tells no size: connect LCDproc ?[2J 0? lcd"


def test_answers_that_nobody_asked_for_mean_nothing() -> None:
    talk = VendorLink(Pages(TALKS))
    talk.receive(b"....", 0)
    assert (talk.listens, talk.data_to_send(0)) == (False, b"hello")


def test_a_wire_that_was_opened_again_gets_everything() -> None:
    talk = VendorLink(Pages(SILENT))
    talk.show(Face("a"))
    assert [talk.data_to_send(0), talk.data_to_send(0)] == [b"hello", b"None>ago"]
    talk.reset()
    assert [talk.data_to_send(1), talk.data_to_send(1)] == [b"hello", b"None>ago"]


deeds = st.one_of(
    st.sampled_from("abcdef").map(Face), st.sampled_from([".", "!", "..", "lost"]), st.floats(0, 4), st.just("reset")
)


@given(
    st.lists(deeds, max_size=40),
    st.sampled_from([TALKS, SILENT, replace(TALKS, rest_s=5.0), replace(SILENT, again_s=1.0)]),
)
def test_the_newest_face_is_shown_in_the_end(evening: list[Face | str | float], timing: Timing) -> None:
    talk, now, last = VendorLink(Pages(timing)), 0.0, None
    for deed in evening:
        if isinstance(deed, Face):
            talk.show(deed)
            last = deed.title
        elif isinstance(deed, float | int):
            now += deed
        elif deed == "reset":
            talk.reset()
        elif deed != "lost":
            talk.receive(str(deed).encode(), now)
        talk.data_to_send(now)
        assert talk.next_deadline(now) >= now or timing.answer_s is None or not talk.is_done
    said: list[bytes] = []
    for _ in range(20):
        now += 5.0
        said += answered(talk, now) if timing.answer_s else [talk.data_to_send(now), talk.data_to_send(now)]
    assert talk.is_done
    shown = [one for one in said if b">" in one]
    assert not shown or last is None or shown[-1].removesuffix(b"go").endswith(last.encode())
