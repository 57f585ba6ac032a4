"""Games, rulebooks and marks of packages by somebody else: used as our own; a broken one is told and breaks nothing."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

import controller
from controller.commands.system import new
from groundwork import extensions
from tests.support.loops import some
from tests.support.somebodys import GAME, MARK, RULEBOOK, installed

HOME: Final = Path(controller.__file__).parents[1]

ENTRY_POINTS: Final = """\
[schiri.games]
twist = somebodys_game
gone = nowhere_at_all
raises = raises_error
moved = moved_part
leaves = leaves_early
interrupts = interrupts_all
mittlere = somebodys_game
other-name = somebodys_game
empty = empty_module
bare = bare_game
classy = classy_game
seated = seated_game
strange = strange_deck
wordless = wordless_game
stubborn = stubborn_module
optional = optional_game
parted = parted_game
unmade = unmade_game
ruled = ruled_game
misplaced = misplaced_game
steering = steering_error
malformed = no module : at all

[schiri.rulebooks]
redealing = somebodys_rulebook
swiss = somebodys_rulebook
silent = empty_module

[schiri.symbologies]
turned = somebodys_mark
aruco = somebodys_mark
blank = empty_module
ending = interrupts_all
noisy = leaves_early

[schiri.displays]
glass = somebodys_display
wled = somebodys_display
dark = empty_module
halting = halting_display
stopping = stopping_display
unsaid = unsaid_error
"""
RULED: Final = "options = (replace(Mittlere.options[2], says=Mittlere.options[2].says[:1]),)"
MODULES: Final[Mapping[str, str]] = {
    "somebodys_game": GAME,
    "somebodys_rulebook": RULEBOOK,
    "somebodys_mark": MARK,
    "somebodys_display": new.files("display", "glass")["schiri_glass/glass.py"],
    "halting_display": "def dialect(): return 1 / 0\n",
    "stopping_display": "def dialect(): raise GeneratorExit\n",
    "unsaid_error": "class E(Exception):\n    def __str__(self): return 1 / 0\nraise E\n",
    "raises_error": 'raise RuntimeError("no paper")\n',
    "moved_part": "from controller.games.somewhere_else import Game\n",
    "leaves_early": 'print("noise")\nraise SystemExit("bye")\n',
    "interrupts_all": "raise KeyboardInterrupt\n",
    "stubborn_module": "def __getattr__(name): raise KeyboardInterrupt\n",
    "parted_game": GAME.replace('"twist"', '"parted"').replace("    def", "    auction = 5\n\n    def", 1),
    "unmade_game": GAME.replace('"twist"', '"unmade"').replace(
        "    def", "    slip = type(Mittlere.slip)\n\n    def", 1
    ),
    "ruled_game": GAME.replace('"twist"', '"ruled"').replace("    def", f"    {RULED}\n\n    def", 1),
    "misplaced_game": GAME.replace('"twist"', '"misplaced"').replace("open_deal", "speaker"),
    "optional_game": GAME.replace('"twist"', '"optional"').replace("    def", "    options = 5\n\n    def", 1),
    "steering_error": 'raise RuntimeError("red: \\x1b[31m" + 999 * "r")\n',
    "empty_module": "",
    "bare_game": GAME.replace('"twist", "Mittlere with a twist"', '"bare", ""'),
    "classy_game": GAME.replace("Twist()", "Twist"),
    "seated_game": GAME.replace('"twist", "Mittlere with a twist"', '"seated", "Seated"').replace(
        "    def open", "    seats = 4\n\n    def open"
    ),
    "strange_deck": GAME.replace('"twist"', '"strange"').replace("    def", '    deck = ("SA", "S11")\n\n    def'),
    "wordless_game/__init__": GAME.replace('"twist"', '"wordless"'),
    "wordless_game/words": "1 / 0\n",
}
DOUBLES: Final = {"games": "twist", "rulebooks": "redealing", "symbologies": "turned", "displays": "glass"}
"""Parts that two packages bring by the same name."""
LOOK: Final = """
import json, sys
import schiri
from controller import games, rulebooks
from controller.cli import main
from controller.rulebooks.proposal import Case
from firmware_bridge.displays import foreign
from vision.marks import symbologies

table = schiri.Table("Mittlere with a twist", "Anna Berta Carla")
table.deal("Berta")
mark, plain = (symbologies.load(name).draw(0, "SA", 80) for name in ("turned", "aruco"))
groups = {"games": games, "rulebooks": rulebooks, "symbologies": symbologies, "displays": foreign}
names = {name: getattr(group, "names", foreign.kinds) for name, group in groups.items()}
try:
    games.load("raises")
except games.NoGameError as error:
    told = str(error)
print(json.dumps({
    "names": {name: list(found()) for name, found in names.items()},
    "broken": {name: {one.name: [one.package, one.reason] for one in group.broken()} for name, group in groups.items()},
    "leads": table.turn,
    "turned": bool((mark == plain[::-1, ::-1]).all()),
    "proposes": callable(rulebooks.load("redealing")),
    "told": told,
}))
"""

FORM: Final = """
import json
from controller.console.setup import displays
from controller.console.setup.form_errors import FormRefusedError

form = {"port": "/dev/ttyUSB7", "options": "columns=16 lines=2"}
try:
    displays.requested("glass", {**form, "options": "rows=2"})
    wrong = []
except FormRefusedError as error:
    wrong = [one.field for one in error.mistakes]
print(json.dumps({
    "keys": [one.key for one in displays.entries("glass")],
    "asked": displays.requested("glass", form),
    "wrong": wrong,
}))
"""


def program(folder: Path, *arguments: str, also: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A program that finds the package as if it were installed; ``also`` another one after it."""
    sites = [str(path) for path in (folder / "site", also, HOME) if path]
    return subprocess.run(  # noqa: S603 - this Python, our own text
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sites)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    there = tmp_path_factory.mktemp("installed")
    installed(there / "site", "somebodys-cards", ENTRY_POINTS, MODULES)
    return there


@pytest.fixture(scope="module")
def found(folder: Path) -> dict[str, Any]:
    run = program(folder, "-c", LOOK)
    assert run.stderr == ""
    shown: dict[str, Any] = json.loads(run.stdout)
    return shown


def test_extensions_are_used_like_built_in_parts(found: dict[str, Any]) -> None:
    assert "twist" in found["names"]["games"]
    assert "redealing" in found["names"]["rulebooks"]
    assert "turned" in found["names"]["symbologies"]
    assert (found["leads"], found["turned"], found["proposes"]) == ("Berta", True, True)


def test_a_broken_extension_is_left_out_and_reported_by_package_and_reason(found: dict[str, Any]) -> None:
    reasons = {name: reason for group in found["broken"].values() for name, (_, reason) in group.items()}
    packages = {package for group in found["broken"].values() for package, _ in group.values()}
    assert packages == {"somebodys-cards"}
    assert reasons.pop("malformed").startswith("no module : at all cannot be loaded (")
    assert reasons == {
        "gone": "nowhere_at_all cannot be loaded (ModuleNotFoundError: No module named 'nowhere_at_all')",
        "raises": "raises_error cannot be loaded (RuntimeError: no paper)",
        "moved": (
            "moved_part cannot be loaded (ModuleNotFoundError: No module named 'controller.games.somewhere_else'): "
            "controller.games.somewhere_else is no part for others; "
            f"{extensions.PROMISED} have what a package may import"
        ),
        "leaves": "leaves_early cannot be loaded (SystemExit: bye)",
        "interrupts": "interrupts_all cannot be loaded (KeyboardInterrupt)",
        "mittlere": "'mittlere' is a name of Schiri's own",
        "other-name": "its GAME is named 'twist', and its entry point 'other-name'",
        "empty": "empty_module defines no GAME, an instance of a subclass of controller.rules.game.Game",
        "bare": "its GAME says nothing of its title",
        "classy": "its GAME is the class Twist, and no game of it: write GAME = Twist()",
        "seated": "the seats of its GAME are 4, and no tuple: write seats = (4,)",
        "strange": "its deck has 'S11', which is on no card",
        "stubborn": "stubborn_module cannot be loaded (KeyboardInterrupt)",
        "parted": "the auction of its GAME is 5, and no object of a class of Auction",
        "unmade": "the slip of its GAME is the class MittlereSlip: write slip = MittlereSlip()",
        "ruled": "its option 'follow' has 3 values and 1 sentences: write one for each, or none",
        "misplaced": (
            "misplaced_game cannot be loaded (TypeError: speaker() of Twist belongs to its auction (Auction): "
            "write it there)"
        ),
        "optional": "the options of its GAME are 5, and no tuple",
        "steering": f"steering_error cannot be loaded (RuntimeError: red:  [31m{'r' * 276}…)",
        "wordless": "wordless_game.words cannot be loaded (ZeroDivisionError: division by zero)",
        "swiss": "'swiss' is a name of Schiri's own",
        "silent": "it defines no function propose(case)",
        "aruco": "'aruco' is a name of Schiri's own",
        "wled": "'wled' is a name of Schiri's own",
        "dark": "it defines no function dialect(**options)",
        "halting": "its dialect() fails (ZeroDivisionError: division by zero)",
        "blank": "it defines no function symbology(decks)",
        "ending": "interrupts_all cannot be loaded (KeyboardInterrupt)",
        "noisy": "leaves_early cannot be loaded (SystemExit: bye)",
        "stopping": "its dialect() fails (GeneratorExit)",
        "unsaid": "unsaid_error cannot be loaded (E)",
    }
    assert not set(found["names"]["games"]) & {"gone", "raises", "leaves", "other-name", "empty", "malformed"}
    assert not set(found["names"]["rulebooks"]) & {"silent"}


def test_asking_for_a_broken_game_names_the_reason(found: dict[str, Any]) -> None:
    assert found["told"] == (
        "there is no game 'raises': the package somebodys-cards brings one, "
        "but raises_error cannot be loaded (RuntimeError: no paper)"
    )


def test_the_doctor_names_each_broken_one_and_the_game_goes_on(folder: Path) -> None:
    settings = '[table]\ngame = "twist"\nseats = ["Anna", "Berta", "Carla"]\n[camera]\nsource = "none"\n'
    (folder / "schiri.toml").write_text(f'{settings}[data]\ndirectory = "{folder}/data"\n', encoding="utf-8")
    run = program(folder, "-P", "-m", "controller", "doctor", "--config", "schiri.toml", "--json")
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    told = [line["told"] for line in lines if line["part"] == "extensions"]
    assert len(told) == 32
    assert told[0] == (
        "gone (schiri.games) of the package somebodys-cards is left out: nowhere_at_all cannot be loaded "
        "(ModuleNotFoundError: No module named 'nowhere_at_all'); "
        "mend that package or remove it (pip uninstall somebodys-cards)"
    )
    assert any("twist, 3 seats" in line["told"] for line in lines if line["part"] == "settings")


def test_the_doctor_names_what_is_brought_under_a_group_that_nobody_asks_for(folder: Path, tmp_path: Path) -> None:
    points = "[schiri.game]\nsnap = nowhere\n[schiri_marks]\nstars = nowhere\n[schirin]\nother = nowhere\n"
    installed(tmp_path / "site", "slips", points, {})
    run = program(folder, "-P", "-m", "controller", "doctor", "--config", "none.toml", "--json", also=tmp_path / "site")
    told = [line["told"] for line in map(json.loads, run.stdout.splitlines()) if "slips" in line["told"]]
    groups = "schiri.games, schiri.rulebooks, schiri.symbologies and schiri.displays"
    assert told == [
        f"{what} of the package slips is not found: entry points are looked for under {groups} only"
        for what in ("snap (schiri.game)", "stars (schiri_marks)")
    ]


def test_the_doctor_names_both_packages_that_bring_one_name_and_needs_no_settings(folder: Path, tmp_path: Path) -> None:
    doubles = "".join(f"[schiri.{group}]\n{name} = nowhere\n" for group, name in DOUBLES.items())
    installed(tmp_path / "site", "another-twist", doubles, {})
    run = program(folder, "-P", "-m", "controller", "doctor", "--config", "none.toml", "--json", also=tmp_path / "site")
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert run.returncode == 1
    assert lines[0]["part"] == "settings"
    for group, name in some(DOUBLES.items()):
        told = f"{name} (schiri.{group}) of the package another-twist is left out: the package somebodys-cards brings"
        assert [line for line in lines if line["told"].startswith(told)], told


def told(folder: Path, *arguments: str) -> str:
    """What a command prints, and how it ends."""
    run = program(folder, "-P", "-m", "controller", *arguments)
    return f"{run.returncode} {run.stdout}{run.stderr}"


def test_a_display_of_another_package_is_shown_and_set_as_our_own(folder: Path) -> None:
    shown = told(folder, "display", "--kind", "glass", "--options", "columns=16 lines=2", "--emulate", "--face", "idle")
    assert shown.startswith("0 idle:\n('")
    table = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'
    path = folder / "glass.toml"
    for options, answer in (("columns=16 lines=2", "0 "), ("rows=2", "2 "), ("rows", "2 ")):
        display = f'[[display]]\nkind = "glass"\nport = "/dev/ttyUSB7"\noptions = "{options}"\n'
        path.write_text(table + display, encoding="utf-8")
        checked = told(folder, "config", "check", path.name)
        assert checked.startswith(answer), checked
        assert answer == "0 " or "glass.toml, line 4" in checked, checked


def test_a_table_whose_display_is_broken_can_be_played_at_without_it(folder: Path) -> None:
    table = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\n'
    path = folder / "dark.toml"
    path.write_text(f'{table}[[display]]\nkind = "dark"\nport = "/dev/ttyUSB7"\n', encoding="utf-8")
    assert told(folder, "config", "check", path.name).startswith("0 ")
    shown = told(folder, "display", "--config", path.name, "--face", "idle", "--seconds", "0.1")
    assert shown.startswith("1 ")
    assert "refused: display 'dark' of another package: it defines no function dialect(**options)" in shown


def test_a_display_of_another_package_has_a_form(folder: Path) -> None:
    run = program(folder, "-c", FORM)
    assert (run.stderr, json.loads(run.stdout)) == (
        "",
        {
            "keys": ["port", "baud", "options"],
            "asked": {"kind": "glass", "port": "/dev/ttyUSB7", "options": "columns=16 lines=2"},
            "wrong": ["options"],
        },
    )
