"""Boot files of the emulated machine: kernel, first disk, device tree and a folder of files, built once and kept.

``python -m tests.pi.image`` builds it if need be and prints where it is.
"""

import hashlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.pi import ramdisk, wheels
from tests.pi.debian import Debian, program, ran, unpack
from tests.support import image_cache

HERE: Final = Path(__file__).parent
LOCKS: Final = HERE.parent.parent / "requirements"
PACKAGES: Final = ("python3.11", "busybox-static", "libstdc++6", "v4l-utils")
HARDWARE: Final = ("-M", "virt", "-cpu", "cortex-a53", "-m", "1024", "-display", "none", "-nic", "none")
"""The machine's board, processor and memory, as QEMU is told; no screen, no network."""
REVISION: Final = "a02082"
"""Revision that the board reports: a Raspberry Pi 3B; the libraries for pins ask for it."""


@dataclass(frozen=True, slots=True)
class Image:
    """The files of a built image."""

    folder: Path

    @property
    def kernel(self) -> Path:
        return self.folder / "vmlinuz"

    @property
    def ramdisk(self) -> Path:
        return self.folder / "ramdisk.gz"

    @property
    def tree(self) -> Path:
        """The device tree."""
        return self.folder / "machine.dtb"

    @property
    def root(self) -> Path:
        return self.folder / "root"


def kept() -> Image:
    """The image for these sources, built if it is not there yet.

    Raises:
        MissingPart: something that it is built of or with cannot be had here.
    """
    return Image(image_cache.kept("pi", _key(), lambda folder, scratch: _build(Image(folder), scratch)))


def _key() -> str:
    """Of everything that an image depends on, but for Debian's own updates."""
    sources = [*sorted(HERE.glob("*.lock")), LOCKS / "runtime.lock", HERE / "init"]
    sources += [HERE / f"{name}.py" for name in ("debian", "image", "ramdisk", "wheels")]
    told = hashlib.sha256(b"".join(path.read_bytes() for path in sources))
    told.update(bytes(sys.version_info[:2]))
    return told.hexdigest()[:12]


def _build(image: Image, scratch: Path) -> None:
    debian = Debian(scratch / "apt")
    for package in debian.fetch(PACKAGES):
        unpack(package, image.root)
    for folder in ("dev", "proc", "sys", "tmp", "schiri"):
        (image.root / folder).mkdir(exist_ok=True)
    _install(image.root / "opt" / "site", scratch / "requirements.txt")
    _compile(image.root)
    unpack(debian.kernel(), scratch / "kernel")
    ramdisk.build(image.ramdisk, scratch / "kernel", image.root / "bin" / "busybox")
    next((scratch / "kernel" / "boot").glob("vmlinuz-*")).rename(image.kernel)
    _plant(image.tree)


def _install(site: Path, requirements: Path) -> None:
    """The locked packages, and those for pins."""
    locks = [LOCKS / "runtime.lock", *sorted(HERE.glob("*.lock"))]
    pins = [pin for lock in locks for pin in wheels.pins(lock.read_text(encoding="utf-8"))]
    requirements.write_text("".join(pins), encoding="utf-8")
    wheels.install(requirements, site)


def _compile(root: Path) -> None:
    """Compile what no package's script has compiled, if this Python is of the same minor version: it saves minutes."""
    if f"{sys.version_info[0]}.{sys.version_info[1]}" == wheels.PYTHON:
        folders = [root / "usr" / "lib" / f"python{wheels.PYTHON}", root / "opt" / "site"]
        command = [sys.executable, "-m", "compileall", "-qq", "-j0", "-s", str(root), "-p", "/", *map(str, folders)]
        subprocess.run(command, check=False)  # noqa: S603 - our own words; templates in packages are no Python


def _plant(tree: Path) -> None:
    """The board's device tree as QEMU makes it, and in it the revision that a Raspberry Pi has."""
    ran(program("qemu-system-aarch64", "qemu-system-arm"), *HARDWARE, "-M", f"virt,dumpdtb={tree}")
    fdtput = program("fdtput", "device-tree-compiler")
    ran(fdtput, "--create", tree, "/system")
    ran(fdtput, "--type", "x", tree, "/system", "linux,revision", REVISION)


if __name__ == "__main__":
    sys.stdout.write(f"{kept().folder}\n")
