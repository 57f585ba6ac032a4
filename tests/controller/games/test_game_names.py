"""Games are found by the names by which players know them, in any case and with or without spaces and signs."""

import io
from dataclasses import replace

import pytest

from controller import games
from controller.commands.table.games import run
from controller.games import NoGameError
from controller.record.events import Bid
from controller.record.naming import plain
from controller.referee.fold import fold
from controller.rules.options import OptionError, resolve
from controller.settings.model import parse
from controller.settings.names import ReadError, options
from tests.support.examples import Example

KNOWN = {
    "Coiffeur-Schieber": "coiffeur",
    "コアフュール・シーバー": "coiffeur",
    "ハントヤス": "handjass",
    "シーバー": "schieber",
    "Chibre": "schieber",
    "Schieber-Jass": "schieber",
    "Middler": "mittlere",
    "ミットレール": "mittlere",
    "MITTLERE": "mittlere",
    "Plus Minus": "plus-minus",
    "Condor Whist": "condor",
    "ホイスト": "whist",
    "ユーカー": "euchre",
    "コンドル・ホイスト": "condor",
    "Französisches Tarot": "tarot",
    "tarot français": "tarot",
    "Middler-Joker": "middler-joker",
    "Game of Spades": "spades",
    "Contract Bridge": "bridge",
    "Schnapser": "schnapsen",
    "シュナプセン": "schnapsen",
    "ブリッジ": "bridge",
    "Belote coinchée": "belote",
    "Contrée": "belote",
    "ブロット": "belote",
    "Differenz-Jass": "differenzler",
    "Doko": "doppelkopf",
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_game_is_found_by_its_players_name(name: str) -> None:
    assert games.load(name).name == games.id_of(name) == KNOWN[name]


def test_no_two_games_share_a_name_and_an_unknown_one_stays_unknown() -> None:
    assert games.names()
    for name in games.names():
        game = games.load(name)
        assert {games.id_of(one) for one in (name, game.title, *(game.wording or ()), *game.other_names)} == {name}
    assert games.id_of("Snap") == "Snap"
    for strange in ("Snap", "", "-", "speech"):
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


SYNONYMS: dict[str, dict[str, tuple[str, ...]]] = {
    "coiffeur": {
        "no-trump": ("Obenabe", "OBEN-ABE", "ノートランプ"),
        "reverse": ("Undenufe", "リバース"),
        "slalom": ("Zig-Zack", "ジクザグ", "zigzag"),
        "gustav": ("Mittendurch", "Gusti", "Marie", "Mutti", "グスタフ"),
        "spades": ("Eichel", "Schaufel", "どんぐり"),
        "clubs": ("Rosen", "Kreuz", "花"),
        "diamonds": ("Schilten", "ダイアモンド", "Écus", "ecus"),
        "hearts": ("Schellen", "Herz"),
        "pass": ("Passe", "パス"),
    },
    "tarot": {
        "garde-sans": ("garde sans le chien", "Garde Sans", "ギャルド・サン"),
        "garde-contre": ("Garde contre le chien", "ギャルド・コントル"),
        "prise": ("プリーズ",),
    },
    "schieber": {
        "push": ("schieben", "Geschoben", "gschobe", "Passe", "シーベン"),
        "thanks": ("bedanken", "mir sind dusse", "上がり"),
        "gustav": ("Gusti", "Mary"),
        "no-trump": ("Obenabe", "Obe abe"),
        "reverse": ("Undenufe",),
    },
    "bridge": {
        "no-trump": ("Sans atout", "NT", "ohne Trumpf", "ノートランプ"),
        "double": ("Kontra", "contre", "X", "ダブル"),
        "redouble": ("Rekontra", "Surcontre", "XX"),
        "clubs": ("Treff", "Trèfle", "Kreuz"),
        "pass": ("Passe", "パス"),
    },
    "differenzler": {"0": ("NULL", "Zéro", "ゼロ")},
    "euchre": {
        "order-up": ("Pick it up", "I order it up", "Aufnehmen", "オーダーアップ"),
        "alone": ("Loner", "Allein", "seul", "da solo"),
        "hearts": ("Herz", "Cœur"),
    },
    "belote": {
        "take": ("Je prends", "ich nehme", "取る"),
        "double": ("Coinche", "je coinche", "contre", "Kontra"),
        "redouble": ("Surcoinche", "surcontre"),
        "no-trump": ("Sans atout", "SA"),
        "all-trump": ("Tout atout", "TA"),
        "generale": ("Générale",),
        "clubs": ("Trèfle",),
        "pass": ("Passe", "je passe"),
    },
    "doppelkopf": {
        "pass": ("gesund",),
        "marriage": ("Hochzeit",),
        "double": ("Kontra", "contra"),
        "90": ("Keine 90", "no 90"),
        "no-trump": ("fleischlos",),
        "jacks": ("Bubensolo",),
        "pigs": ("Schweinchen", "Schweine"),
        "poverty": ("Armut",),
        "take": ("mitnehmen",),
    },
    "spades": {"0": ("nil", "NULL", "Zéro", "ニル")},
    "handjass": {"in": ("Dabei", "出る"), "out": ("Weg", "降りる"), "blind": ("ブラインド",)},
}
"""The seeds' and the players' own words for contracts, bids and calls."""


@pytest.mark.parametrize("name", SYNONYMS)
def test_a_call_is_understood_by_its_players_names(name: str) -> None:
    game = games.load(name)
    assert SYNONYMS[name]
    assert {call: tuple(map(game.auction.call_of, names)) for call, names in SYNONYMS[name].items()} == {
        call: (call,) * len(names) for call, names in SYNONYMS[name].items()
    }


def test_no_two_calls_of_a_game_share_a_name_and_every_call_has_its_own() -> None:
    told = 0
    for game in map(games.load, games.names()):
        named = [(plain(one), call) for call, names in game.auction.names.items() for one in {call, *names}]
        assert len(dict(named)) == len(set(named))
        calls = {call for seats in game.seats for call in game.auction.calls(seats)}
        assert {call: game.auction.call_of(call) for call in calls} == {call: call for call in calls}
        told += len(calls)
    assert told > 10


def test_a_record_with_players_names_is_the_same_match() -> None:
    events = Example("coiffeur/4-partners").events
    spoken = {"no-trump": "Obenabe", "hearts": "SCHELLEN", "pass": "パス", "diamonds": "Schilten", "joker1": "Jolly 1"}
    bids = {event.call: event for event in events if isinstance(event, Bid)}
    assert len(bids) > 1
    said = [
        replace(event, call=spoken.get(event.call, event.call)) if isinstance(event, Bid) else event for event in events
    ]
    assert said != events
    assert [stage.results for stage in fold(said)] == [stage.results for stage in fold(events)]
    assert [stage.event for stage in fold(said)] == [stage.event for stage in fold(events)]


def test_a_word_that_is_no_call_stays_as_it_was_said() -> None:
    known = [games.load(name) for name in games.names()]
    assert known
    assert {game.auction.call_of(word) for game in known for word in ("", "rain", "in trumps")} == {
        "",
        "rain",
        "in trumps",
    }


@pytest.mark.parametrize("typed", ["Coifeur", "Handjas", "plus_mins", "Tarrot"])
def test_an_unknown_game_is_refused_with_the_near_ones(typed: str) -> None:
    with pytest.raises(NoGameError, match="did you mean"):
        games.load(typed)


def test_an_unknown_house_rule_or_profile_is_refused_with_the_near_ones() -> None:
    known, names = games.load("coiffeur").options, ("A", "B", "C")
    with pytest.raises(OptionError, match=r"did you mean only_trumps\?"):
        resolve(known, names, "seed", {"only_trump": "free"})
    with pytest.raises(OptionError, match=r"did you mean swiss\?"):
        resolve(known, names, "Swis", {})


def test_house_rules_take_their_words_by_any_of_their_names() -> None:
    tarot, coiffeur = games.load("tarot").options, games.load("coiffeur").options
    bids = resolve(tarot, ("A", "B", "C"), "seed", {"bids": ("Prise", "Garde sans le chien")})["bids"]
    assert bids == ("prise", "garde-sans")
    assert resolve(coiffeur, ("A", "B", "C"), "seed", {"only_trumps": "Free"})["only_trumps"] == "free"
    table = parse(
        '[table]\ngame = "French Tarot"\nseats = ["A", "B", "C"]\noptions = { bids = ["Garde Sans"] }\n'
    ).table
    assert (table.game, table.options) == ("tarot", {"bids": ("garde-sans",)})


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
