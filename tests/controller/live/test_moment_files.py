"""Files of moments: bounded on the disk, and refused in one sentence where they are broken, foreign or a trap."""

import errno
import io
import json
import os
import shutil
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from controller.commands.pictures import camera_check
from controller.live.moments import bundle, moment_file
from controller.live.moments.moment import MomentError, compress_picture, open_picture
from controller.live.moments.moment_file import FILM, MANIFEST, TRUTH, MomentFile, frame_name
from controller.live.moments.store import MomentStore
from controller.store import atomic
from controller.store.pictures import StorageLimits, StoreFullError
from tests.support.small_moments import JPEG, NOISE, moment, small
from tests.support.waiting import PATIENCE_S


def store(
    folder: Path, size_bytes: int = 10**8, age_s: float = 10**6, now: Callable[[], float] = lambda: 0.0
) -> MomentStore:
    return MomentStore(folder / "moments", StorageLimits(size_bytes, age_s), now)


def test_all_moments_together_are_never_larger_than_they_may_be_and_the_oldest_go(tmp_path: Path) -> None:
    size = len(moment_file.pack(small()))
    kept = store(tmp_path, size_bytes=int(3.5 * size))
    names = list[str]()
    for when in range(6):
        names.append(kept.add(small(when=when)))
        os.utime(kept.path(names[-1]), (when, when))
        assert sum(path.stat().st_size for path in kept.folder.iterdir()) <= 3.5 * size
    assert kept.names() == names[:2:-1]


def test_old_moments_are_deleted(tmp_path: Path) -> None:
    kept = store(tmp_path, age_s=100, now=lambda: 1000.0)
    for when, mtime in enumerate((0, 850, 950)):
        os.utime(kept.path(kept.add(small(when=when))), (mtime, mtime))
    kept.prune()
    assert len(kept.names()) == 1


def test_two_of_one_second_have_two_names(tmp_path: Path) -> None:
    kept = store(tmp_path)
    assert {kept.add(small()), kept.add(small())} == {"2026-11-21T200000Z", "2026-11-21T200000Z-2"}
    assert len(list(kept.listed())) == 2


def test_a_disk_that_is_nearly_full_keeps_its_room_for_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = store(tmp_path)

    def nearly_full(_: Path) -> SimpleNamespace:
        return SimpleNamespace(free=10_000_000)

    monkeypatch.setattr(shutil, "disk_usage", nearly_full)
    with pytest.raises(StoreFullError, match="only 10 MB are free on its disk, and the record comes first"):
        kept.add(small())
    assert kept.names() == []


def test_a_disk_that_fills_up_leaves_no_half_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = store(tmp_path)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fdatasync", full)
    with pytest.raises(OSError, match="No space left"):
        kept.add(small())
    assert list(kept.folder.iterdir()) == []


@pytest.mark.parametrize("then", ["blur", "drop"])
def test_changes_of_a_moment_wait_for_each_other(tmp_path: Path, then: str) -> None:
    first, second = (moment_file.blur_box(text) for text in ("0,0,8,8", "16,16,8,8"))
    kept = store(tmp_path)
    name = kept.add(small())
    begun, other = threading.Event(), store(tmp_path)

    def change() -> None:
        begun.wait(PATIENCE_S)
        if then == "blur":
            other.change(name, lambda file: moment_file.blurred(file, [second]))
        else:
            other.drop(name)

    def slowly(file: MomentFile) -> MomentFile:
        begun.set()
        waiter.join(0.2)
        return moment_file.blurred(file, [first])

    waiter = threading.Thread(target=change)
    waiter.start()
    kept.change(name, slowly)
    waiter.join(PATIENCE_S)
    assert kept.names() == ([name] if then == "blur" else [])
    if then == "blur":
        assert {(box.left, box.top) for box in kept.read(name).moment.blurred} == {(0, 0), (16, 16)}


def test_moments_that_share_a_frame_are_told_until_it_is_blurred_there(tmp_path: Path) -> None:
    kept = store(tmp_path)
    first, second = kept.add(small(when=1)), kept.add(small(when=2))
    alone = kept.add(moment_file.new_frames(small(), moment(when=3), [compress_picture(NOISE[::-1])] * 3))
    (kept.folder / "2026-11-21T200009Z.moment.zip").write_bytes(b"damaged")
    assert (kept.sharing(first), kept.sharing(second), kept.sharing(alone)) == ([second], [first], [])
    kept.change(second, lambda file: moment_file.blurred(file, [moment_file.blur_box("0,0,64,48")]))
    assert (kept.sharing(first), kept.sharing(second)) == ([], [])


def test_dropping_all_leaves_nothing(tmp_path: Path) -> None:
    kept = store(tmp_path)
    kept.add(small())
    (kept.folder / f".x.moment.zip.abcd{atomic.UNFINISHED}").write_bytes(b"half")
    assert kept.drop_all() == 1
    assert not kept.folder.exists()


def test_a_moment_added_while_all_are_dropped_is_whole_or_gone(tmp_path: Path) -> None:
    kept, added, failed = store(tmp_path), threading.Event(), list[Exception]()

    def add() -> None:
        try:
            for _ in range(40):
                kept.add(small())
        except Exception as error:
            failed.append(error)
        added.set()

    writer = threading.Thread(target=add)
    writer.start()
    dropped = 0
    while not added.is_set():
        dropped += kept.drop_all()
    writer.join(PATIENCE_S)
    assert failed == []
    assert dropped + len(kept.names()) == 40
    assert [kept.read(name).moment for name in kept.names()] == [small().moment] * len(kept.names())


def test_a_folder_that_is_deleted_while_it_is_looked_for_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To make a folder that is there is to find it there, and then to look whether it is a folder."""
    kept, is_dir, dropped = store(tmp_path), Path.is_dir, list[int]()
    kept.add(small())

    def looked(path: Path) -> bool:
        if path == kept.folder and not dropped:
            dropped.append(0)
            dropped[0] = kept.drop_all()
        return is_dir(path)

    monkeypatch.setattr(Path, "is_dir", looked)
    name = kept.add(small())
    assert (dropped, kept.names()) == ([1], [name])


@pytest.mark.parametrize("folder", ["unplugged/moments", "moments"])
def test_a_folder_that_cannot_be_made_is_told_and_not_tried_for_ever(folder: str, tmp_path: Path) -> None:
    """As where the disk to which it was moved is not plugged in: a link is there that leads nowhere."""
    (tmp_path / folder.split("/")[0]).symlink_to(tmp_path / "no-such-disk" / "moments")
    with pytest.raises(OSError, match=r"moments|unplugged"):
        MomentStore(tmp_path / folder).add(small())


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    kept = store(tmp_path)
    kept.folder.parent.mkdir(parents=True, exist_ok=True)
    kept.folder.write_bytes(b"")
    with pytest.raises(FileExistsError):
        kept.add(small())


@pytest.mark.parametrize(
    "name", ["2026-11-21T200001Z", "../../etc/passwd", "x/../2026-11-21T200000Z", "", "2026-11-21T200000Z\n"]
)
def test_a_moment_that_there_is_not_is_named_and_no_path_leads_out(tmp_path: Path, name: str) -> None:
    kept = store(tmp_path)
    kept.add(small())
    for asked in (kept.path, kept.drop):
        with pytest.raises(MomentError, match=r"there is no moment .* `schiri camera list` tells what there is"):
            asked(name)
    assert len(kept.names()) == 1


def test_a_damaged_file_is_listed_as_such_and_can_be_dropped(tmp_path: Path) -> None:
    kept = store(tmp_path)
    name = kept.add(small())
    kept.path(name).write_bytes(b"PK nonsense")
    [one] = kept.listed()
    assert one.moment is None
    kept.drop(name)
    assert kept.names() == []


def packed(parts: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def parts(**manifest: object) -> dict[str, bytes]:
    """The parts of a good file, some fields of its manifest put otherwise."""
    with zipfile.ZipFile(io.BytesIO(moment_file.pack(small()))) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    return {**found, MANIFEST: json.dumps({**json.loads(found[MANIFEST]), **manifest}).encode()}


def spoiled(method: int) -> bytes:
    """A file that another program has compressed, and of whose first part some bytes were lost."""
    data = bytearray(packed(parts(), method))
    data[60:120] = b"\xff" * 60
    return bytes(data)


def huge_jpeg() -> bytes:
    return cv2.imencode(".jpg", np.zeros((6000, 6000), np.uint8))[1].tobytes()


BROKEN: dict[str, tuple[Callable[[], bytes], str]] = {
    "no zip": (lambda: b"nonsense", "is no bundle, or a damaged one"),
    "empty": (lambda: b"", "is no bundle, or a damaged one"),
    "torn": (lambda: moment_file.pack(small())[:-100], "is no bundle, or a damaged one"),
    "bits": (
        lambda: moment_file.pack(small()).replace(JPEG[50:60], b"0123456789", 1),
        "is no bundle, or a damaged one",
    ),
    "foreign zip": (lambda: packed({"a.txt": b"hello"}), "lacks moment.json: it is no bundle of schiri"),
    "foreign json": (lambda: packed({MANIFEST: b"[1]"}), "does not say so"),
    "no json": (lambda: packed({MANIFEST: b"{"}), "moment.json is no JSON"),
    "later": (lambda: packed(parts(v=2)), "of version 2, this program reads version 1; update the program"),
    "odd version": (lambda: packed(parts(v="x")), "export it anew"),
    "no frames": (lambda: packed(parts(times=[])), "0 frames are none"),
    "backwards": (lambda: packed(parts(times=[0, 2, 1])), "not in the order of their times"),
    "no time": (lambda: packed(parts(times=[0, float("nan"), 1])), "a frame has a time that cannot be"),
    "no end": (lambda: packed(parts(times=[0, 1, float("inf")])), "a frame has a time that cannot be"),
    "no date": (lambda: packed(parts(taken="yesterday")), "no moment was taken at 'yesterday'"),
    "no seat": (
        lambda: packed(parts(doubts=[{"kind": "unread", "began": 0, "ended": 1, "about": "mat"}])),
        "something unread lies at no seat",
    ),
    "squeezed and spoiled": (lambda: spoiled(zipfile.ZIP_DEFLATED), "is no bundle, or a damaged one"),
    "squeezed harder and spoiled": (lambda: spoiled(zipfile.ZIP_LZMA), "is no bundle, or a damaged one"),
    "before its beginning": (
        lambda: packed(parts())[1000:],
        "is no bundle, or a damaged one",
    ),
    "seats": (lambda: packed(parts(table={"seats": 9})), "no table has 9 seats"),
    "wrong type": (lambda: packed(parts(size="large")), "moment.json: size"),
    "missing frame": (lambda: packed(parts(times=[0, 1, 2, 3])), "lacks frames/00003.jpg"),
    "outside": (lambda: packed({**parts(), "../../evil.jpg": b""}), "'../../evil.jpg', which is no part of a bundle"),
    "no picture": (lambda: packed({**parts(), frame_name(1): b"text"}), "frames/00001.jpg is no JPEG"),
    "huge picture": (lambda: packed({**parts(), frame_name(1): huge_jpeg()}), "has 6000x6000 pixels and not 64x48"),
    "bomb": (
        lambda: packed({**parts(), TRUTH: bytes(moment_file.MOST_BYTES)}, zipfile.ZIP_DEFLATED),
        "would unpack to more",
    ),
}


@pytest.mark.parametrize("kind", sorted(BROKEN))
def test_a_file_that_is_no_bundle_is_refused_in_one_sentence(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moment_file, "MOST_BYTES", 1_000_000)
    made, sentence = BROKEN[kind]
    path = tmp_path / "b.zip"
    path.write_bytes(made())
    with pytest.raises(MomentError) as told:
        moment_file.read(path)
    assert sentence in str(told.value)
    assert str(told.value).startswith(str(path))
    assert "\n" not in str(told.value)


def test_a_file_of_a_moment_comes_back_whole() -> None:
    file = small()
    assert moment_file.unpack(moment_file.pack(file), "b.zip") == file


def test_a_bundle_of_decks_that_there_are_not_is_named(tmp_path: Path) -> None:
    path, film = tmp_path / "b.zip", json.loads(truth()) | {"least": 0}
    table = {"seats": 3, "decks": [300]}
    path.write_bytes(packed({**parts(table=table), FILM: json.dumps(film).encode(), TRUTH: b""}))
    with pytest.raises(MomentError, match=r"b\.zip: deck 300"):
        camera_check.checked(path)


def test_a_moment_without_its_truth_is_no_bundle() -> None:
    with pytest.raises(MomentError, match="has no truth; make a bundle of the moment: schiri camera export"):
        bundle.true_landings(small(), "b.zip")


def truth(**fields: object) -> bytes:
    """A side-car with one landing, some fields of which are put otherwise."""
    landing = {"frame": 0, "card": "SA", "deck": 0, "x_mm": 1, "y_mm": 1, "turn": 0, "read": None, **fields}
    return json.dumps({"v": 1, "landings": [landing], "uncertain": []}).encode()


@pytest.mark.parametrize(
    "film",
    [
        b"",
        b"[]",
        b"{}",
        b'{"v": 2}',
        b'{"v": 1}',
        b'{"v": 1, "landings": [{}], "uncertain": []}',
        b'{"v": 1, "landings": 3}',
        truth(frame=float("inf")),
        truth(x_mm=10**400),
    ],
)
def test_a_truth_that_cannot_be_is_refused(film: bytes) -> None:
    file = MomentFile(moment(), (JPEG,) * 3, {FILM: film, TRUTH: b""})
    with pytest.raises(MomentError, match="anew"):
        bundle.true_landings(file, "b.zip")


@pytest.mark.parametrize("text", ["", "1,2,3", "1,2,3,x", "-1,2,3,4", "1,2,3,4,5", "1;2;3;4"])
def test_a_rectangle_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(MomentError, match="a rectangle is written LEFT,TOP,WIDTH,HEIGHT in pixels"):
        moment_file.blur_box(text)


@pytest.mark.parametrize("text", ["64,0,5,5", "0,48,5,5", "3,3,0,5"])
def test_a_rectangle_beside_the_frames_is_refused(text: str) -> None:
    with pytest.raises(MomentError, match="is not within the frames, which are 64x48 pixels"):
        moment_file.blurred(small(), [moment_file.blur_box(text)])


def test_a_rectangle_that_reaches_over_the_edge_ends_there() -> None:
    done = moment_file.blurred(small(), [moment_file.blur_box("50,40,900,900")])
    assert [(one.left, one.top, one.width, one.height) for one in done.moment.blurred] == [(48, 40, 16, 8)]
    assert int(open_picture(done.frames[0])[40:, 48:].std()) == 0
