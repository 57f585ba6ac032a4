"""The archive of a release: the program's sources and, where no network shall be needed, the wheels of its lock."""

import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from controller.appliance.offers import STAMP, new_stamp, stamp_text

Machine = Literal["aarch64", "x86_64"]

PYTHON: Final = "3.13"
"""The Python of Debian 13, and of the Raspberry Pi OS made from it."""
GLIBC: Final = range(36, 4, -1)
"""The C libraries whose wheels run on every Debian since 12, newest first."""
_PARTS: Final = (
    *("controller", "firmware_bridge", "groundwork", "hardware", "schiri", "vision"),
    *("requirements/runtime.lock", "pyproject.toml", "README.md", "LICENSE"),
)
"""The parts of a checkout of which the program is built."""


class PackingError(OSError):
    """An archive that cannot be made here; the message says why, and what to do."""


def write(file: Path, source: Path, machine: Machine | None = None) -> None:
    """Pack a checkout.

    Args:
        file: the archive, in place of one that is there.
        source: the checkout.
        machine: whose wheels go along; None: it gets them from the network.

    Raises:
        PackingError: it is no checkout, the wheels cannot be had, or the archive cannot be written.
    """
    if not all((source / part).exists() for part in _PARTS):
        raise PackingError(f"{source} is no checkout of the program: name an --archive, or a --git address")
    with TemporaryDirectory() as folder, TemporaryDirectory() as scratch:
        stamp = Path(scratch, STAMP)
        stamp.write_bytes(stamp_text(new_stamp(source)))
        if machine:
            download(source / "requirements/runtime.lock", Path(folder), machine)
        try:
            # A link leads to a file of the checkout that is not built of, and would lead nowhere.
            with tarfile.open(file, "w:gz", compresslevel=6, dereference=True) as opened:
                opened.add(
                    stamp, f"schiri/{STAMP}", filter=_filtered
                )  # first, so that who looks for it reads nothing else
                for part in _PARTS:
                    opened.add(source / part, f"schiri/{part}", filter=_filtered)
                if machine:
                    opened.add(folder, "schiri/wheels")
        except OSError as error:
            file.unlink(missing_ok=True)
            raise PackingError(f"{file} cannot be written: {error.strerror}") from error


def names(file: Path) -> list[str]:
    """Return the names of what is in an archive; raises PackingError."""
    try:
        with tarfile.open(file) as opened:
            return opened.getnames()
    except (OSError, tarfile.TarError) as error:
        raise PackingError(f"{file} is no archive that can be read: {error}") from error


def download(lock: Path, folder: Path, machine: Machine, python: str = PYTHON) -> None:
    """Download the wheels of a lock for a machine, whatever this one is; raises PackingError."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    pip += ["--require-hashes", "--only-binary", ":all:", "--implementation", "cp", "--python-version", python]
    pip += [word for minor in GLIBC for word in ("--platform", f"manylinux_2_{minor}_{machine}")]
    process = subprocess.run([*pip, "--dest", folder, "-r", lock], capture_output=True, text=True, check=False)  # noqa: S603  our own words
    if process.returncode:
        last = process.stderr.strip().splitlines()[-1:] or [str(process.returncode)]
        raise PackingError(f"the wheels of {lock} cannot be had: {last[0]}")


def _filtered(one: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Leave out what Python has compiled, and who wrote it here."""
    if "__pycache__" in one.name:
        return None
    one.uid = one.gid = 0
    one.uname = one.gname = "root"
    return one
