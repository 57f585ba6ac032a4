"""Mounts as this process sees them (proc_pid_mountinfo(5)): a service has a view of its own of the machine's disks."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TABLE: Final = Path("/proc/self/mountinfo")
_ESCAPE: Final = re.compile(r"\\([0-7]{3})")
"""Spaces and the like in a path, as the table of mounts writes them."""


@dataclass(frozen=True, slots=True)
class MountOptions:
    """The options of a mount: whether it may be written in this process's view, and by anybody."""

    place: Path
    is_read_only: bool
    """The mount in this process's view."""
    disk_is_read_only: bool
    """The disk itself, for everybody."""


class DiskView:
    """A process's view of the disk that a folder is on, from the moment at which it was started.

    A service that is started while a disk may only be read goes on so when the disk can be written again. Its view is a
    copy of the machine's, made at the start. Only a start anew gives it another one.
    """

    def __init__(self, folder: Path, table: Path = TABLE) -> None:
        """``table``: of the mounts of this process; where there is none, no view is ever stale."""
        self._folder, self._table = folder, table
        mount_options = options(folder, table)
        self._began_read_only = mount_options is not None and mount_options.disk_is_read_only

    @property
    def is_stale(self) -> bool:
        """Whether a start anew could write what this process cannot."""
        if not self._began_read_only:
            return False  # then a start anew would see just the same
        mount_options = options(self._folder, self._table)
        return mount_options is not None and mount_options.is_read_only and not mount_options.disk_is_read_only


def options(folder: Path, table: Path = TABLE) -> MountOptions | None:
    """Return the options of the mount that a folder is on; None where they are not known."""
    try:
        lines = table.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    path = Path(os.path.realpath(folder))
    mounts = [one for one in map(_parsed, lines) if path.is_relative_to(one.place)]
    # The later line of two mounts at one place hides the other.
    return max(reversed(mounts), key=lambda one: len(one.place.parts), default=None)


def _parsed(line: str) -> MountOptions:
    mount, _, disk = line.partition(" - ")
    _number, _parent, _device, _root, place, flags, *_tags = mount.split(" ")
    path = Path(_ESCAPE.sub(lambda found: chr(int(found[1], 8)), place))
    return MountOptions(path, "ro" in flags.split(","), "ro" in disk.split(" ")[-1].split(","))
