"""Locked wheels for the emulated machine's Python and processor."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement

from tests.pi.debian import ran

PYTHON: Final = "3.11"
MACHINE: Final = "aarch64"
PLATFORMS: Final = [f"manylinux_2_{minor}_{MACHINE}" for minor in (36, 35, 34, 31, 28, 27, 26, 17)]
"""Wheel tags that run on the emulated machine's C library, newest first."""
_PIN: Final = re.compile(
    r"^(?P<pin>\S+==.+?) \\\n(?P<hashes>(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)


def pins(lock: str, python: str = PYTHON, machine: str = MACHINE) -> Iterator[str]:
    """The pins of a lock that hold for a Python and a processor, with their hashes but without markers.

    pip would ask a marker of the machine on which it runs.
    """
    target = {
        "platform_machine": machine,
        "python_version": python,
        "python_full_version": f"{python}.2",
        "sys_platform": "linux",
    }
    for found in _PIN.finditer(lock):
        pin = Requirement(found["pin"])
        if pin.marker is None or pin.marker.evaluate(target):
            yield f"{pin.name}{pin.specifier} \\\n{found['hashes']}"


def install(requirements: Path, folder: Path) -> None:
    """Install wheels by a file of pins into a folder."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    command += ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--implementation", "cp"]
    command += [word for platform in PLATFORMS for word in ("--platform", platform)]
    ran(*command, "--python-version", PYTHON, "--target", folder, "-r", requirements)
