"""The organiser's desk in Chromium: numbers check themselves, Enter leads on, one thing is open at a time."""

import time
from collections.abc import Generator
from functools import partial
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from controller.hall.desk.pages import Desk
from controller.hall.desk.texts import DeskView
from controller.hall.overview import HallSeen
from controller.hall.server import BoardServer
from controller.hall.tables import find_record
from controller.tournament.fold import Tournament
from controller.web.newest import Latest
from tests.controller.hall.desk_evening import Evening
from tests.support.console.browser_talk import (
    browser,
    command,
    complaints,
    overflow,
    press,
    script,
    size,
    told,
)
from tests.support.console.hall_states import enter
from tests.support.loops import some
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]

FOCUS = "return document.activeElement.name + ' ' + document.activeElement.closest('details')?.id"
OPEN = "return [...document.querySelectorAll('details[name=desk][open]')].map((one) => one.id)"
VALUE = "return document.querySelector('details[open] [name=points1]').value"
TABLES = 32
WITHIN_S = 300.0


@pytest.fixture
def phone(tmp_path: Path) -> Generator[webdriver.Chrome]:
    with browser(tmp_path / "memory") as one:
        yield one


@pytest.fixture
def desk(tmp_path: Path) -> Generator[tuple[str, Evening]]:
    one = Evening(tmp_path / "hall", minutes="45", rounds="2")
    one.now_s = time.time()
    server = BoardServer(
        Latest(HallSeen()), "127.0.0.1", 0, desk=Desk(one.book, tmp_path / "hall", partial(find_record, tmp_path))
    )
    yield f"http://127.0.0.1:{server.port}", one
    server.close()


def there(one: Evening) -> Tournament:
    assert one.book.state is not None
    return one.book.state


def typed(phone: webdriver.Chrome, keys: str) -> None:
    phone.switch_to.active_element.send_keys(keys)


def test_an_evening_of_32_tables_in_teams_starts_closes_and_is_ranked_within_five_minutes(
    tmp_path: Path, phone: webdriver.Chrome, desk: tuple[str, Evening]
) -> None:
    """A club's file, one player late, one substitute; two rounds, and every slip of the first typed by keys alone."""
    address, one = desk
    begun = time.monotonic()
    rows = "\n".join(f"{n};Muster;Name{n};Team {n % 32 + 1};" for n in range(1, 4 * TABLES + 1))
    file = tmp_path / "club.csv"
    file.write_bytes(f"Nr;Nachname;Vorname;Mannschaft;Ersatz\n{rows}\n200;Müller;Emil;Team 2;ja\n".encode("cp1252"))
    size(phone, 1280, 800)
    enter(phone, address, tmp_path / "hall")
    press(phone, "#register > summary")
    phone.find_element("css selector", "#register [type=file]").send_keys(str(file))
    until(lambda: "Müller" in str(script(phone, "return document.querySelector('[name=names]').value")))
    press(phone, "#register button.go")
    until(lambda: len(there(one).entries) == 4 * TABLES + 1)
    press(phone, "#here > summary")
    press(phone, "[name=here-5]")
    press(phone, "#here button.go")
    until(lambda: len(there(one).active) == 4 * TABLES - 1)
    press(phone, "#now button.go")
    until(lambda: len(there(one).rounds) == 1)
    assert len(there(one).rounds[0].begun.tables) == TABLES - 1
    until(lambda: script(phone, "return document.querySelectorAll('.seats.edit > li').length") == TABLES - 1)
    press(phone, "#t-1-1 > summary")
    for number in some(range(1, TABLES)):
        until(lambda: script(phone, FOCUS) == f"points0 t-1-{number}")  # noqa: B023  # asked within the turn
        assert script(phone, OPEN) == [f"t-1-{number}"]
        typed(phone, str(60 + number))
        until(lambda: script(phone, VALUE) == str(97 - number))  # noqa: B023  # as above
        typed(phone, Keys.ENTER)
        until(lambda: len(there(one).rounds[0].results) == number)  # noqa: B023  # as above
    until(lambda: script(phone, "return document.querySelector('#now button.go')?.textContent") == "Close round 1")
    press(phone, "#now button.go")
    until(lambda: there(one).now is None)
    press(phone, "#here > summary")
    press(phone, "[name=here-5]")
    press(phone, "#here button.go")
    until(lambda: len(there(one).active) == 4 * TABLES)
    press(phone, "#now button.go")
    until(lambda: len(there(one).rounds) == 2)
    assert len(there(one).rounds[1].begun.tables) == TABLES
    for number in range(2, TABLES + 1):
        one.do("result", round="2", table=str(number), slip="100:57")
    press(phone, "#t-2-1 > summary")
    until(lambda: script(phone, FOCUS) == "points0 t-2-1")
    typed(phone, "61")
    until(lambda: script(phone, VALUE) == "96")
    typed(phone, Keys.ENTER)
    until(lambda: script(phone, "return document.querySelector('#now button.go')?.textContent") == "Close round 2")
    press(phone, "#now button.go")
    until(lambda: there(one).now is None)
    assert [len(round_.results) for round_ in there(one).rounds] == [TABLES - 1, TABLES]
    ranked = [row["score"] for row in DeskView(there(one), "en", one.now_s).teams()]
    scores = "return [...document.querySelectorAll('.ranking.teams tbody b')].map((one) => one.textContent)"
    until(lambda: script(phone, scores) == ranked)
    assert told(phone, ".ranking.teams").count("Team") == len(ranked) + 1 == 32 + 1
    assert time.monotonic() - begun < WITHIN_S
    assert (overflow(phone), complaints(phone)) == (0, [])


LATE = """
const real = window.fetch;
window.fetch = async (...asked) => {
  const answer = await real(...asked), read = answer.json.bind(answer);
  window.fetch = real;
  answer.json = () => new Promise((done) => { window.late = async () => done(await read()); });
  return answer;
};
"""
"""Keeps the text of the next answer back until `late` is called."""


def test_mistakes_are_shown_while_typing_and_gaps_before_a_round_is_closed(
    tmp_path: Path, phone: webdriver.Chrome, desk: tuple[str, Evening]
) -> None:
    address, one = desk
    one.seated("\n".join(f"Player {number}" for number in range(1, 9)))
    size(phone, 390, 844)
    enter(phone, address, tmp_path / "hall")
    press(phone, "#t-1-2 > summary")
    until(lambda: script(phone, FOCUS) == "points0 t-1-2")
    typed(phone, "157")
    until(lambda: "157 : 0" in told(phone, "#t-1-2 .check"))
    typed(phone, "8")
    until(lambda: "More than one deal has" in told(phone, "#t-1-2 .check"))
    typed(phone, Keys.TAB + "3")
    until(lambda: "no number of deals comes to 1581" in told(phone, "#t-1-2 .check"))
    typed(phone, Keys.BACKSPACE)
    phone.find_element("css selector", "#t-1-2 [name=points0]").send_keys(Keys.BACKSPACE)
    until(lambda: "157 : 0" in told(phone, "#t-1-2 .check"))
    script(phone, LATE)
    press(phone, "#t-1-2 .chips [data-chip='50']")
    until(lambda: script(phone, "return window.late !== undefined"))
    press(phone, "#t-1-2 .chips [data-chip='20']")
    until(lambda: "227 : 0" in told(phone, "#t-1-2 .check"))
    script(phone, "return window.late().then(() => new Promise((done) => setTimeout(done)))")
    assert told(phone, "#t-1-2 .check") == "227 : 0"
    press(phone, "#close > summary")
    until(lambda: script(phone, OPEN) == ["close"])
    assert told(phone, "#close a") == "1"
    assert there(one).now is not None
    press(phone, "#close a")
    until(lambda: script(phone, FOCUS) == "points0 t-1-1")
    press(phone, "#close > summary")
    press(phone, "#close button")
    until(lambda: there(one).now is None)
    assert there(one).rounds[0].results == {}
    assert (overflow(phone), complaints(phone)) == (0, [])


BOARDS = "return [...document.querySelectorAll('details[open] .numbers input')].map((one) => one.value).join(' ')"


@pytest.fixture
def pairs(desk: tuple[str, Evening]) -> tuple[str, Evening]:
    address, one = desk
    opened = {"game": "bridge", "movement": "mitchell", "deals": "3", "ranked": "matchpoints", "rounds": "2"}
    one.do("end")
    one.do("open", title="Pairs", **opened)
    one.do("register", names="\n".join(f"North {n} + South {n}" for n in range(1, 5)))
    one.do("round", lots="1")
    return address, one


def open_first_slip(phone: webdriver.Chrome, address: str, folder: Path) -> None:
    """Sign in at the desk, and open the first table's slip at its first board."""
    size(phone, 390, 844)
    enter(phone, address, folder / "hall")
    press(phone, "#t-1-1 > summary")
    until(lambda: script(phone, FOCUS) == "played0-1 t-1-1")


def test_scores_of_boards_are_typed_by_keys_alone_one_after_the_other(
    tmp_path: Path, phone: webdriver.Chrome, pairs: tuple[str, Evening]
) -> None:
    address, one = pairs
    open_first_slip(phone, address, tmp_path)
    typed(phone, Keys.TAB * 3 + "420")
    until(lambda: script(phone, BOARDS) == "420 0    ")
    typed(phone, Keys.ENTER)
    typed(phone, Keys.TAB + "51")
    until(lambda: "no contract gives 51" in told(phone, "#t-1-1"))
    typed(phone, Keys.BACKSPACE * 2 + "100")
    until(lambda: script(phone, BOARDS) == "420 0 0 100  ")
    typed(phone, Keys.ENTER)
    until(lambda: script(phone, FOCUS) == "points0-3 t-1-1")
    typed(phone, "0" + Keys.TAB + "0" + Keys.ENTER)
    until(lambda: script(phone, FOCUS) == "points0-4 t-1-2")
    lines = there(one).rounds[0].results["1"].lines
    assert [(line.board, line.points) for line in lines] == [(1, (420, 0)), (2, (0, 100)), (3, (0, 0))]
    assert (overflow(phone), complaints(phone)) == (0, [])


def test_the_score_of_a_board_follows_from_its_contract_as_it_is_typed(
    tmp_path: Path, phone: webdriver.Chrome, pairs: tuple[str, Evening]
) -> None:
    address, one = pairs
    open_first_slip(phone, address, tmp_path)
    typed(phone, "4s" + Keys.TAB + "n" + Keys.TAB + "11")
    until(lambda: script(phone, BOARDS) == "450 0    ")
    typed(phone, Keys.BACKSPACE * 2 + "14")
    until(lambda: "a deal has 13 tricks" in told(phone, "#t-1-1"))
    typed(phone, Keys.BACKSPACE * 2 + "-1" + Keys.ENTER)
    until(lambda: script(phone, BOARDS) == "0 50    ")
    typed(phone, "pass" + Keys.ENTER)
    until(lambda: script(phone, BOARDS) == "0 50 0 0  ")
    typed(phone, "3ntx" + Keys.TAB + "W" + Keys.TAB + "=" + Keys.ENTER)
    until(lambda: script(phone, FOCUS) == "played0-4 t-1-2")
    lines = there(one).rounds[0].results["1"].lines
    assert [(line.points, line.played) for line in lines] == [
        ((0, 50), "4S N 9"),
        ((0, 0), "pass"),
        ((0, 750), "3NTX W 9"),
    ]
    press(phone, "#t-1-1 > summary")
    shown = "return [...document.querySelectorAll('#t-1-1 .play input')].map((one) => one.value).join(' ')"
    assert script(phone, shown) == "4S N 9 pass   3NTX W 9"
    assert (overflow(phone), complaints(phone)) == (0, [])


SOON = "const own = window.setInterval; window.setInterval = (what, ms) => own(what, ms === 10000 ? 100 : ms);"


def test_results_that_tables_send_come_onto_the_desk_while_nothing_is_typed(
    tmp_path: Path, phone: webdriver.Chrome, desk: tuple[str, Evening]
) -> None:
    address, one = desk
    one.seated("\n".join(f"Player {number}" for number in range(1, 9)))
    command(phone, "Page.addScriptToEvaluateOnNewDocument", source=SOON)
    enter(phone, address, tmp_path / "hall")
    press(phone, "#rename > summary")
    phone.find_element("css selector", "#rename [name=names]").send_keys("Rita")
    one.do("result", round="1", table="1", slip="100:57")
    time.sleep(0.5)
    assert "2 missing" in told(phone, "#close > summary")
    phone.find_element("css selector", "#rename [name=names]").clear()
    press(phone, "#rename > summary")
    script(phone, "document.activeElement.blur()")
    until(lambda: "1 missing" in told(phone, "#close > summary"))
    one.do("result", round="1", table="2", slip="100:57")
    until(lambda: told(phone, "#now button.go") == "Close round 1")
    assert script(
        phone, "return document.querySelector('.file').checkVisibility() || !document.querySelector('.file').hidden"
    )
    assert complaints(phone) == []
