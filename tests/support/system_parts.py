"""The marker ``needs``: real parts that a test runs, and without which it is skipped; with ``CI=true`` it fails.

``python -m tests.support.system_parts [PYTEST ARGUMENT...]`` prints what these tests miss, all tests without arguments:
``package NAME`` for each package of Debian, ``script PATH`` for each script of ours that brings a part into ``.venv``.
``run`` asks that before it installs any. Hooks of pytest, for ``tests/conftest.py``.
"""

import contextlib
import io
import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

_ENVIRONMENT: Final = Path(sys.prefix)
_PATH: Final = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"


@dataclass(frozen=True, slots=True)
class Part:
    """A real part: patterns of files, or names of programs, that must be there, and what brings them."""

    words: str
    signs: tuple[str, ...]
    packages: str = ""
    script: str = ""

    def is_there(self) -> bool:
        """Look for every program and file."""
        return all(_found(sign) for sign in self.signs)

    @property
    def advice(self) -> str:
        """What to type where it is missing."""
        return f"sh {self.script}" if self.script else f"sudo apt-get install {self.packages}"


def _found(sign: str) -> bool:
    if sign.startswith("/"):
        return any(Path("/").glob(sign[1:]))
    if "/" in sign:
        return (_ENVIRONMENT / sign).exists()
    return shutil.which(sign, path=_PATH) is not None


PARTS: Final = {
    "avr": Part(
        "a compiler and an emulator for the display's firmware",
        ("avr-gcc", "gcc", "/usr/include/simavr/sim_avr.h", "/usr/include/libelf.h", "/usr/lib/avr/include/avr/io.h"),
        "gcc-avr avr-libc binutils-avr gcc libc6-dev libsimavr-dev libelf-dev",
    ),
    "compiler": Part(
        "a compiler for a USB camera that is not there",
        ("gcc", "/usr/include/linux/videodev2.h"),
        "gcc libc6-dev linux-libc-dev",
    ),
    "avrdude": Part(
        "what writes the firmware to a board, and a board's boot loader",
        ("avrdude", "/usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot/optiboot_atmega328.hex"),
        "avrdude arduino-core-avr",
    ),
    "micropython": Part("MicroPython for WebAssembly", ("micropython/installed.json",), script="tools/micropython.sh"),
    "zbar": Part("libzbar, the second reader of QR codes", ("/usr/lib/*/libzbar.so.0",), "libzbar0"),
    "lcdproc": Part("LCDproc's server", ("LCDd", "/usr/lib/*/lcdproc/text.so"), "lcdproc"),
    "browser": Part("Chromium and its driver", ("chromium", "chromedriver"), "chromium chromium-driver"),
    "axe": Part("axe-core, which judges pages for accessibility", ("axe/installed.json",), script="tools/axe.sh"),
    "voice": Part("espeak-ng", ("espeak-ng",), "espeak-ng"),
    "mosquitto": Part(
        "an MQTT broker, and OpenSSL for its certificate",
        ("mosquitto", "mosquitto_passwd", "openssl"),
        "mosquitto openssl",
    ),
    "openssl": Part("OpenSSL, for a certificate", ("openssl",), "openssl"),
    "postgresql": Part("a database server", ("/usr/lib/postgresql/*/bin/initdb",), "postgresql"),
    "decks": Part(
        "drawings of real decks of cards, and what draws them",
        (
            "rsvg-convert",
            "/usr/share/aisleriot/cards/lattmann.svgz",
            "/usr/share/carddecks/svg-xskat-german/german.svgz",
        ),
        "librsvg2-bin gnome-cards-data kdegames-card-data-kf5",
    ),
    "cloud-init": Part("cloud-init, which sets a machine up at its first start", ("cloud-init",), "cloud-init"),
    "netplan": Part("netplan, which reads what cloud-init says of the network", ("netplan",), "netplan.io"),
    "pi": Part(
        "an emulated Raspberry Pi",
        ("qemu-system-aarch64", "fdtput", "depmod", "cpio", "/usr/share/keyrings/debian-archive-keyring.gpg"),
        "qemu-system-arm device-tree-compiler kmod cpio debian-archive-keyring",
    ),
    "boot": Part(
        "machines that boot",
        ("linux.uml", "gcc", "mmdebstrap", "newuidmap", "fakeroot", "mke2fs", "git"),
        "user-mode-linux gcc libc6-dev mmdebstrap uidmap fakeroot e2fsprogs git debian-archive-keyring",
    ),
}
_MISSING: Final = "a real part is missing: "


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line("markers", f"needs(part, ...): the test runs real parts of {', '.join(PARTS)}")


def parts_of(item: pytest.Item) -> set[str]:
    """The names of the parts that a test needs, by its marker or by the kind of mark that it is tried with."""
    tried = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    named = {part for marker in item.iter_markers("needs") for part in marker.args}
    return named | {"zbar" for one in tried if isinstance(one, str) and one == "qr_zbar"}


def require_parts(item: pytest.Item) -> None:
    """Skip a test for which a part is missing; with ``CI=true`` fail."""
    missing = [name for name in sorted(parts_of(item)) if not PARTS[name].is_there()]
    if missing:
        told = _MISSING + ", ".join(missing) + "; type: " + "; ".join(PARTS[name].advice for name in missing)
        if os.environ.get("CI") == "true":
            pytest.fail(told, pytrace=False)
        pytest.skip(told)


def tell_skips(reporter: pytest.TerminalReporter) -> None:
    """Print how many tests were skipped for want of which parts, also into the file that ``SCHIRI_SKIPS`` names."""
    reports: list[pytest.TestReport] = reporter.stats.get("skipped", [])
    words = [str(report.longrepr[2]) for report in reports if isinstance(report.longrepr, tuple)]
    skips = [text.partition(_MISSING)[2].partition(";")[0] for text in words if _MISSING in text]
    if skips:
        names = sorted({name for skip in skips for name in skip.split(", ")})
        told = f"{len(skips)} skipped: no {', no '.join(names)}; SCHIRI_INSTALL=1 ./run test runs them"
        reporter.write_line(told)
        if notes := os.environ.get("SCHIRI_SKIPS"):
            with Path(notes).open("a", encoding="utf-8") as file:
                file.write(f"{told}\n")


class _Needed:
    """A plugin that collects the parts that the tests to be run need."""

    def __init__(self) -> None:
        self.parts: set[str] = set()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Run when what is not to be run has been left out."""
        self.parts = {part for item in items for part in parts_of(item)}


def needed(arguments: list[str]) -> set[str]:
    """The parts that tests need; none where they cannot be collected, which the test run itself will tell."""
    plugin = _Needed()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", *arguments], [plugin])
    return plugin.parts


def missing(names: Iterable[str]) -> list[str]:
    """What brings the parts that are not there: a line for each package or script."""
    parts = [PARTS[name] for name in sorted(names) if not PARTS[name].is_there()]
    packages = {f"package {package}" for part in parts for package in part.packages.split()}
    return [*sorted(packages), *(f"script {part.script}" for part in parts if part.script)]


if __name__ == "__main__":
    wanted = needed(sys.argv[1:]) if sys.argv[1:] else PARTS.keys() - {"boot"}
    sys.stdout.writelines(f"{line}\n" for line in missing(wanted))
