"""The board of a hall in Chromium, with as many tables as a large tournament has."""

import time
from collections.abc import Generator
from pathlib import Path
from typing import cast

import pytest
from selenium import webdriver

from controller.hall.messages import AlertShown, RowShown, TableShown
from controller.hall.overview import HallSeen, TableSeen
from controller.hall.server import BoardServer
from controller.web.newest import Latest
from tests.support.console.browser_talk import broken_words, browser, complaints, overflow, script, size
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


def table(name: str, points: int, *, alert: str = "") -> TableSeen:
    rows = (
        RowShown(name="Anna and Carla", score=str(points), lamp="turn"),
        RowShown(name="Berta and Dora", score="12"),
    )
    shown = TableShown(
        sender=f"{int(name):016x}",
        record="2026-11-26T190000Z",
        lines=points,
        title="Schieber, deal 3",
        status="trick 4 of 9, trump hearts",
        rows=rows,
        alert=AlertShown(kind="call", text=alert) if alert else None,
    )
    return TableSeen(name, is_online=True, shown=shown, heard_s=time.time())


@pytest.fixture
def phone(tmp_path: Path) -> Generator[webdriver.Chrome]:
    with browser(tmp_path / "memory") as one:
        yield one


def test_two_hundred_tables_stand_in_order_and_each_is_the_newest(phone: webdriver.Chrome) -> None:
    hall = HallSeen()
    for name in reversed(NAMES):
        hall = hall.changed(table(name, int(name)))
    seen = Latest(hall)
    server = BoardServer(seen, "127.0.0.1", 0)
    try:
        size(phone, 1920, 1080)
        phone.get(f"http://127.0.0.1:{server.port}/")
        until(lambda: script(phone, SHOWN) == NAMES)
        script(phone, "document.querySelectorAll('#tables > li')[6].own = true")
        for name in some(NAMES):
            seen.put(seen.value.changed(table(name, 1000 + int(name), alert="Anna asks" if name == "150" else "")))
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
