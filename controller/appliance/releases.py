"""Releases of the program side by side: a new one takes over in one step, the one before it stays."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.appliance.offers import STAMP, new_stamp, stamp_of, stamp_text
from controller.store import atomic

CURRENT: Final = "current"
BEFORE: Final = "before"
SYSTEM: Final = Path("/usr/lib/python3/dist-packages")
"""Folder in which Debian's own Python has the packages of the system."""
_SHARED: Final = ("libcamera", "lgpio.py", "gpiozero")
"""The Pi's camera and pins: packages of the system alone."""
_ERROR: Final = re.compile(r"\b(?:\w+Error|ERROR): ")


class ReleaseError(OSError):
    """A release that cannot be installed or gone back to; the message says why and what holds now."""


class Releases:
    """The folder of releases; each is a virtual environment of its own."""

    def __init__(self, folder: Path) -> None:
        """Take the folder; it is made by the first release."""
        self.folder = folder

    @property
    def current(self) -> Path | None:
        """The release that runs, or None."""
        return self._linked(CURRENT)

    @property
    def before(self) -> Path | None:
        """The release that ran before, or None."""
        return self._linked(BEFORE)

    def install(
        self, source: Path, lock: Path | None = None, *options: str, ready: Callable[[], None] = lambda: None
    ) -> Path:
        """Install a checkout, wheel or source archive as a new release and make it the current one.

        Args:
            source: what is installed.
            lock: pins with hashes; without it pip chooses.
            options: more for pip, such as where it finds packages.
            ready: asked when all is installed and nothing is changed yet; what it raises takes the release away.

        Raises:
            ReleaseError: it could not be installed; the current release is as it was.
        """
        release = self.folder / self._next_name()
        try:
            release.mkdir(parents=True)
            (release / STAMP).write_bytes(stamp_text(stamp_of(source) or new_stamp(source)))
            shared = ["--system-site-packages"] if any((SYSTEM / name).exists() for name in _SHARED) else []
            self._run(sys.executable, "-m", "venv", *shared, str(release))
            pip = (
                str(release / "bin" / "python"),
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                *options,
            )
            if lock:
                self._run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(lock))
            self._run(*pip, *(("--no-deps", "--no-build-isolation") if lock else ()), str(source))
            self._run(str(release / "bin" / "schiri"), "games")
            ready()
            os.sync()  # else a power cut soon after leaves a current release of empty files
        except OSError:
            shutil.rmtree(release, ignore_errors=True)
            raise
        self.make_current(release)
        return release

    def make_current(self, release: Path) -> None:
        """Make a release the current one, durably; what was current is the one before it now. Others are removed."""
        old = self.current
        self._link(CURRENT, release)
        if old and old != release:
            self._link(BEFORE, old)
        atomic.sync_folder(self.folder)
        for other in self.folder.glob("release-*"):
            if other not in (self.current, self.before):
                shutil.rmtree(other, ignore_errors=True)

    def back(self) -> Path:
        """Go back to the release before this one; raises ReleaseError if there is none."""
        if self.before is None or not self.before.is_dir():
            raise ReleaseError(f"{self.folder} holds no release before this one; nothing was changed")
        before = self.before
        self.make_current(before)
        return before

    def _next_name(self) -> str:
        numbers = [path.name.removeprefix("release-") for path in self.folder.glob("release-*")]
        newest = max((int(number) for number in numbers if number.isdecimal()), default=0)
        return f"release-{newest + 1}"

    def _linked(self, name: str) -> Path | None:
        link = self.folder / name
        return self.folder / link.readlink() if link.is_symlink() else None

    def _link(self, name: str, release: Path) -> None:
        """Point a link elsewhere in one step: there is no moment without a release."""
        new = self.folder / f".{name}.new"
        new.unlink(missing_ok=True)
        new.symlink_to(release.name)
        os.replace(new, self.folder / name)  # noqa: PTH105  Path.replace follows no link either, and says less

    def _run(self, *command: str) -> None:
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  our own words
        except (OSError, subprocess.CalledProcessError) as error:
            lines = (
                (error.stderr or "").strip().splitlines() if isinstance(error, subprocess.CalledProcessError) else []
            )
            # The last line of pip on a package that could not be built says that its reason stands above.
            last = [line.strip() for line in lines if _ERROR.search(line)] or lines
            reason = last[-1] if last else str(error)
            now = f"{self.current.name} goes on" if self.current else "nothing is installed"
            raise ReleaseError(f"the release could not be installed ({reason}); {now}") from error
