"""The check of a Raspberry Pi: whether this Python sees the libraries of its camera and pins, which only apt has."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from controller.checkup import Finding
from controller.record.message import Message
from controller.settings.model import Config

TREE: Final = Path("/sys/firmware/devicetree/base/model")
"""The file with the board's model."""
LIBRARIES: Final = ("picamera2", "gpiozero", "lgpio")


def model() -> str:
    """Return what a Raspberry Pi calls itself; empty elsewhere."""
    try:
        return TREE.read_text(encoding="utf-8").strip("\0\n ")
    except OSError:
        return ""


def check(config: Config) -> Iterator[Finding]:
    """Check that this Python sees the libraries for camera and pins; on other machines check nothing."""
    del config
    if not model().startswith("Raspberry Pi"):
        return
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if not missing:
        message = Message("its camera and pins can be used: {names}", names=", ".join(LIBRARIES))
        yield Finding(Message("Raspberry Pi"), "ok", message)
        return
    message = Message(
        "this Python does not see {names}, which its camera and pins need; type: sudo apt-get install {packages},"
        " then ./run doctor (for an installed table: sudo ./run release install)",
        names=", ".join(missing),
        packages=" ".join(f"python3-{name}" for name in missing),
    )
    yield Finding(Message("Raspberry Pi"), "better", message)
