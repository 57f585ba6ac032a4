"""The console in a real browser: pair, deal, follow, correct, take back, rule; two phones; cut off and back."""

from pathlib import Path
from typing import cast

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from controller.console.security.roles import Role
from controller.record.events import Amend, DealStart, MatchStart, Ruling, Undo
from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from tests.controller.console.conftest import Phones
from tests.support.console.browser_talk import (
    AT_MOST_S,
    agree,
    command,
    complaints,
    network,
    overflow,
    pair,
    press,
    script,
    shows,
    size,
    told,
    type_code,
)
from tests.support.console.console_rig import DEAL, REVOKED, Rig, play
from tests.support.loops import some
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]

PAGES = (
    "/",
    "/sheet",
    "/verdicts",
    "/verdicts/1",
    "/verdicts/1?steps=1",
    "/board",
    "/fix",
    "/history",
    "/join",
    "/pair",
    "/phones",
    "/say",
)
LISTEN = """
    const said = document.querySelector("#said");
    window.heard = [];
    new MutationObserver(() => window.heard.push(said.textContent)).observe(said, {childList: true});
"""
"""Writes down what is announced."""


def test_an_evening_on_two_phones(served: Rig, phones: Phones) -> None:
    anna, berta = phones(), phones()
    anna.get(f"{served.context.address}pair")
    type_code(anna, served.faces[-1].alert.text.removeprefix("owner code "))
    press(anna, "#as-named")
    shows(anna, "owner", "footer")
    pair(berta, served.context.address, served.context.codes.hand_out(Role.PLAYER).spoken, "Berta")
    press(anna, "#deal-0")
    shows(anna, "Anna deals.", "#answer")
    served.enter(REVOKED[1:4])
    for phone in (anna, berta):
        shows(phone, "Trick 2 of 12", "#table")
    script(anna, LISTEN)
    press(berta, "#to-fix")
    press(berta, "button[value='HQ']")
    shows(berta, "Corrected: Anna played the", "#answer")
    shows(berta, "queen of hearts", "#answer")
    shows(berta, "queen of hearts", "#fresh .read-was")
    shows(anna, "queen of hearts", "#table")
    heard = cast("list[str]", script(anna, "return window.heard"))
    corrected = "Corrected. Anna: queen of hearts. Anna to play."
    assert [text for text in heard if "Corrected" in text] == [corrected]
    press(anna, "#undo")
    shows(anna, "Taken back", "#answer")
    shows(anna, "queen of diamonds", "#table")
    served.enter(REVOKED[4:])
    shows(anna, "Anna revoked in trick 1", "#alert")
    anna.refresh()
    shows(anna, "Anna revoked in trick 1", "#alert")
    anna.get(f"{served.context.address}verdicts")
    press(anna, "#uphold-1")
    press(anna, "#e-none")
    press(anna, "button[name=decision][value=uphold]")
    agree(anna)
    shows(anna, "Verdict 1 is upheld.", "#answer")
    kinds = [type(event) for event in served.said]
    assert kinds == [DealStart, *map(type, REVOKED[1:4]), Amend, Undo, type(REVOKED[4]), Ruling]
    assert complaints(anna) + complaints(berta) == []


SMALL = """
    return [...document.querySelectorAll("main a, main button, main summary, nav a, footer a")]
      .filter((one) => one.checkVisibility()).map((one) => [one.textContent.trim(), one.getBoundingClientRect(), one])
      .filter(([, box, one]) => box.width < (one.matches(".pad-suit .key") ? 39 : 44) || box.height < 44)
      .map(([text, box]) => `${text} ${box.width} ${box.height}`);
"""
"""Things that a thumb may miss; a card of the pad may be narrower, so that nine are a row (docs/design.md)."""


def test_a_guest_taps_a_seat_and_types_the_code_or_is_invited_and_taps_the_seat_alone(
    served: Rig, phones: Phones
) -> None:
    served.phone(Role.OWNER, "Anna")
    berta, carla, address = phones(), phones(), served.context.address
    berta.get(f"{address}pair")
    script(berta, "document.getElementById('code').value = ''")  # as on a phone that is not the table's own machine
    berta.find_element(By.CSS_SELECTOR, "label:has(#seat-0)").click()
    berta.find_element(By.CSS_SELECTOR, "label:has(#seat-1)").click()
    berta.switch_to.active_element.send_keys(served.context.codes.hand_out(Role.PLAYER).spoken)
    berta.find_element(By.ID, "as-named").click()
    shows(berta, "Berta", "footer")
    carla.get(f"{address}pair?invitation={served.context.codes.invite()}")
    carla.find_element(By.ID, "seat-2").click()
    shows(carla, "Carla, you sit below.", "#headline")
    assert complaints(berta) + complaints(carla) == []


def test_the_steps_of_a_proof_come_at_a_tap_into_the_page(served: Rig, phones: Phones) -> None:
    served.enter(REVOKED)
    phone = phones()
    phone.get(f"{served.context.address}verdicts/1")
    script(phone, "window.before = true")
    press(phone, "#to-steps")
    shows(phone, "What the rules demand", "#steps")
    assert script(phone, "return window.before") is True


def test_the_arrow_keys_walk_among_the_seats_and_stay_there(served: Rig, phones: Phones) -> None:
    phone = phones()
    phone.get(f"{served.context.address}pair")
    phone.find_element(By.ID, "seat-0").send_keys(Keys.SPACE, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert phone.switch_to.active_element.get_attribute("id") == "seat-2"


@pytest.mark.parametrize("text_size", [16, 32])
def test_on_the_table_nothing_is_smaller_than_a_thumb_nor_leaves_the_mat(
    served: Rig, phones: Phones, text_size: int
) -> None:
    served.enter(REVOKED)
    phone = phones()
    pair(phone, served.context.address, served.context.codes.hand_out(Role.OWNER).spoken, "Carla")
    command(phone, "Page.setFontSizes", fontSizes={"standard": text_size})
    outside = """
        const mat = document.getElementById("mat").getBoundingClientRect();
        return [...document.querySelectorAll("#mat .seat, #mat .lay")].map((one) => one.getBoundingClientRect())
          .filter((box) => box.left < mat.left || box.right > mat.right || box.top < mat.top || box.bottom > mat.bottom)
          .length;
    """
    for width, height in ((390, 844), (844, 390)):
        size(phone, width, height)
        phone.get(served.context.address)
        shows(phone, "Carla", "#seat-2.at-0 .who")
        assert (script(phone, SMALL), script(phone, outside)) == ([], 0)
        assert overflow(phone) == 0


def test_no_page_is_blocked_by_its_own_policy_or_wider_than_a_phone(served: Rig, phones: Phones) -> None:
    served.enter(REVOKED)
    phone = phones()
    pair(phone, served.context.address, served.context.codes.hand_out(Role.OWNER).spoken, "Anna")
    wide: list[str] = []
    for path in PAGES:
        phone.get(served.context.address.rstrip("/") + path)
        if overflow(phone):
            wide.append(path)
    assert (wide, complaints(phone)) == ([], [])


def test_a_page_that_was_cut_off_says_so_and_comes_back(tmp_path: Path, phones: Phones) -> None:
    with Journal(tmp_path / "current.jsonl") as journal:
        first = Rig(journal, settings=ConsoleConfig(address="127.0.0.1", port=0), watching=False)
        first.console.open()
        phone = phones()
        phone.get(first.context.address)
        shows(phone, "Ready to deal", "#table")
        port = int(first.context.address.rstrip("/").rpartition(":")[2])
        first.console.close()
        shows(phone, "cut off", "#lost")
        again = Rig(journal, settings=ConsoleConfig(address="127.0.0.1", port=port), watching=False)
        again.enter([DEAL, play(1, "SA")])
        assert again.console.open()
        shows(phone, "ace of spades", "#table")
        lost = phone.find_element(By.ID, "lost")
        WebDriverWait(phone, AT_MOST_S, 0.05).until(lambda _: not lost.is_displayed())
        again.console.close()


COVERED = """
    const box = (where) => document.querySelector(where).getBoundingClientRect();
    const [status, panel, places] = [box("#status"), box(".panel-bar"), box(".places")];
    return status.bottom > panel.top || panel.bottom > places.top;
"""


def test_a_long_call_pushes_nothing_that_is_said_under_what_is_tapped(tmp_path: Path, phones: Phones) -> None:
    names = ("Annemarie-Luise Zumstein", "Bernadette Oberholzer-W.", "Chantal von Niederhausen")
    with Journal(tmp_path / "current.jsonl") as journal:
        settings = ConsoleConfig(address="127.0.0.1", port=0)
        rig = Rig(journal, MatchStart(game="mittlere", seats=names), settings=settings, watching=False)
        assert rig.console.open()
        rig.enter(REVOKED)
        phone = phones()
        pair(phone, rig.context.address, rig.context.codes.hand_out(Role.PLAYER).spoken, "Rita")
        covered: list[str] = []
        for lang in ("en", "de", "fr", "it", "ja"):
            command(phone, "Network.enable")
            command(phone, "Network.setExtraHTTPHeaders", headers={"Accept-Language": lang})
            phone.get(rig.context.address)
            if script(phone, COVERED):
                covered.append(lang)
        rig.console.close()
    assert covered == []


def test_a_page_that_follows_nothing_says_too_that_it_is_cut_off_and_when_it_is_back(
    served: Rig, phones: Phones
) -> None:
    phone = phones()
    phone.get(f"{served.context.address}more")
    is_said = "return document.querySelector('#lost').checkVisibility()"
    assert not script(phone, is_said)
    network(phone, there=False)
    WebDriverWait(phone, AT_MOST_S, 0.05).until(lambda _: script(phone, is_said))
    network(phone, there=True)
    WebDriverWait(phone, AT_MOST_S, 0.05).until(lambda _: not script(phone, is_said))


WALK = """
    window.toReach = [...document.querySelectorAll("a[href], button, summary, select")]
      .filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0);
    window.touched = [...toReach];
    document.addEventListener("focusin", ({target}) => { toReach = toReach.filter((one) => one !== target); });
"""
WALKED = """
    const isCovered = (one) => {
      one.focus();
      const box = one.getBoundingClientRect();
      const there = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, 40) / 2);
      return !(one.contains(there) || there?.contains(one));
    };
    const left = [...toReach];
    return [...left, ...touched.filter(isCovered)].map((one) => one.outerHTML.slice(0, 80));
"""
"""Script that finds elements that the keyboard has not reached, or that are covered or out of view with the focus."""
MOST_TABS = 60


def test_three_keys_tell_the_ear_what_lies_there_once_it_is_asked_for(served: Rig, phones: Phones) -> None:
    """Keys of one letter are nobody's who has not opened them (WCAG 2.1.4)."""
    phone = phones()
    pair(phone, served.context.address, served.context.codes.hand_out(Role.PLAYER).spoken, "Berta")
    served.enter(REVOKED)
    phone.get(served.context.address)
    keys = phone.find_element(By.TAG_NAME, "body")
    keys.send_keys("t")
    press(phone, "#ear summary")
    for key, words in some({
        "s": "Anna, 13 points",
        "l": "10 of hearts, Berta, led. 7 of hearts, Carla. queen of diamonds, Anna, took the trick. It is your turn",
        "t": "6 of hearts, Anna. It is your turn",
    }.items()):  # fmt: skip
        keys.send_keys(key)
        shows(phone, words, "#said")
    phone.refresh()
    press(phone, "#ear [data-ask=t]")
    shows(phone, "6 of hearts, Anna. It is your turn", "#said")
    assert complaints(phone) == []


def test_no_answer_repeats_an_announcement_of_the_table(served: Rig, phones: Phones) -> None:
    """An answer that it does not announce is read out of the same region."""
    phone = phones()
    pair(phone, served.context.address, served.context.codes.hand_out(Role.PLAYER).spoken, "Berta")
    served.enter(REVOKED[:4])
    shows(phone, "Trick 2 of 12", "#table")
    press(phone, "#undo")
    shows(phone, "Taken back", "#answer")
    shows(phone, "Anna to play.", "#said")
    assert script(phone, "return document.querySelector('#answer .alert-success').ariaHidden") == "true"
    phone.get(f"{served.context.address}say")
    press(phone, "#ask-lies")
    until(lambda: told(phone, "#answer"))
    until(lambda: told(phone, "#said") == told(phone, "#answer"))


def test_without_a_network_a_tap_is_seen_to_wait_is_done_once_and_a_link_leads_on(served: Rig, phones: Phones) -> None:
    phone = phones()
    pair(phone, served.context.address, served.context.codes.hand_out(Role.PLAYER).spoken, "Berta")
    served.enter(REVOKED[:4])
    shows(phone, "Trick 2 of 12", "#table")
    network(phone, there=False)
    press(phone, "#undo")
    shows(phone, "Being sent", "#answer")
    assert script(phone, "return document.querySelector('#undo').ariaBusy") == "true"
    network(phone, there=True)
    until(lambda: served.said == [*REVOKED[:4], Undo(n=1)])
    shows(phone, "Trick 1 of 12", "#table")
    WebDriverWait(phone, AT_MOST_S, 0.05).until(lambda _: not script(phone, "return 'unsent' in document.body.dataset"))
    network(phone, there=False)
    until(lambda: script(phone, "return document.querySelector('#lost').checkVisibility()"))
    press(phone, ".places a[href='/sheet']")
    assert phone.current_url == served.context.address
    network(phone, there=True)
    until(lambda: phone.current_url.endswith("/sheet"))
    shows(phone, "Anna", "main")


def test_every_page_can_be_walked_through_by_keyboard_and_nothing_covers_what_has_the_focus(
    served: Rig, phones: Phones
) -> None:
    served.enter(REVOKED)
    phone = phones()
    pair(phone, served.context.address, served.context.codes.hand_out(Role.OWNER).spoken, "Anna")
    command(phone, "Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    command(phone, "Emulation.setFocusEmulationEnabled", enabled=True)
    wrong: dict[str, object] = {}
    for path in (*PAGES, "/more", "/language"):
        phone.get(f"{served.context.address.rstrip('/')}{path}")
        script(phone, WALK)
        phone.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB * MOST_TABS)
        if found := script(phone, WALKED):
            wrong[path] = found
    assert wrong == {}
