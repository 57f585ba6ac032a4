"""A Python program on an emulated Cortex-A72, and the number of instructions it executed.

QEMU's user mode translates the program, Debian's Python for ARM and the wheels of `tests.pi.image`, to this machine's
instructions; a plugin of ours (`qemu_count.c`) counts those of ARM.
"""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from controller.__main__ import ONE_THREAD
from tests.pi import image
from tests.pi.wheels import PYTHON

PROCESSOR: Final = "cortex-a72"
"""A Raspberry Pi 4's processor: it lacks the instructions for dot products and half floats that OpenCV prefers."""


def instructions_at_marks(program: Sequence[str], checkout: Path, scratch: Path) -> list[int]:
    """Run a program to its end; returns the number of instructions executed by each call of `os.getppid`.

    Args:
        program: the words after `python`.
        checkout: the checkout whose packages it imports.
        scratch: a folder for temporary files.

    Raises:
        SystemExit: QEMU or the compiler is missing.
        MissingPart: the files of the Pi cannot be had.
    """
    qemu, compiler = shutil.which("qemu-aarch64"), shutil.which("cc")
    if qemu is None or compiler is None:
        raise SystemExit("QEMU's user mode or a compiler is not installed: sudo apt-get install qemu-user gcc")
    plugin, marks = scratch / "count.so", scratch / "marks"
    source = Path(__file__).with_name("qemu_count.c")
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", plugin, source], check=True)  # noqa: S603
    root = image.kept().root
    path = f"PYTHONPATH={checkout}:{root / 'opt' / 'site'}"
    emulated = [qemu, "-cpu", PROCESSOR, "-plugin", f"{plugin},out={marks}", "-L", str(root)]
    settings = [path, "PYTHONHASHSEED=0", *(f"{name}={value}" for name, value in ONE_THREAD.items())]
    python = [
        *(word for setting in settings for word in ("-E", setting)),
        str(root / "usr" / "bin" / f"python{PYTHON}"),
    ]
    subprocess.run([*emulated, *python, *program], check=True, cwd=checkout)  # noqa: S603  our own program
    return [int(line) for line in marks.read_text(encoding="ascii").split()]
