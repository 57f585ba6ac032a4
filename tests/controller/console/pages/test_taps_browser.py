"""A real browser is tapped while cards come: no tap is lost, and each does what its button said under the finger."""

import re
from collections.abc import Callable
from time import sleep

import pytest
from selenium import webdriver

from controller.console.security.roles import Role
from controller.console.words.names import name, sign
from controller.record.cards import Card
from controller.record.events import Undo
from tests.support.console.browser_talk import command, complaints, pair, script, shows, told
from tests.support.console.console_rig import DEAL, Rig, play
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]

CARDS = ("H10", "H7", "H6", "S6", "S7", "S8", "D6", "D7", "D8", "C6", "C7", "C8")
MIDDLE = (("left", "width"), ("top", "height"))
COUNTING = """
window.came = 0; window.answered = 0;
document.addEventListener("htmx:sseBeforeMessage", () => { window.came += 1; });
new MutationObserver(() => { window.answered += 1; })
  .observe(document.getElementById("answer"), { childList: true });
"""


def finger(phone: webdriver.Chrome, where: str, kind: str, aside: float = 0) -> None:
    """Put a finger near the middle of an element, or lift it there; real input, not a call of its script."""
    at = "document.querySelector(arguments[0]).getBoundingClientRect()"
    x, y = (float(str(script(phone, f"return {at}.{near} + {at}.{size} / 2", where))) for near, size in MIDDLE)
    command(phone, "Input.dispatchMouseEvent", type=kind, x=x + aside, y=y, button="left", clickCount=1)


def counted(phone: webdriver.Chrome, name: str) -> int:
    return int(str(script(phone, f"return window.{name}")))


def dealt(served: Rig, phones: Callable[[], webdriver.Chrome]) -> webdriver.Chrome:
    """A player's phone at a table where a card lies."""
    phone = phones()
    pair(phone, served.context.address, served.context.codes.hand_out(Role.PLAYER).spoken, "Berta")
    served.enter([DEAL, play(1, CARDS[0])])
    shows(phone, "10 of hearts", "#undo")
    script(phone, COUNTING)
    return phone


def test_a_button_stays_the_same_element_and_keeps_the_focus(
    served: Rig, phones: Callable[[], webdriver.Chrome]
) -> None:
    phone = dealt(served, phones)
    script(phone, "for (const one of document.querySelectorAll('#panel [id]')) one.mine = true;"
                  "document.getElementById('rarely').open = true;"
                  "document.getElementById('misdeal').focus()")  # fmt: skip
    for number, card in enumerate(CARDS[1:4], 2):
        served.enter([play(number % 3, card)])
    shows(phone, "6 of spades", "#undo")
    assert script(phone, "return [...document.querySelectorAll('#panel [id]')].every((one) => one.mine)")
    assert script(phone, "return document.activeElement.id") == "misdeal"
    assert complaints(phone) == []


def test_under_a_finger_nothing_changes_and_what_it_said_is_what_is_asked(
    served: Rig, phones: Callable[[], webdriver.Chrome]
) -> None:
    phone = dealt(served, phones)
    before, came = told(phone, "#undo"), counted(phone, "came")
    finger(phone, "#undo", "mousePressed")
    served.enter([play(2, CARDS[1])])
    until(lambda: counted(phone, "came") >= came + 2)
    assert told(phone, "#undo") == before
    finger(phone, "#undo", "mouseReleased")
    shows(phone, "The table has gone on since: nothing was taken back. Look again.", "#answer")
    shows(phone, "7 of hearts", "#undo")
    assert not any(isinstance(one, Undo) for one in served.said)


def test_a_hand_that_trembles_taps_once(served: Rig, phones: Callable[[], webdriver.Chrome]) -> None:
    """Where the next step to take back lies under the finger at once, the second tap is none of its own."""
    phone = dealt(served, phones)
    served.enter([play(2, CARDS[1])])
    shows(phone, "7 of hearts", "#undo")
    for kind in ("mousePressed", "mouseReleased"):
        finger(phone, "#undo", kind)
    shows(phone, "10 of hearts", "#undo")
    for kind in ("mousePressed", "mouseReleased"):
        finger(phone, "#undo", kind)
    sleep(1.0)
    assert [one for one in served.said if isinstance(one, Undo)] == [Undo(n=1)]
    for kind in ("mousePressed", "mouseReleased"):
        finger(phone, "#undo", kind)
    until(lambda: sum(isinstance(one, Undo) for one in served.said) == 2)
    assert complaints(phone) == []


def named(answer: str) -> str:
    """An answer in one line, with its cards by their names, which buttons have beside the drawings."""
    for card in map(Card, CARDS):
        answer = answer.replace(sign(card), name(card))
    # A card's name that only a screen reader reads stands in a line of its own.
    return re.sub(r" (?=[.;])", "", " ".join(answer.split()))


def test_while_cards_come_every_tap_is_answered_and_takes_back_what_it_said(
    served: Rig, phones: Callable[[], webdriver.Chrome]
) -> None:
    phone = dealt(served, phones)
    said: list[tuple[str, str]] = []
    keys: list[str] = []
    for number, card in enumerate(CARDS[1:], 2):
        answers, aside = counted(phone, "answered"), 20.0 * (-1) ** number
        if number % 3:
            finger(phone, "#undo", "mousePressed", aside)
            under = " ".join(told(phone, "#undo").split())
            served.enter([play(number % 3, card)] if number % 2 else [])
        else:
            served.enter([play(number % 3, card)])
            finger(phone, "#undo", "mousePressed", aside)
            under = " ".join(told(phone, "#undo").split())
        keys.append(str(script(phone, "return document.getElementById('undo').form.elements.key.value")))
        finger(phone, "#undo", "mouseReleased", aside)
        until(lambda answers=answers: counted(phone, "answered") > answers)
        said.append((under, told(phone, "#answer")))
        served.enter([play((number + 1) % 3, CARDS[-number % len(CARDS)])])
    taken = [re.sub("^Taken back: (.*)[.]$", r"Take back \1", named(answer)) for _under, answer in said]
    kept = [answer.startswith("The table has gone on") for _under, answer in said]
    assert all(gone or back == under for gone, back, (under, _) in zip(kept, taken, said, strict=True)), said
    assert any(kept), said
    assert not all(kept), said
    # Where the page has not changed since the tap before, the same form is sent: it is answered again, and done once.
    forms = {key for key, gone in zip(keys, kept, strict=True) if not gone}
    assert sum(isinstance(one, Undo) for one in served.said) == len(forms)


def test_cards_keep_their_elements_while_a_trick_is_played_and_gathered_and_what_was_opened_stays_open(
    served: Rig, phones: Callable[[], webdriver.Chrome]
) -> None:
    phone = dealt(served, phones)
    served.enter([play(2, CARDS[1]), play(0, CARDS[2])])
    shows(phone, "Berta took the trick", "#now")
    script(phone, "for (const one of document.querySelectorAll('#table [id]')) one.mine = true;"
                  "document.querySelector('#last-trick summary').click()")  # fmt: skip
    whole = [f"card-1-1-{seat}" for seat in (1, 2, 0)]
    assert script(phone, "return [...document.querySelectorAll('#trick li')].map((one) => one.id)") == whole
    served.enter([play(1, CARDS[3])])
    shows(phone, "Berta holds the trick", "#now")
    gathered = "[...document.querySelectorAll('#trick .gathered')]"
    assert script(phone, f"return {gathered}.map((one) => one.id)") == whole
    assert script(phone, f"return {gathered}.every((one) => one.mine)")
    # They move to Berta, who sits at the bottom of her own phone, and are gone for eyes and ears when there.
    at_bottom = "one.getBoundingClientRect().bottom > document.querySelector('#seat-1').getBoundingClientRect().top"
    gone = f"return {gathered}.every((one) => !one.checkVisibility({{visibilityProperty: true}}) && {at_bottom})"
    until(lambda: bool(script(phone, gone)))
    assert script(phone, "return document.getElementById('last-trick').open && document.getElementById('mat').mine")
    served.enter([play(2, CARDS[4])])
    shows(phone, "7 of spades", "#trick")
    assert script(phone, "return document.getElementById('last-trick').open")
    assert complaints(phone) == []
