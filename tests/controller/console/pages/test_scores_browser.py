"""Board and sheet on a real screen: whole at every size, large enough to be read, in dark and light and on paper."""

from pathlib import Path

import pytest

from controller.record.events import MatchStart
from controller.settings.model import ConsoleConfig
from controller.store.journal import Journal
from tests.controller.console.conftest import Phones
from tests.support.console.browser_talk import command, overflow, press, script, size
from tests.support.console.console_rig import Rig
from tests.support.examples import Example
from tests.support.loops import some
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser")]

SIZES = ((1920, 1080), (1280, 720), (1080, 1920), (1024, 768))
OUTSIDE = """
    const heard = (one) => !one.closest(".visually-hidden");
    return [...document.querySelectorAll(".board *")].filter(heard).map((one) => [one, one.getBoundingClientRect()])
      .filter(([, box]) => box.width && (Math.min(box.left, box.top) < 6 || box.right > innerWidth - 6
        || box.bottom > innerHeight - 6))
      .map(([one]) => `${one.tagName} ${one.className}`);
"""
"""Script that finds elements that would leave the screen when the board wanders."""
SMALL = """
    const edge = Math.min(innerWidth, innerHeight);
    return [...document.querySelectorAll(".board *")].filter((one) => [...one.childNodes].some((text) =>
      text.nodeType === Node.TEXT_NODE && text.nodeValue.trim()) && !one.closest(".visually-hidden"))
      .filter((one) => parseFloat(getComputedStyle(one).fontSize) < .032 * edge).map((one) => one.textContent);
"""
MOVES = "return document.querySelector('.board').getAnimations().length"


@pytest.mark.parametrize(("name", "count"), [("coiffeur/4-partners", 19), ("tarot/5-called-king", 29)])
def test_the_board_is_whole_and_large_at_every_size(tmp_path: Path, phones: Phones, name: str, count: int) -> None:
    opening, *events = Example(name).events
    assert isinstance(opening, MatchStart)
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, opening, settings=ConsoleConfig(address="127.0.0.1", port=0), watching=False)
        assert rig.console.open()
        rig.enter(events[: count - 1])
        screen = phones()
        for width, height in some(SIZES):
            size(screen, width, height)
            screen.get(f"{rig.context.address}board")
            assert (script(screen, OUTSIDE), script(screen, SMALL)) == ([], []), (width, height)
            assert script(screen, MOVES) == 1
        screen.get(f"{rig.context.address}board?palette=paper")
        assert script(screen, MOVES) == 0
        looks = "return getComputedStyle(document.body).backgroundColor"
        assert script(screen, looks) == "rgb(255, 255, 255)"
        for light, paper in (("dark", "rgb(20, 23, 26)"), ("light", "rgb(246, 245, 239)")):
            command(screen, "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": light}])
            screen.get(f"{rig.context.address}board")
            assert script(screen, looks) == paper
        rig.console.close()


CUT = """
    const slate = document.querySelector(".slate").getBoundingClientRect();
    return [...document.querySelectorAll(".slate *")].map((one) => [one, one.getBoundingClientRect()])
      .filter(([one]) => one.tagName !== "CAPTION")
      .filter(([, box]) => box.width && (box.left < slate.left || box.right > slate.right))
      .map(([one]) => `${one.tagName} ${one.className} ${one.textContent}`);
"""
"""Script that finds elements that would hang over the frame of the slate."""


@pytest.mark.parametrize("name", ["coiffeur/3-three-deals", "handjass/4-down-to-the-loser"])
def test_nothing_hangs_over_the_slate_and_a_number_opens_those_behind_it(
    tmp_path: Path, phones: Phones, name: str
) -> None:
    opening, *events = Example(name).events
    assert isinstance(opening, MatchStart)
    with Journal(tmp_path / "current.jsonl") as journal:
        rig = Rig(journal, opening, settings=ConsoleConfig(address="127.0.0.1", port=0), watching=False)
        assert rig.console.open()
        rig.enter(events)
        phone = phones()
        for text_size in (16, 32):
            command(phone, "Page.setFontSizes", fontSizes={"standard": text_size})
            for width, height in ((390, 844), (844, 390), (1280, 800)):
                size(phone, width, height)
                phone.get(f"{rig.context.address}sheet")
                assert script(phone, CUT) == [], (text_size, width)
                assert overflow(phone) == 0
        press(phone, ".drawn-sheet a[href='#numbers-1']")
        until(lambda: bool(script(phone, "return document.getElementById('behind-1').open")))
        rig.console.close()
