"""Sheets in text stay straight where names are of wide letters."""

from unicodedata import east_asian_width

import pytest

from controller import games
from controller.rules.options import resolve
from controller.rules.sheet import table
from tests.support.loops import some

NAMES = ("太郎", "ゆりこさん・やまだ", "Anna", "やまだ・はなこ・たろう", "e\u0301mile")


def columns(text: str) -> int:
    return sum(2 if east_asian_width(one) in "WF" else one != "\u0301" for one in text)


def test_every_line_ends_where_the_rule_does() -> None:
    head, rule, row, _, foot = table("Coiffeur", NAMES, [("スペード", ["1"] * 5)], ["157"] * 5)
    assert {columns(line) for line in (head, rule, row, foot)} == {len(rule)}


@pytest.mark.parametrize("game", games.names())
def test_the_sheet_of_every_game_is_straight(game: str) -> None:
    """Its lines are as long as with names of plain letters that take the same room."""
    own = games.load(game)
    plain = tuple("x" * columns(name) for name in NAMES)
    for seats in some(own.seats):
        lengths = [
            [columns(line) for line in own.sheet.lines(own.title, rules, own.open_book(rules), (0,) * seats, [])]
            for rules in (resolve(own.options, names[:seats], "seed", {}) for names in (NAMES, plain))
        ]
        assert lengths[0] == lengths[1]
