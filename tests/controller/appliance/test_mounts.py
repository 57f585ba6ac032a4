"""A service's view of its disk: stale where a start anew could write what it cannot, and only there."""

from itertools import product
from pathlib import Path

import pytest

from controller.appliance.mounts import TABLE, DiskView, options
from tests.support.loops import some

LINE = "{number} 1 254:0 /x {place} {mount},noatime shared:1 master:2 - ext4 /dev/root {disk},errors=remount-ro\n"


def table(path: Path, *mounts: tuple[str, str, str]) -> Path:
    """The mounts of a process: place, what its view may do, what everybody may do with the disk."""
    lines = [
        LINE.format(number=number, place=place, mount=mount, disk=disk)
        for number, (place, mount, disk) in enumerate(mounts, 20)
    ]
    path.write_text("".join(lines))
    return path


def test_the_mounts_of_this_machine_are_read(tmp_path: Path) -> None:
    """In a container or a changed root, "/" need not be a mount point."""
    places = [Path(line.split(" ")[4]) for line in TABLE.read_text().splitlines()]
    around = [place for place in places if tmp_path.is_relative_to(place)]
    found = options(tmp_path)
    assert (found and found.place) == max(around, key=lambda place: len(place.parts), default=None)
    assert found is None or not found.is_read_only
    assert not DiskView(tmp_path).is_stale


def test_a_view_is_stale_only_where_a_start_anew_would_have_a_better_one(tmp_path: Path) -> None:
    mounts = tmp_path / "mountinfo"
    for (mount, disk), (mount_now, disk_now) in some(product(product(("ro", "rw"), repeat=2), repeat=2)):
        view = DiskView(Path("/data"), table(mounts, ("/", "rw", "rw"), ("/data", mount, disk)))
        assert not view.is_stale or (disk, mount_now, disk_now) == ("ro", "ro", "rw")
        table(mounts, ("/", "rw", "rw"), ("/data", mount_now, disk_now))
        assert view.is_stale == (disk == "ro" and mount_now == "ro" and disk_now == "rw")


@pytest.mark.parametrize(
    ("mounts", "read_only"),
    [
        ([("/", "ro", "rw"), ("/data", "rw", "rw")], False),
        ([("/data", "rw", "rw"), ("/", "ro", "rw")], False),
        ([("/", "rw", "rw"), ("/data", "rw", "rw"), ("/data", "ro", "rw")], True),
        ([("/", "rw", "rw"), ("/dat", "ro", "rw"), ("/data/deeper", "ro", "rw")], False),
        ([("/", "rw", "rw"), ("/data\\040two", "ro", "rw")], False),
    ],
)
def test_the_nearest_mount_counts_and_of_two_at_one_place_the_later(
    tmp_path: Path, mounts: list[tuple[str, str, str]], read_only: bool
) -> None:
    found = options(Path("/data"), table(tmp_path / "mountinfo", *mounts))
    assert found is not None
    assert found.is_read_only == read_only


def test_a_place_with_a_space_is_found(tmp_path: Path) -> None:
    found = options(Path("/my data/x"), table(tmp_path / "m", ("/", "rw", "rw"), ("/my\\040data", "ro", "ro")))
    assert found is not None
    assert (str(found.place), found.is_read_only, found.disk_is_read_only) == ("/my data", True, True)


def test_where_there_is_no_such_table_no_view_is_stale(tmp_path: Path) -> None:
    assert not DiskView(Path("/data"), tmp_path / "none").is_stale
