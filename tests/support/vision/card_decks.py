"""Decks to read in tests: our own, drawn here, and real ones cut out of packages of Debian.

The real ones are no part of the project. They need the part ``decks`` (`tests/support/system_parts.py`):
gnome-cards-data (GPL-3+) and kdegames-card-data-kf5 (GPL-2+). What is cut out of them is kept in a folder that is
named, and nothing of it is committed.
"""

import gzip
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from groundwork.picture import Bgr, u8
from tests.support.vision.landings import DrawnDeck
from vision.decks.reader import LABEL
from vision.faces import cards
from vision.faces.cards import PX_PER_MM, QUIET_MM
from vision.marks import symbologies
from vision.mat.layout import CardSize

SIZE: Final = CardSize(57, 89)
"""The sizes of Jass and bridge cards, as which the real decks are laid."""
_GNOME: Final = Path("/usr/share/aisleriot/cards")
_XSKAT: Final = Path("/usr/share/carddecks/svg-xskat-german/german.svgz")
_RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
_SHORT: Final = ("A", *map(str, range(6, 11)), "J", "Q", "K")
SHEETS: Final[Mapping[str, tuple[str, Sequence[str]]]] = {
    "swiss": ("swiss-xvii", _SHORT),
    "guyenne": ("guyenne-classic", _SHORT),
    "lattmann": ("lattmann", _SHORT),
    "anglo": ("anglo", _RANKS),
    "dondorf": ("dondorf", _RANKS),
}
"""Names of decks to GNOME's drawings, and the ranks that are played; suits and ranks stand in rows and columns."""
REAL: Final = (*SHEETS, "german")
_MARK_MM: Final = 12
_PX: Final = 6
"""Pixels a millimetre of what is cut out."""
_WIDE, _HIGH = round(SIZE.width_mm * _PX), round(SIZE.height_mm * _PX)


@cache
def ours(names: tuple[str, ...]) -> DrawnDeck:
    """Cards as `vision.faces` draws them for films, without their marks."""
    side, faces = symbologies.load("aruco").mark_mm, dict[str, Bgr]()
    reach = round((QUIET_MM + side + 1) * PX_PER_MM)
    for name in names:
        face = cards.face(0, name, "aruco", SIZE).copy()
        rows, columns = face.shape[:2]
        for y in (slice(2, reach), slice(rows - reach, rows - 2)):
            for x in (slice(2, reach), slice(columns - reach, columns - 2)):
                face[y, x] = (244, 249, 250)
        faces[name] = face
    return DrawnDeck(SIZE, faces, {"back": _back()})


def labelled(deck: DrawnDeck) -> DrawnDeck:
    """The same cards with a label on each corner, of another look on each card."""
    faces = dict[str, Bgr]()
    for number, (name, face) in enumerate(deck.faces.items()):
        marked, px = face.copy(), face.shape[0] / deck.size.height_mm
        label = _label(number, px)
        rows, columns = label.shape[:2]
        marked[:rows, :columns], marked[:rows, -columns:] = label, label[:, ::-1]
        marked[-rows:, :columns], marked[-rows:, -columns:] = label[::-1], label[::-1, ::-1]
        faces[name] = marked
    return DrawnDeck(deck.size, faces)


def _label(number: int, px: float) -> Bgr:
    """A label as it is printed: a mark with a white rim, below it the rank."""
    random = np.random.default_rng(number)
    label = np.full((round(LABEL.height_mm * px), round(LABEL.width_mm * px), 3), 244, np.uint8)
    side, rim = round(_MARK_MM * px), round(QUIET_MM * px)
    cells = np.full((8, 8), 20, np.uint8)
    cells[1:-1, 1:-1] += u8(random.integers(0, 2, (6, 6)).astype(np.uint8) * 220)
    label[rim : rim + side, rim : rim + side] = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST)[
        ..., None
    ]
    label[rim + side + rim // 2 : rim + side + rim // 2 + rim, rim : 2 * rim] = 20
    return u8(label)


def _back() -> Bgr:
    """A red back with a white rim and fine lines."""
    back, rim = np.full((_HIGH, _WIDE, 3), 244, np.uint8), 18
    y, x = np.indices((_HIGH - 2 * rim, _WIDE - 2 * rim))
    lines = ((x + y) // 7 % 3 == 0) | ((x - y) // 7 % 3 == 0)
    back[rim:-rim, rim:-rim] = np.where(lines[..., None], np.array((150, 150, 220)), np.array((40, 35, 170)))
    return u8(back)


def real(name: str, folder: Path) -> DrawnDeck:
    """A deck of Debian's packages; cut out once and kept in a folder."""
    kept = folder / f"{name}.npz"
    if not kept.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        pictures = dict(_german() if name == "german" else _sheet(*SHEETS[name]))
        np.savez_compressed(folder / f"{name}.part.npz", allow_pickle=False, **pictures)
        (folder / f"{name}.part.npz").replace(kept)
    with np.load(kept) as pictures:
        every = {card: u8(pictures[card]) for card in pictures.files}
    return _deck(every)


def photographed(folder: Path) -> DrawnDeck:
    """Photographs of a real deck on black, a card a file, named by its card."""
    return _deck({path.stem: _cut_out(_read(path)) for path in sorted(folder.glob("*.jpg"))})


def _deck(pictures: Mapping[str, Bgr]) -> DrawnDeck:
    """A deck whose back and jokers begin with a line."""
    others = {name: picture for name, picture in pictures.items() if name[0] == "_"}
    return DrawnDeck(SIZE, {name: face for name, face in pictures.items() if name not in others}, others)


def _sheet(drawing: str, ranks: Sequence[str]) -> Iterable[tuple[str, Bgr]]:
    sheet = _drawn(gzip.decompress((_GNOME / f"{drawing}.svgz").read_bytes()), "-w", str(13 * _WIDE))
    high = sheet.shape[0] / 5

    def cut(row: int, column: int) -> Bgr:
        part = sheet[round(row * high) : round((row + 1) * high), column * _WIDE : (column + 1) * _WIDE]
        return u8(cv2.resize(part, (_WIDE, _HIGH), interpolation=cv2.INTER_AREA))

    for row, suit in enumerate("CDHS"):
        yield from ((suit + rank, cut(row, _RANKS.index(rank))) for rank in ranks)
    for column, name in enumerate(("_black", "_red", "_back")):
        yield name, cut(4, column)


def _german() -> Iterable[tuple[str, Bgr]]:
    """German suits; the cards stand on one large drawing, each under a name."""
    svg = gzip.decompress(_XSKAT.read_bytes())
    for suit in ("club", "diamond", "heart", "spade"):
        for rank in ("1", "7", "8", "9", "10", "jack", "queen", "king"):
            shown = _drawn(svg, "-w", "1500", "-h", "1500", "-a", "-i", f"{rank}_{suit}", keep_alpha=True)
            x, y, width, height = cv2.boundingRect(u8(np.asarray(shown[..., 3] > 200, np.uint8)))
            face = _on_white(shown)[y : y + height, x : x + width]
            name = suit[0].upper() + {"1": "A"}.get(rank, rank if rank.isdigit() else rank[0].upper())
            yield name, u8(cv2.resize(face, (_WIDE, _HIGH), interpolation=cv2.INTER_AREA))


def _drawn(svg: bytes, *options: str, keep_alpha: bool = False) -> Bgr:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "cards.svg"), Path(folder, "cards.png")
        source.write_bytes(svg)
        subprocess.run(["rsvg-convert", "--unlimited", *options, source, "-o", target], check=True)  # noqa: S603, S607
        shown = _read(target)
    return shown if keep_alpha else _on_white(shown)


def _read(path: Path) -> Bgr:
    """A picture with all its planes."""
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    assert picture is not None, f"{path} is no picture"
    return u8(picture)


def _on_white(picture: Bgr) -> Bgr:
    if picture.shape[2] == 3:
        return picture
    share = picture[..., 3:] / 255
    return u8((picture[..., :3] * share + 255 * (1 - share)).round().astype(np.uint8))


def _cut_out(photograph: Bgr) -> Bgr:
    """The card on black in a photograph."""
    light = u8(photograph.max(axis=2) > 25) * 255
    opened = cv2.morphologyEx(u8(light), cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    outline = max(cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0], key=cv2.contourArea)
    box = cv2.boxPoints(cv2.minAreaRect(outline))
    box = np.roll(box, -int(box.sum(axis=1).argmin()), axis=0)
    if np.linalg.norm(box[0] - box[1]) > np.linalg.norm(box[1] - box[2]):
        box = np.roll(box, -1, axis=0)
    whole = np.array([(0, 0), (_WIDE, 0), (_WIDE, _HIGH), (0, _HIGH)], np.float32)
    way = cv2.getPerspectiveTransform(box.astype(np.float32), whole)
    return u8(cv2.warpPerspective(photograph, way, (_WIDE, _HIGH), flags=cv2.INTER_AREA))
