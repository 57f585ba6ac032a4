"""A newer release on the card, and the wish to take it: one word, done once, and told how it ended."""

import io
import json
import os
import tarfile
import time
from pathlib import Path

import pytest

from controller.appliance import archive, offers
from controller.appliance.offers import ReleaseStamp, WishOutcome

ROOT = Path(__file__).parents[3]


def packed(file: Path, *members: tuple[str, bytes]) -> Path:
    """An archive with these files, in this order."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(file, "w:gz") as opened:
        for name, data in members:
            about = tarfile.TarInfo(name)
            about.size = len(data)
            opened.addfile(about, io.BytesIO(data))
    return file


def stamped(file: Path, made: str, version: str = "0.2") -> Path:
    return packed(file, ("schiri/release.json", offers.stamp_text(ReleaseStamp(version, made))))


@pytest.fixture
def current(tmp_path: Path) -> Path:
    """The release that runs, of the last day of October."""
    folder = tmp_path / "opt/schiri/release-1"
    folder.mkdir(parents=True)
    (folder / offers.STAMP).write_bytes(offers.stamp_text(ReleaseStamp("0.1", "2026-10-31T12:00:00+00:00")))
    return folder


def test_an_archive_says_first_which_release_it_is(tmp_path: Path) -> None:
    file = tmp_path / "boot/schiri-new.tar.gz"
    file.parent.mkdir()
    archive.write(file, ROOT)
    assert archive.names(file)[0] == "schiri/release.json"
    found = offers.offered(tmp_path, None)
    assert found
    assert (found.file, found.stamp.version) == (file, "0.1.0")


def test_the_newest_archive_that_is_newer_than_the_release_is_offered(tmp_path: Path, current: Path) -> None:
    boot = tmp_path / "boot/firmware"
    stamped(boot / "schiri-old.tar.gz", "2026-10-30T12:00:00+00:00")
    stamped(boot / "schiri-same.tar.gz", "2026-10-31T12:00:00+00:00")
    assert offers.offered(tmp_path, current) is None
    stamped(boot / "schiri-a.tar.gz", "2026-11-02T12:00:00+00:00")
    newest = stamped(boot / "schiri-b.tar.gz", "2026-11-03T12:00:00+00:00")
    stamped(tmp_path / "boot/other.tar.gz", "2026-12-03T12:00:00+00:00")
    found = offers.offered(tmp_path, current)
    assert found
    assert (found.file, found.stamp.name) == (newest, "0.2 (2026-11-03)")


@pytest.mark.parametrize(
    "data",
    [b"", b"no archive", b"\x1f\x8b\x08\x00cut", b'{"version": 1}', b'{"version": "1", "made": "soon"}', b"[" * 9999],
)
def test_a_foreign_archive_is_not_offered(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot/schiri.tar.gz").write_bytes(data)
    packed(tmp_path / "boot/schiri-2.tar.gz", ("schiri/release.json", data))
    late = ("schiri/release.json", offers.stamp_text(ReleaseStamp("9", "2027-01-01T00:00:00+00:00")))
    packed(tmp_path / "boot/schiri-3.tar.gz", ("schiri/pyproject.toml", b""), late)
    assert offers.offered(tmp_path, None) is None


def test_a_wish_waits_until_it_is_ended_and_then_says_how(tmp_path: Path) -> None:
    assert (offers.wished(tmp_path), offers.is_wished(tmp_path), offers.outcome(tmp_path)) == (None, False, None)
    offers.wish(tmp_path, "newer")
    assert (offers.wished(tmp_path), offers.is_wished(tmp_path)) == ("newer", True)
    old = time.time() - offers.LONGEST_S - 1
    os.utime(tmp_path / offers.WISH, (old, old))
    assert (offers.wished(tmp_path), offers.is_wished(tmp_path)) == ("newer", False)
    offers.end(tmp_path, WishOutcome("newer", "the disk is full"))
    assert (offers.is_wished(tmp_path), offers.outcome(tmp_path)) == (False, WishOutcome("newer", "the disk is full"))
    offers.wish(tmp_path, "back")
    assert offers.outcome(tmp_path) is None


@pytest.mark.parametrize("text", ["", "newer; rm -rf /", "NEWER", "\xff", "back" * 20])
def test_no_other_word_is_a_wish(text: str, tmp_path: Path) -> None:
    (tmp_path / offers.WISH).write_text(text, encoding="latin-1")
    assert offers.wished(tmp_path) is None


@pytest.mark.parametrize("text", ["", "[]", '{"wish": 1}', json.dumps({"wish": "newer"})])
def test_an_outcome_that_means_nothing_is_none(text: str, tmp_path: Path) -> None:
    (tmp_path / offers.TOLD).write_text(text)
    assert offers.outcome(tmp_path) is None
