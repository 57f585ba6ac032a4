"""Names on a real screen: text of twice the size breaks no word, 200 letters widen no page, no card lies on a name."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

import pytest
from selenium import webdriver

from controller.console.security.roles import Role
from controller.live import camera_words
from controller.record.events import Event, MatchStart
from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from hardware.camera.source import CameraError
from tests.controller.console.conftest import Phones
from tests.support.console.browser_talk import broken_words, command, overflow, script
from tests.support.console.console_rig import OPENING, REVOKED, Rig
from tests.support.examples import Example
from tests.support.loops import some
from vision.words.cards import LANGS

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]

TWICE: Final = (
    # example, how many of its events, language, pages
    ("handjass/4-down-to-the-loser", 12, "fr", ("tap", "sheet")),
    ("coiffeur/4-partners-ruled", None, "it", ("sheet", "verdicts", "verdicts/1?steps=1")),
    ("tarot/4-evening", None, "de", ("sheet",)),
    ("tarot/5-called-king", 31, "de", ("tap", "history", "fix")),
    ("schieber/4-evening", 20, "it", ("tap", "history", "say")),
)
SCREEN: Final = 844
"""The height of the phone, CSS pixels."""
LONG: Final = ("Maximiliana" * 18, "B" * 200, "Carla " * 33)
PAGES: Final = ("", "tap", "say", "sheet", "fix", "history", "verdicts", "verdicts/1?steps=1")


def test_text_of_twice_the_size_breaks_no_word(tmp_path: Path, phones: Phones) -> None:
    phone = phones()
    command(phone, "Page.setFontSizes", fontSizes={"standard": 32})
    for name, count, lang, pages in some(TWICE):
        opening, *events = Example(name).events
        with _table(tmp_path / name.replace("/", "-"), cast("MatchStart", opening), events[:count]) as rig:
            address = _arbiter(rig, phone)
            phone.add_cookie({"name": "lang", "value": lang})
            for page in some(pages):
                phone.get(address + page)
                assert (overflow(phone), broken_words(phone)) == (0, []), (name, page)


def test_no_call_is_broken_where_its_card_will_lie(tmp_path: Path, phones: Phones) -> None:
    """Schieber's longest call, in the row of places of a deal by hand."""
    phone = phones()
    opening, *events = Example("schieber/4-evening").events
    with _table(tmp_path / "table", cast("MatchStart", opening), events[:2]) as rig:
        address = _arbiter(rig, phone)
        for lang in some(LANGS):
            phone.add_cookie({"name": "lang", "value": lang})
            phone.get(f"{address}tap")
            assert (overflow(phone), broken_words(phone)) == (0, []), lang


def test_no_page_is_wider_for_a_name_of_200_letters(tmp_path: Path, phones: Phones) -> None:
    phone = phones()
    with _table(tmp_path / "table", replace(OPENING, seats=LONG), REVOKED) as rig:
        address = _arbiter(rig, phone)
        wide = dict[str, int]()
        for page in some(PAGES):
            phone.get(address + page)
            wide[page] = overflow(phone)
    assert wide == dict.fromkeys(PAGES, 0)


COVERED: Final = """
    const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
    const meet = (one, other) => one.left < other.right && other.left < one.right
      && one.top < other.bottom && other.top < one.bottom;
    const cards = boxes("#mat .lay:not(.gathered):not(.place)");
    const texts = boxes("#mat .who, #mat .points").filter((text) => text.width > 1);
    return texts.filter((text) => cards.some((card) => meet(card, text))).length
      + cards.filter((one, nth) => cards.slice(nth + 1).some((other) => meet(one, other))).length;
"""
"""Script that counts names and sums under a card, and cards under another one."""
TRICKS: Final = (
    # example, how many of its events: a whole trick lies there, with a call or the numbers of a deal
    ("schnapsen/2-bummerl", 40),
    ("mittlere/redeal", 29),
    ("belote/4-evening", 40),
    ("belote/4-evening", 117),
    ("tarot/5-called-king", 31),
)


@pytest.mark.parametrize(("name", "count"), TRICKS)
@pytest.mark.parametrize("is_blind", [True, False])
def test_no_card_lies_on_a_name_or_another_card(
    tmp_path: Path, phones: Phones, name: str, count: int, *, is_blind: bool
) -> None:
    opening, *events = Example(name).events
    with _table(tmp_path / "table", cast("MatchStart", opening), events[:count]) as rig:
        if is_blind:
            rig.table.trouble(camera_words.blind(CameraError("", "missing")))
        phone = phones()
        phone.get(_arbiter(rig, phone))
        laid = script(phone, "return document.querySelectorAll('#trick .lay:not(.gathered)').length")
        assert laid == len(cast("MatchStart", opening).seats)
        assert script(phone, COVERED) == 0


@pytest.mark.parametrize(("name", "count"), [("mittlere/redeal", 4), ("belote/4-evening", 11)])
def test_where_there_is_room_a_card_is_a_tenth_of_the_screen_high(
    tmp_path: Path, phones: Phones, name: str, count: int
) -> None:
    opening, *events = Example(name).events
    with _table(tmp_path / "table", cast("MatchStart", opening), events[:count]) as rig:
        phone = phones()
        phone.get(_arbiter(rig, phone))
        height = "return Math.min(...[...document.querySelectorAll('#mat .lay')].map((one) => one.offsetHeight))"
        assert cast("int", script(phone, height)) > SCREEN / 10


@contextmanager
def _table(folder: Path, opening: MatchStart, events: Sequence[Event]) -> Generator[Rig]:
    """A table whose pages are on the network, with what has happened at it."""
    folder.mkdir()
    with Journal(folder / "current.jsonl") as journal:
        rig = Rig(journal, opening, settings=ConsoleConfig(address="127.0.0.1", port=0), watching=False)
        assert rig.console.open()
        rig.enter(events)
        yield rig
        rig.console.close()


def _arbiter(rig: Rig, phone: webdriver.Chrome) -> str:
    """Pair a phone with a table; returns the address of its pages."""
    device = rig.context.devices.pair("Rita", Role.ARBITER, "2026-11-21 12:00")
    phone.get(f"{rig.context.address}join")
    phone.delete_all_cookies()
    cookie = {"name": "schiri", "value": rig.context.cookies.sign(device.id)}
    phone.add_cookie(cookie)
    return rig.context.address
