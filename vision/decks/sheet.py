"""Sheets: a deck's faces in rows on one picture, to be looked at; as PNG it is the deck itself, to be passed on."""

import io
import json
from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont, UnidentifiedImageError
from PIL.PngImagePlugin import PngInfo

from groundwork.picture import Bgr, u8
from vision.decks.library import FaceLibrary, FaceLibraryError

_KEY: Final = "schiri-deck"
"""The keyword of the text within the PNG that names the faces and their places."""
_GAP_PX: Final = 12
_LABEL_PX: Final = 22
_BACK: Final = ""
"""The name under which the back stands."""
_MOST_PX: Final = 40_000_000
"""Pixels of a picture that is looked at: 78 cards in colour have 5 million."""


def to_png(library: FaceLibrary, rows: Sequence[Sequence[str]] = (), words: Mapping[str, str] | None = None) -> bytes:
    """Draw all faces with their names.

    Args:
        library: the deck.
        rows: names in rows, such as a suit a row; those that stand in none follow. None at all: nine a row.
        words: what to write below each face instead of its name.
    """
    words, named = words or {}, {name for row in rows for name in row}
    rest = [name for name in library.names if name not in named]
    if library.back is not None:
        rest.append(_BACK)
    lines = [*rows, *(rest[first : first + 9] for first in range(0, len(rest), 9))]
    wide, high = library.grid.width + _GAP_PX, library.grid.height + _GAP_PX + _LABEL_PX
    width, height = max(map(len, lines)) * wide + _GAP_PX, len(lines) * high + _GAP_PX
    canvas = np.full((height, width, 3), 255, np.uint8)
    places = dict[str, tuple[int, int]]()
    for row, line in enumerate(lines):
        for column, name in enumerate(line):
            x, y = _GAP_PX + column * wide, _GAP_PX + row * high
            face = library.back if name == _BACK else library.faces.get(name)
            if face is not None:
                places[name] = x, y
                shown = cv2.cvtColor(face, cv2.COLOR_GRAY2BGR) if face.ndim == 2 else face
                canvas[y : y + library.grid.height, x : x + library.grid.width] = shown
    picture = Image.fromarray(np.ascontiguousarray(canvas[..., ::-1]))
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(size=_LABEL_PX - 6)
    for name, (x, y) in places.items():
        middle = x + library.grid.width / 2, y + library.grid.height + _LABEL_PX / 2
        pen.text(middle, words.get(name, name), fill=(0, 0, 0), font=font, anchor="mm")
    told = {**library.heading(), "at": [places[name] for name in library.names], "colours": library.is_coloured}
    if library.back is not None:
        told["back"] = places[_BACK]
    info = PngInfo()
    info.add_itxt(_KEY, json.dumps(told, ensure_ascii=False))
    file = io.BytesIO()
    picture.save(file, "PNG", pnginfo=info, optimize=True)
    return file.getvalue()


def from_png(data: bytes) -> FaceLibrary:
    """Read the deck on a sheet.

    Raises:
        FaceLibraryError: the picture was not made by `to_png`, or lost its names on the way.
    """
    advice = "send the PNG as a file, as it was exported"
    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
            if picture.width * picture.height > _MOST_PX:
                raise FaceLibraryError(
                    f"no deck's sheet: a picture of {picture.width} by {picture.height} pixels; {advice}"
                )
            picture.load()
            heading = picture.info.get(_KEY)
            canvas = u8(np.asarray(picture.convert("RGB"), dtype=np.uint8))[..., ::-1]
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        if isinstance(error, FaceLibraryError):
            raise
        raise FaceLibraryError(f"no deck's sheet: {error}; {advice}") from error
    if not isinstance(heading, str):
        raise FaceLibraryError(f"a picture without a deck's names: a messenger has made it smaller, perhaps; {advice}")
    try:
        told = json.loads(heading)
        across, down = (round(float(mm) * 2) for mm in told["size_mm"])
        faces = [_cut(canvas, place, across, down, is_gray=not told["colours"]) for place in told["at"]]
        back = _cut(canvas, told["back"], across, down, is_gray=True) if "back" in told else None
    except (KeyError, TypeError, ValueError) as error:
        raise FaceLibraryError(f"no deck's sheet: its heading cannot be read ({error}); {advice}") from error
    return FaceLibrary.from_parts(heading, faces, back)


def _cut(canvas: Bgr, place: Sequence[int], across: int, down: int, *, is_gray: bool) -> Bgr:
    x, y = place
    part = canvas[y : y + down, x : x + across]
    return u8(np.ascontiguousarray(part[..., 0] if is_gray else part))
