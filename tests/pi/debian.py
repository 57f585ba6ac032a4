"""Debian packages for the emulated machine, fetched by an apt of their own: no root, no change of this machine."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

RELEASE: Final = "bookworm"
"""The release of Raspberry Pi OS whose Python is 3.11: the newest for which lgpio has a wheel."""
ARCHITECTURE: Final = "arm64"
KEYRING: Final = Path("/usr/share/keyrings/debian-archive-keyring.gpg")


class MissingPart(RuntimeError):  # noqa: N818 - named for what is wrong
    """A part of the emulated machine cannot be had here; the message says which, and what to do."""


def program(name: str, package: str) -> str:
    """The path of a program of this machine.

    Raises:
        MissingPart: it is not installed.
    """
    # A user's path need not hold the administrator's programs.
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None:
        raise MissingPart(f"{name} is not installed: sudo apt-get install {package}")
    return found


def ran(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a program to its end; what it printed.

    Raises:
        MissingPart: it failed; tells its last words.
    """
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)  # noqa: S603 - no shell, our own words
    if done.returncode:
        said = f"{done.stdout}\n{done.stderr}".strip().splitlines()
        raise MissingPart(f"{Path(command[0]).name} failed: {' '.join(said[-3:])}")
    return done.stdout


class Debian:
    """An apt for the emulated machine's release and architecture, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        """Fetch the lists of packages.

        Raises:
            MissingPart: this machine has no apt, knows no mirror of Debian, or cannot reach it.
        """
        self._archives = folder / "archives"
        for needed in (folder / "lists" / "partial", self._archives / "partial"):
            needed.mkdir(parents=True)
        (folder / "status").touch()
        sources = folder / "sources.list"
        sources.write_text(f"deb [signed-by={KEYRING}] {mirror()} {RELEASE} main\n", encoding="utf-8")
        settings = {
            "Dir::State": folder,
            "Dir::State::Lists": folder / "lists",
            "Dir::State::status": folder / "status",
            "Dir::Cache": folder,
            "Dir::Etc::SourceList": sources,
            "Dir::Etc::SourceParts": "/dev/null",
            "APT::Architecture": ARCHITECTURE,
            "APT::Architectures": ARCHITECTURE,
            "APT::Sandbox::User": "root",
            "Acquire::Languages": "none",
            "Debug::NoLocking": 1,
        }
        self._settings = [f"-o{name}={value}" for name, value in settings.items()]
        self._apt("apt-get", "update")

    def fetch(self, packages: Sequence[str]) -> list[Path]:
        """Download packages and all that they depend on."""
        before = set(self._archives.glob("*.deb"))
        self._apt("apt-get", "--yes", "--no-install-recommends", "--download-only", "install", *packages)
        return sorted(set(self._archives.glob("*.deb")) - before)

    def kernel(self) -> Path:
        """Download the kernel alone: what installs one on a real machine is not needed."""
        described = self._apt("apt-cache", "show", f"linux-image-{ARCHITECTURE}")
        found = re.search(r"^Depends:.*?(linux-image-\S+)", described, re.MULTILINE)
        if found is None:
            raise MissingPart(f"Debian {RELEASE} names no kernel for {ARCHITECTURE}")
        self._apt("apt-get", "download", found[1])
        return next(self._archives.glob("linux-image-*.deb"))

    def _apt(self, name: str, *words: str) -> str:
        return ran(program(name, "apt"), "-q", *self._settings, *words, cwd=self._archives)


def unpack(package: Path, folder: Path) -> None:
    """Unpack a package without running any of its scripts."""
    folder.mkdir(parents=True, exist_ok=True)
    ran(program("dpkg-deb", "dpkg"), "--extract", package, folder)


def mirror() -> str:
    """The mirror that this machine itself uses."""
    if not KEYRING.exists():
        raise MissingPart("Debian's keys are not installed: sudo apt-get install debian-archive-keyring")
    wanted = ["--format", "$(LABEL) $(REPO_URI)", "Created-By: Packages"]
    targets = ran(program("apt-get", "apt"), "indextargets", *wanted).splitlines()
    mirrors = [uri for label, _, uri in (line.partition(" ") for line in targets) if label == "Debian"]
    if not mirrors:
        raise MissingPart("apt knows no mirror of Debian on this machine (sudo apt-get update)")
    return mirrors[0]
