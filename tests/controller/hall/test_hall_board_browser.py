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
from tests.support.console.hall_states import seen_table, verdict_told
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


CALLING = """
    const all = [...document.querySelectorAll('#tables > li')].filter((one) => one.offsetParent);
    return all.map((one) => one.querySelector('.head b').textContent);
"""
TOLD = "return [...document.querySelectorAll('#verdicts > li')].map((one) => one.textContent)"
PICTURED = "return [...document.images].filter((one) => one.naturalWidth > 100).map((one) => one.alt)"
QUIET = "return !document.getElementById('none').hidden"


def test_the_arbiter_sees_the_tables_that_call_and_every_verdict_the_newest_first(phone: webdriver.Chrome) -> None:
    hall = HallSeen()
    for name in ("1", "2", "3"):
        hall = hall.changed(seen_table(name, int(name)))
    seen = Latest(hall.telling("3", verdict_told(7, pictured=("act", "proof")), 1_795_720_000))
    server = BoardServer(seen, "127.0.0.1", 0)
    try:
        phone.get(f"http://127.0.0.1:{server.port}/arbiter")
        until(lambda: script(phone, TOLD) != [])
        until(lambda: script(phone, PICTURED) == ["The play that it is about", "The play that proves it"])
        assert (script(phone, CALLING), script(phone, QUIET)) == ([], True)
        seen.put(seen.value.changed(seen_table("2", 5, alert="Anna asks")))
        until(lambda: script(phone, CALLING) == ["2"])
        assert script(phone, QUIET) is False
        seen.put(seen.value.telling("3", verdict_told(9, withdrawn=True), 1_795_720_060))
        until(lambda: len(cast("list[str]", script(phone, TOLD))) == 2)
        newest, oldest = cast("list[str]", script(phone, TOLD))
        assert (newest.startswith("3SCH-F"), "withdrawn: Berta" in newest) == (True, True)
        assert ("Berta did not follow suit" in oldest, "withdrawn" in oldest) == (True, False)
        seen.put(seen.value.changed(seen_table("2", 5)))
        until(lambda: script(phone, CALLING) == [])
        assert (script(phone, QUIET), complaints(phone)) == (True, [])
    finally:
        server.close()
