"""``schiri camera list|show|blur|drop|export``: the moments that are kept, and what their owner does with them."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TextIO

from controller.appliance.owner import change_owner, owner_of
from controller.live.moments import bundle, moment_file
from controller.live.moments import wiring as moments_wiring
from controller.live.moments.moment import DoubtfulTime, KeptMoment, MomentError
from controller.live.moments.store import FOLDER, ListedMoment, MomentStore
from controller.settings.model import DataConfig, load_if_any
from controller.store import atomic

WORDS: Final = {
    "unread": "something unread at seat {about}",
    "candidate": "{about} not read for certain",
    "corrected": "{about} corrected by a person",
    "gap": "not seen ({about})",
}
_OWN: Final = 0o600

RecordOf = Callable[[str], bytes | None]
"""Function that finds the record of a match by its name as it is by now, or None."""


def store(settings: Path, folder: Path | None) -> MomentStore:
    """Return the moments of a table, or those in a folder; raises ConfigError."""
    if folder is not None:
        return MomentStore(folder)
    table = load_if_any(settings)
    return moments_wiring.store(table) if table else MomentStore(DataConfig().directory / FOLDER)


def newer_record(settings: Path, path: Path | None) -> RecordOf:
    """Return a function that finds records as they are by now: in a file, or in the archive of the table."""
    table = load_if_any(settings)
    directory = table.data.directory if table else DataConfig().directory

    def found(match: str) -> bytes | None:
        return moments_wiring.archived(directory, match) if path is None else atomic.read(path)

    return found


def list_(store: MomentStore, *, as_json: bool, out: TextIO) -> int:
    """List moments, the newest first; returns the exit status."""
    moments = list(store.listed())
    for one in moments:
        out.write(f"{json.dumps(_fields(one)) if as_json else _line(one)}\n")
    if not moments and not as_json:
        out.write(f"No moment is kept in {store.folder}.\n")
    return 0


def _line(one: ListedMoment) -> str:
    if one.moment is None:
        return f"{one.name}  damaged: delete it with `schiri camera drop {one.name}`"
    moment = one.moment
    length, blurred = moment.ended - moment.began, ", blurred" if moment.blurred else ""
    doubts = "; ".join(dict.fromkeys(map(words, moment.doubts)))
    return f"{one.name}  {length:4.1f} s  {one.size_bytes / 1e6:5.1f} MB  {doubts}{blurred}"


def _fields(one: ListedMoment) -> dict[str, object]:
    moment = one.moment
    if moment is None:
        return {"name": one.name, "bytes": one.size_bytes, "damaged": True}
    doubts = [{"kind": doubt.kind, "began": doubt.began, "ended": doubt.ended, "about": doubt.about}
              for doubt in moment.doubts]  # fmt: skip
    return {"name": one.name, "bytes": one.size_bytes, "frames": len(moment.times), "doubts": doubts}


def words(doubt: DoubtfulTime) -> str:
    """Return a doubt in words."""
    about = str(int(doubt.about) + 1) if doubt.kind == "unread" else doubt.about
    return WORDS[doubt.kind].format(about=about)


def show(store: MomentStore, name: str, folder: Path | None, out: TextIO) -> int:
    """Print the content of a moment, and write its frames if a folder is named; returns the exit status."""
    file = store.read(name)
    for line in _reasons(file.moment):
        out.write(f"{line}\n")
    if folder is not None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number, jpeg in enumerate(file.frames):
            path = folder / Path(moment_file.frame_name(number)).name
            if path.exists():
                raise MomentError(f"{path} is there already; name an empty folder")
            atomic.write(path, jpeg, _OWN, durable=False)
        out.write(f"Frames: {len(file.frames)} in {folder}.\n")
    return 0


def _reasons(moment: KeptMoment) -> Iterator[str]:
    width, height = moment.size
    yield f"{len(moment.times)} frames of {width}x{height} pixels, {moment.ended - moment.began:.1f} s, {moment.taken}"
    if moment.match:
        yield f"match {moment.match}, from {moment.began:.1f} s after its start"
    for doubt in moment.doubts:
        yield f"doubtful at {doubt.began - moment.began:.1f} s: {words(doubt)}"
    for span in moment.cards:
        yield f"read: {span.lay.card}, lies there from frame {span.frame} to {span.until}"
    for box in moment.blurred:
        yield f"blurred: {box.left},{box.top},{box.width},{box.height}"
    if moment.lost:
        yield f"{moment.lost} frames were not kept, for the game came first"


def blur(store: MomentStore, name: str, boxes: Sequence[str], out: TextIO) -> int:
    """Blur rectangles for good; returns the exit status."""
    boxes_read, others = [moment_file.blur_box(text) for text in boxes], store.sharing(name)
    file = store.change(name, lambda file: moment_file.blurred(file, boxes_read))
    change_owner([store.path(name)], owner_of(store.folder))
    out.write(f"Blurred for good in {len(file.frames)} frames of {name}.\n{_elsewhere(others)}")
    return 0


def _elsewhere(others: Sequence[str]) -> str:
    """Return a line on where some of the frames still are as they were, or nothing."""
    return (
        f"Some of these frames are also in {' and '.join(others)}, as they were: look there, too.\n" if others else ""
    )


def drop(store: MomentStore, names: Sequence[str], *, everything: bool, out: TextIO) -> int:
    """Delete moments; returns the exit status."""
    if not names and not everything:
        raise MomentError("name the moments to delete, or all of them with --all; `schiri camera list` tells them")
    if everything:
        out.write(f"Deleted {store.drop_all()} moments in {store.folder}.\n")
        return 0
    chosen = tuple(dict.fromkeys(names))
    others = sorted({other for name in chosen for other in _sharing(store, name)} - {*chosen})
    for name in chosen:
        store.drop(name)
    out.write(f"Deleted {len(chosen)} of the moments in {store.folder}.\n{_elsewhere(others)}")
    return 0


def _sharing(store: MomentStore, name: str) -> list[str]:
    """Return the other moments with some of its frames.

    None for a file that is damaged, which can be dropped all the same.
    """
    store.path(name)
    try:
        return store.sharing(name)
    except MomentError:
        return []


def export(store: MomentStore, name: str, path: Path, newer: RecordOf, out: TextIO) -> int:
    """Write a bundle; returns the exit status."""
    file = store.read(name)
    if path.exists():
        raise MomentError(f"{path} is there already; name a new file ending in .zip")
    if not path.parent.is_dir():
        raise MomentError(f"{path}: there is no folder of that name; make it first")
    record = newer(file.moment.match)
    if record is not None and not bundle.goes_on(file, record):
        raise MomentError(f"the record that was named is not that of {name}: it does not begin with the same lines")
    bundle_made = bundle.exported(file, bundle.events_of(file, record))
    atomic.write(path, moment_file.pack(bundle_made), _OWN)
    out.write(
        f"{path}: {len(bundle_made.frames)} frames, {path.stat().st_size / 1e6:.1f} MB. It shows what the camera saw:\n"
    )
    out.write("look at the frames before you give it to anybody.\n")
    if bundle_made.fields(moment_file.FILM)["px_per_mm"] is None:
        out.write("The mat is not found in them, so that no card is read and the bundle proves nothing:\n")
        out.write("three of the corner marks must be seen, and not blurred.\n")
    return 0
