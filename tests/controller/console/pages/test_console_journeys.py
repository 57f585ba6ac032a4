"""An evening on phones where things go wrong: without a pointer, asleep, two at once, all said with thumbs."""

from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from controller.console.security.roles import Role
from controller.record.cards import Card
from controller.record.events import Amend, Bid, DealStart, Discard, Dog, Event, MatchStart
from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from tests.controller.console.conftest import Phones
from tests.support.console.browser_talk import agree, complaints, pair, press, script, shows
from tests.support.console.console_rig import REVOKED, Rig
from tests.support.evenings import plain
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]

TAROT = MatchStart(game="tarot", seats=("Anna", "Berta", "Carla"))
FOCUS = "return document.activeElement.id || document.activeElement.textContent.trim()"

RING = "const look = getComputedStyle(document.activeElement); return look.outlineStyle + look.boxShadow"


def paired(rig: Rig, phone: webdriver.Chrome, role: Role, name: str) -> None:
    pair(phone, rig.context.address, rig.context.codes.hand_out(role).spoken, name)


def test_two_phones_say_an_auction_the_dog_and_the_discard(tmp_path: Path, phones: Phones) -> None:
    """Each looks on while the other speaks, and the page goes on to whoever speaks next."""
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, TAROT, settings=ConsoleConfig(address="127.0.0.1", port=0), watching=False)
        assert rig.console.open()
        anna, berta = phones(), phones()
        paired(rig, anna, Role.PLAYER, "Anna")
        paired(rig, berta, Role.PLAYER, "Berta")
        for phone in (anna, berta):
            phone.get(f"{rig.context.address}say")
        press(anna, "#deal-0")
        shows(berta, "Berta says", "#who")
        press(berta, "#say-prise")
        shows(anna, "Carla says", "#who")
        press(anna, "#say-pass")
        shows(anna, "Carla: Pass.", "#answer")
        shows(berta, "Anna says", "#who")
        press(berta, "#say-pass")
        press(anna, "#to-dog")
        for rank in range(1, 7):
            press(anna, f"label[for=card-S{rank}]")
        press(anna, "#lay-it")
        shows(anna, "the dog", "#answer")
        shows(berta, "the dog", "#undo")  # she speaks since the last pass: what she presses must follow the dog
        press(berta, "#say-laid-away")
        shows(berta, "6 cards laid away", "#answer")
        shows(anna, "Anna says", "#who")  # the auction is over: each phone speaks for its own player
        shows(anna, "Take back Berta's “6 cards laid away”", "#undo")
        assert complaints(anna) + complaints(berta) == []
        rig.console.close()
    dog = tuple(Card(f"S{rank}") for rank in (6, 5, 4, 3, 2, 1))
    bids = [Bid(seat=seat, call=call) for seat, call in ((1, "prise"), (2, "pass"), (0, "pass"))]
    expected: list[Event] = [DealStart(dealer=0), *bids, Dog(cards=dog), Discard(seat=1, count=6)]
    assert [plain(event) for event in rig.said] == expected


def test_a_card_is_corrected_and_a_verdict_ruled_on_by_keyboard_alone(served: Rig, phones: Phones) -> None:
    served.enter(REVOKED)
    phone = phones()
    paired(served, phone, Role.ARBITER, "Emma")
    phone.get(served.context.address)
    assert to(phone, "To the content") == 1
    to(phone, "to-fix")
    keys(phone, Keys.ENTER)
    shows(phone, "Correct a card", "h1")
    first = script(phone, "return document.querySelector('button[name=card]').textContent.trim()")
    to(phone, str(first))
    keys(phone, Keys.ENTER)
    shows(phone, "Corrected", "#answer")
    assert isinstance(served.said[-1], Amend)
    phone.get(f"{served.context.address}history")
    to(phone, "Take back from here")
    keys(phone, Keys.SPACE)
    shows(phone, "1 step taken back.", "#answer")
    phone.get(f"{served.context.address}verdicts/1")
    to(phone, "e-none")
    keys(phone, Keys.ARROW_DOWN)
    to(phone, "Uphold")
    keys(phone, Keys.ENTER)
    agree(phone)
    shows(phone, "Verdict 1 is upheld.", "#answer")


def test_the_focus_stays_on_a_button_while_the_table_goes_on(served: Rig, phones: Phones) -> None:
    served.enter(REVOKED[:2])
    phone = phones()
    paired(served, phone, Role.PLAYER, "Anna")
    to(phone, "undo")
    served.enter(REVOKED[2:3])
    shows(phone, "7 of hearts", "#undo")
    assert script(phone, FOCUS) == "undo"


def test_a_phone_that_slept_long_begins_its_page_anew_and_one_that_blinked_does_not(
    served: Rig, phones: Phones
) -> None:
    phone = phones()
    phone.get(served.context.address)
    sleep = """
        Object.defineProperty(document, "hidden", {value: true, configurable: true});
        document.dispatchEvent(new Event("visibilitychange"));
        const now = Date.now() + arguments[0];
        Date.now = () => now;
        Object.defineProperty(document, "hidden", {value: false});
        document.dispatchEvent(new Event("visibilitychange"));
    """
    script(phone, f"window.before = true; {sleep}", 5_000)
    served.enter(REVOKED[:2])
    shows(phone, "10 of hearts", "#table")
    assert script(phone, "return window.before") is True
    script(phone, f"delete document.hidden; {sleep}", 60_000)
    until(lambda: script(phone, "return window.before === undefined") is True)
    shows(phone, "10 of hearts", "#table")


def keys(phone: webdriver.Chrome, text: str) -> None:
    """Type on the keyboard of a phone, wherever its focus is."""
    phone.switch_to.active_element.send_keys(text)


def to(phone: webdriver.Chrome, where: str) -> int:
    """Go on by the tabulator to an element of this id or text; returns how many steps it took."""
    phone.find_element(By.TAG_NAME, "body")
    for step in range(1, 120):
        keys(phone, Keys.TAB)
        if script(phone, FOCUS) == where:
            assert script(phone, RING) != "nonenone", f"nobody sees that {where} has the focus"
            return step
    pytest.fail(f"no way by keyboard to {where} on {phone.current_url}")
