"""``schiri count`` as its users call it: tricks laid under a camera, their points, and what could not be read."""

from pathlib import Path

import pytest

from controller import games
from controller.cli import main
from controller.live.counting import deal_to_count
from controller.live.decks import DeckPlace, confirmed, names_of
from controller.record.events import MatchStart
from controller.referee.fold import start
from tests.support.vision.face_films import drawn_library, face
from vision.film.write import Lay, PickUp, ScriptStep, write

GAME = games.load("schnapsen")
SETTINGS = '[table]\ngame = "schnapsen"\nseats = ["Anna", "Berta"]\n[data]\ndirectory = "data"\n'


def laid(*tricks: tuple[str, ...]) -> list[ScriptStep]:
    """Tricks, the cards of each laid one by one and taken away together."""
    steps = list[ScriptStep]()
    for cards in tricks:
        there = tuple(enumerate(cards))
        steps += [*(Lay(seat, card) for seat, card in there), PickUp(0, there)]
    return steps


@pytest.fixture
def film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table with settings and its film's place."""
    monkeypatch.chdir(tmp_path)
    Path("schiri.toml").write_text(SETTINGS)
    return Path("film.avi")


def test_tricks_are_counted_one_after_the_other(film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(film, laid(("SA", "SK"), ("H10", "HJ")), 2, seed=4, noise="none", fps=10)
    assert main(["count", str(film)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Lay the cards of a trick beside each other, take them away, and lay the next trick.",
        "Trick 1: Ace of spades, King of spades; 15 so far.",
        "Trick 2: 10 of hearts, Jack of hearts; 27 so far.",
        "27 points in 4 cards.",
    ]


def test_an_unread_card_is_named_and_can_be_laid_again(film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    DeckPlace(Path("data", "decks"), "own").write(confirmed(drawn_library(names_of(GAME))))
    write(film, laid(("SA", "back"), ("SQ", "back"), ("SA", "SK")), 2, seed=4, noise="none", fps=10, face=face)
    assert main(["count", str(film), "--deck", "own"]) == 1
    more = "1 card could not be read; lay the whole trick once more, or go on."
    assert capsys.readouterr().out.splitlines()[1:] == [
        f"Trick 1: {more}",
        f"Trick 2: {more}",
        "Trick 1: Ace of spades, King of spades; 18 so far.",
        "18 points in 3 cards.",
        "Of trick 2 1 card is missing beside Queen of spades.",
    ]


WHOLE = {"belote": 162, "schieber": 157, "differenzler": 157, "skat": 120, "doppelkopf": 240, "tarot": 91, "hearts": 26}
"""Points of all cards of a deal with its last trick."""


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_deck_has_the_points_of_its_game(name: str) -> None:
    game = games.load(name)
    match = start(MatchStart(game=name, seats=tuple("ABCDE"[: game.usual_seats])))
    deal = deal_to_count(match, "H")
    assert sum(game.card_points(deal, card) for card in game.deck) + game.last_trick_bonus() == WHOLE[name]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (("--game", "schieber"), "in Schieber cards count by the trump: say it with --trump, such as hearts, or none"),
        (("--game", "belote", "--trump", "none"), "in Belote nobody can count without a trump suit"),
        (("--game", "bridge"), "in Bridge cards have no points"),
        (("--trump", "cups"), "--trump cups: there are spades, hearts, diamonds, clubs, and none"),
        (("--deck", "own"), "there is no deck own in data/decks: type schiri enrol --deck own"),
        (("none.avi",), "none.avi"),
    ],
)
@pytest.mark.usefixtures("film")
def test_a_pile_that_cannot_be_counted_is_refused_in_a_sentence(
    typed: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["count", *typed]) == 2
    assert capsys.readouterr().err.startswith(f"schiri: {why}")
