"""Stock displays on real pseudo-terminals and sockets, each with a mailbox of its own, some of them dead."""

import os
import socket
import threading
import time
import tty
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from itertools import cycle

import pytest

from firmware_bridge.displays import characters, wled
from firmware_bridge.displays.backpack import Backpack
from firmware_bridge.displays.characters import CharacterSize
from firmware_bridge.displays.dialect import Timing
from firmware_bridge.displays.epaper.waveshare import Epaper
from firmware_bridge.displays.lcdproc import Lcdproc
from firmware_bridge.displays.wled import WledPresets, WledStrip
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Face
from firmware_bridge.ports import mailbox
from firmware_bridge.ports.conversation import Conversation
from firmware_bridge.ports.mailbox import Mailbox
from firmware_bridge.ports.serial_port import Display, serial_wire
from firmware_bridge.ports.tcp_port import BadAddress, address, tcp_wire
from firmware_bridge.ports.vendor import VendorLink
from tests.support.bridge.stock_glass import Characters, Paper, adalight
from tests.support.bridge.terminals import WLED_SAYS, terminal
from tests.support.waiting import PATIENCE_S, until


def test_a_backpack_is_written_over_a_real_terminal() -> None:
    dialect = Backpack(CharacterSize(20, 4), page_s=60)
    with terminal() as port, closing(Mailbox(port.path, serial_wire(port.path, 9600), VendorLink(dialect))) as box:
        box.show(FACES["three"])
        want = characters.render(FACES["three"], CharacterSize(20, 4))[0]

        def shown() -> bool:
            glass = Characters(20, 4)
            with suppress(IndexError, KeyError, AssertionError):  # the end may be on its way
                glass.receive(port.heard)
            return glass.page == want

        until(shown)
        assert box.status == "sending: backpack 20x4"


def test_a_strip_is_sent_again_so_that_wled_stays_in_realtime() -> None:
    with terminal() as port, closing(Mailbox(port.path, serial_wire(port.path), VendorLink(WledStrip(30)))) as box:
        box.show(FACES["verdict"])
        frame = 6 + 3 * 30
        until(lambda: len(port.heard) >= 3 * frame)
        frames = adalight(port.heard[: 3 * frame])
        assert [tuple(lights) for lights in frames] == [WledStrip(30).render(FACES["verdict"])[0]] * 3


def test_presets_are_shown_once_wled_has_answered() -> None:
    def answer(data: bytes) -> bytes:
        return WLED_SAYS * data.count(b"}")

    with (
        terminal(answer) as port,
        closing(Mailbox(port.path, serial_wire(port.path), VendorLink(WledPresets()))) as box,
    ):
        for name in ("idle", "three", "verdict"):
            box.show(FACES[name])
            wanted = f'"ps":{WledPresets().render(FACES[name])[0]},"v":true}}'.encode()
            until(lambda wanted=wanted: port.heard.endswith(wanted))
        until(lambda: box.status == "connected: WLED 0.14.0, 30 lights")


def test_presets_are_shown_by_a_wled_that_cannot_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wled, "ANSWER_S", 0.01)
    with terminal() as port, closing(Mailbox(port.path, serial_wire(port.path), VendorLink(WledPresets()))) as box:
        for name in ("idle", "three", "verdict"):
            box.show(FACES[name])
            wanted = f'"ps":{WledPresets().render(FACES[name])[0]},"v":true}}'.encode()
            until(lambda wanted=wanted: port.heard.endswith(wanted))
        assert box.status == "no answer: it is told all the same"


def test_an_epaper_that_answers_each_frame_shows_the_newest_face() -> None:
    paper = Paper()
    with terminal(paper.receive) as port, closing(_paper(port.path)) as box:
        box.show(FACES["idle"])
        until(lambda: paper.refreshes == 1)
        for name in ("three", "four", "verdict"):
            box.show(FACES[name])
        expected = Paper()
        (sheet,) = Epaper().render(FACES["verdict"])
        expected.receive(b"".join(Epaper().changes(None, sheet)))
        until(lambda: paper.shown == expected.shown)
        assert box.status == "connected: e-paper 800x600"


def test_an_epaper_that_forgets_an_answer_is_drawn_anew() -> None:
    paper, said = Paper(), 0

    def forgetful(data: bytes) -> bytes:
        nonlocal said
        said += 1
        answer = paper.receive(data)
        return b"" if said == 5 else answer

    with terminal(forgetful) as port, closing(_paper(port.path)) as box:
        box.show(FACES["deal"])
        until(lambda: paper.refreshes == 1)
        assert said > 30


def _paper(path: str) -> Mailbox:
    return Mailbox(path, serial_wire(path), VendorLink(Epaper(rest_s=0)))


def _unread(stack: ExitStack, talk: Conversation) -> Mailbox:
    """A display on a terminal that nobody reads."""
    master, slave = os.openpty()
    tty.setraw(slave)
    stack.callback(os.close, master)
    stack.callback(os.close, slave)
    return stack.enter_context(closing(Mailbox("unread", serial_wire(os.ttyname(slave)), talk)))


def test_dead_displays_of_every_kind_cost_the_game_and_the_living_nothing() -> None:
    """Ports that are not there, that nobody reads, that never answer, and a machine that takes no connection."""
    with ExitStack() as stack:
        full = socket.create_server(("127.0.0.1", 0), backlog=1)
        stack.enter_context(full)
        host, port = full.getsockname()[:2]
        boxes = [stack.enter_context(closing(Mailbox("full", tcp_wire(host, port), VendorLink(Lcdproc()))))]
        boxes.append(stack.enter_context(closing(Mailbox("no", serial_wire("/dev/nowhere"), VendorLink(Backpack())))))
        boxes += [_unread(stack, VendorLink(WledStrip(300))), _unread(stack, VendorLink(WledPresets()))]
        boxes += [_unread(stack, VendorLink(Epaper(0))), _unread(stack, VendorLink(Backpack(CharacterSize(20, 4))))]
        living = stack.enter_context(terminal())
        boxes.append(
            stack.enter_context(closing(Mailbox(living.path, serial_wire(living.path), VendorLink(WledStrip(8)))))
        )
        done = threading.Event()

        def play() -> None:
            for count in range(2_000):
                for box in boxes:
                    box.show(Face(str(count)))
            for box in boxes:
                box.show(FACES["blind"])
            done.set()

        threading.Thread(target=play, daemon=True).start()
        assert done.wait(PATIENCE_S)
        last = b"".join(WledStrip(8).changes(None, WledStrip(8).render(FACES["blind"])[0]))
        until(lambda: living.heard.endswith(last))


class Counted(VendorLink[tuple[str, ...]]):
    """Counts how often it is given a face."""

    given = 0

    def show(self, face: Face) -> None:
        self.given += 1
        super().show(face)


class Answering(Backpack):
    """A backpack of which an answer is expected."""

    @property
    def timing(self) -> Timing:
        return Timing("answering", answer_s=3600)


def test_a_display_that_does_not_answer_is_not_woken_for_a_face_and_gets_the_newest_once_it_does() -> None:
    talk = Counted(Answering(CharacterSize(16, 2)))
    with terminal() as port, closing(Mailbox(port.path, serial_wire(port.path), talk)) as box:
        until(lambda: port.heard != b"")
        for count in range(1_000):
            box.show(Face(str(count)))
            time.sleep(0)
        time.sleep(0.1)
        # One may have come before the thread, its greeting sent, began to wait.
        assert talk.given <= 1
        assert not talk.is_free


def test_a_display_that_is_free_is_woken_for_each_face_it_can_show() -> None:
    talk = Counted(Backpack(CharacterSize(16, 2), page_s=60))
    with terminal() as port, closing(Mailbox(port.path, serial_wire(port.path), talk)) as box:
        until(lambda: box.status.startswith("sending"))
        for count in range(20):
            box.show(Face("", status=f"deal {count}"))
            until(lambda count=count: talk.given == count + 1)


def test_the_newest_face_is_shown_before_close_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox, "CLOSE_S", PATIENCE_S)
    with terminal() as port:
        box = Mailbox(port.path, serial_wire(port.path), VendorLink(WledStrip(8)))
        until(lambda: box.status == "sending: WLED strip of 8 lights")
        for name in ("idle", "three", "verdict"):
            box.show(FACES[name])
        box.close()
        box.close()
        last = b"".join(WledStrip(8).changes(None, WledStrip(8).render(FACES["verdict"])[0]))
        until(lambda: port.heard.endswith(last))


@pytest.mark.parametrize("text", ["host:", "host:x", "host:0", "host:65536", "host:²", "[::1]:"])
def test_text_that_is_no_address_is_reported(text: str) -> None:
    with pytest.raises(BadAddress, match="write a machine and a port such as localhost:13666"):
        address(text, 13666)


STRANGERS: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "prompt": (
        lambda data: (
            data.replace(b"\0", b"") + b'\r\nTraceback (most recent call last):\r\n  File "<stdin>", line 1\r\n>>> '
        ),
        "MicroPython's prompt answers: Schiri's program is not on the board",
    ),
    "printer": (
        lambda data: b'echo:Unknown command: "' + data[:20] + b'"\nok\n',
        "a 3D printer or another machine run by Marlin answers",
    ),
    "strip": (lambda _: b'{"state":{"on":true},"info":{"leds":{"count":60}}}', "a WLED answers"),
    "loop": (lambda data: data, "what was sent comes back: nothing but a loop of the wire, or a terminal"),
    "words": (lambda _: b"GPS ready\r\n", "it says 'GPS ready'"),
    "noise": (
        lambda data: bytes(byte | 0x80 for byte in data * 3),
        "what comes is no text: another speed of the line, or no display",
    ),
    "silence": (lambda _: b"", ""),
}


@pytest.mark.parametrize("kind", STRANGERS)
def test_a_stranger_at_the_port_is_named_by_what_it_says(kind: str) -> None:
    answer, told = STRANGERS[kind]
    with terminal(answer) as port, closing(Display(port.path)) as display:
        display.show(FACES["three"])
        until(lambda: len(port.heard) > 40 and display.status == ": ".join(filter(None, ("no answer", told))))


class Booting:
    """An ESP32 that opening its port has reset: it says what its boot loader says, and hears nothing at first."""

    def __init__(self) -> None:
        self.heard = 0

    def __call__(self, data: bytes) -> bytes:
        self.heard += data.count(b"}")
        if self.heard <= 2:
            return b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON_RESET),boot:0x13\r\nentry 0x400805f0\r\n\xff\x80"
        return b"\n Ada\n" + WLED_SAYS * data.count(b"}")


def late(data: bytes) -> bytes:
    time.sleep(0.15)
    return WLED_SAYS * data.count(b"}")


WLED = "connected: WLED 0.14.0, 30 lights"
DEVICES: dict[str, tuple[Callable[[], Callable[[bytes], bytes]], Conversation, str]] = {
    "starts first": (Booting, VendorLink(WledPresets()), WLED),
    "answers too late": (lambda: late, VendorLink(WledPresets()), WLED),
    "ends no line": (lambda: lambda data: WLED_SAYS.strip() * data.count(b"}"), VendorLink(WledPresets()), WLED),
    "repeats and answers": (lambda: lambda data: data + b"OK", VendorLink(Epaper(0)), "connected: e-paper 800x600"),
    "complains": (lambda: lambda _: b"ERROR:20", VendorLink(Epaper(0)), "no answer: it says 'ERROR:20'"),
}


@pytest.mark.parametrize("kind", DEVICES)
def test_a_display_that_behaves_as_some_do_is_told_by_its_status(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wled, "ANSWER_S", 0.1)
    monkeypatch.setattr(wled, "UNHEARD_S", 0.1)
    make, talk, told = DEVICES[kind]
    with terminal(make()) as port, closing(Mailbox(port.path, serial_wire(port.path), talk)) as box:
        box.show(FACES["three"])
        until(lambda: box.status == told)


def test_a_port_that_nobody_reads_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox, "STUCK_S", 0.1)
    with ExitStack() as stack:
        # A frame is 1.5 kB, and goes out anew each second at the latest: in the end the terminal is full.
        box, faces = _unread(stack, VendorLink(WledStrip(512))), cycle((FACES["three"], FACES["verdict"]))

        def is_stuck() -> bool:
            box.show(next(faces))
            return "it takes no bytes" in box.status

        until(is_stuck)


def test_a_display_that_is_pulled_out_says_so() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    path = os.ttyname(slave)
    with closing(Mailbox(path, serial_wire(path), VendorLink(WledStrip(8)))) as box:
        box.show(FACES["three"])
        assert os.read(master, 3) == b"Ada"
        os.close(slave)
        os.close(master)
        until(lambda: "it was unplugged" in box.status)
