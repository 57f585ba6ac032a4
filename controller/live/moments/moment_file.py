"""File of a moment and of a bundle: a ZIP of JPEG frames with what is told of them (docs/moments.md).

No part of a file is believed before it was checked. No part is written to the disk under a name of its own.
"""

import io
import json
import lzma
import zipfile
import zlib
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final, cast

from PIL import Image
from pydantic import TypeAdapter, ValidationError

from controller.live.moments import moment
from controller.live.moments.moment import BlurBox, KeptMoment, MomentError

VERSION: Final = 1
MANIFEST: Final = "moment.json"
RECORD: Final = "record.jsonl"
"""The record as it was when the moment was kept; of the table alone, never in a bundle."""
TRUTH: Final = "truth.jsonl"
"""The events of a bundle's time, as corrected."""
FILM: Final = "film.json"
"""A bundle's side-car, in the form of `vision.film.sidecar`."""
MOST_BYTES: Final = 400_000_000
"""The most bytes of a file, and of its unpacked content."""
MOST_FRAMES: Final = 4000
LARGEST_PX: Final = 8000
"""Side of a frame."""
_TEXTS: Final[tuple[str, ...]] = (MANIFEST, RECORD, TRUTH, FILM)
_MANIFEST: Final = TypeAdapter(KeptMoment)
_LATEST_S: Final = 1e9
"""Latest time after the match event: thirty years."""
_DAMAGE: Final = (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError, RuntimeError, EOFError, OSError)
"""The errors of unpacking a damaged ZIP, beside ValueError for places before its beginning."""
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every part: the manifest has the only one that is told."""


@dataclass(frozen=True, slots=True)
class MomentFile:
    """A moment or a bundle as it is read from its file."""

    moment: KeptMoment
    frames: tuple[bytes, ...]
    """The frames as JPEG files."""
    texts: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    """The text parts by name."""

    @property
    def is_bundle(self) -> bool:
        """Whether it was exported, and says what is true."""
        return FILM in self.texts and TRUTH in self.texts

    def fields(self, name: str) -> dict[str, Any]:
        """Return a part that is a JSON object; raises MomentError."""
        try:
            values = json.loads(self.texts.get(name, b""))
        except (ValueError, RecursionError) as error:
            raise MomentError(f"{name} is no JSON; export the bundle anew") from error
        if not isinstance(values, dict):
            raise MomentError(f"{name} is no JSON object; export the bundle anew")
        return cast("dict[str, Any]", values)


def frame_name(number: int) -> str:
    """Return the name of a frame, from 0, as `schiri read` sorts them.

    >>> frame_name(12)
    'frames/00012.jpg'
    """
    return f"frames/{number:05}.jpg"


def pack(file: MomentFile) -> bytes:
    """Return the bytes of a file."""
    out = io.BytesIO()
    manifest = {"schiri": "moment", "v": VERSION, **_MANIFEST.dump_python(file.moment, mode="json")}
    parts = {MANIFEST: json.dumps(manifest).encode(), **file.texts}
    parts |= {frame_name(number): jpeg for number, jpeg in enumerate(file.frames)}
    with zipfile.ZipFile(out, "w") as packed:
        for name, data in parts.items():
            packed.writestr(zipfile.ZipInfo(name, _LONG_AGO), data)
    return out.getvalue()


def unpack(data: bytes, name: str) -> MomentFile:
    """Return a file from its bytes, checked whole, with ``name`` in its errors. Raises MomentError."""
    with _opened(io.BytesIO(data), name, "export it anew") as packed:
        return _unpacked(packed, name)


def read(path: Path) -> MomentFile:
    """Return the file at a path, checked whole; raises MomentError."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise MomentError(f"{path} cannot be read: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise MomentError(f"{path} has more than {MOST_BYTES // 1_000_000} MB, which no bundle has")
    return unpack(data, str(path))


def read_moment(path: Path) -> KeptMoment:
    """Read what a file tells of its moment, without its frames; raises MomentError."""
    with _opened(path, str(path), "delete it") as packed:
        return _manifest(_part(packed, MANIFEST, str(path)), str(path))


def read_frame(path: Path, number: int) -> bytes:
    """Return one frame of a file, a JPEG; raises MomentError."""
    with _opened(path, str(path), "delete it") as packed:
        return _part(packed, frame_name(number), str(path))


def frame_sums(path: Path) -> frozenset[tuple[int, int]]:
    """Checksum and bytes of each frame of a file: the same for the same frame, wherever it is; raises MomentError."""
    with _opened(path, str(path), "delete it") as packed:
        return frozenset((info.CRC, info.file_size) for info in packed.infolist() if info.filename not in _TEXTS)


@contextmanager
def _opened(source: Path | io.BytesIO, name: str, way: str) -> Generator[zipfile.ZipFile]:
    """Open a ZIP to take parts from; raises MomentError that names it and a way out."""
    try:
        with zipfile.ZipFile(source) as packed:
            yield packed
    except MomentError:
        raise
    except (*_DAMAGE, ValueError) as error:
        raise MomentError(f"{name} is no bundle, or a damaged one ({error}); {way}") from error


def _unpacked(packed: zipfile.ZipFile, name: str) -> MomentFile:
    infos = packed.infolist()
    if len(infos) > MOST_FRAMES + len(_TEXTS):
        raise MomentError(f"{name} has {len(infos)} parts, and no bundle has more than {MOST_FRAMES} frames")
    if sum(info.file_size for info in infos) > MOST_BYTES:
        raise MomentError(f"{name} would unpack to more than {MOST_BYTES // 1_000_000} MB, which no bundle has")
    moment = _manifest(_part(packed, MANIFEST, name), name)
    frames = [frame_name(number) for number in range(len(moment.times))]
    names = [info.filename for info in infos]
    odd = sorted({*names} - {*frames, *_TEXTS})
    if odd or len(names) != len({*names}):
        raise MomentError(f"{name} holds {(odd or names)[0]!r}, which is no part of a bundle, or holds it twice")
    missing = next((one for one in frames if one not in names), None)
    if missing:
        raise MomentError(f"{name} lacks {missing}; export it anew")
    pictures = tuple(_part(packed, one, name) for one in frames)
    for one, jpeg in zip(frames, pictures, strict=True):
        _check_picture(jpeg, moment.size, f"{name}: {one}")
    texts = {one: _part(packed, one, name) for one in _TEXTS[1:] if one in names}
    return MomentFile(moment, pictures, texts)


def _part(packed: zipfile.ZipFile, part: str, name: str) -> bytes:
    """Return a part of a file; no more is unpacked than the file said beforehand."""
    try:
        info = packed.getinfo(part)
    except KeyError as error:
        raise MomentError(f"{name} lacks {part}: it is no bundle of schiri") from error
    if info.file_size > MOST_BYTES:
        raise MomentError(f"{name} would unpack to more than {MOST_BYTES // 1_000_000} MB, which no bundle has")
    with packed.open(info) as opened:
        return opened.read(info.file_size)


def _manifest(data: bytes, name: str) -> KeptMoment:
    try:
        values = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise MomentError(f"{name}: {MANIFEST} is no JSON; export it anew") from error
    fields = cast("dict[str, Any]", values) if isinstance(values, dict) else {}
    if fields.pop("schiri", None) != "moment":
        raise MomentError(f"{name} is no bundle of schiri: its {MANIFEST} does not say so")
    if (version := fields.pop("v", None)) != VERSION:
        way = "update the program" if isinstance(version, int) and version > VERSION else "export it anew"
        raise MomentError(f"{name} is a bundle of version {version!r}, this program reads version {VERSION}; {way}")
    try:
        moment = _MANIFEST.validate_python(fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise MomentError(f"{name}: {MANIFEST}: {place}: {first['msg']}; export it anew") from error
    if fault := _fault(moment):
        raise MomentError(f"{name}: {MANIFEST}: {fault}; export it anew")
    return moment


def _fault(moment: KeptMoment) -> str:
    """Find what cannot be in a manifest; empty if there is nothing."""
    count = len(moment.times)
    if not 0 < count <= MOST_FRAMES:
        return f"{count} frames are none, or too many"
    if not all(1 <= side <= LARGEST_PX for side in moment.size):
        return f"frames of {moment.size[0]}x{moment.size[1]} pixels are none"
    if any(late <= early for early, late in zip(moment.times, moment.times[1:], strict=False)):
        return "the frames are not in the order of their times"
    if not all(abs(at) < _LATEST_S for at in moment.times):
        return "a frame has a time that cannot be"
    if not 2 <= moment.table.seats <= 5:
        return f"no table has {moment.table.seats} seats"
    if not all(doubt.about.isdecimal() for doubt in moment.doubts if doubt.kind == "unread"):
        return "something unread lies at no seat"
    try:
        datetime.fromisoformat(moment.taken)
    except ValueError:
        return f"no moment was taken at {moment.taken!r}"
    inside = all(0 <= span.frame < count and 0 <= span.until < count for span in moment.cards)
    return "" if inside else "a card lies in a frame that there is not"


def _check_picture(jpeg: bytes, size: tuple[int, int], name: str) -> None:
    """Look at a frame's size before anybody unpacks it; raises MomentError."""
    try:
        with Image.open(io.BytesIO(jpeg), formats=("JPEG",)) as picture:
            picture_size = picture.size
    except (OSError, ValueError) as error:
        raise MomentError(f"{name} is no JPEG; export it anew") from error
    if picture_size != size:
        raise MomentError(
            f"{name} has {picture_size[0]}x{picture_size[1]} pixels and not {size[0]}x{size[1]}; export it anew"
        )


def new_frames(file: MomentFile, moment: KeptMoment, frames: Sequence[bytes]) -> MomentFile:
    """Return the file with other frames and their descriptions."""
    return MomentFile(moment, tuple(frames), file.texts)


# Blurring for good: rectangles of stored frames become one grey, and nothing of what was there stays in the file.

BLOCK_PX: Final = 8
"""A JPEG's block keeps traces of its neighbours' pixels: whole blocks are blurred."""


def blur_box(text: str) -> BlurBox:
    """Return a rectangle written ``LEFT,TOP,WIDTH,HEIGHT`` in pixels; raises MomentError.

    >>> blur_box("10,20,300,200")
    BlurBox(left=10, top=20, width=300, height=200)
    """
    parts = text.split(",")
    if len(parts) != 4 or not all(part.strip().isdecimal() and len(part) < 7 for part in parts):
        raise MomentError(f"a rectangle is written LEFT,TOP,WIDTH,HEIGHT in pixels, like 0,0,400,300, not {text!r}")
    left, top, width, height = map(int, parts)
    return BlurBox(left, top, width, height)


def blurred(file: MomentFile, boxes: Sequence[BlurBox]) -> MomentFile:
    """Return the file with these rectangles blurred in every frame.

    Raises:
        MomentError: a rectangle is empty or lies beside the frames.
    """
    width, height = file.moment.size
    for one in boxes:
        if not (one.width > 0 and one.height > 0 and 0 <= one.left < width and 0 <= one.top < height):
            raise MomentError(
                f"the rectangle {one.left},{one.top},{one.width},{one.height} is not within the frames, "
                f"which are {width}x{height} pixels"
            )
    whole = [_whole_blocks(one, width, height) for one in boxes]
    frames = [_blurred(jpeg, whole) for jpeg in file.frames]
    blurred_frames = tuple(dict.fromkeys((*file.moment.blurred, *whole)))
    return new_frames(file, replace(file.moment, blurred=blurred_frames), frames)


def _blurred(jpeg: bytes, boxes: Sequence[BlurBox]) -> bytes:
    gray = moment.open_picture(jpeg)
    for one in boxes:
        part = gray[one.top : one.top + one.height, one.left : one.left + one.width]
        part[:] = round(float(part.mean()))
    return moment.compress_picture(gray)


def _whole_blocks(one: BlurBox, width: int, height: int) -> BlurBox:
    """Return the rectangle with every block that it touches, within the frame."""
    left, top = one.left // BLOCK_PX * BLOCK_PX, one.top // BLOCK_PX * BLOCK_PX
    right = min(width, -(-(one.left + one.width) // BLOCK_PX) * BLOCK_PX)
    bottom = min(height, -(-(one.top + one.height) // BLOCK_PX) * BLOCK_PX)
    return BlurBox(left, top, right - left, bottom - top)
