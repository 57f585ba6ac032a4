"""Examples in the documents work as shown."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from random import Random
from typing import cast

from controller.commands.system import new
from controller.games import AnyGame
from controller.record.events import Bid
from controller.referee.fold import step
from controller.rules.match import AnyMatch, Match
from controller.rules.options import resolve
from controller.rules.results import DealResult, Result
from tests.support.loops import some
from tests.support.players import Players
from tests.support.somebodys import installed

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
LOOK = """
from controller import games, rulebooks
from firmware_bridge.displays import foreign
from schiri.testing import __main__ as laws
from vision.marks import symbologies

for group in (games, rulebooks, symbologies):
    print(*{"tricks", "pub", "dots"}.intersection(group.names()), *group.broken())
print(*foreign.kinds(), *foreign.broken())
raise SystemExit(laws.run(["tricks", "--matches", "6"]))
"""


def example() -> str:
    """The game in the guide, as the file that it is to be."""
    code: list[str] = re.findall(r"```python\n(.*?)```", (DOCS / "adding.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(code) == 1
    return code[0]


def example_game() -> AnyGame:
    names: dict[str, object] = {}
    exec(example(), names)  # noqa: S102 - the code is our own document's
    return cast("AnyGame", names["GAME"])


def test_the_game_in_the_guide_is_the_one_that_new_games_begin_with() -> None:
    """But for its names in other languages, which nobody can guess."""
    found: list[str] = []
    for line in some(example().splitlines()):
        found += [] if line.startswith("    wording = ") else [line]
    assert found == new.files("game", "tricks")["schiri_tricks/tricks.py"].splitlines()


def test_the_game_in_the_guide_plays_a_deal_without_a_fault() -> None:
    game, players = example_game(), Players(Random(1))
    rules = resolve(game.options, ("Anna", "Berta", "Carla"), "pub", {})
    match: AnyMatch = Match(game, rules, game.open_book(rules), (0, 0, 0))
    results: list[Result] = []
    match, _ = step(match, 2, players.opening(match, 0))
    match, _ = step(match, 3, Bid(seat=0, call="hearts"))
    while match.running:
        match, new = step(match, 4, players.next(match))
        results += new
    *tricks, done = results
    assert [type(result).__name__ for result in tricks] == ["TrickResult"] * 12
    assert isinstance(done, DealResult)
    assert sum(done.tricks) == 12
    assert done.score == tuple(2 * tricks for tricks in done.tricks)


def test_the_package_in_the_guide_brings_what_it_says(tmp_path: Path) -> None:
    """Its game is the one of the guide, which keeps every law; its rulebook and its marks are those to begin with."""
    [about] = re.findall(r"```toml\n(.*?)```", (DOCS / "adding.md").read_text(encoding="utf-8"), re.DOTALL)
    brings = tomllib.loads(about)["project"]["entry-points"]
    texts = {
        "schiri_tricks/__init__": "",
        "schiri_tricks/tricks": example(),
        "schiri_tricks/pub": new.files("rulebook", "pub")["schiri_pub/pub.py"],
        "schiri_tricks/dots": new.files("mark", "dots")["schiri_dots/dots.py"],
    }
    texts["schiri_tricks/glass"] = new.files("display", "glass")["schiri_glass/glass.py"]
    groups = {group: "".join(f"{name} = {home}\n" for name, home in points.items()) for group, points in brings.items()}
    site = installed(tmp_path, "schiri-tricks", "".join(f"[{one}]\n{groups[one]}" for one in groups), texts)
    homes = [home for points in brings.values() for home in points.values()]
    assert {f"schiri_tricks/{home.rpartition('.')[2]}" for home in homes} < {*texts}
    run = subprocess.run(  # noqa: S603 - this Python, our own text
        [sys.executable, "-c", LOOK],
        env={**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[:4] == ["tricks", "pub", "dots", "glass"]


def test_a_game_outside_the_package_is_registered_nowhere_and_found_everywhere(tmp_path: Path) -> None:
    """It is listed, set up, printed, said, spoken, advised in, refereed and drawn on a sheet as any other."""
    home = tmp_path / "elsewhere"
    home.mkdir()
    (home / "tricks.py").write_text(example(), encoding="utf-8")
    run = subprocess.run(  # noqa: S603 - the program is our own
        [sys.executable, "-m", "tests.support.newcomer", str(home)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    shown = json.loads(run.stdout)
    pages = shown.pop("pages")
    assert shown == {
        "found": True,
        "options": [
            "packs: French suits, or Swiss ones (marks --suits swiss)",
            "worth = 1 | 2; by default 1",
            "What a trick counts. (TRI-S1)",
            "profile pub: 2",
        ],
        "set up": None,
        "printed": ["clubs", "diamonds", "hearts", "seats-3", "spades"],
        "spoken": [
            "Stiche",
            "Ohne Trumpf, Stiche",
            "Anna: Ohne Trumpf",
            "♠ Schaufel",
            "♥ Herz",
            "♦ Ecken",
            "♣ Kreuz",
            "Ohne Trumpf",
        ],
        "laid": [["hearts", "beside"]],
        "advice": [0, "   2  2 cards of S\n   2  spades\n"],
    }
    assert pages["statuses"] == dict.fromkeys(("/", "/say", "/sheet", "/board", "/verdicts"), 200)
    assert pages["sheet"] == [pages["total"], pages["total"]]
