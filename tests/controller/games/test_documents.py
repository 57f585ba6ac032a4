"""What the documents show works as they show it."""

import re
from pathlib import Path
from random import Random
from typing import cast

from controller.games import AnyGame, jass
from controller.referee.fold import step
from controller.rules.deal import Deal
from controller.rules.game import Game, Settlement
from controller.rules.layout import all_in_hands
from controller.rules.match import AnyMatch, Match
from controller.rules.options import Rules
from controller.rules.results import DealResult, Result
from tests.support.players import Players

DOCS = Path(__file__).parents[3] / "docs"


def example_game() -> AnyGame:
    text = (DOCS / "adding.md").read_text(encoding="utf-8")
    [code] = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    names: dict[str, object] = {"Deal": Deal, "Game": Game, "Settlement": Settlement, "jass": jass}
    names["all_in_hands"] = all_in_hands
    exec(code, names)  # noqa: S102 - the code is our own document's
    return cast("AnyGame", names["GAME"])


def test_the_game_in_the_guide_plays_a_deal_without_a_fault() -> None:
    rules = Rules(("Anna", "Berta", "Carla"))
    game, players = example_game(), Players(Random(1))
    match: AnyMatch = Match(game, rules, game.open_book(rules), (0, 0, 0))
    results: list[Result] = []
    match, _ = step(match, 2, players.opening(match, 0))
    while match.running:
        match, new = step(match, 3, players.next(match))
        results += new
    *tricks, done = results
    assert [type(result).__name__ for result in tricks] == ["TrickResult"] * 12
    assert isinstance(done, DealResult)
    assert sum(done.tricks) == 12
    assert done.score == done.tricks
