"""Settings with which a referee would refuse, or stay dark and silent, are told with their line."""

from dataclasses import fields
from pathlib import Path

import pytest

from controller.settings import model as config
from controller.settings.displays import EpaperConfig
from controller.settings.model import ConfigError, ReadingConfig

TABLE = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'


def display(kind: str, *lines: str) -> str:
    return "\n".join(("[[display]]", f'kind = "{kind}"', *lines, ""))


def refused(text: str) -> str:
    with pytest.raises(ConfigError) as mistake:
        config.parse(TABLE + text)
    assert "\n" not in str(mistake.value)
    return str(mistake.value)


@pytest.mark.parametrize(
    ("kind", "port", "told"),
    [
        ("lcdproc", "localhost:0", "'localhost:0' is no address; write a machine and a port such as localhost:13666"),
        ("lcdproc", "a..b:13666", "'a..b:13666' is no address"),
        ("lcdproc", "", "'' is no address"),
        ("kiosk", "99999", "'99999' is no address; write a machine and a port such as localhost:8081"),
        ("kiosk", "256.1.1.1:80", "'256.1.1.1:80' is no address"),
        ("kiosk", "http://a", "'http://a' is no address"),
        ("kiosk", "::g", "'::g' is no address"),
        ("kiosk", "a b:80", "'a b:80' is no address"),
        ("serial", "", "'' is no port; write a path such as /dev/ttyUSB0"),
        ("epaper", "/dev/tty\\u0000", "'/dev/tty\\x00' is no port"),
        ("wled", "/dev", "/dev is a folder; write the port in it"),
    ],
)
def test_a_port_that_can_never_be_opened(kind: str, port: str, told: str) -> None:
    assert refused(display(kind, f'port = "{port}"')).startswith(f"schiri.toml, line 6: {told}")


@pytest.mark.parametrize("port", ["localhost", "lcd.local:13666", "bücher.example:1", "::1", "[::1]:9", "192.0.2.7:80"])
def test_an_address_as_people_write_it(port: str) -> None:
    assert [one.port for one in config.parse(TABLE + display("lcdproc", f'port = "{port}"')).display] == [port]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (display("serial", 'port = "/dev/x"'), display("wled", 'port = "/dev/../dev/x"')),
        (display("kiosk"), display("kiosk", 'port = "localhost:8081"')),
        (display("kiosk"), display("kiosk", 'port = "0.0.0.0:8081"')),
        (display("lcdproc", 'port = "127.0.0.1:8081"'), display("kiosk", 'port = "localhost"')),
    ],
)
def test_two_displays_cannot_have_one_port(one: str, other: str) -> None:
    line = (TABLE + one).count("\n") + 3
    assert refused(one + other).startswith(f"schiri.toml, line {line}: display 1 is at ")


def test_displays_with_ports_of_their_own_may_be_many() -> None:
    ports = ("127.0.0.1:81", "127.0.0.1:82", "127.0.0.2:81")
    text = "".join(display("kiosk", f'port = "{port}"') for port in ports)
    assert len(config.parse(TABLE + text).display) == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (display("backpack", 'port = "x"', 'size = "4x1"'), "line 7: 4x1 characters show no score; 8x1 is the least"),
        (display("backpack", 'port = "x"', 'size = "16x"'), "'16x': a size is written like 16x2"),
        (display("wled", 'port = "x"', "lights = 2"), "line 7: 2 lights are too few for 3 seats"),
        ("[reading]\nleast = 30\nwindow = 20\n", "line 5: of 20 cards 30 can never be there"),
        ("[reading]\nwindow = 10\n", "line 4: of 10 cards 20 can never be there"),
        ("[reading]\nsettle_seconds = 2.5\n", "line 5: a card is forgotten after 2 s, before it has lain still"),
        ("[reading]\nforget_seconds = nan\n", "'reading.forget_seconds' cannot be nan: it should be a number"),
        ("[reading]\nreach_mm = true\n", "line 5: 'reading.reach_mm' cannot be true: write a number"),
        (
            "[reading]\nareas = [[0, 0, 100, 100], [200, 0, 201, 1], [0, 200, 100, 300]]\n",
            "line 5: area 2 of 1 x 1 mm holds no card; 50 x 50 mm are the least",
        ),
        ('[camera]\nsource = ""\n', "line 5: 'camera.source' cannot be '': write a camera's number"),
        ('[camera]\nsize = "big"\n', "line 5: 'camera.size' cannot be 'big': a size is written like 1920x1080"),
        ("[camera]\nfocus = true\n", "line 5: 'camera.focus' cannot be true: write a number"),
        ("[camera]\ngain = inf\n", "'camera.gain' cannot be inf: it should be a finite number"),
        ("[camera]\nfps = nan\n", "'camera.fps' cannot be nan: it should be a number"),
        ("[marks]\ndecks = []\n", "'marks.decks' cannot be []: decks needs at least one number"),
        ("[marks]\ndecks = [1, 2, 1]\n", "'marks.decks' cannot be [1, 2, 1]: a deck is named twice"),
        ("[marks]\ndecks = [true]\n", "'marks.decks.0' cannot be true: write a number"),
    ],
)
def test_impossible_settings_are_explained_in_words(text: str, told: str) -> None:
    said = refused(text)
    assert told in said
    assert said.startswith("schiri.toml, line ")


NUMBERS = [field.name for field in fields(ReadingConfig) if field.name not in ("areas", "deck")]


@pytest.mark.parametrize(
    "value", ["nan", "-nan", "inf", "-inf", "1e400", "-1e9", '"soon"', '"nan"', '""', "true", "[]"]
)
@pytest.mark.parametrize("name", NUMBERS)
def test_an_impossible_number_of_a_reading_setting_is_reported_in_one_sentence(name: str, value: str) -> None:
    said = refused(f"[reading]\n{name} = {value}\n")
    assert said.startswith(f"schiri.toml, line 5: 'reading.{name}' cannot be ")
    assert "\n" not in said
    assert said.partition(": it should be ")[2] or said.endswith(": write a number")


def test_true_is_not_taken_for_a_number() -> None:
    text = display("epaper", 'port = "x"', "upside_down = true") + "[evidence]\nkeep = false\n"
    read = config.parse(TABLE + text)
    assert (read.display, read.evidence.keep) == ((EpaperConfig("x", "epaper", upside_down=True),), False)


def test_a_link_to_a_port_is_that_port(tmp_path: Path) -> None:
    (tmp_path / "by-id").symlink_to("/dev/ttyUSB7")
    text = display("serial", 'port = "/dev/ttyUSB7"') + display("serial", f'port = "{tmp_path}/by-id"')
    assert "display 1 is at " in refused(text)
