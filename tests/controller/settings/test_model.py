from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.settings import model as config

TABLE = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'


def test_the_least_settings_are_a_game_and_its_seats() -> None:
    read = config.parse(TABLE)
    assert read.table == config.TableConfig("mittlere", ("Anna", "Berta", "Carla"))
    assert (read.camera.video, read.marks.symbology, read.marks.decks, read.display) == ("0", "aruco", (0,), ())


def test_the_example_in_the_documents_is_read() -> None:
    read = config.load(Path(__file__).parents[3] / "examples" / "schiri.toml")
    assert read.table.options == {"hundred_and_none": "both-fail"}
    assert [display.port for display in read.display] == ["/dev/ttyUSB0"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x =", "schiri.toml is no TOML"),
        ('[table]\ngame = "mittlere"\n', "schiri.toml: the setting 'table.seats' is missing"),
        (TABLE.replace("Berta", "anna"), "schiri.toml, line 3: 'table.seats' cannot be"),
        (TABLE.replace("Berta", " "), "schiri.toml, line 3: 'table.seats' cannot be"),
        (TABLE + 'colour = "red"\n', "schiri.toml, line 4: there is no setting 'table.colour'"),
        (TABLE + '\n[camera]\nsurce = "0"\n', "schiri.toml, line 6: there is no setting 'camera.surce'"),
        (TABLE + "[camra]\n", "schiri.toml, line 4: there is no setting 'camra'"),
        (TABLE + '[camera]\nfps = "a"\n', "schiri.toml, line 5: 'camera.fps' cannot be 'a'"),
        (TABLE + '[marks]\ndecks = ["x"]\n', "schiri.toml, line 5: 'marks.decks.0' cannot be 'x'"),
        (
            TABLE + '[[display]]\nport = "a"\nbaud = 9600\n[[display]]\nport = "b"\nbaud = "fast"\n',
            "schiri.toml, line 9: 'display.1.baud' cannot be 'fast'",
        ),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, told: str) -> None:
    with pytest.raises(config.ConfigError) as mistake:
        config.parse(text)
    assert str(mistake.value).startswith(told)
    assert "\n" not in str(mistake.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(config.ConfigError, match=r"nowhere\.toml cannot be read: No such file or directory"):
        config.load(tmp_path / "nowhere.toml")


@given(st.text(max_size=80) | st.text(max_size=40).map(TABLE.__add__))
def test_any_text_is_settings_or_one_sentence(text: str) -> None:
    try:
        config.parse(text)
    except config.ConfigError as mistake:
        told = str(mistake)
        told_at_all = told.startswith("schiri.toml")
    else:
        told_at_all = True
    assert told_at_all
