"""A newcomer's evening: the program as it is installed, a phone, and nothing but taps until the first deal is over."""

import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Final, cast

import pytest
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    StaleElementReferenceException,
    WebDriverException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from controller import games
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import MatchStart, Played
from controller.store.archive import Archive
from tests.controller.console.conftest import Phones
from tests.support.console.browser_talk import complaints, script, shows
from tests.support.console.console_rig import OPENING, REVOKED, play
from tests.support.console.film_table import Film, filming
from tests.support.loops import some
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]

NAMES: Final = ("Ueli", "Vreni", "Res", "Kathrin")
TAPS_BEFORE_THE_DEAL: Final = 8
"""Taking part, to the game's page, two for choosing the game, saving, back to the table, and to the cards."""
STEPS: Final = ("Language and pack", "Game and players", "Prints", "Camera", "Test deal")
TEST: Final = (play(1, "SA"), play(2, "S6"), play(0, "S7"))
"""The cards of the test deal; Berta leads."""
SEAT: Final = "const one = document.querySelector('.strip li.turn'); return one ? Number(one.id.slice(3)) : -1"
GONE: Final = "return !document.querySelector(`.key[value=${arguments[0]}]`)"
IN_SIGHT: Final = """
    const [card] = arguments, box = document.querySelector(`.key[value=${card}]`).getBoundingClientRect();
    return document.querySelector(".foot").getBoundingClientRect().top - box.bottom;
"""


class Newcomer:
    """A newcomer with a phone who taps what is in sight, and counts."""

    def __init__(self, phone: webdriver.Chrome) -> None:
        self.phone, self.taps = phone, 0

    def tap(self, where: str, text: str = "") -> None:
        """Tap the first of these that can be seen, as soon as nothing covers it."""
        until(lambda: self._tapped(where, text))
        self.taps += 1

    def _tapped(self, where: str, text: str) -> bool:
        try:
            for one in self.phone.find_elements(By.CSS_SELECTOR, where):
                if one.is_displayed() and text in one.text:
                    return self._hit(one)
        except (StaleElementReferenceException, WebDriverException):
            return False
        return False

    def _hit(self, one: WebElement) -> bool:
        try:
            one.click()
        except ElementClickInterceptedException:  # it lies behind a bar: people scroll on
            script(self.phone, "arguments[0].scrollIntoView({block: 'center'})", one)
            return False
        return True


@contextmanager
def running(tmp_path: Path, *typed: str) -> Generator[str]:
    """A table with the settings that the program itself writes, on a port that is free; its address."""
    settings = tmp_path / "schiri.toml"
    with socket.create_server(("127.0.0.1", 0)) as ear:
        port = ear.getsockname()[1]
    run = [sys.executable, "-m", "controller"]
    subprocess.run([*run, "config", "init", str(settings), *typed], check=True, capture_output=True)  # noqa: S603 - our own program
    written = settings.read_text(encoding="utf-8")
    for setting, here in (('address = "0.0.0.0"', 'address = "127.0.0.1"'), ("port = 8080", f"port = {port}")):
        assert f"# {setting}" in written
        written = written.replace(f"# {setting}", here)
    settings.write_text(written.replace("# beacon = true", "beacon = false"), encoding="utf-8")
    start = [*run, "referee", "--config", str(settings), "--data-dir", str(tmp_path / "data")]
    with ExitStack() as stack, (tmp_path / "told").open("w+b") as heard:
        referee = stack.enter_context(subprocess.Popen(start, stdout=heard, stderr=heard))  # noqa: S603 - our own program
        stack.callback(referee.kill)
        until(lambda: b"/pair" in (tmp_path / "told").read_bytes())
        yield f"http://127.0.0.1:{port}/"


@pytest.fixture
def table(tmp_path: Path) -> Generator[str]:
    """The address of a table without a camera."""
    with running(tmp_path) as address:
        yield address


def hands() -> list[list[Card]]:
    """A deck that is dealt by lot."""
    deck = list(games.load("schieber").deck)
    Random(3).shuffle(deck)
    return [deck[seat::4] for seat in range(4)]


def test_from_the_set_up_to_the_end_of_a_deal_with_a_tap_a_card(table: str, phones: Phones, tmp_path: Path) -> None:
    phone = phones()
    one, dealt = Newcomer(phone), hands()
    phone.get(table)
    one.tap("main a", "Pair")
    phone.find_element(By.ID, "name").send_keys("Ueli")
    one.tap("#as-named")
    one.tap("main .list-group a", "Game")
    Select(phone.find_element(By.ID, "f-game")).select_by_visible_text("Schieber")
    one.taps += 2
    shows(phone, "Seat 4")
    for seat, name in some(enumerate(NAMES)):
        field = phone.find_element(By.ID, f"f-name{seat}")
        field.clear()
        field.send_keys(name)
    one.tap("form[method=post] .btn-primary")
    one.tap("#to-table")
    shows(phone, "Kathrin", "main")
    one.tap("#to-tap")
    assert one.taps == TAPS_BEFORE_THE_DEAL
    one.tap("#deal-0")
    one.tap("#say-hearts-")
    one.tap(".foot summary", "Vreni")
    one.tap("#say-weis-50-")
    shows(phone, "Vreni: Weis 50.", "#answer")
    led = ""
    for number in range(36):
        hand = dealt[cast("int", script(phone, SEAT))]
        follows = [card for card in hand if number % 4 and card.suit == led]
        card = (follows or hand)[0]
        led = led if number % 4 else card.suit
        hand.remove(card)
        assert cast("float", script(phone, IN_SIGHT, card)) >= 0, f"{card} lies behind what is below the cards"
        one.tap(f".key[value={card}]")
        until(lambda card=card: script(phone, GONE, card))
    assert one.taps == TAPS_BEFORE_THE_DEAL + 4 + 36
    shows(phone, "Ueli & Res", ".sums")
    shows(phone, "Vreni deals", ".to-tap")
    with Archive(tmp_path / "data") as archive:
        opening, *events = record.read(archive.record(archive.matches()[-1].id)).events
    assert isinstance(opening, MatchStart)
    assert (opening.game, opening.seats, sum(isinstance(event, Played) for event in events)) == ("schieber", NAMES, 36)


def test_the_walk_leads_from_the_first_code_to_a_refereed_deal_and_nothing_is_typed_but_names(
    phones: Phones, tmp_path: Path
) -> None:
    """The film lays a card before each player, sweeps them when the set-up is done, and then `REVOKED`."""
    film = Film([OPENING, REVOKED[0], *TEST, *REVOKED[1:]], 3)
    with filming(film) as camera, running(tmp_path, "--camera", camera) as table:
        phone = phones()
        one = Newcomer(phone)
        phone.get(table)
        one.tap("main a", "Pair")
        phone.find_element(By.ID, "name").send_keys("Anna")
        one.tap("#as-named")
        shows(phone, "5 steps to the first deal", "#walk")
        one.tap("#go-on", STEPS[0])
        one.tap("form[method=post] .save-bar .btn-primary")
        one.tap(".onward button", STEPS[1])
        shows(phone, "Seat 3")
        phone.refresh()
        one.tap("form[method=post] .save-bar .btn-primary")
        one.tap(".onward button", STEPS[2])
        shows(phone, "A4: 2 sheets", "#labels")
        phone.get(f"{table}setup")  # the evening is gone on with where it was left
        shows(phone, "3 steps to the first deal", "#walk")
        one.tap("#go-on", STEPS[2])
        one.tap(".onward button", STEPS[3])
        shows(phone, "It sees the mat.", "#camera-state")
        one.tap("button[value=calibrate]")
        shows(phone, "Measured, and kept", "#told")
        one.tap(".onward button", STEPS[4])
        one.tap("button[value=begin]")
        shows(phone, "Not read: no card lies here yet.", ".checks")
        film.play(len(TEST))
        shows(phone, "Every place is read: the table can referee.", "#can-referee")
        for card in some(("Read: ace of spades.", "Read: 6 of spades.", "Read: 7 of spades.")):
            shows(phone, card, ".checks")
        one.tap(".onward button", "to the table")
        shows(phone, "Berta", "#table")
        film.play(len(TEST) + len(REVOKED) - 1)
        shows(phone, "Anna revoked in trick 1", "#alert")
        with Archive(tmp_path / "data") as archive:
            events = record.read(archive.record(archive.matches()[-1].id)).events
        plays = [str(event.card) for event in events if isinstance(event, Played)]
        assert (plays, complaints(phone)) == (["H10", "H7", "DQ", "H6"], [])
