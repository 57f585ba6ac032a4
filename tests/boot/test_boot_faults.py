"""Faults of a table that runs by itself: the person sees them, and no acknowledged event is lost."""

import os
import time
from collections.abc import Callable

import pytest

from controller.live.priority import NICENESS
from tests.boot import power_cuts
from tests.boot.conftest import DEAL
from tests.boot.image import PYTHONS, release_of
from tests.boot.machine import IN_1970, Table
from tests.boot.typing_hand import PHONE, SCHIRI, answers, plays
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.boot, pytest.mark.needs("boot"), pytest.mark.timeout(5400)]

RELEASES = [release_of(name) for name in os.environ.get("SCHIRI_BOOT_RELEASE", " ".join(PYTHONS)).split()]
"""Releases of Debian: all that Raspberry Pi OS is made from, unless some are asked for."""
BLIND = "camera blind"
IN_MEMORY = f"HOME=/dev/shm {PHONE}"
"""A phone whose own memory is not on the machine's disk."""
EMULATOR = "TMPDIR=/dev/shm /opt/schiri/current/bin/python -u -m firmware_bridge.ports.emulator"


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest) -> str:
    """The release of Debian on which the table is installed."""
    return str(request.param)


@pytest.fixture
def machine(table: Callable[[str], Table], release: str) -> Table:
    """A table that runs, with a phone."""
    made = table(release)
    plan = power_cuts.plan(DEAL)
    (made.files / "forms").write_text(plan.forms, encoding="ascii")
    made.on()
    answers(made)
    made.run(f"{PHONE} pair")
    return made


def _enter(machine: Table, first: int, last: int, phone: str = PHONE) -> None:
    """Enter forms from one on, up to another."""
    machine.run(f"head -n {last} /host/forms >/dev/shm/forms")
    said = machine.run(f"{phone} do /dev/shm/forms {first}").splitlines()
    assert [line.split()[:2] for line in said] == [["taken", str(number)] for number in range(first, last)], said


def _pid(machine: Table) -> str:
    return machine.root("systemctl show --property MainPID --value schiri").strip()


@pytest.mark.parametrize("number", ["STOP", "KILL"])
def test_a_referee_that_hangs_or_dies_is_started_anew_and_the_match_goes_on(machine: Table, number: str) -> None:
    _enter(machine, 0, 5)
    before, old = plays(machine), _pid(machine)
    machine.root(f"kill -{number} {old}")
    until(lambda: _pid(machine) not in {"0", old})
    answers(machine)
    assert (plays(machine), len(before)) == (before, 4)
    _enter(machine, 5, 8)
    assert plays(machine)[:4] == before
    assert len(plays(machine)) == 7
    told = machine.run("journalctl -u schiri --no-pager")
    assert ("watchdog" in told.lower()) == (number == "STOP")


def test_a_disk_that_is_full_is_told_and_nothing_that_was_acknowledged_is_lost(machine: Table) -> None:
    _enter(machine, 0, 3)
    machine.root("fallocate -l 100T /full 2>/dev/null; cat /dev/zero >/full 2>/dev/null; sync", status=None)
    machine.run(f"head -n 6 /host/forms >/dev/shm/forms && {PHONE} do /dev/shm/forms 3", status=None)
    page = machine.run(f"{PHONE} see /", status=None)
    assert "saved" in page.lower()
    kept = plays(machine)
    assert len(kept) >= 2
    machine.root("rm /full && sync")
    until(lambda: len(plays(machine)) == 5)
    assert plays(machine)[: len(kept)] == kept


def test_a_disk_that_may_only_be_read_in_mid_match_is_told_and_saved_to_again(machine: Table) -> None:
    _enter(machine, 0, 3)
    machine.root("sync; echo 1 >/proc/sys/kernel/sysrq; echo u >/proc/sysrq-trigger")
    machine.root("until grep -q ' / ext4 ro' /proc/mounts; do sleep 0.1; done")
    machine.run(f"head -n 6 /host/forms >/dev/shm/forms && {PHONE} do /dev/shm/forms 3", status=None)
    assert "NOT SAVED" in machine.run(f"{PHONE} see /")
    assert len(plays(machine)) == 2
    machine.root("mount -o remount,rw /")
    until(lambda: len(plays(machine)) == 5)
    assert "NOT SAVED" not in machine.run(f"{PHONE} see /")


def test_a_table_that_starts_for_the_very_first_time_on_a_disk_that_may_only_be_read_saves_once_it_can(
    machine: Table,
) -> None:
    """Its view of the disk is a copy of the machine's, and stays read-only until it is started anew."""
    machine.root("systemctl stop schiri && rm -rf /var/lib/schiri/records* /var/lib/schiri/console*")
    machine.root("sed -i 's/defaults,noatime/ro,noatime/' /etc/fstab && sync")
    machine.off()
    machine.on()
    answers(machine)
    machine.root("grep -q ' / ext4 ro' /proc/mounts && systemctl is-active schiri")
    machine.run(f"{IN_MEMORY} pair")
    _enter(machine, 0, 3, IN_MEMORY)
    assert "NOT SAVED" in machine.run(f"{PHONE} see /")
    old = _pid(machine)
    machine.root(f"kill -KILL {old}")
    until(lambda: _pid(machine) not in {"0", old})
    answers(machine)
    assert "NOT SAVED" in machine.run(f"{PHONE} see /")
    machine.root("mount -o remount,rw / && until test -s /var/lib/schiri/records.sqlite3; do sleep 0.2; done")
    until(lambda: len(plays(machine)) == 2)
    answers(machine)
    assert "NOT SAVED" not in machine.run(f"{PHONE} see /")


def test_a_display_that_comes_after_the_service_is_lit(machine: Table) -> None:
    machine.root(
        "printf '\n[[display]]\nport = \"/dev/ttyUSB0\"\n' >>/etc/schiri/schiri.toml && systemctl restart schiri"
    )
    answers(machine)
    shown = machine.start(f"exec sudo -u schiri env {EMULATOR}", user="root")
    port = shown.until("display on ").removeprefix("display on ")
    machine.root(f"ln -s $(readlink {port}) /dev/ttyUSB0")
    shown.until("- Mittlere -")


def test_the_unit_lets_devices_in_that_come_later_and_no_others(machine: Table) -> None:
    """Cameras, sound, and serial ports of each sort: none of their drivers is there, which is told in other words."""
    group = "/sys/fs/cgroup/$(systemctl show --property ControlGroup --value schiri)/cgroup.procs"

    def opened(major: int) -> str:
        machine.root(f"rm -f /dev/late; mknod -m 666 /dev/late c {major} 77")
        return machine.root(f"echo $BASHPID >{group}; LC_ALL=C; : </dev/late", status=1)

    refused = {major for major in (81, 116, 166, 188, 204, 10, 240) if "not permitted" in opened(major)}
    assert refused == {10, 240}


def test_the_pages_of_an_installed_table_give_way_to_its_game(machine: Table) -> None:
    nice = machine.run(f"ps -L -o ni= -p {_pid(machine)}").split()
    assert {"0", str(NICENESS)} <= set(nice)


def test_a_machine_that_wakes_in_1970_goes_on_with_the_match_also_when_the_network_tells_the_time(
    machine: Table,
) -> None:
    """It has no clock of its own that goes on while it is switched off."""
    _enter(machine, 0, 3)
    machine.off()
    machine.on(IN_1970)
    answers(machine)
    assert _year(machine) == 1970
    _enter(machine, 3, 5)
    assert len(plays(machine)) == 4
    machine.root(f"date -s @{time.time():.0f}")
    assert _year(machine) > 2000
    _enter(machine, 5, 7)
    old = _pid(machine)
    machine.root("date -s @86400")
    _enter(machine, 7, 8)
    assert _pid(machine) == old  # no watchdog took the step for a silence
    machine.off()
    answers(machine.on())
    assert _year(machine) > 2000
    assert len(plays(machine)) == 7


def _year(machine: Table) -> int:
    return int(machine.run("date -u +%Y"))


def test_a_table_without_its_camera_starts_blind_says_so_and_sees_when_it_comes(machine: Table) -> None:
    machine.root("systemctl stop camera && touch /etc/no-camera && sync")
    machine.off()
    machine.on()
    answers(machine)
    assert machine.root("systemctl is-active schiri").strip() == "active"
    until(lambda: BLIND in machine.run("journalctl -b -u schiri --no-pager"))
    _enter(machine, 0, 3)
    machine.root("rm /etc/no-camera && systemctl start camera")
    until(lambda: "the camera gives pictures" in machine.run("journalctl -b -u schiri --no-pager"))
    assert len(plays(machine)) == 2


@pytest.mark.parametrize("fresh", [False, True], ids=["installed", "fresh"])
def test_a_backup_comes_to_life_on_a_second_machine(
    machine: Table, table: Callable[[str], Table], release: str, *, fresh: bool
) -> None:
    """On one that is a table already, or before it becomes one: no settings, no user of the service's name."""
    _enter(machine, 0, 8)
    machine.where = "~/schiri"
    machine.run("sudo ./run backup /tmp/table.tar.gz --config /etc/schiri/schiri.toml")
    machine.root("cp /tmp/table.tar.gz /host/table.tar.gz && sync")
    kept = plays(machine)
    machine.cut()
    second = table(release).on()
    second.where = "~/schiri"
    second.run("sudo systemctl stop schiri")
    if fresh:
        second.run("sudo ./run uninstall-service")
        second.root(
            "userdel schiri && rm -rf /etc/schiri /var/lib/schiri ~pi/.local/share/schiri ~pi/schiri/schiri.toml"
        )
    second.run("sudo ./run restore /host/table.tar.gz --config /etc/schiri/schiri.toml")
    second.run("sudo ./run install-service" if fresh else "sudo systemctl start schiri")
    answers(second)
    assert (plays(second), len(kept)) == (kept, 7)


def test_looking_at_the_records_as_root_takes_nothing_from_the_service(machine: Table) -> None:
    _enter(machine, 0, 3)
    machine.root("systemctl stop schiri")
    machine.root(f"{SCHIRI} record list --data-dir /var/lib/schiri")
    machine.root("systemctl start schiri")
    answers(machine)
    _enter(machine, 3, 6)
    assert len(plays(machine)) == 5
