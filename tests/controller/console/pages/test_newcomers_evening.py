"""A newcomer's evening: the program as it is installed, a phone, and nothing but taps until the first deal is over."""

import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Final, cast

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from controller import games
from controller.record import text as record
from controller.record.cards import Card
from controller.record.events import MatchStart, Played
from controller.store.archive import Archive
from tests.controller.console.conftest import Phones
from tests.support.console.browser_talk import script, shows
from tests.support.loops import some
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]

NAMES: Final = ("Ueli", "Vreni", "Res", "Kathrin")
TAPS_BEFORE_THE_DEAL: Final = 10
"""Taking part, the way to the game's page, two for choosing the game, saving, back to the table, and to the cards."""
SEAT: Final = "const one = document.querySelector('.strip li.turn'); return one ? Number(one.id.slice(3)) : -1"
GONE: Final = "return !document.querySelector(`.key[value=${arguments[0]}]`)"
IN_SIGHT: Final = """
    const [card] = arguments, box = document.querySelector(`.key[value=${card}]`).getBoundingClientRect();
    return document.querySelector(".foot").getBoundingClientRect().top - box.bottom;
"""


class Newcomer:
    """Somebody with a phone who taps what is in sight, and counts."""

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
                    one.click()
                    return True
        except (StaleElementReferenceException, WebDriverException):
            return False
        return False


@pytest.fixture
def table(tmp_path: Path) -> Generator[str]:
    """The address of a table that runs with the settings that the program itself writes, on a port that is free."""
    settings = tmp_path / "schiri.toml"
    with socket.create_server(("127.0.0.1", 0)) as ear:
        port = ear.getsockname()[1]
    run = [sys.executable, "-m", "controller"]
    subprocess.run([*run, "config", "init", str(settings)], check=True, capture_output=True)  # noqa: S603 - our own program
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
    one.tap("nav a", "More")
    one.tap("main a", "Set-up")
    one.tap("main a", "Game")
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
