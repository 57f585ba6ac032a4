"""`schiri film` with effects chosen singly, and the side-car that tells what was drawn."""

import json
from pathlib import Path

import pytest

from controller.cli import main
from controller.commands import typed_opening
from vision.marks.identity import NO_DECK

RECORD = """\
{"e":"match","v":1,"game":"mittlere","seats":["A","B","C"],"profile":"seed","options":{}}
{"e":"deal","dealer":2}
{"e":"play","seat":0,"card":"H7"}
{"e":"play","seat":1,"card":"HA"}
"""


def film(folder: Path, *options: str) -> int:
    (folder / "a.jsonl").write_text(RECORD, encoding="utf-8")
    return main(["film", str(folder / "a.jsonl"), str(folder / "a.avi"), "--size", "480x270", *options])


def test_the_side_car_tells_every_effect_and_landing(tmp_path: Path) -> None:
    assert film(tmp_path, "--noise", "none", "--effect", "glare=0.5", "--effect", "leds", "--seed", "3") == 0
    told = json.loads((tmp_path / "a.avi.json").read_text(encoding="utf-8"))
    assert [(effect["effect"], effect["level"]) for effect in told["effects"]] == [("glare", 0.5), ("leds", 1.0)]
    assert all(effect["acts"] for effect in told["effects"])
    assert [(landing["card"], landing["deck"]) for landing in told["landings"]] == [
        ("new-deal", NO_DECK),
        ("H7", 0),
        ("HA", 0),
    ]
    assert (told["seed"], told["seats"], told["size"], told["card"]) == (3, 3, [480, 270], "63x88")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.avi", "a.avi.json", "a.jsonl"]


def test_without_commands_only_plays_are_drawn(tmp_path: Path) -> None:
    assert film(tmp_path, "--noise", "none", "--no-commands", "--table", "checks") == 0
    told = json.loads((tmp_path / "a.avi.json").read_text(encoding="utf-8"))
    assert ([landing["card"] for landing in told["landings"]], told["table"]) == (["H7", "HA"], "checks")


def test_a_film_is_drawn_by_other_house_rules(tmp_path: Path) -> None:
    assert film(tmp_path, "--noise", "none", "--option", "follow=Head", "--option", "deals=1") == 0
    assert (tmp_path / "a.avi").stat().st_size > 0


def test_house_rules_that_are_typed_are_played_beside_those_of_the_record() -> None:
    """Those of ``film`` and of ``read``: by the names of the record, and those that the record had stay."""
    opening = typed_opening.typed("Mittlere", "Anna,Berta,Carla", "seed", ["follow=Head"])
    assert (opening.game, opening.options) == ("mittlere", {"follow": "head"})
    assert typed_opening.with_options(opening, ["deals=1"]).options == {"follow": "head", "deals": 1}


def test_a_wrong_effect_is_told_before_anything_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert film(tmp_path, "--effect", "fog=1") == 2
    assert "effect 'fog': choose from overlap, hands" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl"]
