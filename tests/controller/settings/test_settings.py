"""Settings written and changed: what is written reads back, and no comment is lost."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from controller import cli, games
from controller.record.naming import are_players
from controller.settings import model as config
from controller.settings import text as settings_text
from controller.settings.edit import KeyPath, edited
from controller.settings.model import Config, ConfigError, TableConfig
from tests.support.loops import some

TABLE = TableConfig("mittlere", ("Anna", "Berta", "Carla"))
EXAMPLE = (Path(__file__).parents[3] / "examples" / "schiri.toml").read_text()
COMMENTED = '# mine\n[camera]\nsource = "0"  # the old one\n\n# the rest\n[reading]\nframes = 4 # sure\n'

DISPLAYS = [
    '[[display]]\nport = "/dev/ttyUSB0"\n',
    '[[display]]\nport = "/dev/ttyUSB1"\nkind = "wled"\nlights = 30\nturns = [4, 5]\n',
    '[[display]]\nkind = "lcdproc"\n',
]
names = st.lists(st.text("Aäb 'x\"\\\u3042", min_size=1), min_size=2, max_size=5).filter(are_players).map(tuple)
tables = st.builds(
    TableConfig,
    st.sampled_from(games.names()),
    names,
    options=st.dictionaries(st.text("ab_-.\"' ", min_size=1), st.booleans() | st.integers(0, 9) | st.text("x'\"")),
)


@given(tables)
def test_a_file_to_begin_with_reads_as_that_table(table: TableConfig) -> None:
    assert config.parse(settings_text.explained(table)) == Config(table)


def test_commented_settings_are_the_defaults() -> None:
    """Every default, put in force, changes nothing; sections of displays are examples."""
    text = settings_text.explained(TABLE)
    own = re.sub(r"(?m)^# \[.*\]\n(?:#.*\n)*", "", text)
    assert config.parse(re.sub(r"(?m)^# (\w+ = .*)(?<!it is not set)$", r"\1", own)) == Config(TABLE)
    assert own.count(" = ") > 20


COMMENTED_OUT = r"(?m)^# (\[.*\]|\w+ = .*)$"
"""A setting, or the head of a section, with the sign before it that makes it a comment."""


@pytest.mark.parametrize("game", games.names())
def test_each_example_is_a_setting_once_its_sign_is_taken_away(game: str) -> None:
    """Alone within a section that is there, with its section where that is an example, and all of them together."""
    for seats in some(games.load(game).seats):
        table = TableConfig(game, tuple(f"P{seat}" for seat in range(seats)))
        plain = Config(table)
        sections = re.split(r"\n\n", settings_text.explained(table))
        whole = "\n\n".join(sections)
        for number, section in some(enumerate(sections)):
            found = re.findall(COMMENTED_OUT, section)
            example = any(one.startswith("[") for one in found)
            for line in found if not example else ():
                if not line.startswith(("cert", "key")):  # each needs the other
                    alone = "\n\n".join(
                        [*sections[:number], section.replace(f"# {line}", line), *sections[number + 1 :]]
                    )
                    assert (config.parse(alone) == plain) == ("for example" not in line), line
            shown = re.sub(COMMENTED_OUT, r"\1", section)
            together = config.parse("\n\n".join([*sections[:number], shown, *sections[number + 1 :]]))
            assert not example or together != plain, section
        assert config.parse(re.sub(COMMENTED_OUT, r"\1", whole)) != plain
        assert "is not set\n" not in whole.replace("# for example; without this line it is not set", "")


def test_every_setting_is_in_the_file_to_begin_with() -> None:
    """All keys of all sections, so that nothing has to be looked for elsewhere."""
    text = settings_text.explained(TABLE)
    keys = {key for one in some(TypeAdapter(Config).json_schema()["$defs"].values()) for key in one["properties"]}
    apart = {"topic"}  # of the lights of a home, a list in it
    assert {key for key in keys if not re.search(rf"(?m)^(# )?{key} = ", text)} == apart


def test_every_kind_of_display_is_shown() -> None:
    shown = re.findall(r'# \[\[display\]\]\n(?:#.*\n)*?# kind = "(\w+)"', settings_text.explained(TABLE))
    assert (len(shown), len(set(shown))) == (text_kinds(), text_kinds())


def text_kinds() -> int:
    """How many kinds of displays the refusal of another kind lists."""
    with pytest.raises(ConfigError) as told:
        config.parse(EXAMPLE + '[[display]]\nkind = "none"\nport = "x"\n')
    listed = str(told.value).rsplit("the kinds are ", 1)[1]
    return len(re.split(r", | and ", listed))


@given(st.lists(st.sampled_from(DISPLAYS), unique=True), st.booleans())
def test_effective_settings_are_written_whole(displays: list[str], unset: bool) -> None:
    own = "" if unset else '[camera]\nexposure = 8.5\nfps = 30\n[calibration]\nfile = "/a b/c.json"\n'
    read = config.parse(
        '[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\noptions = {deals = 4}\n' + own + "".join(displays)
    )
    assert config.parse(settings_text.effective(read)) == read


def test_a_single_setting_is_changed_and_nothing_else() -> None:
    changes: dict[KeyPath, Any] = {("camera", "source"): "1", ("reading", "frames"): None, ("console", "port"): 80}
    assert edited(COMMENTED, changes) == (
        '# mine\n[camera]\nsource = "1"  # the old one\n\n# the rest\n[reading]\n\n[console]\nport = 80\n'
    )


@given(st.dictionaries(st.sampled_from([("camera", "source"), ("marks", "symbology"), ("x", "y")]), st.text()))
def test_changed_settings_read_as_what_was_put(changes: dict[KeyPath, str]) -> None:
    text = edited(COMMENTED, dict(changes))
    assert edited(text, dict(changes)) == text
    again = edited(text, dict.fromkeys(changes, None))
    for section, key in changes:
        assert json.dumps(key) not in again.partition(f"[{section}]")[2].partition("[")[0]


@pytest.mark.parametrize("version", ["0", "2", '"1"', "-1"])
def test_a_version_that_is_not_known_is_told(version: str) -> None:
    with pytest.raises(ConfigError, match="version"):
        config.parse(f"version = {version}\n" + EXAMPLE)


@pytest.mark.parametrize("sign", ["\x85", "\u2028"])
def test_a_sign_in_a_comment_moves_no_line(sign: str, tmp_path: Path) -> None:
    path = tmp_path / "schiri.toml"
    path.write_text(f"# a{sign}b\n[table]\ngame = 1\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"line 3: 'table\.game' cannot be 1"):
        config.load(path)


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "schiri.toml"
    assert cli.main(["config", "init", str(file), "--game", "tarot", "--seats", "A,B,C,D"]) == 0
    capsys.readouterr()
    assert cli.main(["config", "check", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: tarot, 4 seats, 0 displays: all right\n"
    assert cli.main(["config", "effective", str(file)]) == 0
    assert config.parse(capsys.readouterr().out) == config.load(file)
    assert [path.name for path in tmp_path.iterdir()] == ["schiri.toml"]


def test_a_file_to_begin_with_seats_as_many_as_the_game_needs(tmp_path: Path) -> None:
    for name in some(games.names()):
        assert cli.main(["config", "init", str(tmp_path / name), "--game", name]) == 0
        assert len(config.load(tmp_path / name).table.seats) in games.load(name).seats


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["init", "{file}"], "is there already; name a new file, or write over it with --force"),
        (["init", "{folder}/none/x.toml"], "none/x.toml cannot be written: there is no folder "),
        (["init", "{folder}/x.toml", "--game", "poker"], "poker"),
        (["init", "{folder}/x.toml", "--seats", "A,A,B"], "--seats needs a different, printable name"),
        (["init", "{folder}/x.toml", "--seats", "かな,かな"], "for each player, not 'かな,かな'"),
        (["init", "{folder}/x.toml", "--seats", "A,B"], "3"),
        (
            ["init", "{folder}/x.toml", "--camera", " "],
            "--camera: write a camera's number or device, picamera, phone, a file",
        ),
        (["init", "{folder}/x.toml", "--camera", "-1"], "--camera: write a camera's number or device, picamera"),
        (["init", "{folder}/x.toml", "--seats", "A, jr.,B,C"], "a name with a comma goes in double quotes"),
        (["check", "{folder}/x.toml"], "x.toml cannot be read: No such file or directory"),
        (["check", "{bad}"], ", line 22: symbology 'runes': choose one of"),
        (["effective", "{folder}"], "cannot be read: Is a directory"),
        (["effective", "{broken}"], "broken.toml is no TOML"),
        (["check", "/dev/zero"], "/dev/zero cannot be read: it is larger than 4 MB"),
    ],
)
def test_a_mistake_is_one_sentence(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, bad, broken = tmp_path / "schiri.toml", tmp_path / "bad.toml", tmp_path / "broken.toml"
    file.write_text(EXAMPLE)
    bad.write_text(EXAMPLE.replace('"aruco"', '"runes"'))
    broken.write_text("[[x")
    places = {"file": file, "folder": tmp_path, "bad": bad, "broken": broken}
    assert cli.main(["config", *(argument.format(**places) for argument in arguments)]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert (err.count("\n"), file.read_text()) == (1, EXAMPLE)
