"""The set-up in a real browser: another game, a mistake, the camera; with scripts, and without them as plain forms."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from controller.console.security.roles import Role
from controller.live.camera import Source, eyes
from controller.settings.model import parse
from tests.controller.console.conftest import Phones
from tests.support.console.browser_talk import AT_MOST_S, complaints, overflow, pair, press, script, shows
from tests.support.console.console_rig import DEAL, Rig
from tests.support.console.setup_rig import filming, set_up, text
from tests.support.vision.mat_pictures import camera, photo

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]

SAVE = "form[method=post] .btn-primary"
CHOOSE = """
    const field = document.getElementById(arguments[0]);
    field.value = arguments[1];
    field.dispatchEvent(new Event("change", {bubbles: true}));
"""
PAGES = (
    "",
    "/game?game=tarot&seats=5",
    "/places",
    "/displays",
    "/displays/0",
    "/displays/0?kind=wled",
    "/camera",
    "/health",
)


def test_a_table_is_set_up_on_a_phone(served: Rig, phones: Phones) -> None:
    setup, owner = set_up(served), phones()
    pair(owner, served.context.address, served.context.codes.hand_out(Role.OWNER).spoken, "Anna")
    served.enter((DEAL,))
    owner.get(f"{served.context.address}setup/game")
    script(owner, CHOOSE, "f-game", "molotow")
    shows(owner, "Seat 4")
    owner.find_element(By.ID, "f-name3").send_keys("Dora")
    press(owner, SAVE)
    shows(owner, "end it first", "#mistakes")
    assert script(owner, "return document.activeElement.id") == "mistakes"
    assert script(owner, "return document.getElementById('f-name3').value") == "Dora"
    press(owner, "#f-end")
    press(owner, SAVE)
    shows(owner, "Saved. A new match begins: Molotow.", "#told")
    shows(owner, "Back to the table", "#to-table")
    assert parse(text(setup)).table.seats == ("Anna", "Berta", "Carla", "Dora")
    assert (served.session.match.ended, setup.again.begin_round(), complaints(owner)) == (True, True, [])


def test_the_camera_page_follows_the_camera(served: Rig, phones: Phones) -> None:
    setup, owner = set_up(served), phones()
    setup.frame_tap.eyes = eyes(served.session.match, Source("0"))
    pair(owner, served.context.address, served.context.codes.hand_out(Role.OWNER).spoken, "Anna")
    with filming(setup, photo(camera(12), blur_px=0.5)):
        owner.get(f"{served.context.address}setup/camera")
        shows(owner, "The picture is sharp enough.")
        first = script(owner, "return window.first = document.querySelector('svg.sight image')")
        assert first
        press(owner, "form[method=post] button")
        shows(owner, "Measured, and kept", "#told")
        shows(owner, "It sees the mat.", "#camera-state")
        WebDriverWait(owner, AT_MOST_S).until(
            lambda _: not script(owner, "return document.contains(window.first)"), "the first picture still stands"
        )
    assert (setup.config.calibration_file.exists(), complaints(owner)) == (True, [])


def test_no_page_of_the_set_up_is_blocked_or_wider_than_a_phone(served: Rig, phones: Phones) -> None:
    set_up(served)
    owner = phones()
    pair(owner, served.context.address, served.context.codes.hand_out(Role.OWNER).spoken, "Anna")
    wide = {}
    for page in PAGES:
        owner.get(f"{served.context.address}setup{page}")
        wide[page] = overflow(owner)
    assert (wide, complaints(owner)) == (dict.fromkeys(PAGES, 0), [])
