"""The tables of the guide to games: each name in them is there in the code, where the guide says."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

import schiri.games
from controller.rules import deal, game, parts
from tests.support.loops import some

GUIDE = Path(__file__).parents[3] / "docs" / "adding.md"
BLOCKS = "What these methods are made of"
HOMES = {name: getattr(schiri.games, name) for name in schiri.games.__all__}


def table(title: str) -> list[tuple[str, str]]:
    """The rows under a line of the guide."""
    part = GUIDE.read_text(encoding="utf-8").partition(title)[2].partition("|---|---|\n")[2].partition("\n\n")[0]
    rows = [row.strip("|").split("|", 1) for row in part.splitlines()]
    return [(left.strip(), right) for left, right in rows]


def quoted(text: str) -> Iterator[str]:
    """What stands in code quotes."""
    yield from re.findall(r"`([^`]+)`", text)


def test_every_documented_override_is_a_member_of_a_game() -> None:
    names = [name for left, _ in some(table("What can be overridden")) for name in quoted(left)]
    assert {"played", "exempt"} <= {*names}
    assert [name for name in names if not hasattr(game.Game, name)] == []


def test_the_parts_of_a_game_have_what_the_guide_says_of_each() -> None:
    names = [name for left, _ in some(table("The parts of a game")) for name in quoted(left)]
    assert {name.partition(".")[0] for name in names} == {*game.PARTS}
    missing = [
        name for name in names if "." in name and not hasattr(game.PARTS[name.split(".")[0]], name.split(".")[1])
    ]
    assert missing == []


class Loud(parts.Auction[None, None]):
    def speaker(self, deal: deal.Deal[None]) -> int:
        return deal.dealer


def test_a_method_of_a_part_that_is_written_in_a_game_is_refused_with_the_part_s_name() -> None:
    with pytest.raises(TypeError, match=r"speaker\(\) of Loud belongs to its auction \(Auction\)"):
        type("Loud", (game.Game,), {"speaker": Loud.speaker})


def test_required_members_of_a_game_are_demanded() -> None:
    names = {name.partition("(")[0] for left, _ in some(table("What a game must say")) for name in quoted(left)}
    assert names >= {*game.Game.__abstractmethods__}


def test_the_building_blocks_are_public_with_these_arguments() -> None:
    tried = 0
    for left, _ in some(table(BLOCKS)):
        names = [*quoted(left)]
        for one in names:
            name, _, given = one.partition("(")
            if name.startswith("deal."):
                known = {field.name for field in fields(deal.Deal)} | {*dir(deal.Deal)}
                assert name.removeprefix("deal.") in known
                continue
            assert name in HOMES, one
            kind, tried = HOMES.get(name), tried + 1
            if given and isinstance(kind, type) and is_dataclass(kind):
                parts = given.rstrip(")").split(", ")
                assert [field.name for field in fields(kind)][: len(parts)] == parts
    assert tried > 8
