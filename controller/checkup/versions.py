"""The program, its libraries and the machine."""

import platform
from collections.abc import Iterator
from importlib.metadata import version
from typing import Final

from controller.checkup import Finding
from controller.record.message import Message
from controller.settings.model import Config

LIBRARIES: Final = ("opencv-python-headless", "numpy", "zxing-cpp", "pyserial")
"""The libraries whose version decides what is read."""


def check(config: Config) -> Iterator[Finding]:
    """Nothing can be wrong here; it is what somebody who helps asks first."""
    del config
    yield Finding(
        Message("versions"), "ok", f"schiri {version('schiri')}, Python {platform.python_version()}, {libraries()}"
    )
    yield Finding(
        Message("machine"), "ok", f"{_model()}, {platform.system()} {platform.release()}, {platform.machine()}"
    )


def libraries() -> str:
    """The libraries that matter, each with its version."""
    return ", ".join(f"{name} {version(name)}" for name in LIBRARIES)


def _model() -> str:
    """What a Raspberry Pi says it is; the name of the processor's kind elsewhere."""
    try:
        with open("/sys/firmware/devicetree/base/model", encoding="utf-8") as file:  # noqa: PTH123  a kernel's file
            return file.read().strip("\0\n ")
    except OSError:
        return "no Raspberry Pi"
