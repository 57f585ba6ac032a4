"""The overlay in a real browser: its key leaves the address, cards and verdicts come, the table shines through."""

from typing import cast

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from controller.console.security.roles import Role
from tests.controller.console.conftest import Phones
from tests.support.console.browser_talk import AT_MOST_S, complaints, pair, script, shows, size, told
from tests.support.console.console_rig import REVOKED, Rig

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]

CLEAR = """
    return [document.documentElement, document.body, document.getElementById("overlay")]
      .map((one) => getComputedStyle(one).backgroundColor);
"""


def test_a_stream_shows_the_trick_and_the_verdict_over_the_table(served: Rig, phones: Phones) -> None:
    context = served.context
    key = context.devices.pair("Stream overlay", Role.VIEWER, "2026-11-21 12:00")
    obs = phones()
    size(obs, 1920, 1080)
    obs.get(f"{context.address}overlay#{key.id}")
    served.enter(REVOKED[:3])
    shows(obs, "Carla", "#trick")
    assert obs.current_url == f"{context.address}overlay"
    assert key.id not in obs.page_source
    assert set(cast("list[str]", script(obs, CLEAR))) == {"rgba(0, 0, 0, 0)"}
    served.enter(REVOKED[3:])
    shows(obs, "Anna", "#verdict h2")
    names = "return [...document.querySelectorAll('#verdict figure')].map((one) => one.textContent)"
    assert script(obs, names) == ["10 of heartsLed", "queen of diamondsLaid", "6 of heartsHeld"]
    assert script(obs, "return getComputedStyle(document.getElementById('trick')).visibility") == "hidden"
    outside = """
        return [...document.querySelectorAll("#overlay > *")].map((one) => one.getBoundingClientRect())
          .filter((box) => box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight).length;
    """
    assert script(obs, outside) == 0
    assert complaints(obs) == []


def test_the_address_that_the_owner_makes_works_and_waits(served: Rig, phones: Phones) -> None:
    anna, obs = phones(), phones()
    pair(anna, served.context.address, served.context.codes.hand_out(Role.OWNER).spoken, "Anna")
    anna.get(f"{served.context.address}phones")
    script(
        anna,
        "document.getElementById('delay').value = 1;"
        "document.querySelector('form [value=overlay]').form.requestSubmit()",
    )
    shows(anna, "#", "#answer")
    address = told(anna, "#answer").split()[-1]
    served.enter(REVOKED[:3])
    size(obs, 1280, 720)
    obs.get(address)
    assert told(obs, "#overlay") == ""
    shows(obs, "Berta", "#trick")
    shows(anna, "Stream overlay", "#fresh")
    [key] = [one for one in served.context.devices.all if one.role is Role.VIEWER]
    served.context.devices.revoke(key)
    served.enter(REVOKED[3:4])
    gone = "return document.getElementById('overlay').childElementCount === 0 && !arguments[0].hidden"
    WebDriverWait(obs, AT_MOST_S, 0.05).until(lambda _: script(obs, gone, obs.find_element(By.ID, "refused")))
    assert all("403" in one for one in complaints(obs))
