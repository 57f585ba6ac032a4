"""Displays: listed as they are, tested, changed, added and taken away; every other comment of the file is kept."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from io import BytesIO
from itertools import product

import pytest
from PIL import Image

from controller.console.actions import setup as actions
from controller.console.setup import display_places
from controller.console.setup import displays as forms
from controller.console.setup.display_words import kind_words, setting_words, state_words
from controller.peripherals.displays import Displays
from controller.settings.displays import KioskConfig, SerialConfig, WledConfig
from controller.settings.edit import with_display, without_display
from controller.settings.model import parse
from firmware_bridge.face.face import Face
from firmware_bridge.ports.emulator import Emulator
from firmware_bridge.ports.serial_port import Plug
from tests.support.console.console_rig import Rig
from tests.support.console.setup_rig import SETTINGS, form, owner, set_up, shown_on, text, told
from tests.support.waiting import until

DISPLAYS = "/setup/displays"


@pytest.mark.parametrize("kind", forms.KINDS)
def test_a_new_display_as_it_is_shown_needs_its_port_at_most(kind: str) -> None:
    port = "127.0.0.1:9" if kind in {"kiosk", "lcdproc"} else "/dev/x"
    filled = {**forms.filled(None, kind), "port": port}
    assert forms.requested(kind, filled) == {"kind": kind, "port": port}
    assert {one.key for one in forms.entries(kind)} == set(forms.KINDS[kind].__dataclass_fields__) - {"kind"}


def test_each_display_is_listed_with_its_state(rig: Rig) -> None:
    setup = set_up(rig)
    with shown_on(setup) as displays:
        status, page = owner(rig).get(DISPLAYS)
        assert (status, "It is not plugged in, or at another plug." in page) == (200, True)
        assert ("/dev/ttyNONE0" in page, displays.status[0] in page) == (False, False)
        assert displays.status[0] in unescape(owner(rig).get(f"{DISPLAYS}/1")[1])  # behind the door


def test_one_is_added_changed_and_taken_away(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    new = form(phone.get(f"{DISPLAYS}/0?kind=wled")[1], f"{DISPLAYS}/0")
    status, page = phone.post(f"{DISPLAYS}/0", {**new, "port": "/dev/ttyACM0", "lights": "30", "turns": "5, 6 7"})
    assert (status, told(page)) == (200, ["Saved. It holds as soon as no deal is being played."])
    first = SerialConfig("/dev/ttyNONE0")
    assert parse(text(setup)).display == (
        first,
        WledConfig("/dev/ttyACM0", "wled", lights=30, turns=(5, 6, 7)),
    )
    there = form(phone.get(f"{DISPLAYS}/2")[1], f"{DISPLAYS}/2")
    assert phone.post(f"{DISPLAYS}/2", {**there, "turns": "", "brightness": "20"})[0] == 200
    assert parse(text(setup)).display[1] == WledConfig("/dev/ttyACM0", "wled", lights=30, brightness=20)
    gone = form(phone.get(DISPLAYS)[1], f"{DISPLAYS}/1")
    assert phone.post(f"{DISPLAYS}/1", {**gone, "do": "remove", "sure": "1"})[0] == 200
    assert parse(text(setup)).display == (WledConfig("/dev/ttyACM0", "wled", lights=30, brightness=20),)
    assert "# the lamp is weak" in text(setup)
    assert (setup.again.is_requested, setup.again.begin_round()) == (True, False)


def test_mistakes_are_told_beside_their_fields(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    new = form(phone.get(f"{DISPLAYS}/0?kind=backpack")[1], f"{DISPLAYS}/0")
    status, page = phone.post(f"{DISPLAYS}/0", {**new, "light": "900", "size": "big"})
    assert (status, told(page)) == (
        422,
        ["Choose where it is.", "Write letters of a line, x and lines, such as 20x4.", "Write a number from 0 to 255."],
    )
    status, page = phone.post(f"{DISPLAYS}/0", {**new, "port": "/dev/ttyNONE0"})
    assert told(page) == ["Another display is there already."]
    assert 'value="16x2"' in page
    assert text(setup) == SETTINGS


@pytest.mark.parametrize(
    ("kind", "field", "typed"),
    [
        ("kiosk", "port", "127.0.0.1:x"),
        ("lcdproc", "port", "lcd:99999"),
        ("backpack", "size", "2x1"),
        ("serial", "port", "/dev/\x00tty"),
        ("wled", "turns", "1 x"),
        ("epaper", "refresh_s", "nan"),
        ("serial", "baud", "--5"),
    ],
)
def test_a_display_that_could_not_be_opened_is_refused(rig: Rig, kind: str, field: str, typed: str) -> None:
    setup, phone = set_up(rig), owner(rig)
    new = form(phone.get(f"{DISPLAYS}/0?kind={kind}")[1], f"{DISPLAYS}/0")
    status, page = phone.post(f"{DISPLAYS}/0", {**new, "port": "/dev/x", field: typed})
    assert (status, len(told(page)), f'id="e-{field}"' in page) == (422, 1, True)
    assert (text(setup), setup.again.is_requested) == (SETTINGS, False)


def test_a_form_from_an_old_state_of_the_file_is_refused(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    gone = form(phone.get(DISPLAYS)[1], f"{DISPLAYS}/1")
    new = form(phone.get(f"{DISPLAYS}/0?kind=kiosk")[1], f"{DISPLAYS}/0")
    assert phone.post(f"{DISPLAYS}/0", new)[0] == 200
    assert phone.post(f"{DISPLAYS}/0", new)[0] == 422
    assert phone.post(f"{DISPLAYS}/1", {**gone, "do": "remove", "sure": "1"})[0] == 422
    assert parse(text(setup)).display == (SerialConfig("/dev/ttyNONE0"), KioskConfig("kiosk"))
    assert phone.get(f"{DISPLAYS}/3")[0] == 404


def test_comments_of_other_displays_outlive_a_change() -> None:
    two = SETTINGS + '\n[[display]]\n# at the bar\nkind = "kiosk"\n'
    changed = with_display(two, 0, {"kind": "serial", "port": "/dev/b", "baud": 9600})
    assert "# the left one" in changed
    assert "# at the bar" in without_display(changed, 0)
    assert parse(without_display(without_display(two, 1), 0)).display == ()


def waits(device: Emulator, title: str) -> bool:
    until(lambda: device.face().title == title)
    return True


@dataclass
class ByHand:
    """A timer that the test lets ring."""

    seconds: float
    call: Callable[..., None]
    args: tuple[object, ...]
    daemon: bool = False

    def start(self) -> None:
        TIMERS.append(self)

    def ring(self) -> None:
        self.call(*self.args)


TIMERS: list[ByHand] = []


def test_a_test_picture_is_shown_on_one_display_and_goes_by_itself(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    with Emulator() as one, Emulator() as other:
        ports = SETTINGS.replace("/dev/ttyNONE0", str(one.path)) + f'\n[[display]]\nport = "{other.path}"\n'
        setup, phone = set_up(rig, ports), owner(rig)
        monkeypatch.setattr(actions, "Timer", ByHand)
        TIMERS.clear()
        with shown_on(setup) as displays:
            displays.show(Face("ours"))
            assert (waits(one, "ours"), waits(other, "ours")) == (True, True)
            assert phone.do("show-example", display=0)[0] == 200
            assert (waits(one, "Mittlere, deal 4"), other.face().title) == (True, "ours")
            displays.show(Face("newer"))
            assert (waits(other, "newer"), one.face().title) == (True, "Mittlere, deal 4")
            [timer] = TIMERS
            assert timer.seconds == actions.SHOWN_S
            timer.ring()
            assert waits(one, "newer")
        assert phone.do("show-example", display=7) == (409, "There is no such display any more.")
        assert phone.do("show-example", display=-1)[0] == 409


def test_without_displays_there_is_nothing_to_test(rig: Rig) -> None:
    set_up(rig)
    assert owner(rig).do("show-example", display=0)[0] == 409
    nothing = Displays(())
    nothing.example(0, Face("x"))
    nothing.close()


PICO, OTHER = Plug("/dev/serial/by-id/pico", "Raspberry Pi Pico"), Plug("/dev/ttyUSB5", "")


@pytest.fixture
def plugs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display_places, "plugged", lambda: (PICO, OTHER))


@pytest.mark.usefixtures("plugs")
def test_a_plugged_in_device_is_offered_until_a_display_uses_it(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    offered = "Use as a display: Raspberry Pi Pico"
    assert offered in phone.get(DISPLAYS)[1]
    status, kinds = phone.get(f"{DISPLAYS}/0?port=/dev/serial/by-id/pico")
    assert (status, "Lines of letters" in kinds, "Television" in kinds) == (200, True, False)
    page = phone.get(f"{DISPLAYS}/0?kind=serial&port=/dev/serial/by-id/pico")[1]
    sent = form(page, f"{DISPLAYS}/0")
    assert sent["port"] == PICO.path
    assert phone.post(f"{DISPLAYS}/0", sent)[0] == 200
    assert parse(text(setup)).display[1] == SerialConfig(PICO.path)
    page = phone.get(DISPLAYS)[1]
    assert (offered in page, "A device without a name" in page) == (False, True)


@pytest.mark.usefixtures("plugs")
def test_the_place_of_a_display_is_chosen_and_may_be_written_by_experts(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    page = phone.get(f"{DISPLAYS}/1")[1]
    assert "Nothing is plugged in there now." in page
    sent = form(page, f"{DISPLAYS}/1")
    assert (sent["port"], sent["elsewhere"]) == ("/dev/ttyNONE0", "")
    assert phone.post(f"{DISPLAYS}/1", {**sent, "elsewhere": "/dev/ttyUSB8"})[0] == 200
    assert parse(text(setup)).display == (SerialConfig("/dev/ttyUSB8"),)


def test_without_a_plug_the_page_says_what_to_do(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display_places, "plugged", lambda: ())
    set_up(rig)
    page = owner(rig).get(f"{DISPLAYS}/0?kind=epaper")[1]
    assert ("Plug it in, and look again." in page, 'type="radio"' in page) == (True, False)


def test_the_figures_of_experts_are_as_usual_again_and_all_else_stays(rig: Rig) -> None:
    wled = 'kind = "wled"\nport = "/dev/ttyACM0"\nlights = 40\nbrightness = 20\nidle = 7\n'
    setup, phone = set_up(rig, f"{SETTINGS}\n[[display]]\n{wled}"), owner(rig)
    sent = form(phone.get(f"{DISPLAYS}/2")[1], f"{DISPLAYS}/2")
    assert phone.post(f"{DISPLAYS}/2", {**sent, "do": "usual", "brightness": "no number"})[0] == 200
    assert parse(text(setup)).display[1] == WledConfig("/dev/ttyACM0", "wled", lights=40)


def test_no_page_of_displays_shows_a_word_of_the_settings_file(rig: Rig) -> None:
    set_up(rig)
    phone = owner(rig)
    for kind, path in product(forms.KINDS, ("", "/0", "/0?kind=", "/1")):
        page = phone.get(f"{DISPLAYS}{path}{kind if path.endswith('=') else ''}")[1]
        seen = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL).partition("For experts")[0]
        assert len(seen) > 100
        assert not re.search(r"\b(baud|refresh_s|page_s|upside_down|lcdproc|wled|/dev/)", seen), (kind, path)


@pytest.mark.parametrize("kind", forms.KINDS)
def test_every_kind_is_drawn_as_it_shows_the_table(rig: Rig, kind: str) -> None:
    set_up(rig)
    answer = owner(rig).client.get(f"{DISPLAYS}/face.png?kind={kind}")
    assert answer.headers["content-type"] == "image/png"
    assert len(Image.open(BytesIO(answer.content)).convert("RGB").getcolors(1 << 20) or ()) > 1


def test_the_picture_follows_what_is_typed_as_far_as_it_can_be(rig: Rig) -> None:
    set_up(rig)
    sizes = {}
    for size in ("16x2", "20x4", "3x1", "big"):
        answer = owner(rig).client.get(f"{DISPLAYS}/face.png?kind=backpack&size={size}")
        sizes[size] = Image.open(BytesIO(answer.content)).size
    assert sizes["20x4"][0] > sizes["16x2"][0]
    assert sizes["3x1"] == sizes["big"] == sizes["16x2"]
    assert owner(rig).get(f"{DISPLAYS}/face.png?kind=none")[0] == 404


STATES = {
    "connected: OLED 128x64": (True, "It is there, and shows the table."),
    "sending: WLED strip of 30 lights": (True, "It is sent the table; this kind never answers."),
    "no browser at http://127.0.0.1:8081/": (False, "No browser shows it yet."),
    "no port /dev/ttyUSB0 yet": (False, "It is not plugged in, or at another plug."),
    "no answer": (False, "Something is plugged in, but does not answer: is it this kind of display?"),
    "failed: [Errno 5] Input/output error": (False, "It has failed: unplug it, and plug it in again."),
}


@pytest.mark.parametrize("status", STATES)
def test_a_state_is_told_in_a_sentence_with_what_to_do(status: str) -> None:
    found = state_words("serial", status)
    assert (found.is_well, found.sentence, found.detail) == (*STATES[status], status)


def test_every_kind_and_every_setting_has_words() -> None:
    assert forms.KINDS
    for kind in forms.KINDS:
        assert kind_words(kind).name.lower() != kind
        keys = {one.key for one in forms.entries(kind)} - {"port"}
        assert keys <= set(setting_words())
    assert kind_words("split-flap").name == "Split flap"
