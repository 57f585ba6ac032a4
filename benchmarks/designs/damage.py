"""Marks that are damaged, foreign, or none: a reader must never read them as another card."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
import zxingcpp

from groundwork.picture import Gray, u8
from vision.marks.identity import CARDS, DECKS
from vision.marks.symbology import Symbology

SIDE: Final = 168
"""The pixels of a mark as it is printed: whole pixels for modules of 8 and of 21 a side."""
MARGIN: Final = 42
"""The white pixels around a mark."""

FOREIGN: Final = ("6X6_1000", "5X5_1000", "4X4_1000", "7X7_1000", "ARUCO_MIP_36H12", "APRILTAG_36H10", "APRILTAG_25H9")
"""The dictionaries of foreign square marks."""


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """A mark and its permitted readings."""

    picture: Gray
    identities: tuple[tuple[int, str], ...] = ()
    """The decks and cards that may be read; none where nothing may be read."""


Random: TypeAlias = np.random.Generator
Maker: TypeAlias = Callable[[Symbology, Random], Print]


def _ours(kind: Symbology, random: Random, deck: int = 0) -> Print:
    card = CARDS[int(random.integers(len(CARDS)))]
    return Print(_framed(kind.draw(deck, card, SIDE)), ((deck, card),))


def _framed(mark: Gray) -> Gray:
    return u8(cv2.copyMakeBorder(mark, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_CONSTANT, value=250))


def _inside(made: Print) -> Gray:
    """Return the mark without its margin, to be written to."""
    return made.picture[MARGIN : MARGIN + SIDE, MARGIN : MARGIN + SIDE]


def _modules(kind: Symbology) -> int:
    return 8 if len(kind.corners) == 4 else 21


def _flipped(kind: Symbology, random: Random) -> Print:
    """Flip one to twelve modules to the wrong colour."""
    made = _ours(kind, random)
    count, inside = _modules(kind), _inside(made)
    size = SIDE // count
    border = 1 if count == 8 else 0
    inner = count - 2 * border
    for place in random.choice(inner * inner, int(random.integers(1, 13)), replace=False):
        y, x = (int(part) * size + border * size for part in divmod(int(place), inner))
        inside[y : y + size, x : x + size] = 255 - inside[y : y + size, x : x + size]
    return made


def _blotted(kind: Symbology, random: Random) -> Print:
    """Put ink, coffee or a scratch on a mark."""
    made = _ours(kind, random)
    for _ in range(int(random.integers(1, 4))):
        x, y = (int(value) for value in random.integers(0, SIDE, 2) + MARGIN)
        axes = (int(random.integers(6, 60)), int(random.integers(4, 40)))
        cv2.ellipse(made.picture, (x, y), axes, float(random.uniform(0, 180)), 0, 360, int(random.integers(0, 256)), -1)
    return made


def _cut(kind: Symbology, random: Random) -> Print:
    """Remove a part: torn off, or under another card."""
    made = _ours(kind, random)
    side, turn = made.picture.shape[0], random.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:side, 0:side] - side / 2
    beyond = x * np.cos(turn) + y * np.sin(turn) > random.uniform(-0.2, 0.45) * SIDE
    made.picture[beyond] = random.integers(0, 256)
    return made


def _two(kind: Symbology, random: Random) -> Print:
    """Lay a part of another mark over a mark: either may be read, and nothing else."""
    made, other = _ours(kind, random), _ours(kind, random)
    cut = int(random.integers(MARGIN, MARGIN + SIDE))
    if random.random() < 0.5:
        made.picture[:, cut:] = other.picture[:, cut:]
    else:
        made.picture[cut:, :] = other.picture[cut:, :]
    return Print(made.picture, made.identities + other.identities)


def _other_deck(kind: Symbology, random: Random) -> Print:
    return _ours(kind, random, int(random.integers(1, DECKS)))


def _foreign_number(kind: Symbology, random: Random) -> Print:
    """Print a number of our own family of square marks that is no card."""
    del kind
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    return Print(_framed(u8(cv2.aruco.generateImageMarker(family, int(random.integers(498, 587)), SIDE))))


def _foreign_family(kind: Symbology, random: Random) -> Print:
    del kind
    name = f"DICT_{FOREIGN[int(random.integers(len(FOREIGN)))]}"
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    number = int(random.integers(len(family.bytesList)))
    return Print(_framed(u8(cv2.aruco.generateImageMarker(family, number, SIDE))))


def _random_bits(kind: Symbology, random: Random) -> Print:
    """Print a square mark whose modules mean nothing."""
    del kind
    bits = np.zeros((8, 8), np.uint8)
    bits[1:-1, 1:-1] = 255 * random.integers(0, 2, (6, 6))
    return Print(_framed(u8(cv2.resize(bits, (SIDE, SIDE), interpolation=cv2.INTER_NEAREST))))


_TEXTS: Final = ("https://example.org/{}", "{}", "WIFI:S:GUEST{};;", "S1:0SA:{:.2}", "S2:0SA:00", "S1:9SA:{:.2}")


def _foreign_code(kind: Symbology, random: Random) -> Print:
    """Print a QR or DataMatrix code with another text, some almost equal to ours."""
    del kind
    text = _TEXTS[int(random.integers(len(_TEXTS)))].format(f"{int(random.integers(36**4)):04X}")
    form = (zxingcpp.BarcodeFormat.QRCode, zxingcpp.BarcodeFormat.DataMatrix)[int(random.integers(2))]
    # The stubs leave this function's options untyped.
    code = zxingcpp.create_barcode(text, form)
    modules = np.asarray(code.to_image(scale=1, add_quiet_zones=False), np.uint8)
    return Print(_framed(u8(cv2.resize(modules, (SIDE, SIDE), interpolation=cv2.INTER_NEAREST))))


def _texture(kind: Symbology, random: Random) -> Print:
    """Draw checked cloth, stripes, or grain coarse enough to contain squares."""
    del kind
    full = SIDE + 2 * MARGIN
    grain = int(random.integers(6, 28))
    y, x = np.mgrid[0:full, 0:full] // grain
    plain = (255 * ((x + y) % 2), 255 * (x % 2), 255 * random.integers(0, 2, (full, full))[y, x])
    return Print(plain[int(random.integers(3))].astype(np.uint8))


DAMAGES: Final[dict[str, Maker]] = {
    "whole": _ours,
    "1 to 12 modules flipped": _flipped,
    "blots": _blotted,
    "cut": _cut,
    "two marks, one over the other": _two,
    "other deck": _other_deck,
    "foreign number": _foreign_number,
    "foreign family": _foreign_family,
    "random bits": _random_bits,
    "other QR or DataMatrix": _foreign_code,
    "texture": _texture,
}
"""The kinds of damage, each shown as often as the others."""
