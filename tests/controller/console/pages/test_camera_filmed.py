"""A phone as camera, for real: Chromium, its camera a drawn film, by the table's own https to the real referee."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import cv2
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from controller.record.events import Collect, Event, SightEvent
from controller.referee.fold import outcome
from controller.table import screenplay
from tests.support.console.browser_talk import browser, complaints, network, overflow, press, script, shows, told
from tests.support.console.film_table import Watched, watched
from tests.support.evenings import plain
from tests.support.examples import Example
from tests.support.waiting import until
from vision.film.reel import Reel, Take

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser", "openssl")]

EUCHRE: Final = """
[table]
game = "euchre"
seats = ["Anna", "Berta", "Carla", "Dora"]
profile = "seed"
[table.options]
goal = 5
"""
DEAL: Final = tuple(Example("euchre/4-to-five").events[:20])
"""A match line and one deal, in whose first trick Anna does not follow; her last card proves it."""
TWICE: Final = 2
"""Chromium plays such a film with 30 pictures a second, drawn are 15."""
QUALITY: Final = 70
BARE_S: Final = 6
"""Seconds of the bare mat before the first card, and of the last picture before the film begins anew."""
BLIND: Final = "camera blind: "
TOLD: Final = ("no camera: phone", BLIND, "the camera gives pictures")
"""Lines that the journal may have of a phone that comes and goes."""


def draw(events: Sequence[Event], seats: int, path: Path) -> None:
    """Draw a film as Chromium takes it for a camera: JPEGs, one behind the other."""
    take = Take([*screenplay.steps(events, commands=True)], seats, size=(1280, 720), noise="none")
    drawn = (cv2.imencode(".jpg", one, [cv2.IMWRITE_JPEG_QUALITY, QUALITY]) for one in Reel(take).frames(grey=False))
    shown = [code.tobytes() * TWICE for _, code in drawn]
    still = BARE_S * round(take.fps)
    path.write_bytes(b"".join((shown[0] * still, *shown, shown[-1] * still)))


@contextmanager
def phone_with(film: Path, memory: Path) -> Generator[webdriver.Chrome]:
    """A phone whose camera sees a film."""
    flags = (
        "use-fake-device-for-media-stream",
        "use-fake-ui-for-media-stream",
        f"use-file-for-fake-video-capture={film}",
    )
    with browser(memory, *flags) as phone:
        yield phone


def become_the_camera(phone: webdriver.Chrome, table: Watched) -> None:
    """Pass the browser's warning of the table's own certificate, type the code on the display, begin."""
    until(lambda: " code " in table.display.face().alert.text)
    phone.get(table.camera)
    for button in ("#details-button", "#proceed-link"):
        press(phone, button)
    shows(phone, "This phone as camera", "h1")
    phone.find_element(By.ID, "code").send_keys(table.display.face().alert.text.rpartition(" code ")[2])
    press(phone, "#take")
    press(phone, "#begin")


def said_and_played(table: Watched) -> list[Event]:
    """The newest record without what was seen meanwhile, and without when the cards of a trick were gathered."""
    return [plain(one) for one in table.record if not isinstance(one, SightEvent | Collect)]


def test_a_deal_is_refereed_that_a_phone_films(tmp_path: Path) -> None:
    """Whole, from the browser's warning to the verdict; as the record has it, from what the phone saw alone."""
    film = tmp_path / "film.mjpeg"
    draw(DEAL, 4, film)
    with watched(tmp_path, "phone", EUCHRE, expected=TOLD) as table:
        with phone_with(film, tmp_path / "phone") as phone:
            become_the_camera(phone, table)
            shows(phone, "It sees the mat.", "#state")
            assert overflow(phone) == 0
            drawn = "return document.querySelector('#mat path').getAttribute('d')"
            until(lambda: str(script(phone, drawn)).count(",") > 4)
            until(lambda: "pictures a second" in told(phone, "#figures"))
            until(lambda: len(said_and_played(table)) >= len(DEAL))
            mine = [one for one in complaints(phone) if "ERR_CERT" not in one]
            press(phone, "#end")
        found, verdicts = said_and_played(table)[1 : len(DEAL)], outcome(table.record).verdicts
    assert (mine, found) == ([], [plain(one) for one in DEAL[1:]])
    assert "Anna revoked in trick 1: S9 on HA, while holding HJ (played in trick 5)." in [one.text for one in verdicts]


def test_a_phone_that_loses_the_network_is_found_again(tmp_path: Path) -> None:
    """It says so itself, the table says so, and both go on by themselves."""
    film = tmp_path / "film.mjpeg"
    draw(DEAL[:2], 4, film)
    with (
        watched(tmp_path, "phone", EUCHRE, expected=TOLD) as table,
        phone_with(film, tmp_path / "phone") as phone,
    ):
        become_the_camera(phone, table)
        shows(phone, "It sees the mat.", "#state")
        until(lambda: not table.display.face().alert.text.startswith(BLIND))
        network(phone, there=False)
        shows(phone, "cut off from the table", "#state")
        until(lambda: "the phone sends no picture" in table.display.face().alert.text)
        network(phone, there=True)
        shows(phone, "It sees the mat.", "#state")
        until(lambda: not table.display.face().alert.text.startswith(BLIND))
