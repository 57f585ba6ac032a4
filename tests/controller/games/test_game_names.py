"""Games are found by the names by which players know them, in any case and with or without spaces and signs."""

import io

import pytest

from controller import games
from controller.commands.table.games import run
from controller.games import NoGameError
from controller.settings.names import ReadError, options

KNOWN = {
    "Coiffeur-Schieber": "coiffeur",
    "コアフュール・シーバー": "coiffeur",
    "ハントヤス": "handjass",
    "Middler": "mittlere",
    "ミットレール": "mittlere",
    "MITTLERE": "mittlere",
    "Plus Minus": "plus-minus",
    "Condor Whist": "condor",
    "コンドル・ホイスト": "condor",
    "Französisches Tarot": "tarot",
    "tarot français": "tarot",
    "Middler-Joker": "middler-joker",
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_game_is_found_by_its_players_name(name: str) -> None:
    assert games.load(name).name == games.id_of(name) == KNOWN[name]


def test_no_two_games_share_a_name_and_an_unknown_one_stays_unknown() -> None:
    assert games.names()
    for name in games.names():
        game = games.load(name)
        assert {games.id_of(one) for one in (name, game.title, *(game.wording or ()), *game.other_names)} == {name}
    assert games.id_of("Whist") == "Whist"
    for strange in ("Whist", "", "-", "speech"):
        with pytest.raises(NoGameError):
            games.load(strange)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Coiffeur-Schieber", ["spades (x 1)", "joker2 (x 8)", "gustav (row of 3)"]),
        ("TAROT", ["prise (x 1)", "garde-contre (x 6)"]),
        ("ハントヤス", ["in (plays)", "blind (takes the blind, in)"]),
    ],
)
def test_contracts_calls_and_multipliers_are_listed(name: str, said: list[str]) -> None:
    out = io.StringIO()
    assert run(name, out) == 0
    assert [one for one in said if one not in out.getvalue()] == []


def test_house_rules_are_typed_as_in_the_settings() -> None:
    typed = ["partners=false", "threshold=21", "poignee=20,30,40", "follow=head", "bids=garde,"]
    assert options(typed) == {
        "partners": False,
        "threshold": 21,
        "poignee": (20, 30, 40),
        "follow": "head",
        "bids": ("garde",),
    }


@pytest.mark.parametrize("typed", [["partners"], ["=1"], ["a=1", "a=2"]])
def test_a_house_rule_that_is_none_is_refused_in_a_sentence(typed: list[str]) -> None:
    with pytest.raises(ReadError, match="NAME=VALUE"):
        options(typed)
