"""The hall's pages before axe-core, under a finger and under the Tab key, in each state of a tournament."""

from collections.abc import Generator
from functools import partial
from pathlib import Path

import pytest
from selenium import webdriver

from controller.hall.arbiter import ArbiterDesk
from controller.hall.desk.access import code
from controller.hall.desk.pages import Desk
from controller.hall.overview import HallSeen
from controller.hall.server import BoardServer
from controller.hall.tables import find_record
from controller.web.newest import Latest
from tests.controller.hall.desk_evening import Evening
from tests.support.console.axe import judged, not_walked_to, too_small
from tests.support.console.browser_talk import browser, command, overflow, press, script, size
from tests.support.console.hall_states import SeenWays, enter, seen_table, verdict_told
from tests.support.loops import some
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser", "axe")]


@pytest.fixture
def phone(tmp_path: Path) -> Generator[webdriver.Chrome]:
    with browser(tmp_path / "memory") as one:
        yield one


def wrong(phone: webdriver.Chrome) -> list[object]:
    """All that is wrong with the page that is open."""
    wide = ["too wide"] if overflow(phone) else []
    return [*judged(phone), *too_small(phone), *not_walked_to(phone), *wide]


def test_the_walk_finds_what_the_tab_key_passes_over_and_a_finger_misses(phone: webdriver.Chrome) -> None:
    phone.get("data:text/html,<button>a</button><button tabindex=-1>b</button><button style='outline:0'>c</button>")
    assert not_walked_to(phone)
    assert len(too_small(phone)) == 3


@pytest.mark.parametrize(("width", "height", "light"), [(390, 844, "light"), (1280, 800, "dark")])
def test_board_ranking_and_organiser_s_desk_are_for_everybody(
    tmp_path: Path, phone: webdriver.Chrome, width: int, height: int, light: str
) -> None:
    one = Evening(tmp_path, minutes="1", rounds="2")
    hall = HallSeen().with_table(seen_table("1", 3)).with_table(seen_table("2", 4, alert="Anna asks"))
    seen = Latest(hall.with_verdict("1", verdict_told(7), 1_795_720_000))
    desk = Desk(one.book, tmp_path, partial(find_record, tmp_path))
    server = BoardServer(seen, "127.0.0.1", 0, desk=desk, arbiter=ArbiterDesk(seen, SeenWays(seen), tmp_path))
    address, found = f"http://127.0.0.1:{server.port}", dict[str, list[object]]()

    def look(path: str, state: str) -> None:
        phone.get(address + path)
        found[f"{path} {state}"] = wrong(phone)

    try:
        size(phone, width, height)
        command(phone, "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": light}])
        phone.get(f"{address}/")
        until(lambda: script(phone, "return document.querySelectorAll('#tables > li').length") == 2)
        found["/"] = wrong(phone)
        for is_arbiter in some((False, True)):
            if is_arbiter:
                enter(phone, address, tmp_path, "arbiter")
            phone.get(f"{address}/arbiter")
            until(lambda: script(phone, "return document.querySelectorAll('#waiting > li').length") == 2)
            found[f"/arbiter {is_arbiter}"] = wrong(phone)
        look("/organiser", "locked")
        script(phone, "document.querySelector('[name=code]').value = arguments[0]", code(tmp_path))
        press(phone, "form button")
        until(lambda: script(phone, "return !document.querySelector('[name=code]')"))
        fields = {
            "register": {"names": "\n".join(map("Player {}".format, range(9)))},
            "draw": {"seed": "seven"},
            "result": {"round": "1", "table": "1", "slip": "100:57"},
        }
        look("/organiser", "opened")
        look("/ranking", "opened")
        for step in some(("register", "draw", "round", "result", "close", "round", "close", "end")):
            one.do(step, **fields.get(step, {}))
            look("/organiser", f"{len(found)}, {step}")
            look("/ranking", f"{len(found)}, {step}")
        assert [f"{where}: {one}" for where, what in some(found.items()) for one in what] == []
    finally:
        server.close()
