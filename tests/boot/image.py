"""The disk of a freshly written Debian with systemd, and the wheels of the project's locks on it; built once and kept.

``python -m tests.boot.image [RELEASE]`` builds it if need be and prints where it is. Nobody need be root for it:
mmdebstrap makes the system in a user namespace, fakeroot keeps who owns what.
"""

import hashlib
import os
import shutil
import sys
from pathlib import Path
from typing import Final

from controller.appliance import archive
from tests.pi.debian import MissingPart, mirror, program, ran
from tests.support import image_cache

HERE: Final = Path(__file__).parent
LOCK: Final = HERE.parent.parent / "requirements" / "runtime.lock"
PYTHONS: Final = {"bookworm": "3.11", "trixie": "3.13"}
"""The releases of Debian that Raspberry Pi OS is made from, and the Python of each."""
PACKAGES: Final = (
    *("systemd", "systemd-sysv", "libpam-systemd", "dbus", "udev", "kmod", "sudo", "procps", "iproute2", "e2fsprogs"),
    *("ca-certificates", "apt-utils", "python3", "python3-venv", "git", "libzbar0", "cloud-init", "dosfstools"),
)
"""Packages of a written card, and those that the document installs first: the machine is in no network."""
LEFT_OUT: Final = ("doc", "man", "locale", "info")
"""Folders of /usr/share that nothing here reads."""
SIZE: Final = "6G"
MODULES: Final = Path("/usr/lib/uml/modules")
"""Drivers of the kernel that runs as a program."""
REGISTERS: Final = HERE / "registers.c"
"""A library with which that kernel starts on processors that have more registers than it knows."""
_WRITE: Final = """
set -eu
cd "$1"
tar -xf ../system.tar
cp -r "$2" usr/lib/
ln -sf ../../../../etc/systemd/system/schiri-hand.service etc/systemd/system/sysinit.target.wants/ 2>/dev/null || {
    mkdir -p etc/systemd/system/sysinit.target.wants
    ln -s ../schiri-hand.service etc/systemd/system/sysinit.target.wants/; }
mkdir -p etc/systemd/system/multi-user.target.wants host
ln -s ../camera.service etc/systemd/system/multi-user.target.wants/
cp "$3"/*.service etc/systemd/system/
mv ../wheels opt/wheels
printf '[global]\\nno-index = true\\nfind-links = /opt/wheels\\n' >etc/pip.conf
echo raspberrypi >etc/hostname
printf '127.0.0.1 localhost\\n127.0.1.1 raspberrypi\\n' >etc/hosts
printf '/dev/ubda / ext4 defaults,noatime 0 1\\n' >etc/fstab
: >etc/machine-id
rm -rf etc/apt/sources.list etc/apt/sources.list.d/* var/lib/apt/lists/*
mke2fs -q -t ext4 -d . "$4"
"""
"""Script that makes the disk of a system, with its folder, the drivers, the services of the tests, and the disk."""
_USER: Final = (
    "groupadd --system gpio; useradd --create-home --shell /bin/bash --groups sudo,video,dialout,audio,gpio,adm pi;"
    "echo 'pi ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/010_pi-nopasswd; chmod 440 /etc/sudoers.d/010_pi-nopasswd"
)
"""The user of a Raspberry Pi OS."""


def kernel() -> str:
    """The kernel that runs as a program of this machine.

    Raises:
        MissingPart: it is not installed, or this processor has none.
    """
    found = program("linux.uml", "user-mode-linux (there is one for x86-64 alone)")
    if not MODULES.is_dir():
        raise MissingPart(f"{MODULES} is not there: sudo apt-get install user-mode-linux")
    return found


def whole_registers(library: Path) -> Path:
    """The library with which the kernel is started, built if it is not there yet.

    Raises:
        MissingPart: it cannot be built here.
    """
    if not library.exists():
        ran(program("gcc", "gcc libc6-dev"), "-shared", "-fPIC", "-O2", "-o", library, REGISTERS, "-ldl")
    return library


def kept(release: str) -> Path:
    """The disk with that release of Debian, built if it is not there yet; it is copied, never written.

    Raises:
        MissingPart: something that it is built of or with cannot be had here.
    """
    told = hashlib.sha256(release.encode())
    for path in (*sorted(HERE.glob("guest/*.service")), LOCK, Path(__file__)):
        told.update(path.read_bytes())
    told.update(ran(kernel(), "--version").encode())
    key = f"{release}-{told.hexdigest()[:12]}"
    return image_cache.kept("boot", key, lambda folder, scratch: _build(release, folder, scratch)) / "disk"


def _build(release: str, folder: Path, scratch: Path) -> None:
    mke2fs = program("mke2fs", "e2fsprogs")
    fakeroot, mmdebstrap = program("fakeroot", "fakeroot"), program("mmdebstrap", "mmdebstrap")
    archive.download(LOCK, scratch / "wheels", "x86_64", PYTHONS[release])
    left_out = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in LEFT_OUT]
    words = ["--quiet", "--variant=minbase", f"--include={','.join(PACKAGES)}", *left_out]
    words += ["--aptopt=Acquire::Languages none", f'--customize-hook=chroot "$1" sh -c "{_USER}"']
    ran(mmdebstrap, *words, release, scratch / "system.tar", mirror())
    system = scratch / "system"
    for made in (system, folder):
        made.mkdir()
    ran("truncate", "--size", SIZE, folder / "disk")
    os.environ["PATH"] += f":{Path(mke2fs).parent}"
    ran(fakeroot, "sh", "-c", _WRITE, "write", system, MODULES, HERE / "guest", folder / "disk")
    shutil.rmtree(system, ignore_errors=True)


def release_of(name: str) -> str:
    """Check the name of a release.

    Raises:
        ValueError: no disk is made of it.
    """
    if name not in PYTHONS:
        raise ValueError(f"{name!r} is none of {', '.join(PYTHONS)}")
    return name


if __name__ == "__main__":
    sys.stdout.write(f"{kept(release_of(sys.argv[1] if len(sys.argv) > 1 else next(iter(PYTHONS))))}\n")
