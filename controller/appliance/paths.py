"""The paths of everything that an installed table has."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

USER: Final = "schiri"
"""The service's own user: it owns the records and nothing else."""
GROUPS: Final = ("video", "gpio", "dialout", "audio")
"""The groups that may use camera, pins, serial ports and sound; those that a machine does not have are left out."""


@dataclass(frozen=True, slots=True)
class SystemPaths:
    """Paths under a root: ``/``, or the folder of a system that is being built."""

    root: Path = Path("/")

    @property
    def unit(self) -> Path:
        """The description of the service."""
        return self.root / "etc/systemd/system/schiri.service"

    @property
    def settings(self) -> Path:
        """The table's settings."""
        return self.root / "etc/schiri/schiri.toml"

    @property
    def data(self) -> Path:
        """Records, pictures and calibration."""
        return self.root / "var/lib/schiri"

    @property
    def releases(self) -> Path:
        """Folder with one folder a release, with links to the current one and the one before it."""
        return self.root / "opt/schiri"

    def is_of_table(self, path: Path) -> bool:
        """Whether a file is one of the installed table's, which root and its own user write."""
        return any(path.is_relative_to(folder) for folder in (self.settings.parent, self.data, self.releases))

    def inside(self, path: Path) -> Path:
        """Return a path as the installed system will know it."""
        return Path("/") / path.relative_to(self.root)
