"""The program, its libraries and the machine."""

import platform
from collections.abc import Iterator
from importlib.metadata import version
from typing import Final

from controller.checkup import Finding, raspberry
from controller.record.message import Message
from controller.settings.model import Config

LIBRARIES: Final = ("opencv-python-headless", "numpy", "zxing-cpp", "pyserial")
"""The libraries whose version decides what is read."""


def check(config: Config) -> Iterator[Finding]:
    """Report the versions, which helpers ask for first; this check never fails."""
    del config
    yield Finding(
        Message("versions"), "ok", f"schiri {version('schiri')}, Python {platform.python_version()}, {libraries()}"
    )
    yield Finding(
        Message("machine"),
        "ok",
        f"{raspberry.model() or 'no Raspberry Pi'}, {platform.system()} {platform.release()}, {platform.machine()}",
    )


def libraries() -> str:
    """Return the libraries that matter, each with its version."""
    return ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
