"""Every page in every state, on a phone upright and across and on a laptop: nothing cut, covered, broken, too small."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Final

import pytest
from selenium import webdriver

from controller.record.events import Bid, DealStart, MatchStart
from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from tests.controller.console.conftest import Phones
from tests.support.console.browser_talk import command, own, press, script, size, told
from tests.support.console.console_rig import Rig, play
from tests.support.console.hall_states import STATES as HALL_STATES
from tests.support.console.hall_states import enter, hall_in, settled, speaks
from tests.support.console.layout_laws import layout_faults
from tests.support.console.page_states import STATES, table_in
from tests.support.loops import some
from tests.support.waiting import until
from vision.words.cards import LANGS

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]

SIZES: Final = ((390, 844), (844, 390), (1280, 800))
SCREENS: Final = ((1920, 1080), (1280, 720), (1080, 1920), (1024, 768))
"""Screens on which the board hangs in a room."""
IN_ALL_LANGUAGES: Final = ("", "verdicts/1")
"""The table and the verdict; every other page is looked at in one language, the next page in the next one."""


def faults_of(
    phone: webdriver.Chrome,
    address: str,
    is_whole: Callable[[], None] = lambda: None,
    sizes: Sequence[tuple[int, int]] = SIZES,
) -> dict[str, list[str]]:
    """What is wrong with a page once it is whole, by the size of the screen."""
    phone.get(address)
    is_whole()
    found = dict[str, list[str]]()
    for width, height in some(sizes):
        size(phone, width, height)
        if faults := layout_faults(phone):
            found[f"{width}x{height}"] = faults
    return found


def test_no_page_in_any_state_is_cut_covered_broken_or_too_small(
    tmp_path_factory: pytest.TempPathFactory, phones: Phones
) -> None:
    phone, wrong = phones(), dict[str, object]()
    command(phone, "Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    for state in some(STATES):
        with table_in(state, tmp_path_factory.mktemp("t") / "d") as rig:  # the check-up names its folder
            address = own(rig, phone)
            for nth, page in some(enumerate(state.pages)):
                for lang in some(LANGS if page in IN_ALL_LANGUAGES else (LANGS[nth % len(LANGS)],)):
                    phone.add_cookie({"name": "lang", "value": lang})
                    sizes = (*SIZES, *SCREENS) if page == "board" else SIZES
                    if found := faults_of(phone, f"{address}/{page}", sizes=sizes):
                        wrong[f"{state.name}, /{page}, {lang}"] = found
    assert wrong == {}


SHORT: Final = (390, 664)
JASS: Final = MatchStart(game="schieber", seats=("Ueli", "Vreni", "Res", "Kathrin"))
LAID: Final = "DA DQ D8 D7 HK S9 H6 H9 S8 SA S10 SK CA C9 C8 CQ H10"
"""Vreni leads; in the second trick Res throws a spade on hearts, and leads a heart to the fifth."""
SEATS_OF: Final = (1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 2, 3, 0, 1, 2)
TOUCHING: Final = """
    const boxes = [...document.querySelectorAll(".deals .btn")].map((one) => one.getBoundingClientRect());
    return boxes.filter((one, at) => boxes.slice(at + 1).some((other) => one.left < other.right
      && other.left < one.right && one.top < other.bottom && other.top < one.bottom)).length;
"""
HEADLINE: Final = """
    const [line, panel] = ["#headline", ".panel-bar"].map((one) => document.querySelector(one).getBoundingClientRect());
    const there = document.elementFromPoint(line.left + 20, line.top + line.height / 2);
    return line.bottom <= panel.top && there?.closest("#headline") !== null;
"""
"""Whether it is seen whose turn it is."""


def test_on_a_short_phone_nothing_hides_whose_turn_it_is_nor_touches_another_dealer(
    tmp_path: Path, phones: Phones
) -> None:
    phone = phones()
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, JASS, settings=ConsoleConfig(address="127.0.0.1", port=0), watching=False)
        assert rig.console.open()
        address = own(rig, phone)
        size(phone, *SHORT)
        for lang in some(LANGS):
            phone.add_cookie({"name": "lang", "value": lang})
            phone.get(address)
            assert script(phone, TOUCHING) == 0, lang
        cards = zip(SEATS_OF, LAID.split(), strict=True)
        rig.enter([DealStart(dealer=0), Bid(seat=1, call="diamonds"), *(play(seat, card) for seat, card in cards)])
        for lang in some(LANGS):
            phone.add_cookie({"name": "lang", "value": lang})
            phone.get(address)
            assert script(phone, "return document.querySelector('#to-proof') !== null")
            assert script(phone, HEADLINE), lang
        press(phone, "#undo")
        until(lambda: told(phone, "#answer"))
        assert script(phone, HEADLINE)
        rig.console.close()


COUNTED: Final = "return document.querySelectorAll('.figures').length > 3"
"""Once the matches are counted, which takes the page a moment."""
SIDEWAYS: Final = """
    document.querySelectorAll("details").forEach((one) => { one.open = true; });
    return [...document.querySelectorAll("#main *")].filter((one) =>
      /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth).length;
"""


def test_statistics_are_read_whole_without_pushing_them_sideways(tmp_path: Path, phones: Phones) -> None:
    phone, wrong = phones(), dict[str, object]()
    [state] = (one for one in STATES if one.archived)
    with table_in(state, tmp_path / "table") as rig:
        address = own(rig, phone)
        for lang in some(LANGS):
            phone.add_cookie({"name": "lang", "value": lang})
            phone.get(f"{address}/statistics")
            until(lambda: script(phone, COUNTED))
            for width, height in SIZES:
                size(phone, width, height)
                aside, faults = script(phone, SIDEWAYS), layout_faults(phone)
                if aside or faults:
                    wrong[f"{lang}, {width}x{height}"] = (aside, faults)
    assert wrong == {}


def test_no_page_of_a_hall_is_cut_covered_broken_or_too_small(
    tmp_path_factory: pytest.TempPathFactory, phones: Phones
) -> None:
    phone, wrong, languages = phones(), dict[str, object](), cycle(LANGS)
    for state in some(HALL_STATES):
        folder = tmp_path_factory.mktemp("hall")
        with hall_in(state, folder) as address:
            if locked := faults_of(phone, f"{address}/organiser"):
                wrong[f"{state.name}, the question for the code"] = locked
            enter(phone, address, folder)
            for page in some(state.pages):
                speaks(phone, next(languages))
                if found := faults_of(phone, f"{address}/{page}", partial(settled, phone, state)):
                    wrong[f"{state.name}, /{page}"] = found
    assert wrong == {}


BREAKS: Final = {
    # what somebody could do to a page, and what the law calls it
    "#headline { position: relative; top: 24px }": "over each other",
    ".facts h1 { width: 2rem; overflow: hidden; white-space: nowrap }": "cut off",
    ".facts h1 { width: 2rem }": "broken",
    ".panel .btn { min-height: 0; padding: 0; line-height: 1 }": "small",
    "#status { min-width: 900px }": "wider",
    ".facts h1 { width: 2rem; white-space: nowrap }": "beyond its box",
}


def test_the_law_finds_what_is_wrong(tmp_path: Path, phones: Phones) -> None:
    phone = phones()
    with table_in(STATES[1], tmp_path / "table") as rig:
        phone.get(own(rig, phone))
        assert layout_faults(phone) == []
        for rule, called in some(BREAKS.items()):
            style = "const one = document.adoptedStyleSheets = [new CSSStyleSheet()]; one[0].replaceSync(arguments[0])"
            script(phone, style, rule)
            assert any(fault.startswith(called) for fault in layout_faults(phone)), (rule, layout_faults(phone))
