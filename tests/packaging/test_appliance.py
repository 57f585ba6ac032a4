"""The table as a service: what it may do, its signs of life, its releases, one step back, and never during a match."""

import os
import pwd
import re
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from controller.appliance import archive, offers, systemd_unit
from controller.appliance import releases as installed
from controller.appliance.paths import GROUPS, SystemPaths
from controller.appliance.releases import ReleaseError, Releases
from controller.appliance.sd_notify import Heartbeat
from controller.cli import main
from controller.commands.system import release as command
from controller.commands.system.release import InstallRequest, ServiceError
from controller.record.events import DealStart, End, Gap, MatchStart
from controller.settings import model as config
from controller.store import atomic
from controller.store.archive import FILE
from controller.store.lock import lock
from controller.store.resume import take_up
from tests.packaging.stand_in import write_program
from tests.support.loops import some

ANALYZE = "/usr/bin/systemd-analyze"
WORST_EXPOSURE = 20
"""Tenths, as systemd-analyze counts: 2.0 of 10. A service that talks to nobody but this machine comes to about 1.3."""


def wheel(folder: Path, version: str, *, works: bool = True) -> Path:
    """A program called schiri that says its version, as a wheel."""
    folder.mkdir(exist_ok=True)
    path = folder / f"schiri-{version}-py3-none-any.whl"
    info = f"schiri-{version}.dist-info"
    body = f"def main():\n    print({version!r})\n    return {0 if works else 1}\n"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("schiri_stand_in.py", body)
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: schiri\nVersion: {version}\n")
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{info}/entry_points.txt", "[console_scripts]\nschiri = schiri_stand_in:main\n")
        file.writestr(f"{info}/RECORD", "")
    return path


def said(releases: Releases) -> str:
    """What the current release says."""
    program = releases.folder / "current" / "bin" / "schiri"
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603


@pytest.mark.skipif(not Path(ANALYZE).exists(), reason="systemd-analyze is not on this machine")
def test_the_service_is_hardened_and_known_to_systemd(tmp_path: Path) -> None:
    file = tmp_path / "schiri.service"
    file.write_text(systemd_unit.text(Path("/bin/true"), Path("/etc/schiri/schiri.toml"), GROUPS))
    asked = [ANALYZE, "security", "--offline=true", f"--threshold={WORST_EXPOSURE}", str(file)]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603  our own words
    score = re.search(r"Overall exposure level for schiri.service: ([\d.]+)", told.stdout)
    assert (told.returncode, score is not None) == (0, True), told.stdout[-2000:]
    asked = [ANALYZE, "verify", str(file)]
    verified = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603  our own words
    assert (verified.returncode, verified.stderr) == (0, "")


def test_the_service_waits_for_no_network_and_is_watched() -> None:
    text = systemd_unit.text(Path("/x/schiri"), Path("/etc/schiri/schiri.toml"), ("video", "gpio", "dialout"))
    settings = dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))
    wanted = ("Type", "Restart", "User", "WatchdogSec", "SupplementaryGroups", "ExecStart")
    assert [settings[key] for key in wanted] == [
        "notify",
        "always",
        "schiri",
        "30",
        "video gpio dialout",
        "/x/schiri referee --config /etc/schiri/schiri.toml",
    ]
    assert "network" not in text.replace("waits for no network", "").replace("The network:", "").lower()


@pytest.mark.parametrize("abstract", [True, False])
def test_signs_of_life(abstract: bool, tmp_path: Path) -> None:
    name = f"@schiri-{tmp_path.name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(name.replace("@", "\0", 1) if abstract else name)
        manager.settimeout(5)
        heart = Heartbeat(name)
        heart.ready()
        for _ in range(1000):
            heart.alive()
        heart.stopping()
        assert [manager.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]
    heart.ready()
    Heartbeat("").ready()


def stand_in(releases: Releases, number: int) -> Path:
    """A release that was installed, without all that is in it."""
    made = releases.folder / f"release-{number}"
    (made / "bin").mkdir(parents=True)
    write_program(made / "bin" / "schiri", f"#!/bin/sh\necho {number}\n")
    return made


def test_a_release_takes_over_in_one_step_and_one_goes_back(tmp_path: Path) -> None:
    releases = Releases(tmp_path / "opt")
    assert (releases.current, releases.before) == (None, None)
    with pytest.raises(ReleaseError, match="no release before this one"):
        releases.back()
    for number in (1, 2, 3):
        releases.make_current(stand_in(releases, number))
        assert said(releases) == str(number)
    assert [releases.back().name for _ in range(3)] == ["release-2", "release-3", "release-2"]
    assert sorted(path.name for path in releases.folder.iterdir()) == ["before", "current", "release-2", "release-3"]


def test_a_release_is_on_the_disk_before_it_is_the_current_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a power cut leaves the old one or the new one, whole."""
    releases, order = Releases(tmp_path / "opt"), list[str]()
    releases.folder.mkdir()

    def run(_: Releases, *command: str) -> None:
        order.append(Path(command[0]).name)
        if "venv" in command:
            stand_in(releases, 1)

    def sync_folder(folder: Path) -> None:
        order.append(f"the names in {folder.name}, too, current is {releases.current}")

    monkeypatch.setattr(Releases, "_run", run)
    monkeypatch.setattr(os, "sync", lambda: order.append(f"all on the disk, current is {releases.current}"))
    monkeypatch.setattr(atomic, "sync_folder", sync_folder)
    made = releases.install(tmp_path)
    assert order[-3:] == ["schiri", "all on the disk, current is None", f"the names in opt, too, current is {made}"]


@pytest.mark.slow
def test_a_release_that_cannot_be_installed_changes_nothing(tmp_path: Path) -> None:
    releases = Releases(tmp_path / "opt")
    releases.make_current(stand_in(releases, 7))
    for source in (wheel(tmp_path / "wheels", "8", works=False), tmp_path / "nothing.whl"):
        with pytest.raises(ReleaseError, match="release-7 goes on"):
            releases.install(source, None, "--no-index", "--no-deps")
    assert said(releases) == "7"
    assert sorted(path.name for path in releases.folder.iterdir()) == ["current", "release-7"]


@pytest.mark.slow
def test_a_system_that_is_being_built_gets_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, root = wheel(tmp_path / "wheels", "1"), tmp_path / "root"
    request = InstallRequest(source, root=root, pip=("--no-index", "--no-deps"))
    own = tmp_path / "mine.toml"
    own.write_text('[table]\ngame = "tarot"\nseats = ["A", "B", "C", "D"] # friends\n')
    assert command.install_service(InstallRequest(request.source, own, root, request.pip), sys.stdout) == 0
    places = SystemPaths(root)
    read = config.load(places.settings)
    assert (read.table.game, str(read.data.directory)) == ("tarot", "/var/lib/schiri")
    assert "# friends" in places.settings.read_text()
    assert (
        "ExecStart=/opt/schiri/current/bin/schiri referee --config /etc/schiri/schiri.toml" in places.unit.read_text()
    )
    before = places.settings.read_text()
    assert main(["release", "show", "--root", str(root)]) == 0
    assert capsys.readouterr().out.endswith("current: release-1\nbefore: none\n")
    assert said(Releases(places.releases)) == "1"
    assert command.install_service(request, sys.stdout) == 0
    assert places.settings.read_text() == before


def test_nothing_is_installed_during_a_match(tmp_path: Path) -> None:
    places = SystemPaths(tmp_path)
    request = InstallRequest(tmp_path / "nothing.whl", root=tmp_path)
    with take_up(places.data, new=False) as journal:
        journal.append(MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"), sight=True))
        journal.append(Gap(from_=0.0, why="start", t=1.0))
        with pytest.raises(ReleaseError, match="no release before this one"):
            command.back(tmp_path, sys.stdout)
        journal.append(DealStart(dealer=0))
        for change in (command.install, command.install_service):
            with pytest.raises(ServiceError, match="a match is being played"):
                change(request, sys.stdout)
        with pytest.raises(ServiceError, match="a match is being played"):
            command.back(tmp_path, sys.stdout)
        journal.append(End())
        with pytest.raises(ReleaseError, match="no release before this one"):
            command.back(tmp_path, sys.stdout)
    assert not places.releases.exists()


def test_the_installed_packages_can_be_reviewed_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install-service", "--print"]) == 0
    assert capsys.readouterr().out == systemd_unit.text(
        Path("/opt/schiri/current/bin/schiri"), Path("/etc/schiri/schiri.toml"), GROUPS
    )


def test_settings_that_are_not_there_are_told_before_anything_is_installed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install-service", "--print", "--config", str(tmp_path / "nope.toml")]) == 2
    said = capsys.readouterr()
    reason = "No such file or directory; `schiri config init` writes a file to begin with"
    assert (said.out, said.err) == ("", f"schiri: {tmp_path}/nope.toml cannot be read: {reason}\n")


@pytest.mark.slow
def test_every_failure_of_a_release_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places = SystemPaths(tmp_path / "root")
    (tmp_path / "full").write_text("no folder")
    (places.releases / "release-mine").mkdir(parents=True)
    broken = SystemPaths(tmp_path / "broken")
    take_up(broken.data, new=False).close()
    (broken.data / FILE).write_text("no database " * 500)
    failures = [
        ["back", "--root", str(places.root)],
        ["back", "--root", str(tmp_path / "full")],
        ["install", str(tmp_path / "nothing.whl"), "--root", str(places.root)],
        ["install", str(tmp_path / "nothing.whl"), "--root", str(tmp_path / "full")],
    ]
    for words in failures:
        assert main(["release", *words]) == 2, words
        said = capsys.readouterr().err
        assert (said[:8], said.count("\n")) == ("schiri: ", 1), words
    handle = lock(broken.data)
    assert main(["release", "back", "--root", str(broken.root)]) == 2
    assert f"{broken.data / FILE} cannot be opened: it is damaged" in capsys.readouterr().err
    os.close(handle)


def settings_of(text: str) -> dict[str, list[str]]:
    """The settings of a unit, each with all its values."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def test_devices_plugged_in_later_are_allowed_and_the_service_is_limited() -> None:
    """By name a kind of device that /proc/devices does not hold yet is allowed nothing (systemd.resource-control)."""
    unit = settings_of(systemd_unit.text(Path("/x/schiri"), Path("/etc/schiri/schiri.toml"), GROUPS))
    allowed = unit["DeviceAllow"]
    later = {"video4linux": 81, "alsa": 116, "ttyACM": 166, "ttyUSB": 188, "ttyAMA": 204}
    assert [f"char-{major} rw" in allowed for major in some(later.values())] == [True] * 5
    assert [kind for kind in later if f"char-{kind} rw" in allowed] == []
    for module in some(("mc", "videodev")):
        assert f"modprobe@{module}.service" in unit["Wants"][0].split()
        assert f"modprobe@{module}.service" in unit["After"][0].split()
    assert "AF_NETLINK" in unit["RestrictAddressFamilies"][0].split()
    assert int(unit["TimeoutStartSec"][0]) >= 180
    assert [unit[key] for key in ("LimitNOFILE", "MemoryMax", "TasksMax")] == [["4096"], ["70%"], ["256"]]


def test_lines_that_a_disk_refuses_outlast_the_service() -> None:
    """The runtime directory is in memory, and systemd removes it with each end of the service unless told otherwise."""
    unit = settings_of(systemd_unit.text(Path("/x/schiri"), Path("/etc/schiri/schiri.toml"), GROUPS))
    assert (unit["RuntimeDirectory"], unit["RuntimeDirectoryPreserve"]) == (["schiri"], ["yes"])


def test_a_match_that_began_while_a_release_was_made_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = SystemPaths(tmp_path)
    releases = Releases(places.releases)
    releases.make_current(stand_in(releases, 7))
    request = InstallRequest(tmp_path / "some.whl", root=tmp_path)
    with take_up(places.data, new=False) as journal:
        journal.append(MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")))

        def run(_: Releases, *words: str) -> None:
            if words[-1] == "games":
                journal.append(DealStart(dealer=0))

        monkeypatch.setattr(Releases, "_run", run)
        with pytest.raises(ServiceError, match="a match is being played"):
            command.install(request, sys.stdout)
    assert (releases.current or tmp_path).name == "release-7"
    assert sorted(path.name for path in places.releases.iterdir()) == ["current", "release-7"]


def test_the_calibration_comes_along_and_the_service_can_be_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    def install(releases: Releases, *_: object, **__: object) -> Path:
        return stand_in(releases, 1 + len([*releases.folder.glob("release-*")]))

    monkeypatch.setattr(Releases, "install", install)
    root, own = tmp_path / "root", tmp_path / "mine.toml"
    own.write_text(
        '[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\n'
        f'[calibration]\nfile = "{tmp_path}/lens.json"\n[data]\ndirectory = "{tmp_path}/data"\n'
    )
    (tmp_path / "lens.json").write_text('{"measured": true}')
    assert command.install_service(InstallRequest(tmp_path, own, root), sys.stdout) == 0
    places = SystemPaths(root)
    kept = places.data / "calibration.json"
    assert (kept.read_text(), config.load(places.settings).calibration.file) == ('{"measured": true}', None)
    kept.write_text("another")
    assert command.install_service(InstallRequest(tmp_path, own, root), sys.stdout) == 0
    assert kept.read_text() == "another"
    with take_up(places.data, new=False) as journal:
        journal.append(MatchStart(game="mittlere", seats=("A", "B", "C")))
        journal.append(DealStart(dealer=0))
        assert main(["uninstall-service", "--root", str(root)]) == 2
        assert "a match is being played" in capsys.readouterr().err
        assert places.unit.exists()
        journal.append(End())
    assert main(["uninstall-service", "--root", str(root)]) == 0
    assert (places.unit.exists(), places.releases.exists()) == (False, False)
    assert (places.settings.exists(), (places.data / FILE).exists()) == (True, True)
    assert main(["uninstall-service", "--root", str(root)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_calibration_of_who_typed_sudo_comes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings name no folder, and root's own is another than the one in which the person has measured."""

    def install(releases: Releases, *_: object, **__: object) -> Path:
        return stand_in(releases, 1)

    monkeypatch.setattr(Releases, "install", install)
    home, own = tmp_path / "home", tmp_path / "schiri.toml"
    own.write_text('[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\n')
    (home / ".local/share/schiri").mkdir(parents=True)
    (home / ".local/share/schiri/calibration.json").write_text('{"measured": true}')
    typist = pwd.struct_passwd(("pi", "x", 1000, 1000, "", str(home), "/bin/sh"))
    monkeypatch.setattr(pwd, "getpwuid", {1000: typist}.__getitem__)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "root's"))
    for uid, brought in ((None, False), ("1000", True)):
        root = tmp_path / f"machine of {uid}"
        if uid:
            monkeypatch.setenv("SUDO_UID", uid)
        else:
            monkeypatch.delenv("SUDO_UID", raising=False)
        assert command.install_service(InstallRequest(tmp_path, own, root), sys.stdout) == 0
        assert (SystemPaths(root).data / "calibration.json").exists() == brought


def test_settings_that_are_wrong_are_told_before_anything_is_installed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, root = tmp_path / "mine.toml", tmp_path / "root"
    own.write_text("[camera]\n[camera]\n")
    assert main(["install-service", "--config", str(own), "--root", str(root), str(tmp_path)]) == 2
    assert "Cannot declare ('camera',) twice" in capsys.readouterr().err
    assert not root.exists()


@pytest.mark.parametrize(
    ("part", "sees"), [("libcamera", True), ("gpiozero", True), ("lgpio.py", True), ("numpy", False)]
)
def test_a_release_sees_the_systems_packages_where_a_pis_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, sees: bool
) -> None:
    (tmp_path / "dist-packages" / part).mkdir(parents=True)
    (tmp_path / "opt").mkdir()
    monkeypatch.setattr(installed, "SYSTEM", tmp_path / "dist-packages")
    calls = list[tuple[str, ...]]()

    def run(_: Releases, *words: str) -> None:
        calls.append(words)

    monkeypatch.setattr(Releases, "_run", run)
    Releases(tmp_path / "opt").install(tmp_path)
    assert [("--system-site-packages" in words) for words in calls if "venv" in words] == [sees]


def wished(places: SystemPaths, wish: offers.Wish) -> int:
    """What root's own unit does when the owner has wished for another release on a page."""
    places.data.mkdir(parents=True, exist_ok=True)
    offers.wish(places.data, wish)
    return main(["release", "wished", "--root", str(places.root)])


def test_a_wish_is_done_once_and_a_match_or_a_broken_archive_leaves_all_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = SystemPaths(tmp_path)
    releases, asked = Releases(places.releases), list[tuple[str, tuple[str, ...]]]()
    for number in (1, 2):
        releases.make_current(stand_in(releases, number))

    def install(own: Releases, source: Path, _lock: Path, *pip: str, **_: object) -> Path:
        asked.append((source.name, pip))
        made = stand_in(own, 3)
        own.make_current(made)
        return made

    monkeypatch.setattr(Releases, "install", install)
    assert (wished(places, "back"), offers.outcome(places.data)) == (0, offers.WishOutcome("back"))
    assert (releases.current or tmp_path).name == "release-1"
    assert wished(places, "newer") == 2
    told = offers.outcome(places.data)
    assert told
    assert told.error == "no newer release lies on the card; nothing was changed"
    (tmp_path / "boot").mkdir()
    card = tmp_path / "boot/schiri-new.tar.gz"
    archive.write(card, Path(__file__).parents[2])
    whole = card.read_bytes()
    card.write_bytes(whole[: len(whole) // 2])
    assert wished(places, "newer") == 2
    assert "is no whole archive: copy it again" in (offers.outcome(places.data) or told).error
    card.write_bytes(whole)
    with take_up(places.data, new=False) as journal:
        journal.append(MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"), sight=True))
        journal.append(DealStart(dealer=0))
        assert wished(places, "newer") == 2
        assert (offers.outcome(places.data) or told).error.startswith("a match is being played at this table")
        journal.append(End())
    assert (asked, (releases.current or tmp_path).name) == ([], "release-1")
    assert (wished(places, "newer"), offers.outcome(places.data)) == (0, offers.WishOutcome("newer"))
    assert (asked, (releases.current or tmp_path).name) == ([("schiri", ())], "release-3")
    assert not offers.is_wished(places.data)


@pytest.mark.skipif(not Path(ANALYZE).exists(), reason="systemd-analyze is not on this machine")
def test_the_units_of_a_wish_are_known_to_systemd(tmp_path: Path) -> None:
    units = offers.units(Path("/bin/true"), Path("/var/lib/schiri"), Path("/opt/schiri"))
    for name, text in some(units):
        (tmp_path / name).write_text(text)
    asked = [ANALYZE, "verify", *(str(tmp_path / name) for name, _ in units)]
    verified = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603  our own words
    assert (verified.returncode, verified.stderr) == (0, "")
    path, service = (settings_of(text) for _, text in units)
    assert (path["PathExists"], service["ExecStart"]) == (
        ["/var/lib/schiri/release-wish"],
        ["/bin/true release wished"],
    )
