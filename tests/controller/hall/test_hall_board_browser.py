"""The board of a hall in Chromium, with as many tables as a large tournament has."""

from collections.abc import Generator
from pathlib import Path
from typing import cast

import pytest
from selenium import webdriver

from controller.hall.overview import HallSeen
from controller.hall.server import BoardServer
from controller.web.newest import Latest
from tests.support.console.browser_talk import broken_words, browser, complaints, overflow, script, size
from tests.support.console.hall_states import seen_table
from tests.support.loops import some
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]

TABLES = 200
NAMES = [str(number) for number in range(1, TABLES + 1)]
SHOWN = "return [...document.querySelectorAll('#tables > li')].map((one) => one.querySelector('.head b').textContent)"
POINTS = "return [...document.querySelectorAll('#tables > li .rows li:first-child b')].map((one) => one.textContent)"
AT_THE_TOP = "return document.elementFromPoint(100, 150).closest('#tables > li').className"
AT_ONCE = """
    const all = [...document.querySelectorAll('#tables > li')];
    return all.filter((one) => one.getBoundingClientRect().bottom < innerHeight).length;
"""


@pytest.fixture
def phone(tmp_path: Path) -> Generator[webdriver.Chrome]:
    with browser(tmp_path / "memory") as one:
        yield one


def test_two_hundred_tables_stand_in_order_and_each_is_the_newest(phone: webdriver.Chrome) -> None:
    hall = HallSeen()
    for name in reversed(NAMES):
        hall = hall.changed(seen_table(name, int(name)))
    seen = Latest(hall)
    server = BoardServer(seen, "127.0.0.1", 0)
    try:
        size(phone, 1920, 1080)
        phone.get(f"http://127.0.0.1:{server.port}/")
        until(lambda: script(phone, SHOWN) == NAMES)
        script(phone, "document.querySelectorAll('#tables > li')[6].own = true")
        for name in some(NAMES):
            seen.put(seen.value.changed(seen_table(name, 1000 + int(name), alert="Anna asks" if name == "150" else "")))
        until(lambda: script(phone, POINTS) == [str(1000 + int(name)) for name in NAMES])
        assert script(phone, "return document.querySelectorAll('#tables > li')[6].own") is True
        called = "return [...document.querySelectorAll('#tables > li.call')].map((one) => one.textContent)"
        calls = cast("list[str]", script(phone, called))
        assert ["Anna asks" in call for call in calls] == [True]
        assert script(phone, AT_THE_TOP) == "call"
        assert cast("int", script(phone, AT_ONCE)) > 90
        for width, height in ((1920, 1080), (1280, 720), (390, 844)):
            size(phone, width, height)
            assert overflow(phone) == 0, width
            assert broken_words(phone) == [], width
        assert complaints(phone) == []
    finally:
        server.close()
