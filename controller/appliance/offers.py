"""A newer release that lies on the table's card, and the owner's wish to install it or to go one step back.

The table's service may change no program. It writes the wish as one word into its data. A unit of root's own finds it,
does that and nothing else, and writes there how it ended.
"""

import json
import tarfile
import time
import tomllib
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from controller.store import atomic

STAMP: Final = "release.json"
"""The file in a release, and the first in an archive, that says which it is."""
ARCHIVES: Final = "schiri*.tar.gz"
"""The names of archives on the boot partition."""
BOOT: Final = ("boot/firmware", "boot")
"""The folders at which a machine may have its boot partition; root alone writes there."""
WISH: Final = "release-wish"
TOLD: Final = "release-told.json"
LONGEST_S: Final = 3600.0
"""A small machine installs a release in some minutes."""
_MOST_BYTES: Final = 10_000

Wish: TypeAlias = Literal["newer", "back"]


@dataclass(frozen=True, slots=True)
class ReleaseStamp:
    """The name of a release by which it is told from others."""

    version: str
    made: str
    """The moment at which it was packed, or installed from a checkout: ISO 8601, in UTC."""

    @property
    def name(self) -> str:
        """The version and the day, for people."""
        return f"{self.version} ({self.made[:10]})"


@dataclass(frozen=True, slots=True)
class OfferedRelease:
    """A release that can be taken."""

    file: Path
    stamp: ReleaseStamp


@dataclass(frozen=True, slots=True)
class WishOutcome:
    """The end of a wish: what was done, or why nothing was."""

    wish: str
    error: str = ""


def new_stamp(source: Path) -> ReleaseStamp:
    """Return the stamp of a checkout as it is now."""
    with suppress(OSError, tomllib.TOMLDecodeError, KeyError, TypeError):
        about = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))
        return ReleaseStamp(str(about["project"]["version"]), _now())
    return ReleaseStamp("", _now())


def stamp_text(stamp: ReleaseStamp) -> bytes:
    """Return the content of a stamp's file."""
    return json.dumps(asdict(stamp)).encode()


def stamp_of(folder: Path | None) -> ReleaseStamp | None:
    """Return the stamp of a release, or of an unpacked archive; None: it has none."""
    if folder is None:
        return None
    with suppress(OSError):
        return _parsed((folder / STAMP).read_bytes()[:_MOST_BYTES])
    return None


def offered(root: Path, current: Path | None) -> OfferedRelease | None:
    """Return the newest archive on the card that was packed after the current release; None: there is none.

    Args:
        root: root of the machine.
        current: the release that runs.
    """
    current_stamp = stamp_of(current)
    candidates = [
        OfferedRelease(file, stamp)
        for folder in BOOT
        for file in sorted((root / folder).glob(ARCHIVES))
        if (stamp := _stamp_in(file)) and (current_stamp is None or stamp.made > current_stamp.made)
    ]
    return max(candidates, key=lambda one: one.stamp.made, default=None)


def _stamp_in(file: Path) -> ReleaseStamp | None:
    """Return the stamp of an archive, which stands first in it: no more of it is read."""
    with suppress(OSError, EOFError, zlib.error, tarfile.TarError), tarfile.open(file, "r|gz") as opened:
        first = opened.next()
        if first and first.isfile() and Path(first.name).name == STAMP and first.size < _MOST_BYTES:
            content = opened.extractfile(first)
            return _parsed(content.read()) if content else None
    return None


def _parsed(data: bytes) -> ReleaseStamp | None:
    with suppress(ValueError, RecursionError, KeyError, TypeError):
        fields = json.loads(data)
        stamp = ReleaseStamp(str(fields["version"])[:40], str(fields["made"])[:40])
        datetime.fromisoformat(stamp.made)
        return stamp
    return None


def wish(data: Path, what: Wish) -> None:
    """Ask for a release; raises OSError."""
    (data / TOLD).unlink(missing_ok=True)
    atomic.write(data / WISH, f"{what}\n".encode(), 0o640)


def is_wished(data: Path) -> bool:
    """Whether a wish waits, or is being done; one that nobody has ended for so long may be wished again."""
    with suppress(OSError):
        return time.time() - (data / WISH).stat().st_mtime < LONGEST_S
    return False


def wished(data: Path) -> Wish | None:
    """Return the wish that waits; None: it is none of ours."""
    with suppress(OSError, UnicodeDecodeError):
        text = (data / WISH).read_bytes()[:20].decode("ascii").strip()
        return next((one for one in get_args(Wish) if one == text), None)
    return None


def end(data: Path, outcome: WishOutcome) -> None:
    """Take the wish away and say how it ended; raises OSError."""
    atomic.write(data / TOLD, json.dumps(asdict(outcome)).encode(), 0o644)
    (data / WISH).unlink(missing_ok=True)


def outcome(data: Path) -> WishOutcome | None:
    """Return the end of the newest wish; None: there was none, or it is not done."""
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        fields = json.loads((data / TOLD).read_bytes()[:_MOST_BYTES])
        return WishOutcome(str(fields["wish"]), str(fields["error"]))
    return None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


PATH_UNIT: Final = "schiri-release.path"
_TEXTS: Final = {
    PATH_UNIT: """\
[Unit]
Description=The wish for another release of Schiri

[Path]
PathExists={wish}

[Install]
WantedBy=multi-user.target
""",
    "schiri-release.service": """\
[Unit]
Description=Another release of Schiri, as its owner wished on a page
# A wish that cannot be done is ended, and asks for no second try.
StartLimitIntervalSec=0

[Service]
Type=oneshot
ExecStart={program} release wished
# The files: releases, and in the table's data how it ended.
ProtectSystem=strict
ReadWritePaths={releases} {data}
ProtectHome=yes
PrivateTmp=yes
NoNewPrivileges=yes
""",
}
UNITS: Final = tuple(_TEXTS)
"""The names of the units that do what is wished."""


def units(program: Path, data: Path, releases: Path) -> Sequence[tuple[str, str]]:
    """Return the names and texts of the units that do what is wished.

    Args:
        program: ``schiri`` of the current release.
        data: the table's data.
        releases: the folder of releases.
    """
    return [
        (name, text.format(program=program, data=data, releases=releases, wish=data / WISH))
        for name, text in _TEXTS.items()
    ]
