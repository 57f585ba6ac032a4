"""Acts of a person with a phone: look, press, type a code, lose the network; selenium's calls, with types."""

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

import pytest
from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.wait import WebDriverWait

from controller.console.security.roles import Role
from tests.support.console.console_rig import Rig
from tests.support.waiting import PATIENCE_S

FLAGS = "headless no-sandbox disable-gpu disable-quic no-first-run disable-background-networking hide-scrollbars"
MORE_FLAGS = "disable-component-update disable-sync disable-dev-shm-usage window-size=390,844 lang=en"
AT_MOST_S = PATIENCE_S


@contextmanager
def browser(memory: Path, *more_flags: str) -> Generator[webdriver.Chrome]:
    """Chromium with a memory of its own."""
    options = Options()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (*FLAGS.split(), *MORE_FLAGS.split(), f"user-data-dir={memory}", *more_flags):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    phone = webdriver.Chrome(options, Service(shutil.which("chromedriver")))
    try:
        size(phone, 390, 844)
        phone.implicitly_wait(AT_MOST_S)  # what is looked for comes with the stream or the next page
        yield phone
    finally:
        phone.quit()


def script(phone: webdriver.Chrome, text: str, *arguments: object) -> object:
    """Run a script in the page."""
    return phone.execute_script(text, *arguments)


def command(phone: webdriver.Chrome, name: str, **values: object) -> object:
    """A command of the DevTools protocol."""
    return phone.execute_cdp_cmd(name, values)


def size(phone: webdriver.Chrome, width: int, height: int) -> None:
    """Make the page as large as a phone's."""
    command(phone, "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)


def own(rig: Rig, phone: webdriver.Chrome) -> str:
    """Pair a phone as its owner; returns the address of the pages."""
    address = rig.context.address.rstrip("/")
    device = rig.context.devices.pair("Anna", Role.OWNER, "2026-11-21 12:00")
    phone.get(f"{address}/join")
    cookie = {"name": "schiri", "value": rig.context.cookies.sign(device.id)}
    phone.add_cookie(cookie)
    return address


def network(phone: webdriver.Chrome, *, there: bool) -> None:
    """Take the network away from a phone, or give it back."""
    command(phone, "Network.enable")
    rates = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    command(phone, "Network.emulateNetworkConditions", offline=not there, **rates)


def overflow(phone: webdriver.Chrome) -> int:
    """The pixels by which a page is wider than its screen, which a phone that zooms out to show all of it hides."""
    wide = "const root = document.documentElement; return root.scrollWidth - root.clientWidth"
    return cast("int", script(phone, wide))


BROKEN: Final = r"""
    const broken = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; text = texts.nextNode();) {
      const one = text.parentElement;
      if (!one.checkVisibility() || one.closest(".visually-hidden, .skip, script, style")) continue;
      if (/inset/.test(getComputedStyle(one).clipPath + getComputedStyle(one.parentElement).clipPath)) continue;
      for (const word of text.nodeValue.matchAll(/(?:(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])[\p{L}\p{N}])+/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = [...range.getClientRects()].filter((box) => box.width > 0 && box.right > 0);
        if (new Set(lines.map((box) => Math.round(box.top))).size > 1) broken.push(word[0]);
      }
    }
    return broken;
"""


def broken_words(phone: webdriver.Chrome) -> list[str]:
    """The words that are seen of which the end stands on another line than the beginning; Japanese has no spaces."""
    return cast("list[str]", script(phone, BROKEN))


def complaints(phone: webdriver.Chrome) -> list[str]:
    """What the browser found wrong with the pages: blocked by the policy, errors of scripts."""
    entries: Any = phone.get_log("browser")
    return [str(entry["message"]) for entry in entries if entry["level"] == "SEVERE"]


def shows(phone: webdriver.Chrome, text: str, where: str = "body") -> None:
    """Wait until a text stands on the page."""

    def there(_: webdriver.Chrome) -> bool:
        return text in told(phone, where)

    try:
        WebDriverWait(phone, AT_MOST_S, 0.05).until(there)
    except TimeoutException:
        pytest.fail(f"{text!r} is not in {where} of {phone.current_url}: {told(phone, 'body')}")


def told(phone: webdriver.Chrome, where: str) -> str:
    """The text that stands there."""
    return str(script(phone, "return document.querySelector(arguments[0])?.innerText ?? ''", where))


def press(phone: webdriver.Chrome, where: str) -> None:
    """Wait for a button or link that can be seen, and press it."""
    seen = "return [...document.querySelectorAll(arguments[0])].some(one => one.checkVisibility())"
    WebDriverWait(phone, AT_MOST_S, 0.05).until(lambda _: script(phone, seen, where), f"{where} is not there")
    script(phone, "document.querySelector(arguments[0]).click()", where)


def agree(phone: webdriver.Chrome) -> None:
    """Wait for the question that a press has asked, and say yes."""
    WebDriverWait(phone, AT_MOST_S, 0.05).until(expected_conditions.alert_is_present()).accept()


def pair(phone: webdriver.Chrome, address: str, code: str, name: str) -> None:
    """Type a code."""
    phone.get(f"{address}pair")
    type_code(phone, code)
    phone.find_element(By.ID, "name").send_keys(name)
    press(phone, "#as-named")
    shows(phone, name, "footer")


def type_code(phone: webdriver.Chrome, code: str) -> None:
    """Type a code over the one that the table's own machine has filled in."""
    field = phone.find_element(By.ID, "code")
    field.clear()
    field.send_keys(code)
