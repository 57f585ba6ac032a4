"""A real browser taps a whole deal, as fast as a thumb does, and nothing on its page is too small for one."""

from pathlib import Path
from typing import cast

import pytest
from selenium import webdriver

from controller.console.security.roles import Role
from controller.record.events import MatchStart, Played
from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from tests.controller.console.conftest import Phones
from tests.controller.console.pages.test_console_browser import SMALL
from tests.controller.console.pages.test_tap import deal
from tests.support.console.browser_talk import command, complaints, overflow, pair, press, script, shows, size
from tests.support.console.console_rig import REVOKED, Rig, play
from tests.support.evenings import plain
from tests.support.examples import Example
from tests.support.loops import some
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]


def paired(served: Rig, phones: Phones, name: str) -> webdriver.Chrome:
    phone = phones()
    pair(phone, served.context.address, served.context.codes.hand_out(Role.PLAYER).spoken, name)
    phone.get(f"{served.context.address}tap")
    return phone


def test_a_whole_deal_is_tapped_on_a_phone(served: Rig, phones: Phones) -> None:
    """Every second card is tapped before the page shows the one before it."""
    _opening, events = deal("proof/3-by-counting", 1)
    phone = paired(served, phones, "Anna")
    press(phone, "#deal-0")
    shows(phone, "Berta", "#at-1.turn")
    cards = [str(getattr(event, "card", "")) for event in events[1:]]
    for first, second in some(zip(cards[::2], cards[1::2], strict=True)):
        free = f"return document.querySelectorAll('.key[value={first}], .key[value={second}]').length"
        assert script(phone, free) == 2
        both = "for (const card of arguments) document.querySelector(`.key[value=${card}]`).click();"
        script(phone, both, first, second)
        gone = f"return document.querySelector('.key[value={second}]') === null"
        until(lambda gone=gone: bool(script(phone, gone)))
    assert [plain(event) for event in served.said] == events
    assert complaints(phone) == []


def test_a_tap_that_comes_second_is_told_where_it_is_seen(served: Rig, phones: Phones) -> None:
    served.enter(REVOKED[:2])
    phone = paired(served, phones, "Anna")
    form = "document.getElementById('do-tap')"
    script(phone, f"{form}.elements.since.value = '2'; {form}.querySelector('[value=H7]').click()")
    for text in some(("Something else was taken down meanwhile: the", "7 of hearts", "was not. Look again.")):
        shows(phone, text, "#answer")
    assert len(served.said) == 2
    box = "document.querySelector('#answer p').getBoundingClientRect()"
    assert script(phone, f"const box = {box}; return box.top >= 0 && box.bottom < innerHeight")


def test_a_tap_on_top_of_one_that_is_refused_is_refused_too(served: Rig, phones: Phones) -> None:
    """It meant the card of the player after: nothing may make it a card of the one before."""
    served.enter(REVOKED[:2])
    phone = paired(served, phones, "Anna")
    form = "const form = document.getElementById('do-tap'); const since = form.elements.since.value;"
    press_both = "form.elements.since.value = '1'; press('H7'); form.elements.since.value = since; press('H8');"
    script(phone, f"{form} const press = (card) => form.querySelector(`[value=${{card}}]`).click(); {press_both}")
    for card in some(("7 of hearts", "8 of hearts")):
        shows(phone, card, "#answer")
    assert len(served.said) == 2
    press(phone, ".key[value=H9]")
    shows(phone, "9 of hearts", "#answer")
    assert served.said[2:] == [play(2, "H9")]


@pytest.mark.parametrize("text_size", [16, 32])
def test_on_the_pad_nothing_is_smaller_than_a_thumb(served: Rig, phones: Phones, text_size: int) -> None:
    served.enter(REVOKED[:2])
    phone = paired(served, phones, "Carla")
    command(phone, "Page.setFontSizes", fontSizes={"standard": text_size})
    for width, height in ((390, 844), (844, 390), (360, 640), (1280, 800)):
        size(phone, width, height)
        phone.get(f"{served.context.address}tap")
        shows(phone, "Carla", "#at-2.turn a")
        assert script(phone, SMALL) == []
        assert overflow(phone) == 0


def test_no_card_of_the_pad_moves_while_a_trick_is_played(tmp_path: Path, phones: Phones) -> None:
    """Not even where whose turn it is takes two lines to say, as when a declarer plays from dummy's hand."""
    opening, *events = Example("bridge/4-three-boards").events
    trick = 5  # the second one begins with this card
    laid = [place for place, event in enumerate(events, 1) if isinstance(event, Played)][trick - 2 :]
    with Journal(tmp_path / "current.jsonl") as journal:
        settings = ConsoleConfig(address="127.0.0.1", port=0)
        rig = Rig(journal, cast("MatchStart", opening), settings=settings, watching=False)
        assert rig.console.open()
        phone = paired(rig, phones, "Rita")
        tops, heads, done = set[object](), set[str](), 0
        for place in some(laid[:5]):
            rig.enter(events[done:place])
            done = place
            phone.refresh()
            tops.add(script(phone, "return document.getElementById('do-tap').getBoundingClientRect().top"))
            heads.add(str(script(phone, "return document.getElementById('headline').innerText")))
        rig.console.close()
    assert len(tops) == 1, tops
    assert any("from dummy" in head for head in heads), heads


def test_cards_to_show_stand_by_suit_and_the_button_stays_in_reach(tmp_path: Path, phones: Phones) -> None:
    opening, *events = Example("bridge/4-three-boards").events
    lead = next(place for place, event in enumerate(events, 1) if isinstance(event, Played))
    with Journal(tmp_path / "current.jsonl") as journal:
        settings = ConsoleConfig(address="127.0.0.1", port=0)
        rig = Rig(journal, cast("MatchStart", opening), settings=settings, watching=False)
        assert rig.console.open()
        rig.enter(events[:lead])
        phone = paired(rig, phones, "Rita")
        phone.get(f"{rig.context.address}say/2/dummy")
        suits = """
            const suits = [...document.querySelectorAll(".pad-suit")].filter((one) => one.checkVisibility());
            return suits.map((one) => new Set([...one.querySelectorAll("input")].map((card) => card.name[5])).size);
        """
        reach = """
            const box = document.querySelector(".foot button").getBoundingClientRect();
            return box.top >= 0 && box.bottom <= document.querySelector(".places").getBoundingClientRect().top;
        """
        until(lambda: script(phone, suits) == [1, 1, 1, 1])
        assert script(phone, reach)
        rig.console.close()
