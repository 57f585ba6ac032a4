"""A table with a settings file that the pages may change, and a camera that sees an empty mat."""

import re
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import unescape
from itertools import count
from time import sleep

from controller.console.security.roles import Role
from controller.console.setup.context import Setup
from controller.console.setup.settings_file import SettingsFile
from controller.live.camera import CameraTrouble
from controller.peripherals.displays import Displays
from controller.settings.model import Config, DataConfig, load
from groundwork.picture import Gray
from tests.support.console.console_rig import Phone, Rig

SETTINGS = """\
# Our table in the kitchen
version = 1

[table]
game = "mittlere"  # on Thursdays
# who sits where
seats = ["Anna", "Berta", "Carla"]

[reading]
# the lamp is weak
frames = 4  # was 3

[[display]]
# on the wall
kind = "serial"
port = "/dev/ttyNONE0"  # the left one
"""


def set_up(rig: Rig, settings: str = SETTINGS) -> Setup:
    """Give a table its settings file."""
    path = rig.journal.path.parent / "schiri.toml"
    path.write_text(settings, encoding="utf-8")
    setup = Setup(SettingsFile(path), own(rig, load(path)))
    rig.context.setup = setup
    return setup


def own(rig: Rig, config: Config) -> Config:
    """Settings whose data is the table's."""
    return replace(config, data=DataConfig(rig.journal.path.parent))


def text(setup: Setup) -> str:
    return setup.file.path.read_text(encoding="utf-8")


def owner(rig: Rig) -> Phone:
    return rig.phone(Role.OWNER)


def form(page: str, action: str) -> dict[str, str]:
    """The fields of a page's first form of this action that is posted, as a browser would send them untouched."""
    found = re.search(rf'<form method="post" action="{action}".*?</form>', page, re.DOTALL)
    assert found, action
    fields: dict[str, str] = {}
    for tag in re.findall(r"<input [^>]*>", found[0]):
        values = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if values.get("type") in ("checkbox", "radio") and " checked" not in tag:
            continue
        fields[values["name"]] = unescape(values.get("value", "on"))
    for name, options in re.findall(r'<select [^>]*name="([^"]*)"[^>]*>(.*?)</select>', found[0], re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        assert chosen
        fields[name] = unescape(chosen[1])
    return fields


def told(page: str) -> list[str]:
    """What a page says of its form: what was done, or every mistake."""
    done = re.findall(r'<p class="alert alert-success"[^>]*>([^<]*)<', page)
    wrong = re.search(r'id="mistakes".*?</ul>', page, re.DOTALL)
    return [unescape(one) for one in done] or re.findall(
        r"<li>(?:<a [^>]*>)?([^<]*)<", unescape(wrong[0]) if wrong else ""
    )


@contextmanager
def filming(setup: Setup, *pictures: Gray) -> Generator[None]:
    """A camera that goes on and on, on a thread of its own as the game's is."""
    closing = threading.Event()

    def frames() -> Iterator[tuple[float, Gray]]:
        for number in count():
            if closing.is_set():
                return
            sleep(0.01)
            yield number / 100, pictures[number % len(pictures)]

    def run() -> None:
        for frame in setup.frame_tap.over(frames()):
            if setup.frame_tap.eyes and not isinstance(frame, CameraTrouble):
                setup.frame_tap.eyes.feed(*frame)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        closing.set()
        thread.join()


@contextmanager
def shown_on(setup: Setup) -> Generator[Displays]:
    """The displays of the settings, running."""
    setup.displays = Displays(setup.config.display)
    try:
        yield setup.displays
    finally:
        setup.displays.close()
