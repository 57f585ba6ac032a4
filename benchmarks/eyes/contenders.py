"""Ways to read the cards of a frame: our eyes, and loops over whole frames as the libraries offer them."""

import importlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import thread_time
from typing import Any

import cv2
import zxingcpp

from groundwork.picture import Gray
from vision.base.observation import Laid
from vision.eyes.pipeline import Eyes
from vision.marks.identity import card_of
from vision.marks.qr import card_of_payload
from vision.marks.symbologies import load
from vision.mat.layout import Mat

BUDGET_MS = 8.0
"""The budget for reading in one frame: that of a live camera's eyes."""


@dataclass(slots=True)
class Contender:
    """One way to read frames, and its cost of each frame."""

    name: str
    read: Callable[[float, Gray], Iterable[str]]
    """The reader: it takes media seconds and the frame, and returns the cards it has recognised."""
    costs_ms: list[float] = field(default_factory=list[float])
    cards: set[str] = field(default_factory=set[str])
    """All cards recognised so far."""

    def take(self, seconds: float, gray: Gray) -> None:
        """Read a frame; the cost is processor time of this thread, so that other programs do not count."""
        # A frame just made is in the processor's cache, as it is when a camera delivers it.
        frame = gray.copy()
        start = thread_time()
        found = self.read(seconds, frame)
        self.costs_ms.append((thread_time() - start) * 1000)
        self.cards.update(found)


def eyes(symbology: str, seats: int) -> tuple[Contender, Eyes]:
    """Set up our eyes as the daemon does for a live camera."""
    own = Eyes(load(symbology, [0]), Mat(), seats, decks=[0], budget_ms=BUDGET_MS)
    name = f"Eyes, {symbology}"
    return Contender(name, lambda s, gray: [o.card for o in own.feed(s, gray) if isinstance(o, Laid)]), own


def square_readers() -> list[Contender]:
    """List loops over whole frames that read AprilTag 36h11, as their own examples do it."""
    return [_aruco(), *_pupil_apriltags()]


def qr_readers() -> list[Contender]:
    """List loops over whole frames that read QR codes, limited to these where that can be set."""
    return [_zxing(), _pyzbar(), _cv2_qr()]


def _aruco() -> Contender:
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    detector = cv2.aruco.ArucoDetector(family, cv2.aruco.DetectorParameters())

    def read(seconds: float, gray: Gray) -> list[str]:
        del seconds
        corners, numbers, _ = detector.detectMarkers(gray)
        return _by_number(int(number) for number in numbers.ravel()) if corners else []

    return Contender("cv2.aruco, whole frame", read)


def _pupil_apriltags() -> list[Contender]:
    try:
        library: Any = importlib.import_module("pupil_apriltags")
    except ImportError:
        print("pupil-apriltags is not installed and left out: pip install pupil-apriltags")
        return []
    # One detector for all: the library crashes when detectors are made and thrown away.
    detector = library.Detector(families="tag36h11", nthreads=1)
    return [
        Contender(
            "pupil-apriltags, whole frame",
            lambda _, gray: _by_number(found.tag_id for found in detector.detect(gray) if found.hamming <= 1),
        )
    ]


def _zxing() -> Contender:
    only = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    return Contender(
        "zxing-cpp, whole frame", lambda _, gray: _by_text([c.text for c in zxingcpp.read_barcodes(gray, formats=only)])
    )


def _pyzbar() -> Contender:
    library: Any = importlib.import_module("pyzbar.pyzbar")
    only = [library.ZBarSymbol.QRCODE]
    return Contender(
        "pyzbar, whole frame",
        lambda _, gray: _by_text([code.data.decode("ascii", "replace") for code in library.decode(gray, symbols=only)]),
    )


def _cv2_qr() -> Contender:
    detector = cv2.QRCodeDetector()
    return Contender(
        "cv2.QRCodeDetector, whole frame", lambda _, gray: _by_text(detector.detectAndDecodeMulti(gray)[1])
    )


def _by_number(numbers: Iterable[int]) -> list[str]:
    named = (card_of(number) for number in numbers)
    return [name[1] for name in named if name is not None and name[0] == 0]


def _by_text(texts: Sequence[str]) -> list[str]:
    named = (card_of_payload(text) for text in texts)
    return [name[1] for name in named if name is not None and name[0] == 0]
