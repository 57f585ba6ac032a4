"""The laws that are tried on anybody's game: ours keep them, and a game that breaks one is told where."""

import re
from random import Random
from types import ModuleType
from typing import Protocol, cast

import pytest

from controller import games
from controller.games import AnyGame, vocabularies
from controller.games.condor.game import Condor
from controller.games.mittlere import Mittlere
from controller.games.spades import VOCABULARY, Spades
from controller.record.events import MatchStart
from controller.referee.fold import start, step
from controller.rules.results import ErrorResult, Verdict
from schiri.testing import __main__ as program
from schiri.testing.breach import BrokenLawError, UnplayableError
from schiri.testing.laws import LAWS, NAMES, Law, cheaters, cut, enumeration, hold, honest, speakers, whole_deck
from schiri.testing.players import RandomMatch
from tests.schiri.broken_games import (
    Accusing,
    Boundless,
    Careless,
    Crowding,
    Dropping,
    Exempting,
    Forgetting,
    Giving,
    Interrupting,
    Knowing,
    Overlooking,
    Raising,
    Remembering,
    Silent,
    TurningUp,
    Uneven,
    Unsettled,
    Waiting,
    WithBlind,
)
from tests.support.loops import some


class Known(Protocol):
    """Lets a game be found."""

    def __call__(self, kind: type[Mittlere | Condor | Spades]) -> AnyGame: ...


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Known:
    """Let a game be found as if another package had brought it."""

    def found(kind: type[Mittlere | Condor | Spades]) -> AnyGame:
        home = ModuleType("somebodys")
        game = kind()
        vars(home)["GAME"] = game
        kind.name = "somebodys"
        monkeypatch.setitem(cast("dict[str, ModuleType]", games._extension_games()[0]), "somebodys", home)
        return game

    return found


@pytest.mark.parametrize("name", games.names())
def test_our_games_keep_every_law(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run([name, "--matches", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:21].strip() for line in lines] == [f"ok {law}" for law in LAWS]
    assert all(re.search(r"matches, [1-9]\d* cards|left out: ", line) for line in some(lines))


class Absent(RandomMatch):
    """Players who play no card."""

    def play(self, deals: int) -> None:
        """Nothing."""


def test_a_game_in_which_no_card_is_ever_played_cannot_be_tried(known: Known) -> None:
    game = known(TurningUp)
    vars(games._extension_games()[0][game.name])["PLAYERS"] = Absent
    with pytest.raises(UnplayableError, match="no card is ever played"):
        hold(game, honest, 3)


def test_a_word_that_counts_whoever_says_it_is_told_with_the_place_to_look_at(known: Known) -> None:
    game = known(Interrupting)
    vars(games._extension_games()[0][game.name])["VOCABULARY"] = VOCABULARY
    with pytest.raises(BrokenLawError, match=r"said \d+ where \w+ was to speak, and it counted\n.*act|broken_games"):
        hold(game, speakers, 3)


BREAKERS: list[tuple[type[Mittlere], Law, str]] = [
    (Accusing, honest, "impossible-card (X): no\n  look at layout() and elsewhere()"),
    (Forgetting, cheaters, "broke a rule and is never proven"),
    (Remembering, cut, "a game remembers nothing outside deal, book and rules"),
    (Knowing, enumeration, "look at layout() and duty()"),
    (Overlooking, whole_deck, "no play ever owes S5, S4, S3, S2, H5, "),
    (Crowding, honest, " lies in a place that is full"),
    (Dropping, honest, "layout() has room for 33 cards when 36 are dealt, 11 to each hand"),
    (Giving, honest, "open_deal() returned a Deal for 3 players with 14 cards each, and the deck has 36"),
    (Silent, honest, "duty() returned None, and not a Duty"),
    (Unsettled, honest, "settle() returned None, and not a Settlement or a Tie"),
    (Uneven, honest, "for 3 players: write one number for each seat"),
    (Raising, honest, "KeyError: 'HQ'\n  in duty(), line "),
    (Waiting, honest, "the play does not begin (the play has not begun)"),
]


@pytest.mark.parametrize(("kind", "law", "told"), BREAKERS, ids=[kind.__name__ for kind, _, _ in BREAKERS])
def test_a_broken_law_is_told_with_the_place_to_look_at(
    kind: type[Mittlere], law: Law, told: str, known: Known
) -> None:
    with pytest.raises(BrokenLawError) as error:
        hold(known(kind), law, 12)
    assert told in str(error.value)
    assert "broken_games.py" in str(error.value)


@pytest.mark.parametrize("kind", [TurningUp, Exempting])
def test_a_right_game_of_whist_cards_keeps_every_law(kind: type[Mittlere], known: Known) -> None:
    for law in some(LAWS.values()):
        if kind is TurningUp or law is whole_deck:
            tried = hold(known(kind), law, 6)
            assert tried.cards, tried.note


def test_the_card_that_is_turned_up_is_dealt_where_everybody_sees_it(known: Known) -> None:
    game = known(TurningUp)
    for seed in some(range(5)):
        match = start(MatchStart(game=game.name, seats=("Anna", "Berta", "Carla", "Dora")))
        players = RandomMatch(match, Random(seed))
        players.begin()
        deal = players.match.deal
        assert deal is not None
        assert deal.own in players.hands[deal.dealer]
        assert {len(hand) for hand in players.hands.values()} == {13}


@pytest.mark.parametrize(
    ("players", "told"),
    [(Careless, "is not where it is\n  look at known"), (Boundless, "use self.match.game.deck and deal.size")],
)
def test_players_of_its_own_who_deal_what_cannot_be_are_told_so(
    players: type[RandomMatch], told: str, known: Known
) -> None:
    game = known(TurningUp)
    vars(games._extension_games()[0][game.name])["PLAYERS"] = players
    with pytest.raises(BrokenLawError) as error:
        hold(game, enumeration, 12)
    assert told in str(error.value)


def test_a_card_and_its_player_are_named_with_their_line(known: Known) -> None:
    with pytest.raises(BrokenLawError, match=r"S?[SHDC]\w+ of \w+ \(seat \d, line \d+\) broke a rule"):
        hold(known(Forgetting), cheaters, 12)


def test_a_game_with_places_that_are_no_hands_is_not_listed(known: Known) -> None:
    tried = hold(known(WithBlind), enumeration, 3)
    assert (tried.matches, tried.note) == (0, "left out: cards of this game lie in other places than hands")


@pytest.mark.parametrize("name", ["condor", "tarot"])
def test_lawful_words_of_players_are_accepted_and_accuse_nobody(name: str) -> None:
    told = set[str]()
    game = games.load(name)
    for seed in some(range(6)):
        seats = game.seats[seed % len(game.seats)]
        played = RandomMatch(start(MatchStart(game=name, seats=NAMES[:seats])), Random(seed))
        played.begin()
        while played.match.running and played.match.deal is not None and played.match.deal.phase == "before":
            held = {card for hand in played.hands.values() for card in hand}
            rest = [card for card in game.deck if card not in held]
            known = vocabularies.load(name).honest(played.match, played.hands, rest) or ()
            for event in known:
                after, results = step(played.match, len(played.events) + 2, event)
                assert after != played.match
                assert not [one for one in results if isinstance(one, ErrorResult | Verdict)]
            told.update(event.e for event in known)
            played.go_on()
    assert told >= ({"upcard", "duel", "choose"} if name == "condor" else {"bid", "call", "dog", "discard"})


class Mute(Condor):
    """Condor Whist without a word of what its players can show."""


def test_a_game_that_nobody_can_play_by_its_words_is_told_once(
    known: Known, capsys: pytest.CaptureFixture[str]
) -> None:
    known(Mute)
    with pytest.raises(UnplayableError, match="PLAYERS of its own"):
        hold(games.load("somebodys"), honest, 1)
    assert program.run(["somebodys"]) == 1
    assert capsys.readouterr().out.count("cannot be tried") == 1


def test_a_game_that_there_is_not_is_told_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run(["mitlere"]) == 2
    told = capsys.readouterr().err
    assert "did you mean Mittlere?" in told
    assert "by the name of its entry point, once its package is installed" in told
