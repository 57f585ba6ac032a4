"""A deck learned in a real browser on a phone: it follows the cards, after a reload and without a network, too."""

from dataclasses import replace

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from controller import games
from controller.console.http.request import OWN_NAMES
from controller.live.decks import DeckPlace, names_of
from tests.controller.console.conftest import Phones
from tests.support.console.browser_talk import broken_words, complaints, network, overflow, own, press, script, shows
from tests.support.console.console_rig import Rig
from tests.support.console.laid_cards import LaidCards
from tests.support.console.setup_rig import SETTINGS, set_up
from tests.support.vision.face_films import BACK, drawn_library

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]

NAMES = names_of(games.load("mittlere"))
FIRST, SECOND = NAMES[:2]
NEXT = "return document.querySelector('.next-card > .face use').href.baseVal"


def _seen_in(phone: Chrome, lang: str) -> tuple[int, list[str]]:
    """How much wider the page is than the phone in a language, and the words that are broken; then in English."""
    phone.add_cookie({"name": "lang", "value": lang})
    phone.refresh()
    found = overflow(phone), broken_words(phone)
    phone.add_cookie({"name": "lang", "value": "en"})
    phone.refresh()
    return found


def test_a_deck_is_learned_on_a_phone(served: Rig, phones: Phones) -> None:
    setup, phone = set_up(served, f'{SETTINGS}\n[data]\ndirectory = "{served.journal.path.parent}"\n'), phones()
    place, library = DeckPlace.at(setup.config.data.directory, "own"), drawn_library(NAMES)
    place.write(replace(library, faces={name: library.faces[name] for name in NAMES[2:]}))
    address = own(served, phone)
    wide = dict[str, tuple[int, list[str]]]()
    with LaidCards(setup).running() as lay:
        phone.get(f"{address}/setup/decks")
        press(phone, "form[method=post] .btn-primary")
        shows(phone, "ay a card face down", "#asked")
        lay(BACK)
        shows(phone, "The back was seen", "#became")
        assert str(script(phone, NEXT)).endswith("#w-SA")
        lay(FIRST)
        shows(phone, "was laid once", "#so-far")
        phone.refresh()
        shows(phone, "was laid once", "#so-far")
        lay(SECOND)
        shows(phone, "does not look like", "#became")
        wide |= {f"bench {lang}": _seen_in(phone, lang) for lang in OWN_NAMES}
        network(phone, there=False)
        lay(FIRST)
        shows(phone, "cut off", "#lost")
        network(phone, there=True)
        shows(phone, "35 of 36 cards are learned.", "#so-far")
        lay(SECOND)
        lay(SECOND)
        shows(phone, "All 36 cards are learned.", "#count")
    assert phone.current_url == f"{address}/setup/decks/own"
    wide |= {f"faces {lang}": _seen_in(phone, lang) for lang in OWN_NAMES}
    phone.find_element(By.CSS_SELECTOR, "input[name='wrong.SK'] + img").click()
    press(phone, "button[value=confirm]")
    shows(phone, "Faces are marked as wrong", "#mistakes")
    phone.find_element(By.CSS_SELECTOR, "input[name='wrong.SK'] + img").click()
    press(phone, "button[value=confirm]")
    shows(phone, "Confirmed", "#told")
    press(phone, "button[value=faces]")
    shows(phone, "Cards are read by the faces of own.", "#told")
    assert (setup.again.begin_round(), wide) == (True, dict.fromkeys(wide, (0, [])))
    assert [one for one in complaints(phone) if "ERR_INTERNET_DISCONNECTED" not in one] == []
