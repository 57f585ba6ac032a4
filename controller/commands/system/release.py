"""``schiri install-service`` and ``schiri release``: the table as a service, its releases, and one step back."""

import grp
import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import zlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TextIO

from controller.appliance import archive, offers, systemd_unit
from controller.appliance.owner import change_owner, owner_of
from controller.appliance.paths import GROUPS, USER, SystemPaths
from controller.appliance.releases import ReleaseError, Releases
from controller.commands import terminal
from controller.record.events import has_begun
from controller.record.text import read
from controller.referee.fold import outcome
from controller.settings import edit
from controller.settings import text as settings_text
from controller.settings.model import Config, DataConfig, TableConfig, load
from controller.store import atomic
from controller.store.archive import Archive
from controller.store.journal import JournalError
from controller.store.lock import lock
from controller.store.settings_file import save
from controller.store.sqlite import reason

CHECKOUT: Final = Path(__file__).parents[3]
BEGIN: Final = TableConfig("mittlere", ("Anna", "Berta", "Carla"))
"""The first settings, which hold until the players choose others on the console."""


class ServiceError(OSError):
    """The service cannot be installed here, or not now; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class InstallRequest:
    """The source to install, its settings, and the root of the system."""

    source: Path = CHECKOUT
    """A checkout, or a wheel of the program."""
    config: Path | None = None
    """Settings to begin with, where there are none yet."""
    root: Path = Path("/")
    """``/``, or the folder of a system that is being built."""
    pip: tuple[str, ...] = ()
    """More options for pip."""


def install_service(request: InstallRequest, out: TextIO) -> int:
    """Install the program as a release, its settings, its user and its service; returns the exit status."""
    places = SystemPaths(request.root)
    is_host = request.root == Path("/")
    if is_host and os.geteuid() != 0:
        raise ServiceError("a service is installed by root: sudo schiri install-service")
    if request.config:
        load(request.config)  # what is wrong in it is told before minutes of installing
    _no_match(places)
    release = _installed(places, request)
    out.write(f"the program: {release}\n")
    if is_host:
        _user(out)
    _settings(places, request.config, out)
    places.data.mkdir(parents=True, exist_ok=True)
    _calibration(places, request.config, out)
    places.unit.parent.mkdir(parents=True, exist_ok=True)
    program = places.inside(places.releases / "current" / "bin" / "schiri")
    atomic.write(places.unit, systemd_unit.text(program, places.inside(places.settings), _groups()).encode())
    data = places.inside(places.data)
    for name, text in offers.units(program, data, places.inside(places.releases)):
        atomic.write(places.unit.with_name(name), text.encode())
    out.write(f"the service: {places.unit}\n")
    if is_host:
        _owned(places)
        _systemctl("daemon-reload")
        _systemctl("enable", "--quiet", "schiri.service", "schiri-release.path")
        _systemctl("start", "schiri-release.path")
        os.sync()  # what is said to run whenever the machine is switched on outlasts a power cut from now on
        _restarted(places)
        out.write("it runs now, and whenever the machine is switched on; to see what it says: journalctl -u schiri\n")
    return 0


def uninstall_service(root: Path, out: TextIO) -> int:
    """Remove the service and the program; settings, records and their user stay; returns the exit status."""
    places = SystemPaths(root)
    is_host = root == Path("/")
    if is_host and os.geteuid() != 0:
        raise ServiceError("a service is taken away by root: sudo schiri uninstall-service")
    if not places.unit.exists() and not places.releases.exists():
        raise ServiceError(f"no service is installed here: there is no {places.unit}")
    _no_match(places, "take it away when it is over")
    if is_host and places.unit.exists():
        _systemctl("disable", "--quiet", "--now", "schiri.service")
        if (places.unit.parent / offers.PATH_UNIT).exists():
            _systemctl("disable", "--quiet", "--now", offers.PATH_UNIT)
    try:
        for unit in (places.unit.name, *offers.UNITS):
            (places.unit.parent / unit).unlink(missing_ok=True)
        if places.releases.exists():
            shutil.rmtree(places.releases)
    except OSError as error:
        raise ServiceError(f"{error.filename} cannot be taken away: {error.strerror}") from error
    if is_host:
        _systemctl("daemon-reload")
    out.write(f"the service and the program are gone; {places.settings} and {places.data} are left as they are\n")
    return 0


def install(request: InstallRequest, out: TextIO) -> int:
    """Install another release and let the service run it; returns the exit status."""
    places = SystemPaths(request.root)
    _no_match(places)
    release = _installed(places, request)
    terminal.print_commands(f"{release.name} is current now; `schiri release back` goes one step back", out)
    return _restarted(places)


def back(root: Path, out: TextIO) -> int:
    """Go back to the release before this one; returns the exit status."""
    places = SystemPaths(root)
    _no_match(places)
    out.write(f"{Releases(places.releases).back().name} is current again\n")
    return _restarted(places)


def wished(root: Path, out: TextIO) -> int:
    """Do what the owner has wished on a page, say there how it ended, and forget the wish; returns the exit status."""
    places = SystemPaths(root)
    wish = offers.wished(places.data)
    try:
        if wish == "back":
            back(root, out)
        elif wish == "newer":
            _install_offered(places, out)
        error = ""
    except Exception as refused:  # whatever it is: a wish that stays would be tried without end
        error = str(refused) or type(refused).__name__
    offers.end(places.data, offers.WishOutcome(wish or "", error))
    if error:
        raise ServiceError(error)
    return 0


def _install_offered(places: SystemPaths, out: TextIO) -> None:
    """Install the newest release that lies on the card."""
    offer = offers.offered(places.root, Releases(places.releases).current)
    if offer is None:
        raise ServiceError("no newer release lies on the card; nothing was changed")
    _no_match(places)
    with tempfile.TemporaryDirectory(prefix="schiri-release-") as scratch:
        try:
            with tarfile.open(offer.file) as opened:
                opened.extractall(scratch, filter="data")
        except (EOFError, zlib.error, tarfile.TarError) as error:
            raise ServiceError(f"{offer.file} is no whole archive: copy it again; nothing was changed") from error
        source = Path(scratch, "schiri")
        wheels = source / "wheels"
        pip = ("--no-index", "--find-links", str(wheels)) if wheels.is_dir() else ()
        install(InstallRequest(source, root=places.root, pip=pip), out)


def pack(file: Path, machine: archive.Machine | None, out: TextIO) -> int:
    """Pack this checkout as an archive that a table takes from its card; returns the exit status."""
    archive.write(file, CHECKOUT, machine)
    out.write(f"{file}: {file.stat().st_size / 1e6:.1f} MB; copied onto the boot partition of a table's card its page ")
    out.write("“Releases” offers it\n")
    return 0


def show(root: Path, out: TextIO) -> int:
    """Name the current release and the one before it; returns the exit status."""
    releases = Releases(SystemPaths(root).releases)
    for name, release in (("current", releases.current), ("before", releases.before)):
        out.write(f"{name}: {release.name if release else 'none'}\n")
    return 0


def _installed(places: SystemPaths, request: InstallRequest) -> Path:
    """Install a release and return its folder.

    A checkout brings its pins, and a release that asks for it is one already.
    """
    if request.source == CHECKOUT and Path(sys.prefix).parent == places.releases:
        return Path(sys.prefix)
    pins = request.source / "requirements" / "runtime.lock"
    try:
        places.releases.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServiceError(f"{places.releases} cannot be written: {error.strerror}") from error
    releases = Releases(places.releases)
    # It takes minutes until a release is ready, and a match may have begun meanwhile.
    ready = partial(_no_match, places)
    return releases.install(request.source, pins if pins.exists() else None, *request.pip, ready=ready)


def _no_match(places: SystemPaths, later: str = "install when it is over") -> None:
    """Refuse while a match is being played: an evening is not the time for a new program."""
    folder = places.data
    if places.settings.exists():
        folder = wish_root(places.root, load(places.settings).data.directory)
    if not folder.exists():
        return
    try:
        os.close(lock(folder))
    except JournalError as error:
        if _running(folder):
            raise ServiceError(f"a match is being played at this table; {later}") from error


def _running(folder: Path) -> bool:
    """Whether the match in progress has not ended."""
    with Archive(folder) as archive:
        try:
            stored = archive.running()
            if stored is None:
                return False
            events = read(archive.record(stored.id)).events
            return has_begun(events) and not outcome(events).ended
        except sqlite3.Error as error:
            raise ServiceError(f"{archive.path} cannot be read: {reason(archive.path, error)}") from error


def wish_root(root: Path, path: Path) -> Path:
    """Return a path of the installed system as it is found from here."""
    return root / path.relative_to("/") if path.is_absolute() else path


def _settings(places: SystemPaths, config: Path | None, out: TextIO) -> None:
    """Write settings to begin with; those that are there are left alone."""
    if places.settings.exists():
        out.write(f"the settings: {places.settings}, left as they are\n")
        return
    if config:
        load(config)
    text = config.read_text(encoding="utf-8") if config else settings_text.explained(BEGIN)
    places.settings.parent.mkdir(parents=True, exist_ok=True)
    data = str(places.inside(places.data))
    # A calibration of its own place comes along into the data (`_calibration`).
    changes: dict[edit.KeyPath, str | None] = {("data", "directory"): data}
    if config and load(config).calibration.file:
        changes["calibration", "file"] = None
    save(places.settings, edit.edited(text, changes))
    out.write(f"the settings: {places.settings}\n")


def _calibration(places: SystemPaths, config: Path | None, out: TextIO) -> None:
    """Bring the calibration along that was measured with the settings to begin with; one that is there stays."""
    path, measured = places.data / "calibration.json", _measured(load(config)) if config else None
    if measured is None or path.exists():
        return
    atomic.write(path, measured.read_bytes(), 0o640)
    out.write(f"the calibration: {path}\n")


def _measured(config: Config) -> Path | None:
    """Find the calibration of these settings, also in the home of whoever typed ``sudo``; None: there is none."""
    places = [config.calibration_file]
    if config.calibration.file is None and config.data == DataConfig() and (uid := os.environ.get("SUDO_UID")):
        places.append(Path(pwd.getpwuid(int(uid)).pw_dir, ".local/share/schiri", config.calibration_file.name))
    return next((place for place in places if place.exists()), None)


def _user(out: TextIO) -> None:
    """Make the service's own user."""
    try:
        pwd.getpwnam(USER)
    except KeyError:
        _call(
            "useradd", "--system", "--user-group", "--home-dir", "/var/lib/schiri", "--shell", "/usr/sbin/nologin", USER
        )
        out.write(f"the user: {USER}\n")


def _groups() -> list[str]:
    """List the groups of ``GROUPS`` that this machine has."""
    existing = {group.gr_name for group in grp.getgrall()}
    return [group for group in GROUPS if group in existing]


def _owned(places: SystemPaths) -> None:
    """Give the settings and the data to the service's user: the console may write the first, the service the second."""
    owner = owner_of(places.data, USER)
    change_owner((places.settings.parent, places.settings, places.data), owner, deep=[places.data])


def _restarted(places: SystemPaths) -> int:
    _no_match(places, "the new program is in place: type `sudo systemctl restart schiri` when it is over")
    if places.root == Path("/"):
        _systemctl("restart", "schiri.service")
    return 0


def _systemctl(*words: str) -> None:
    _call("systemctl", *words)


def _call(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  our own words
    except (OSError, subprocess.CalledProcessError) as error:
        error_text = error.stderr.strip() if isinstance(error, subprocess.CalledProcessError) else error.strerror
        raise ReleaseError(f"{' '.join(command)} failed: {error_text}") from error
