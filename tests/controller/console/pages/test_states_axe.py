"""Every page in every state, before axe-core and under the Tab key, in light and dark by turns."""

from itertools import cycle
from typing import cast

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.controller.console.conftest import Phones
from tests.controller.console.pages.test_console_browser import WALK, WALKED
from tests.support.console.axe import judged
from tests.support.console.browser_talk import command, own, script
from tests.support.console.page_states import ASIDE, SETTING_UP, STATES, table_in
from tests.support.loops import some

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser", "axe")]

FIELDS = 10
"""Other stops of the Tab key on a page, at most: fields, and regions that scroll."""
ALIKE = {*ASIDE, *SETTING_UP, "overlay"}
"""Pages that show the same in every state, and one that nobody touches."""


def test_every_state_of_a_page_is_for_everybody_and_every_key(
    tmp_path_factory: pytest.TempPathFactory, phones: Phones
) -> None:
    phone, wrong, lights = phones(), dict[str, object](), cycle(("light", "dark"))
    command(phone, "Emulation.setFocusEmulationEnabled", enabled=True)
    still = {"name": "prefers-reduced-motion", "value": "reduce"}
    for state in some(STATES):
        with table_in(state, tmp_path_factory.mktemp("t") / "d") as rig:
            address = own(rig, phone)
            for page in [page for page in state.pages if page not in ALIKE]:
                scheme = {"name": "prefers-color-scheme", "value": next(lights)}
                command(phone, "Emulation.setEmulatedMedia", features=[still, scheme])
                phone.get(f"{address}/{page}")
                script(phone, WALK)
                stops = cast("int", script(phone, "return touched.length")) + FIELDS
                phone.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB * stops)
                walked = cast("list[str]", script(phone, WALKED))
                if found := [*walked, *judged(phone)]:
                    wrong[f"{state.name}, /{page}"] = found
    assert wrong == {}
