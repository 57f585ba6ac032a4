"""Every example's replay in a browser without a network: stepped through to its end, heard, touched, judged by axe."""

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any, cast

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from controller.console.replay.document import document
from controller.record.events import DealStart, End, MatchStart, Undo
from tests.controller.console.replay.replay_talk import page
from tests.controller.console.replay.test_replay_document import HOSTILE, QUOTES, TRICK, play
from tests.support.console.axe import judged
from tests.support.console.browser_talk import browser, command, complaints, network, overflow, script, size, told
from tests.support.examples import Example, each_example
from tests.support.loops import some
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium"), pytest.mark.needs("browser", "axe")]

WALK = """
    const said = [], cards = new Set(), at = (id) => document.getElementById(id);
    for (let count = 0; count < 3000; count += 1) {
      said.push(at("heard").textContent);
      document.querySelectorAll("#trick .lay .face").forEach((one) => cards.add(one.textContent));
      if (at(arguments[0]).disabled) break;
      at(arguments[0]).click();
    }
    return [said, [...cards], at("match").textContent];
"""
"""Presses a button from the first step to the last; what is heard, which cards are seen, what the page was made of."""
SMALL = """
    return [...document.querySelectorAll("button, summary, select")].filter((one) => one.checkVisibility())
      .map((one) => [one.id || one.textContent, one.getBoundingClientRect()])
      .filter(([, box]) => box.width < 44 || box.height < 44)
      .map(([text, box]) => `${text} ${box.width} ${box.height}`);
"""
OUTSIDE = """
    const mat = document.getElementById("mat").getBoundingClientRect();
    return [...document.querySelectorAll("#mat .seat, #mat .lay")].map((one) => one.getBoundingClientRect())
      .filter((box) => box.left < mat.left - 1 || box.right > mat.right + 1
        || box.top < mat.top - 1 || box.bottom > mat.bottom + 1).length;
"""
KINDS = """
    return [...document.querySelectorAll(".hand[open] .kind")]
      .map((one) => [one.className, [...one.querySelectorAll(".face")].map((face) => face.dataset.card)]);
"""


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Generator[webdriver.Chrome]:
    """One browser for all, without a network."""
    with browser(tmp_path_factory.mktemp("phone")) as one:
        network(one, there=False)
        yield one


def opened(phone: webdriver.Chrome, folder: Path, html: str) -> None:
    path = folder / "replay.html"
    path.write_text(html, encoding="utf-8")
    phone.get("about:blank")
    phone.get(path.as_uri())
    until(lambda: script(phone, "return location.pathname") == str(path))


@each_example
def test_an_example_is_stepped_through_with_the_network_off(
    phone: webdriver.Chrome, tmp_path: Path, example: Example
) -> None:
    """Card by card in the shortest, trick by trick in the others."""
    size(phone, 390, 844)
    opened(phone, tmp_path, document(example.text))
    wholly = example.name.startswith(("proof/", "handjass/"))
    said, cards, match = cast("tuple[list[str], list[str], str]", script(phone, WALK, "on" if wholly else "trick-on"))
    data: Any = json.loads(match)
    heard = [step["ear"] for deal in data["deals"] for step in deal["steps"]]
    assert len(said) > 7
    assert (said[0].startswith(heard[0]), said[-1].startswith(heard[-1])) == (True, True)
    if wholly:
        assert all(one.startswith(step) for one, step in zip(said, heard, strict=True))
    lying = {data["called"][card[0]] for deal in data["deals"] for step in deal["steps"] for card in step["cards"]}
    assert lying == set(cards)
    assert (script(phone, SMALL), overflow(phone)) == ([], 0)
    assert complaints(phone) == []


def test_keys_buttons_and_fingers_step_and_the_place_is_in_the_address(phone: webdriver.Chrome, tmp_path: Path) -> None:
    size(phone, 390, 844)
    opened(phone, tmp_path, document(Example("proof/3-by-counting").text))

    def key(one: str) -> str:
        ActionChains(phone).send_keys(one).perform()
        return str(script(phone, "return location.hash"))

    assert [key(one) for one in (Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)] == ["#1.2", "#1.3", "#1.2"]
    assert key(Keys.ARROW_DOWN) == "#1.4"  # the first trick, whole
    assert key(Keys.ARROW_DOWN) == "#1.7"
    assert key(Keys.ARROW_UP) == "#1.4"
    assert key(Keys.END) == "#1.37"
    assert key(Keys.HOME) == "#1.1"
    box: Any = script(
        phone, "const box = document.getElementById('mat').getBoundingClientRect(); return [box.x, box.y, box.width]"
    )
    for begin, end in ((300, 100), (100, 300)):
        command(phone, "Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": begin, "y": box[1] + 60}])
        command(phone, "Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": end, "y": box[1] + 60}])
        command(phone, "Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        assert script(phone, "return location.hash") == ("#1.2" if begin > end else "#1.1")
    script(phone, "location.hash = '#1.21'")
    phone.refresh()
    assert "Berta revoked in trick 7" in told(phone, "#verdicts")
    assert script(phone, "return document.querySelectorAll('#trick .accused').length") == 1


def test_possible_hands_are_shown_at_any_moment(phone: webdriver.Chrome, tmp_path: Path) -> None:
    size(phone, 390, 844)
    opened(phone, tmp_path, document(Example("proof/3-by-counting").text))
    script(phone, "location.hash = '#1.21'")
    phone.refresh()
    script(
        phone, "[...document.querySelectorAll('.hand')].find((one) => one.textContent.includes('Berta')).open = true"
    )
    found = dict(cast("list[tuple[str, list[str]]]", script(phone, KINDS)))
    assert [card for card in found["kind against"] if card[0] == "S"] == [
        "SA",
        "SK",
        "SQ",
        "SJ",
        "S10",
        "S9",
        "S8",
        "S6",
    ]
    assert "S" not in {card[0] for card in found["kind may"]}
    script(phone, "document.getElementById('all').click()")
    own = "return [...document.querySelectorAll('.hand')].map((one) => one.querySelectorAll('.face').length)"
    assert script(phone, own) == [12, 12, 12]


def test_names_run_nothing(phone: webdriver.Chrome, tmp_path: Path) -> None:
    opening = MatchStart(game="mittlere", seats=(HOSTILE, QUOTES, "{card}"))
    html = page((opening, DealStart(dealer=0), *TRICK, play(0, "DQ"), play(0, "HJ"), Undo(n=1), End()))
    opened(phone, tmp_path, html)
    script(phone, WALK, "on")
    assert "alert(1)" in told(phone, "#seats")
    assert script(phone, "return document.querySelectorAll('img, script').length") == 3
    assert complaints(phone) == []


def test_text_of_twice_the_size_leaves_no_screen(phone: webdriver.Chrome, tmp_path: Path) -> None:
    size(phone, 390, 844)
    command(phone, "Page.setFontSizes", fontSizes={"standard": 32})
    try:
        opened(phone, tmp_path, document(Example("proof/3-by-counting").text, "fr"))
        script(phone, "location.hash = '#1.21'")
        phone.refresh()
        script(phone, "document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert script(phone, "return getComputedStyle(document.documentElement).fontSize") == "32px"
        assert (script(phone, SMALL), script(phone, OUTSIDE), overflow(phone)) == ([], 0, 0)
    finally:
        command(phone, "Page.setFontSizes", fontSizes={"standard": 16})


@pytest.mark.parametrize(("width", "height", "light"), [(390, 844, "light"), (844, 390, "dark"), (1280, 800, "dark")])
def test_the_replay_passes_axe_in_every_light(
    phone: webdriver.Chrome, tmp_path: Path, width: int, height: int, light: str
) -> None:
    size(phone, width, height)
    command(phone, "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": light}])
    for name, place in some((("proof/3-by-counting", "#1.21"), ("tarot/5-called-king", "#1.40"))):
        opened(phone, tmp_path, document(Example(name).text, "de"))
        script(phone, "location.hash = arguments[0]", place)
        phone.refresh()
        script(phone, "document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert script(phone, "return document.documentElement.dataset.bsTheme") == light
        assert (judged(phone), script(phone, OUTSIDE), overflow(phone)) == ([], 0, 0)
