"""The marker ``needs``: programs of the machine that a test runs in earnest, and is skipped without.

``python -m tests.support.system_parts [PYTEST ARGUMENT...]`` prints the parts that these tests need, a line each:
``run`` asks that before it installs any. Hooks of pytest, for ``tests/conftest.py``.
"""

import contextlib
import io
import sys
from typing import Final

import pytest

PARTS: Final = {
    "avr": "a compiler and an emulator for the display's firmware",
    "avrdude": "what writes the firmware to a board, and a board's boot loader",
    "micropython": "MicroPython for WebAssembly",
    "lcdproc": "LCDproc's server",
    "browser": "Chromium and its driver",
    "axe": "axe-core, which judges pages for accessibility",
    "voice": "espeak-ng",
    "mosquitto": "an MQTT broker, and OpenSSL for its certificate",
    "postgresql": "a database server",
}


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line("markers", f"needs(part, ...): the test runs real parts of {', '.join(PARTS)}")


class Needed:
    """A plugin that collects the parts that the tests to be run need."""

    def __init__(self) -> None:
        self.parts: set[str] = set()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Called when what is not to be run has been left out."""
        self.parts = {part for item in items for marker in item.iter_markers("needs") for part in marker.args}


def needed(arguments: list[str]) -> list[str]:
    """The parts that tests need; none where they cannot be collected, which the test run itself will tell."""
    plugin = Needed()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", *arguments], [plugin])
    return sorted(plugin.parts)


if __name__ == "__main__":
    sys.stdout.writelines(f"{part}\n" for part in needed(sys.argv[1:]))
