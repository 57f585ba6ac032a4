"""The displays: is the port there, may it be used, does the display answer."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.checkup import Finding
from controller.peripherals.displays import Displays
from controller.record.message import Message
from controller.settings.displays import DisplayConfig
from controller.settings.model import Config
from firmware_bridge.face.examples import FACES

ANSWER_S: Final = 6.0
"""Seconds for a display to answer; an Arduino restarts when its port is opened."""


def check(config: Config) -> Iterator[Finding]:
    """Show an example on each; what is shown there afterwards is up to the referee."""
    if not config.display:
        yield Finding(Message("display"), "ok", Message("none is set; the score is on the console's pages"))
        return
    displays = Displays(config.display)
    try:
        displays.show(FACES["idle"])
        wait_for(displays)
        states = displays.status
    finally:
        displays.close()
    for settings, state in zip(config.display, states, strict=True):
        yield finding(settings, state)


def finding(settings: DisplayConfig, state: str) -> Finding:
    """Return the finding of a display's state."""
    name = f"{settings.kind} {settings.port}"
    if is_well(state):
        return Finding(Message("display"), "ok", f"{name}: {state}")
    remedy = Message.join("; ", (f"{name}: {state}", _advice(settings.port)))
    return Finding(Message("display"), "better", remedy)


def wait_for(displays: Displays) -> None:
    """Wait until all displays have answered, or long enough."""
    until = time.monotonic() + ANSWER_S
    while time.monotonic() < until and not all(map(is_well, displays.status)):
        time.sleep(0.05)


def is_well(state: str) -> bool:
    """Whether a display shows what it is told, as far as its kind can tell."""
    return state.startswith(("connected", "sending"))


def _advice(port: str) -> Message:
    """Tell what is most likely wrong with a port, and what to do."""
    path = Path(port)
    if not port.startswith("/"):
        return Message("is that machine on, and is its address right?")
    if not path.exists():
        ports = sorted(str(one) for one in Path("/dev").glob("tty[UA][SC][BM]*"))
        if not ports:
            return Message("plug it in, or set another port; there are none")
        return Message("plug it in, or set another port; there are {reason}", reason=", ".join(ports))
    if not os.access(path, os.R_OK | os.W_OK):
        return Message(
            "this user may not use it: sudo usermod -aG dialout {name}, then log in again",
            name=os.environ.get("USER", "schiri"),
        )
    return Message("is its kind set rightly, and has it been flashed? `schiri display` tries it alone")
