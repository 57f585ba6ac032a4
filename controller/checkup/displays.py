"""The displays: is the port there, may it be used, does the display answer."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.checkup import Finding
from controller.peripherals.displays import Displays
from controller.settings.displays import DisplayConfig
from controller.settings.model import Config
from firmware_bridge.face.examples import FACES

ANSWER_S: Final = 6.0
"""So long a display is given to answer; an Arduino starts anew when its port is opened."""


def check(config: Config) -> Iterator[Finding]:
    """Show an example on each; what is shown there afterwards is up to the referee."""
    if not config.display:
        yield Finding("display", "ok", "none is set; the score is on the console's pages")
        return
    displays = Displays(config.display)
    try:
        displays.show(FACES["idle"])
        _wait(displays)
        states = displays.status
    finally:
        displays.close()
    for settings, state in zip(config.display, states, strict=True):
        yield finding(settings, state)


def finding(settings: DisplayConfig, state: str) -> Finding:
    """What a display's state means."""
    name = f"{settings.kind} {settings.port}"
    if _well(state):
        return Finding("display", "ok", f"{name}: {state}")
    return Finding("display", "better", f"{name}: {state}; {_what_to_do(settings.port)}")


def _wait(displays: Displays) -> None:
    """Until all have answered, or long enough."""
    until = time.monotonic() + ANSWER_S
    while time.monotonic() < until and not all(map(_well, displays.status)):
        time.sleep(0.05)


def _well(state: str) -> bool:
    return state.startswith(("connected", "sending"))


def _what_to_do(port: str) -> str:
    """What is most likely wrong with a port."""
    path = Path(port)
    if not port.startswith("/"):
        return "is that machine on, and is its address right?"
    if not path.exists():
        there = sorted(str(one) for one in Path("/dev").glob("tty[UA][SC][BM]*"))
        return f"plug it in, or set another port; there are {', '.join(there) or 'none'}"
    if not os.access(path, os.R_OK | os.W_OK):
        return (
            f"this user may not use it: sudo usermod -aG dialout {os.environ.get('USER', 'schiri')}, then log in again"
        )
    return "is its kind set rightly, and has it been flashed? `schiri display` tries it alone"
