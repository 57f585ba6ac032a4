"""The displays of a table, from its settings to the faces that they show."""

import os
import re
import time
import tty
from collections.abc import Sequence
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from queue import SimpleQueue

import pytest
from PIL import Image

from controller.cli import main
from controller.language.translate import ENGLISH
from controller.live import scoreboard
from controller.live.scoreboard import TableState
from controller.peripherals.displays import Displays, localize, open_display
from controller.record.cards import Card
from controller.record.events import DealStart, MatchStart, Played
from controller.record.message import Message
from controller.referee.fold import outcome
from controller.rules.results import Verdict
from controller.settings import model as config
from controller.settings.displays import (
    BackpackConfig,
    DisplayConfig,
    EpaperConfig,
    KioskConfig,
    LcdprocConfig,
    SerialConfig,
    WledConfig,
)
from controller.settings.model import ConfigError
from firmware_bridge.displays.characters import TooSmall
from firmware_bridge.face.examples import FACES
from firmware_bridge.face.face import Alert, Face
from firmware_bridge.ports import mailbox
from firmware_bridge.ports.emulator import Emulator
from firmware_bridge.ports.mailbox import REOPEN_S
from firmware_bridge.ports.serial_port import Display
from firmware_bridge.ports.tcp_port import BadAddress
from firmware_bridge.protocol.messages import Key
from tests.support.waiting import PATIENCE_S, until

TABLE = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'

ALL = """
[[display]]
port = "/dev/a"
[[display]]
kind = "wled"
port = "/dev/b"
lights = 30
[[display]]
kind = "epaper"
port = "/dev/c"
refresh_s = 20
[[display]]
kind = "backpack"
port = "/dev/d"
size = "20x4"
contrast = 200
[[display]]
kind = "lcdproc"
[[display]]
kind = "kiosk"
port = "192.0.2.1:8081"
"""

EPAPER = '[[display]]\nkind = "epaper"\n'
BRIGHT = '[[display]]\nkind = "wled"\nbrightness = 200\nport = "b"\n'


def test_each_kind_of_display_has_settings_of_its_own() -> None:
    assert config.parse(TABLE + ALL).display == (
        SerialConfig("/dev/a"),
        WledConfig("/dev/b", "wled", lights=30),
        EpaperConfig("/dev/c", "epaper", refresh_s=20),
        BackpackConfig("/dev/d", "backpack", size="20x4", contrast=200),
        LcdprocConfig("lcdproc", "localhost:13666"),
        KioskConfig("kiosk", "192.0.2.1:8081"),
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (EPAPER + 'port = "a"\nlights = 3\n', "line 7: there is no setting 'display.0.lights'"),
        (EPAPER + 'port = "a"\n' + BRIGHT, "line 9: 'display.1.brightness' cannot be 200: it should be less than"),
        (
            '[[display]]\nkind = "toaster"\n',
            'line 4: \'display.0\' cannot be {"kind": "toaster"}: the kinds are serial, ',
        ),
        (EPAPER, "the setting 'display.0.port' is missing"),
        ("display = 3\n[x]\n", "'display' cannot be 3"),
    ],
)
def test_a_mistake_in_a_display_is_told_with_its_line(text: str, told: str) -> None:
    before, after = (text, TABLE) if text.startswith("display") else (TABLE, text)
    with pytest.raises(ConfigError) as mistake:
        config.parse(before.removesuffix("[x]\n") + after)
    assert told in str(mistake.value)


def test_all_displays_are_opened_and_none_that_is_not_there_fails(caplog: pytest.LogCaptureFixture) -> None:
    """Each is told once, with the reason."""
    settings = config.parse(TABLE + ALL.replace('kind = "lcdproc"', 'kind = "lcdproc"\nport = "127.0.0.1:1"')).display
    with closing(Displays(settings)) as displays:
        displays.show(FACES["three"])
        assert len(displays.status) == 6
        assert all(status.startswith("no ") for status in displays.status)
        until(lambda: len(caplog.records) >= 6)
        time.sleep(2 * REOPEN_S)
    unplugged = "nothing is plugged in there; the game goes on without it"
    assert sorted(record.getMessage() for record in caplog.records) == [
        *(f"display /dev/{port}: {unplugged}" for port in "abcd"),
        "display 127.0.0.1:1: no program listens there; the game goes on without it",
        "display 192.0.2.1:8081: this machine has no such address; the game goes on without it",
    ]


def test_the_last_face_is_with_every_display_before_close_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game hands a face over and goes on; another thread brings it to the displays."""
    monkeypatch.setattr(mailbox, "CLOSE_S", PATIENCE_S)
    with Emulator() as one, Emulator() as other:
        displays = Displays((SerialConfig(one.path), SerialConfig(other.path)))
        until(lambda: all(status.startswith("connected") for status in displays.status))
        for count in range(200):
            displays.show(Face(str(count)))
        displays.close()
        displays.close()
        assert [emulator.face().title for emulator in (one, other)] == ["199", "199"]


def test_a_key_is_told_with_its_display() -> None:
    told = SimpleQueue[tuple[Key, int]]()
    with Emulator() as one, Emulator() as other:
        settings = (SerialConfig(one.path), KioskConfig("kiosk", "127.0.0.1:1"), SerialConfig(other.path))
        with closing(Displays(settings, lambda key, number: told.put((key, number)))) as displays:
            until(lambda: _connected(displays) == [0, 2])
            other.press("A")
            assert told.get(timeout=PATIENCE_S) == (Key("A"), 2)
            one.press("B")
            assert told.get(timeout=PATIENCE_S) == (Key("B"), 0)


def _connected(displays: Displays) -> list[int]:
    return [number for number, status in enumerate(displays.status) if status.startswith("connected")]


def test_our_own_display_gets_the_keys() -> None:
    with closing(open_display(SerialConfig("/dev/nowhere"))) as box:
        assert isinstance(box, Display)


@pytest.mark.parametrize(
    ("settings", "mistake", "told"),
    [
        (LcdprocConfig("lcdproc", "here:x"), BadAddress, "'here:x' is no address"),
        (BackpackConfig("/dev/a", "backpack", size="5x2"), TooSmall, "5x2 characters show no score"),
    ],
)
def test_settings_that_no_display_can_have_are_told(
    settings: DisplayConfig, mistake: type[Exception], told: str
) -> None:
    with pytest.raises(mistake, match=told):
        open_display(settings)


def _face(*cards: tuple[int, str], heard: Sequence[Verdict] = ()) -> Face:
    plays = [Played(seat=seat, card=Card(card)) for seat, card in cards]
    opening = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
    return scoreboard.face(outcome([opening, DealStart(dealer=2), *plays]), heard)


def test_the_face_says_what_is_played_which_trick_and_who_led_what() -> None:
    began = _face()
    assert (began.trick, began.lead, began.contract) == ("trick 1 of 12", "Anna leads", "")
    assert began.phrases == ("trick 1 of 12", "Anna leads")
    led = _face((0, "H7"), (1, "HA"))
    assert led.lead == "Anna led hearts"
    assert "Anna led hearts" in led.phrases
    won = _face((0, "H7"), (1, "HA"), (2, "H9"))
    assert (won.trick, won.lead) == ("trick 2 of 12", "Berta leads")


def test_the_face_asks_for_the_card_that_must_be_checked() -> None:
    doubt = Verdict("impossible-card", 1, 3, 3, "CARD", Card("H7"), text=Message.plain("Berta played H7."), deal=1)
    face = _face((0, "H7"), heard=[doubt])
    assert (face.check, face.alert.text, face.alert.kind) == ("please check H7", "Berta played H7.", "check")
    assert face.status == "trick 1 of 12, Anna led hearts, please check H7"
    assert face.phrases == ("trick 1 of 12", "Anna led hearts", "please check H7")


def test_a_table_that_has_a_page_shows_where_until_the_first_deal() -> None:
    opening = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
    before = scoreboard.face(outcome([opening]), (), TableState("camera blind", address="http://a.local:8080/"))
    assert before == Face(
        "Mittlere", (), "ready to deal", Alert("camera blind", "trouble"), address="http://a.local:8080/"
    )
    playing = outcome([opening, DealStart(dealer=2)])
    assert scoreboard.face(playing, (), TableState(address="http://a.local:8080/")) == scoreboard.face(playing, ())


def test_a_match_that_has_not_begun_has_nothing_to_say_but_its_state() -> None:
    match = outcome([MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))])
    face = scoreboard.face(match, ())
    assert (face.trick, face.lead, face.phrases) == ("", "", ("ready to deal",))


@pytest.mark.parametrize(("settings", "trump", "card"), [
    (SerialConfig("/dev/a"), "trump ♥", "♦Q"),
    (EpaperConfig("/dev/a", "epaper"), "trump hearts", "Queen of diamonds"),
    (BackpackConfig("/dev/a", "backpack"), "trump hearts", "Queen of diamonds"),
    (LcdprocConfig("lcdproc"), "trump hearts", "Queen of diamonds"),
    (KioskConfig("kiosk"), "trump ♥", "♦Q"),
])  # fmt: skip
def test_no_display_shows_a_suit_or_a_card_as_a_code(settings: DisplayConfig, trump: str, card: str) -> None:
    told = Face("", contract=Message("trump {suit}", suit="H"), status=Message("{card} is turned up", card="DQ"))
    shown = localize(told, settings, ENGLISH)
    assert (shown.contract, shown.status.removesuffix(" is turned up")) == (trump, card)


@pytest.mark.parametrize("kind", ["serial", "wled", "epaper", "backpack", "lcdproc", "kiosk"])
def test_every_example_is_emulated_on_every_kind(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["display", "--emulate", "--kind", kind, "--png", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert [line[:-1] for line in told.splitlines() if line[:-1] in FACES] == list(FACES)
    sizes = {"serial": (128, 64), "epaper": (800, 600)}
    assert {path.name for path in tmp_path.iterdir()} == {f"{kind}-{name}.png" for name in FACES}
    for path in tmp_path.iterdir():
        with Image.open(path) as picture:
            assert picture.size == sizes.get(kind, picture.size)
            assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 1


def test_a_test_picture_goes_to_a_real_port(capsys: pytest.CaptureFixture[str]) -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    try:
        command = ["display", "--kind", "wled", "--lights", "8", "--port", os.ttyname(slave)]
        assert main([*command, "--face", "idle", "--seconds", "1"]) == 0
        assert os.read(master, 100).startswith(b"Ada\x00\x07\x52")
    finally:
        os.close(master)
        os.close(slave)
    assert capsys.readouterr().out.endswith(": sending: WLED strip of 8 lights\n")


def test_the_displays_of_a_table_are_tried_by_its_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "schiri.toml"
    settings.write_text(TABLE + '[[display]]\nkind = "epaper"\nport = "/dev/nowhere"\n', encoding="utf-8")
    assert main(["display", "--config", str(settings), "--face", "idle", "--seconds", "0.5"]) == 1
    told = capsys.readouterr().out
    assert told == "idle on epaper /dev/nowhere: no port /dev/nowhere: nothing is plugged in there\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--kind", "backpack", "--size", "16", "--port", "a"], "backpack: --size: a size is written like 16x2"),
        (["--face", "x"], "there is no example face 'x'; there are idle, "),
        (["--kind", "epaper"], "a display of the kind epaper: --port: it needs this"),
        (["--kind", "epaper", "--port", "a", "--lights", "3"], "epaper: --lights: it has no such option"),
    ],
)
def test_a_mistake_at_the_command_line_is_one_sentence(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["display", *words]) == 2
    assert told in capsys.readouterr().err


def test_the_settings_in_the_documents_are_all_there_are_with_the_values_that_hold_without() -> None:
    text = (Path(__file__).parents[3] / "docs" / "displays.md").read_text(encoding="utf-8")
    [written] = re.findall(r"```toml\n(.*?)```", text, flags=re.DOTALL)
    serial, strip, presets, paper, backpack, lcd, kiosk = config.parse(TABLE + written).display
    assert serial == SerialConfig("/dev/ttyUSB0")
    assert strip == WledConfig("/dev/ttyUSB1", "wled", lights=60)
    assert presets == WledConfig("/dev/ttyUSB2", "wled", turns=(11, 12, 13))
    assert paper == EpaperConfig("/dev/ttyUSB3", "epaper")
    assert backpack == BackpackConfig("/dev/ttyACM0", "backpack", contrast=200)
    assert lcd == LcdprocConfig("lcdproc")
    assert kiosk == KioskConfig("kiosk")
    for one in (strip, paper, backpack, lcd, kiosk):
        assert all(f"\n{field.name} = " in written for field in fields(one))
