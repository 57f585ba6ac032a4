"""A deck as it is, learned on the owner's page: laid before the running camera, looked at, played with."""

import re
from dataclasses import replace
from html import unescape

import cv2
import numpy as np
import pytest

from controller import games
from controller.console.setup.context import Setup
from controller.live.camera import CameraTrouble, Source, eyes
from controller.live.decks import DeckError, DeckPlace, confirmed, is_confirmed, names_of
from controller.settings.model import load
from tests.support.console.console_rig import DEAL, Rig
from tests.support.console.laid_cards import LaidCards
from tests.support.console.page_reader import heard
from tests.support.console.setup_rig import SETTINGS, form, owner, set_up, shown_on, text, told
from tests.support.vision.face_films import BACK, drawn_library
from vision.decks.sheet import from_png

GAME = games.load("mittlere")
NAMES = names_of(GAME)
FIRST, SECOND = NAMES[:2]
DECKS = "/setup/decks"
OWN = f"{DECKS}/own"
VIEW = "/setup/enrolment?deck=own"
BEGIN = {"do": "begin", "deck": "own", "size": "63x88"}


@pytest.fixture
def setup(rig: Rig) -> Setup:
    made = set_up(rig, f'{SETTINGS}\n[data]\ndirectory = "{rig.journal.path.parent}"\n')
    begun(made, without=(FIRST, SECOND))
    return made


def place(setup: Setup) -> DeckPlace:
    return DeckPlace.at(setup.config.data.directory, "own")


def begun(setup: Setup, without: tuple[str, ...] = (), *, is_seen: bool = False) -> None:
    """Keep a deck, some of its cards not learned yet."""
    library = drawn_library(NAMES)
    library = replace(library, faces={name: face for name, face in library.faces.items() if name not in without})
    place(setup).write(confirmed(library) if is_seen else library)


def stands(rig: Rig) -> tuple[str, str]:
    """What the page asks for, and what became of the newest picture."""
    page = heard(owner(rig).get(VIEW)[1])
    found = (re.search(f'id="{name}">(.*?)</p>', page, re.DOTALL) for name in ("asked", "became"))
    asked, became = (re.sub(r"<[^>]*>", "", one[1]) if one else "" for one in found)
    return unescape(asked).strip(), unescape(became).strip()


def test_a_deck_is_learned_card_by_card_and_played_with(rig: Rig, setup: Setup) -> None:
    phone, camera = owner(rig), LaidCards(setup)
    assert "34 of 36 cards of Mittlere are learned." in phone.get(DECKS)[1]
    assert phone.post(DECKS, BEGIN)[0] == 200
    assert stands(rig) == ("lay the bare mat under the camera", "")
    said = camera.lay(BACK, FIRST)
    assert list(dict.fromkeys(said)) == [
        "lay the bare mat under the camera",
        "lay a card face down, so that the back is known",
        "the back was seen; take the card away; lay SA",
        "SA was seen; take it away; now SA once more, turned or in another place",
    ]
    once = "now ace of spades once more, turned or in another place"
    assert stands(rig) == (once, "✓ ace of spades was seen; take it away")
    camera.lay(BACK)
    assert stands(rig) == (once, "! the card lies face down: turn it over")
    camera.lay(SECOND)
    wrong = "this does not look like ace of spades did before: lay ace of spades once more"
    assert stands(rig) == (once, f"! {wrong}")
    camera.lay(FIRST)
    assert stands(rig) == ("lay king of spades", "✓ ace of spades is enrolled")
    camera.lay(FIRST)
    assert stands(rig) == ("lay king of spades", "! this looks like ace of spades, which is enrolled already")
    assert (camera.game, setup.again.is_requested) == (0, False)
    camera.lay(SECOND, SECOND)
    assert camera.game > 0
    assert setup.again.is_requested, "the game looks at the mat anew"
    assert phone.client.get(VIEW).headers["hx-redirect"] == OWN
    page = phone.get(OWN)[1]
    assert ("All 36 cards are learned." in page, "Play with this deck" in page) == (True, False)
    fields = form(page, OWN)
    assert told(phone.post(OWN, {**fields, "do": "confirm"})[1]) == ["Confirmed: the deck can be played with."]
    assert place(setup).playable(GAME).names == NAMES
    assert from_png(place(setup).sheet.read_bytes()).names == NAMES
    assert told(phone.post(OWN, {**fields, "do": "faces"})[1]) == ["Saved. Cards are read by the faces of own."]
    reading = load(setup.file.path).reading
    assert (reading.cards, reading.deck, reading.frames) == ("faces", "own", 4)
    assert setup.again.begin_round(), "a match whose cards are read by their faces is another one"


def test_the_page_follows_whoever_asks_and_changes_only_when_something_did(rig: Rig, setup: Setup) -> None:
    owner(rig).post(DECKS, BEGIN)
    camera = LaidCards(setup)
    camera.lay(BACK, FIRST)
    page = owner(rig).get(DECKS)[1]
    assert "now" in unescape(page)
    seen = re.search(r'hx-get="([^"]*)"', page)
    assert seen
    again = unescape(seen[1])
    assert owner(rig).get(again) == (204, "")
    camera.lay(FIRST)
    status, changed = owner(rig).get(again)
    assert (status, "35 of 36 cards are learned." in changed) == (200, True)


def test_a_card_is_laid_anew_or_later_as_the_page_says(rig: Rig, setup: Setup) -> None:
    phone, camera = owner(rig), LaidCards(setup)
    phone.post(DECKS, {**BEGIN, "no-back": "on"})
    camera.lay(FIRST, FIRST)
    kept = place(setup).read()
    assert kept is not None
    assert FIRST in kept.names
    status, page = phone.post(DECKS, {"do": "forget", "card": FIRST})
    assert (status, f'value="{FIRST}"' in page) == (200, True)
    kept = place(setup).read()
    assert kept is not None
    assert FIRST not in kept.names
    assert stands(rig) == ("lay ace of spades", "")
    phone.post(DECKS, {"do": "skip", "card": FIRST})
    assert stands(rig)[0] == "lay king of spades"
    late = phone.post(DECKS, {"do": "skip", "card": FIRST})
    assert (late[0], told(late[1])) == (422, ["Another card is asked for by now; nothing was changed."])
    camera.lay(SECOND, SECOND)
    assert stands(rig)[0] == "lay ace of spades"
    assert told(phone.post(DECKS, {"do": "forget", "card": "T1"})[1]) == ["There is no such card in this deck."]


def test_a_wrong_moment_is_answered_in_one_sentence(rig: Rig, setup: Setup) -> None:
    phone = owner(rig)

    def refused(fields: dict[str, str], path: str = DECKS) -> list[str]:
        status, page = phone.post(path, fields)
        assert status == 422
        return told(page)

    assert refused({"do": "skip", "card": FIRST}) == ["No deck is being learned now."]
    assert refused({"do": "sing"}) == ["There is no such action."]
    assert refused({**BEGIN, "deck": "My deck!", "size": "big"}) == [
        "Use small letters, digits and dashes, such as own.",
        "Write width and height in millimetres, from 40 to 130, such as 57x89.",
    ]
    assert refused({**BEGIN, "size": "57 × 890"})[0].startswith("Write width and height")
    assert refused({"do": "confirm", **form(phone.get(OWN)[1], OWN)}, OWN) == ["Cards are missing: lay them first."]
    assert phone.post(OWN, {"do": "anew"})[0] == 200
    assert refused({**BEGIN, "deck": "other"}) == ["A deck is being learned already: own."]
    assert "Ended; what was learned is kept." in phone.post(DECKS, {"do": "end"})[1]
    begun(setup)
    assert refused(BEGIN) == ["This deck is whole already: look at its faces, or name another one."]
    assert refused({"do": "anew"}, OWN) == ["Tap the faces that are wrong first."]
    assert [phone.get(f"{DECKS}/{name}")[0] for name in ("none", "No!", "own/T1.jpg", "own/H6.jpg")] == [404] * 3 + [
        200
    ]


def test_faces_are_confirmed_as_they_were_looked_at(rig: Rig, setup: Setup) -> None:
    begun(setup)
    phone = owner(rig)
    looked_at = form(phone.get(OWN)[1], OWN)
    marked = phone.post(OWN, {**looked_at, "do": "confirm", "wrong.H7": "on"})
    assert told(marked[1]) == ["Faces are marked as wrong: lay them anew, or take the marks away."]
    assert re.search(r'name="wrong.H7" checked', marked[1])
    begun(setup)
    changed = phone.post(OWN, {**looked_at, "do": "confirm"})[1]
    assert told(changed) == ["The faces have changed since this page was opened: look at them once more."]
    phone.post(OWN, {"do": "anew", "wrong.H7": "on"})
    kept = place(setup).read()
    assert kept is not None
    assert (kept.missing(NAMES), is_confirmed(kept)) == (("H7",), False)


def test_a_deck_that_is_played_with_is_not_changed(rig: Rig, setup: Setup) -> None:
    begun(setup, is_seen=True)
    phone = owner(rig)
    rig.enter((DEAL,))
    fields = {**form(phone.get(OWN)[1], OWN), "do": "faces"}
    assert phone.post(OWN, fields)[0] == 409, "a match is played: it is asked first"
    assert phone.post(OWN, {**fields, "sure": "1"})[0] == 200
    assert (rig.session.match.ended, setup.again.begin_round()) == (True, True)
    setup.config = replace(setup.config, reading=load(setup.file.path).reading)
    page = phone.get(OWN)[1]
    assert ("Read marks again" in page, "Lay the wrong ones anew" in page) == (True, False)
    status, page = phone.post(OWN, {"do": "anew", "wrong.H7": "on"})
    assert (status, told(page)[0].startswith("The table plays with this deck:")) == (422, True)
    phone.post(OWN, {**form(phone.get(OWN)[1], OWN), "do": "marks"})
    assert load(setup.file.path).reading.cards == "marks"


def test_the_stickers_of_a_deck_are_checked_by_its_faces(rig: Rig, setup: Setup) -> None:
    """Marks are read as before: the match goes on, and a tournament may check, too."""
    begun(setup, is_seen=True)
    phone = owner(rig)
    fields = form(phone.get(OWN)[1], OWN)
    saved = "Saved. Cards are read by their marks, and their stickers checked by the faces of own."
    assert told(phone.post(OWN, {**fields, "do": "both"})[1]) == [saved]
    reading = load(setup.file.path).reading
    assert (reading.cards, reading.deck) == ("both", "own")
    assert setup.again.is_requested
    assert not setup.again.begin_round(), "the match goes on"
    page = phone.get(OWN)[1]
    assert ("Check no stickers" in page, "is told when its card is laid" in page) == (True, True)
    assert "The table checks its stickers by it." in phone.get(DECKS)[1]
    assert told(phone.post(DECKS, BEGIN)[1])[0].startswith("The table plays with this deck")
    assert told(phone.post(OWN, {**form(page, OWN), "do": "marks"})[1]) == ["Saved. Cards are read by their marks."]


def test_no_tournament_is_played_by_faces(rig: Rig, setup: Setup) -> None:
    begun(setup, is_seen=True)
    setup.file.path.write_text(f'{text(setup)}\n[referee]\nannounce = "tournament"\n')
    phone = owner(rig)
    status, page = phone.post(OWN, {**form(phone.get(OWN)[1], OWN), "do": "faces"})
    assert (status, "a tournament needs verdicts" in told(page)[0]) == (422, True)
    assert load(setup.file.path).reading.cards == "marks"


def test_a_camera_that_fails_and_a_full_disk_are_told(rig: Rig, setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    phone, camera = owner(rig), LaidCards(setup)
    phone.post(DECKS, {**BEGIN, "no-back": "on"})
    camera.follow([CameraTrouble("camera blind: none is plugged in")])
    assert "camera blind: none is plugged in" in phone.get(VIEW)[1]
    camera.lay(FIRST)

    def full(*_arguments: object) -> None:
        raise DeckError("own.npz cannot be written: No space left on device")

    monkeypatch.setattr(DeckPlace, "write", full)
    camera.lay(FIRST)
    assert "own.npz cannot be written: No space left on device" in phone.get(DECKS)[1]
    assert setup.enrolment.view is None


def test_another_game_ends_it_and_the_same_one_does_not(rig: Rig, setup: Setup) -> None:
    owner(rig).post(DECKS, BEGIN)
    with shown_on(setup) as displays:
        for game, goes_on in (("mittlere", True), ("molotow", False)):
            config = replace(setup.config, table=replace(setup.config.table, game=game))
            setup.begin(config, displays, (), eyes(rig.session.match, Source("0")))
            assert (setup.enrolment.view is not None) == goes_on


def test_pairs_that_cannot_be_told_apart_are_named_and_a_deck_is_passed_on(rig: Rig, setup: Setup) -> None:
    library = drawn_library(NAMES)
    place(setup).write(replace(library, faces={**library.faces, "S6": library.faces["S7"]}))
    phone = owner(rig)
    pairs = re.sub(r"<[^>]*>", "", heard(phone.get(f"{OWN}/alike")[1]))
    assert "7 of spades and 6 of spades look so alike that they may stay unread" in pairs
    answer = phone.client.get(f"{OWN}.png")
    assert from_png(answer.content).names == NAMES
    shown = cv2.imdecode(np.frombuffer(phone.client.get(f"{OWN}/HK.jpg").content, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert np.abs(shown.astype(float) - library.faces["HK"]).mean() < 4


def test_while_a_deal_is_played_no_deck_is_learned(rig: Rig, setup: Setup) -> None:
    phone, camera = owner(rig), LaidCards(setup, lambda: not rig.session.match.running)
    phone.post(DECKS, {**BEGIN, "no-back": "on"})
    camera.lay(FIRST, FIRST)
    rig.enter((DEAL,))
    shown = camera.game
    camera.lay(SECOND)
    assert camera.game > shown
    assert "a deal has begun, so that learning the deck ended; what was learned is kept." in phone.get(DECKS)[1]
    kept = place(setup).read()
    assert kept is not None
    assert len(kept.names) == 35
    status, page = phone.post(DECKS, BEGIN)
    assert (status, told(page)) == (422, ["A deal is being played: learn the deck once it is over."])
