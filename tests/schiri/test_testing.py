"""The laws that are tried on anybody's game: ours keep them, and a game that breaks one is told where."""

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import Protocol, cast

import pytest

from controller import games
from controller.games import AnyGame, mittlere
from controller.games.mittlere import Mittlere
from controller.record.cards import Card
from controller.record.events import DealStart
from controller.record.message import Message
from controller.rules.deal import AnyDeal, Play
from controller.rules.duty import FREE, Duty
from controller.rules.game import Fault, Settlement
from controller.rules.layout import Layout, UnseenPlace
from controller.rules.options import Rules
from controller.rules.results import Number
from schiri.testing import __main__ as program
from schiri.testing.breach import BrokenLawError, UnplayableError
from schiri.testing.laws import LAWS, Law, cheaters, cut, enumeration, hold, honest


class Accusing(Mittlere):
    """The queen of hearts can be nowhere."""

    def elsewhere(self, deal: AnyDeal, play: Play) -> Fault | None:
        del deal
        return Fault("impossible-card", play.seat, "X", Message.plain("no")) if play.card == "HQ" else None


class Forgetting(Mittlere):
    """What is asked of a hand is forgotten as soon as the card lies."""

    def duty(self, deal: AnyDeal, card: Card) -> Duty:
        return super().duty(deal, card) if len(deal.plays()) % 2 else FREE

    def legal(self, deal: AnyDeal, hand: Sequence[Card]) -> tuple[Card, ...]:
        return Mittlere.legal(mittlere.GAME, deal, hand)


class Remembering(Mittlere):
    """The score depends on how often it was asked for."""

    asked = 0

    def settle(self, deal: AnyDeal, book: None, total: tuple[Number, ...]) -> Settlement[None]:
        type(self).asked += 1
        found = super().settle(deal, book, total)
        assert isinstance(found, Settlement)
        return replace(found, detail={"asked": self.asked})


class Knowing(Mittlere):
    """All hearts are said to be in the first hand."""

    def layout(self, deal: AnyDeal) -> Layout:
        found, played = super().layout(deal), {play.card for play in deal.plays()}
        hearts = [card for card in self.deck if card.suit == "H" and card not in played][: found.places[0].room]
        return replace(found, known={card: frozenset({0}) for card in hearts})


class Raising(Mittlere):
    def duty(self, deal: AnyDeal, card: Card) -> Duty:
        return super().duty(deal, card) if card != "HQ" else Duty(dict[Card, dict[Card, str]]()[card])


class WithBlind(Mittlere):
    """A place that is no hand."""

    def layout(self, deal: AnyDeal) -> Layout:
        found = super().layout(deal)
        return replace(found, places=(*found.places, UnseenPlace("the blind", 0)))


class Waiting(Mittlere):
    """The play waits for a word that nobody can say."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> AnyDeal:
        return replace(super().open_deal(rules, number, event, book), phase="before")


class Known(Protocol):
    """Lets a game be found."""

    def __call__(self, kind: type[Mittlere]) -> AnyGame: ...


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Known:
    """Let a game be found as if another package had brought it."""

    def found(kind: type[Mittlere]) -> AnyGame:
        home = ModuleType("somebodys")
        game = kind()
        vars(home)["GAME"] = game
        kind.name = "somebodys"
        monkeypatch.setitem(cast("dict[str, ModuleType]", games._of_others()[0]), "somebodys", home)  # pyright: ignore[reportPrivateUsage] - no package is installed for it
        return game

    return found


@pytest.mark.parametrize("name", ["mittlere", "coiffeur"])
def test_our_games_keep_every_law(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run([name, "--matches", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:21].strip() for line in lines] == [f"ok {law}" for law in LAWS]


BREAKERS: list[tuple[type[Mittlere], Law, str]] = [
    (Accusing, honest, "impossible-card (X): no\n  look at layout() and elsewhere()"),
    (Forgetting, cheaters, "broke a rule and is never proven"),
    (Remembering, cut, "a game remembers nothing outside deal, book and rules"),
    (Knowing, enumeration, "look at layout() and duty()"),
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
    assert "test_testing.py" in str(error.value)


def test_a_game_with_places_that_are_no_hands_is_not_listed(known: Known) -> None:
    tried = hold(known(WithBlind), enumeration, 3)
    assert (tried.matches, tried.note) == (0, "left out: cards of this game lie in other places than hands")


def test_a_game_that_nobody_can_play_by_its_words_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnplayableError, match="PLAYERS of its own"):
        hold(games.load("condor"), honest, 1)
    assert program.run(["condor"]) == 1
    assert capsys.readouterr().out.count("cannot be tried") == 1


def test_a_game_that_there_is_not_is_told_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run(["mitlere"]) == 2
    assert "did you mean Mittlere?" in capsys.readouterr().err
