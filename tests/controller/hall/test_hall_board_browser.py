"""The board of a hall in Chromium, with as many tables as a large tournament has."""

import time
from collections.abc import Generator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from selenium import webdriver

from controller.hall.arbiter import ArbiterDesk
from controller.hall.desk.pages import Desk
from controller.hall.overview import HallSeen
from controller.hall.server import BoardServer
from controller.hall.tables import find_record
from controller.tournament.steps import SeatedTable
from controller.web.newest import Latest
from tests.controller.hall.desk_evening import Evening
from tests.support.console.browser_talk import (
    broken_words,
    browser,
    complaints,
    overflow,
    press,
    script,
    size,
    told,
)
from tests.support.console.hall_states import SeenWays, enter, seen_table, verdict_told
from tests.support.loops import some
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]

TABLES = 200
NAMES = [str(number) for number in range(1, TABLES + 1)]
SHOWN = "return [...document.querySelectorAll('#tables .tile > b')].map((one) => one.textContent)"
POINTS = "return [...document.querySelectorAll('#tables > li .rows li:first-child b')].map((one) => one.textContent)"
SEEN = """
    const all = [...document.querySelectorAll('#tables > li')].filter((one) => one.checkVisibility());
    const whole = all.filter((one) => one.getBoundingClientRect().bottom <= innerHeight);
    return whole.map((one) => one.querySelector('b').textContent);
"""
LETTERS = "return parseFloat(getComputedStyle(document.querySelector('#tables .rows span')).fontSize)"
CLOCK = "return document.getElementById('clock').getBoundingClientRect().height / innerHeight"
RANKED = """
    const all = [...document.querySelectorAll('#ranking li')].filter((one) => one.checkVisibility());
    return all.map((one) => one.children[1].textContent);
"""


@pytest.fixture
def phone(tmp_path: Path) -> Generator[webdriver.Chrome]:
    with browser(tmp_path / "memory") as one:
        yield one


def test_two_hundred_tables_take_turns_and_who_calls_stands_in_front(phone: webdriver.Chrome) -> None:
    hall = HallSeen()
    for name in reversed(NAMES):
        hall = hall.with_table(seen_table(name, int(name)))
    seen = Latest(hall)
    server = BoardServer(seen, "127.0.0.1", 0)
    try:
        size(phone, 1920, 1080)
        phone.get(f"http://127.0.0.1:{server.port}/")
        until(lambda: script(phone, SHOWN) == NAMES)
        script(phone, "document.querySelectorAll('#tables > li')[6].own = true")
        for name in some(NAMES):
            seen.put(
                seen.value.with_table(seen_table(name, 1000 + int(name), alert="Anna asks" if name == "150" else ""))
            )
        called = ["150", *(name for name in NAMES if name != "150")]
        until(lambda: script(phone, POINTS) == [str(1000 + int(name)) for name in called])
        assert script(phone, "return document.querySelectorAll('#tables > li')[7].own") is True
        assert script(phone, SHOWN) == called
        until(lambda: cast("list[str]", script(phone, SEEN))[1:] == NAMES[11:22])
        assert cast("list[str]", script(phone, SEEN))[0] == "150"
        press(phone, "#hold")
        assert cast("float", script(phone, LETTERS)) > 35
        for width, height in ((1920, 1080), (1280, 720), (390, 844)):
            size(phone, width, height)
            assert overflow(phone) == 0, width
            assert broken_words(phone) == [], width
        until(lambda: script(phone, "return document.querySelectorAll('#tables > li:not([hidden])').length") == TABLES)
        assert complaints(phone) == []
    finally:
        server.close()


def test_the_wall_has_a_clock_of_a_fifth_and_the_ranking_takes_its_turn(
    tmp_path: Path, phone: webdriver.Chrome
) -> None:
    one = Evening(tmp_path, minutes="50", rounds="2")
    one.now_s = time.time()
    one.seated("\n".join(f"Player {number}" for number in range(1, 41)))
    one.do("result", round="1", table="1", slip="100:57")
    seen = Latest(HallSeen().with_table(seen_table("1", 5)))
    server = BoardServer(seen, "127.0.0.1", 0, desk=Desk(one.book, tmp_path, partial(find_record, tmp_path)))
    try:
        size(phone, 1920, 1080)
        phone.get(f"http://127.0.0.1:{server.port}/")
        until(lambda: told(phone, "#clock").startswith(("50:", "49:")))
        assert 0.19 < cast("float", script(phone, CLOCK)) < 0.22
        assert "to play" not in told(phone, "main")
        until(lambda: len(cast("list[str]", script(phone, RANKED))) == 20)
        first = cast("list[str]", script(phone, RANKED))
        assert script(phone, SEEN) == []
        until(lambda: len(cast("list[str]", script(phone, RANKED))) == 20 and script(phone, RANKED) != first)
        assert not {*first} & {*cast("list[str]", script(phone, RANKED))}
        press(phone, "#hold")
        assert overflow(phone) == 0
        assert script(phone, "return document.documentElement.scrollHeight <= innerHeight") is True
        assert complaints(phone) == []
    finally:
        server.close()


SIDES = (
    "return [...document.querySelectorAll('#tables > li')].map((one) => one.innerText.split(/\\s+/).join(' ').trim())"
)


def test_tables_without_a_machine_stand_on_the_wall_as_they_are_seated(tmp_path: Path, phone: webdriver.Chrome) -> None:
    one = Evening(tmp_path, minutes="50", rounds="2")
    one.now_s = time.time()
    one.seated("\n".join(f"P{number}" for number in range(1, 13)))
    one.do("result", round="1", table="2", slip="100:57")
    seated = {table.table: [" + ".join(f"P{own}" for own in side) for side in table.sides] for table in one_round(one)}
    seen = Latest(HallSeen().with_table(seen_table("1", 5)).with_table(replace(seen_table("3", 5), shown=None)))
    server = BoardServer(seen, "127.0.0.1", 0, desk=Desk(one.book, tmp_path, partial(find_record, tmp_path)))
    try:
        size(phone, 390, 844)
        phone.get(f"http://127.0.0.1:{server.port}/")
        first, second = seated["2"]
        third = " ".join(seated["3"])
        shown = ["1 Anna and Carla 5 Berta and Dora 12", f"2 {first} 100 {second} 57", f"3 {third}"]
        until(lambda: script(phone, SIDES) == shown)
        assert told(phone, "#count") == "2 of 2 tables are here"
        one.do("result", round="1", table="1", slip="100:57")
        one.do("result", round="1", table="3", slip="100:57")
        for step in some(("close", "end")):
            one.do(step)
        until(lambda: len(cast("list[str]", script(phone, SHOWN))) == 2)
        assert (overflow(phone), complaints(phone)) == (0, [])
    finally:
        server.close()


def one_round(one: Evening) -> tuple[SeatedTable, ...]:
    """The tables of the round that is played."""
    assert one.book.state is not None
    return one.book.state.rounds[0].begun.tables


WAITING = "return [...document.querySelectorAll('#waiting h2')].map((one) => one.lastChild.textContent.trim())"
DRAWN = """
    const cards = [...document.querySelectorAll('#waiting .face use')];
    return cards.map((one) => one.getBoundingClientRect().height > 50 && one.href.baseVal.split('#')[1]);
"""
SETTLED = "return [...document.querySelectorAll('.settled .state')].map((one) => one.textContent)"
FOCUS = "return document.activeElement.id"


def test_the_arbiter_s_queue_changes_without_moving_what_is_pressed(tmp_path: Path, phone: webdriver.Chrome) -> None:
    hall = HallSeen()
    for name in ("1", "2", "3"):
        hall = hall.with_table(seen_table(name, int(name)))
    begin_s = time.time() - 600
    seen = Latest(hall.with_verdict("3", verdict_told(7, pictured=("act", "proof")), begin_s))
    server = BoardServer(seen, "127.0.0.1", 0, arbiter=ArbiterDesk(seen, SeenWays(seen), tmp_path))
    try:
        enter(phone, f"http://127.0.0.1:{server.port}", tmp_path, "arbiter")
        until(lambda: script(phone, WAITING) == ["3"])
        until(lambda: script(phone, DRAWN) == ["m-HA", "m-DQ", "m-H9"])
        assert "10 min" in told(phone, "#waiting")
        press(phone, "#sound")
        script(phone, "document.getElementById('done-3').focus()")
        seen.put(seen.value.with_table(seen_table("2", 5, alert="Anna asks", silent_s=60)))
        until(lambda: script(phone, WAITING) == ["3", "2"])
        seen.put(seen.value.with_table(replace(seen.value.of("3"), coming="Sepp")))
        until(lambda: "Sepp is coming" in told(phone, "#waiting"))
        assert script(phone, FOCUS) == "done-3"
        press(phone, "#come-2")
        until(lambda: seen.value.of("2").coming == "Rita")
        press(phone, "#done-3")
        until(lambda: script(phone, WAITING) == ["2"])
        assert script(phone, SETTLED) == ["no ruling needed"]
        press(phone, "#pages-2")
        until(lambda: script(phone, "return !document.getElementById('away').hidden"))
        seen.put(seen.value.with_table(seen_table("2", 5)))
        until(lambda: script(phone, "return !document.getElementById('none').hidden"))
        away = [one for one in complaints(phone) if "409" not in one]
        assert away == []
    finally:
        server.close()
