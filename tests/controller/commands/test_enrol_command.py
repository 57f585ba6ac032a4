"""``schiri enrol`` as its users call it: cards laid under a camera, the deck kept, looked at, passed on."""

from pathlib import Path

import cv2
import pytest

from controller import games
from controller.cli import main
from controller.language.catalogues import of_game
from controller.live.decks import DeckError, DeckPlace, confirmed, names_of, sheet_words
from groundwork.picture import Bgr
from tests.support.vision.face_films import BACK, SIZE, drawn_library, face
from vision.decks.sheet import from_png
from vision.faces import cards
from vision.film.write import Lay, PickUp, ScriptStep, write
from vision.marks import symbologies

GAME = games.load("schnapsen")
DECK = names_of(GAME)
FIRST = DECK[0]
ENGLISH = of_game(GAME, "en", "french")


def laid(*cards: str) -> list[ScriptStep]:
    """Each card laid and taken away again."""
    return [step for card in cards for step in (Lay(0, card), PickUp(0, ((0, card),)))]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DeckPlace:
    """A table with settings, where its deck is kept."""
    monkeypatch.chdir(tmp_path)
    settings = '[table]\ngame = "schnapsen"\nseats = ["Anna", "Berta"]\n[data]\ndirectory = "data"\n'
    Path("schiri.toml").write_text(settings)
    return DeckPlace(Path("data", "decks"), "own")


def test_each_card_is_laid_twice_and_what_is_no_good_is_told(
    place: DeckPlace, capsys: pytest.CaptureFixture[str]
) -> None:
    film = laid(BACK, FIRST, BACK, FIRST, FIRST)
    write(Path("film.avi"), film, 2, seed=4, noise="none", fps=10, face=face)
    assert main(["enrol", "film.avi"]) == 1
    missing = ", ".join(sheet_words(name, ENGLISH) for name in DECK[1:])
    assert capsys.readouterr().out.splitlines() == [
        "Lay the bare mat under the camera.",
        "Lay a card face down, so that the back is known.",
        "The back was seen; take the card away.",
        "Lay Ace of spades.",
        "Ace of spades was seen; take it away.",
        "Now Ace of spades once more, turned or in another place.",
        "The card lies face down: turn it over.",
        "Now Ace of spades once more, turned or in another place.",
        "Ace of spades is enrolled.",
        "Lay King of spades.",
        "This looks like Ace of spades, which is enrolled already.",
        "Lay King of spades.",
        f"1 of 20 cards are enrolled; type the command again to go on: {missing}.",
    ]
    begun = place.read()
    assert begun is not None
    assert begun.names == (FIRST,)
    assert begun.back is not None
    assert begun.is_coloured
    with pytest.raises(DeckError, match="the deck own has no face for SK, SQ, SJ, S10, HA and 14 more cards: type"):
        place.playable(GAME)


def swapped(deck: int, card: str) -> Bgr:
    """The face of a card with its own stickers; two cards have those of each other."""
    marked = cards.face(deck, {FIRST: DECK[1], DECK[1]: FIRST}.get(card, card), "aruco", SIZE).copy()
    reach = round((cards.QUIET_MM + symbologies.load("aruco").mark_mm + 1) * cards.PX_PER_MM)
    inner = slice(reach, -reach)
    marked[inner] = cv2.resize(face(deck, card), marked.shape[1::-1], interpolation=cv2.INTER_AREA)[inner]
    return marked


def test_swapped_stickers_are_told_by_the_order_in_which_cards_are_asked_for(
    place: DeckPlace, capsys: pytest.CaptureFixture[str]
) -> None:
    write(Path("film.avi"), laid(FIRST, FIRST), 2, seed=4, noise="none", fps=10, face=swapped)
    assert main(["enrol", "film.avi", "--no-back"]) == 2
    told = "Ace of spades was expected, and these stickers say King of spades"
    assert capsys.readouterr().out.splitlines() == [
        "Lay the bare mat under the camera.",
        *("Lay Ace of spades.", f"{told}: lay Ace of spades, or stick its own ones on it.") * 2,
        "Lay Ace of spades.",
    ]
    assert place.read() is None


def test_right_stickers_are_no_hindrance(place: DeckPlace, capsys: pytest.CaptureFixture[str]) -> None:
    write(Path("film.avi"), laid(FIRST, FIRST), 2, seed=4, noise="none", fps=10)
    assert main(["enrol", "film.avi", "--no-back"]) == 1
    assert "Ace of spades is enrolled." in capsys.readouterr().out.splitlines()
    kept = place.read()
    assert kept is not None
    assert kept.names == (FIRST,)


def test_a_deck_is_played_with_once_somebody_has_looked_at_it(
    place: DeckPlace, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(DeckError, match=r"there is no deck own in data/decks: type schiri enrol --deck own"):
        place.playable(GAME)
    place.write(drawn_library(DECK))
    with pytest.raises(DeckError, match="nobody has looked at the faces of the deck own yet: look at data/decks/own"):
        place.playable(GAME)
    assert main(["enrol", "film-that-is-not-there"]) == 1
    said = capsys.readouterr().out
    assert "All 20 cards are enrolled; look at their faces and names: data/decks/own.png." in said
    assert main(["enrol", "--confirm"]) == 0
    assert capsys.readouterr().out == "The deck own is ready.\n"
    assert place.playable(GAME).names == DECK
    assert from_png(place.sheet.read_bytes()).names == DECK


def test_a_deck_is_passed_on_as_a_picture(place: DeckPlace, capsys: pytest.CaptureFixture[str]) -> None:
    place.write(confirmed(drawn_library(DECK)))
    assert main(["enrol", "--export", "deck.png"]) == 0
    assert main(["enrol", "--import", "deck.png"]) == 2
    assert main(["enrol", "--import", "deck.png", "--deck", "club"]) == 0
    assert DeckPlace(place.folder, "club").playable(GAME).to_bytes() == place.playable(GAME).to_bytes()
    assert capsys.readouterr().err == "schiri: there is a deck own already: name another one with --deck\n"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (("--size", "57"), "a card's size is written like 57x89, width and height in millimetres, not '57'"),
        (("--forget", "T1"), "--forget T1: there is no such card; "),
        (("--export", "a.png"), "there is no deck own in data/decks: enrol it first, or name another with --deck"),
        (("--confirm", "--export", "a.png"), "--confirm, --export, --import and --forget go one at a time"),
        (("--import", "schiri.toml"), "schiri.toml: no deck's sheet: "),
        (("--deck", "a/b"), "a deck's name has small letters, digits and dashes, not 'a/b'"),
    ],
)
@pytest.mark.usefixtures("place")
def test_impossible_input_is_refused_in_a_sentence(
    typed: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enrol", *typed]) == 2
    assert capsys.readouterr().err.startswith(f"schiri: {why}")
