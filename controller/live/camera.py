"""A source of pictures that is opened again when it breaks, with an alert meanwhile; the record goes on by hand."""

import logging
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

from controller.live import camera_words
from controller.rules.copies import has_copies
from controller.rules.match import AnyMatch
from groundwork.picture import Colouring, Gray, no_colour
from hardware.camera.phone import PhonePictures
from hardware.camera.source import (
    CameraError,
    CameraSettings,
    broken_one_in,
    colour,
    dropped,
    is_live,
    is_resized,
    let_rest,
    open_source,
)
from vision.base.observation import Strictness
from vision.base.thresholds import THRESHOLDS
from vision.decks.reader import FaceReader
from vision.eyes.pipeline import Eyes
from vision.marks import symbologies
from vision.mat.layout import CARD_SIZES, Area, Mat
from vision.mat.lens import Lens


@dataclass(frozen=True, slots=True)
class Source:
    """A source of frames, and the marks of its cards."""

    video: str
    symbology: str = "aruco"
    decks: tuple[int, ...] = (0,)
    fps: float | None = None
    settings: CameraSettings = field(default_factory=CameraSettings)
    """The settings of a live camera."""
    lens: Lens | None = None
    """The camera's measured lens distortion; None: not measured."""
    knock_mm: float = THRESHOLDS.health.knock_mm
    """Distance by which a corner mark is off when camera or mat were knocked."""
    strictness: Strictness = field(default_factory=Strictness)
    """Conditions for believing a card."""
    budget_ms: float = 8.0
    """Milliseconds for reading one frame of a live camera; a film is given all the time it takes."""
    is_missed: bool = True
    """Whether the table is to be told that it is not there; without one that nobody set up cards are tapped."""
    phone: PhonePictures | None = None
    """The pictures of the phone that is the camera; None: no phone can be."""


def eyes(
    match: AnyMatch,
    source: Source,
    areas: Sequence[Area] | None = None,
    faces: FaceReader | None = None,
    *,
    checks: FaceReader | None = None,
    dropped: Callable[[], int] = int,
    colour: Callable[[], Colouring] = lambda: no_colour,
) -> Eyes:
    """Return the eyes for the table of a match.

    With a live camera they take no longer for a frame than they are given.

    Args:
        match: what is played, by how many.
        source: what is read.
        areas: where the seats lay their cards, in order of play; None: as printed on the mat.
        faces: reads the cards by their faces; None: they have marks.
        checks: reads the faces of cards that have marks, to check their stickers.
        dropped: tells how many pictures their source has dropped so far because nobody asked for them in time.
        colour: gives the way to the colour of the picture that their source gave last.
    """
    twice = has_copies(match.game.deck)
    mat = Mat(card=CARD_SIZES[match.game.card_size] if faces is None else faces.library.size)
    marks = symbologies.load(source.symbology, source.decks, twice=twice)
    budget_ms = source.budget_ms if is_live(source.video) else None
    return Eyes(
        marks,
        mat,
        match.rules.seats,
        source.decks if faces is None else (),
        strictness=source.strictness,
        budget_ms=budget_ms,
        lens=source.lens,
        knock_mm=source.knock_mm,
        areas=areas,
        dropped=dropped,
        colour=colour,
        faces=faces,
        checks=checks,
    )


Frame = tuple[float, Gray]
"""Seconds since the first one, and the picture."""


@dataclass(frozen=True, slots=True)
class CameraTrouble:
    """A camera that gives no picture now, in the place of one."""

    text: str
    """The trouble as a sentence for the table; empty if the camera is not missed."""


RETRY_S: Final = 2.0
"""Seconds between two attempts to open a camera that is absent or broken."""
LOG_AGAIN_S: Final = 600.0
"""Seconds between two equal log lines: a camera that is blind all night must not fill the log."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Journal:
    """The journal's lines of a camera that goes blind and sees again: each sentence now and then, not every time."""

    clock: Callable[[], float] = time.monotonic
    _written: dict[str, float] = field(default_factory=dict[str, float])
    """Time at which a sentence, without its numbers, was last written."""
    _is_blind: bool = False
    """Whether the last line says that it is blind."""
    _is_without: bool = False
    """Whether it was said that there is no camera."""

    def blind(self, trouble: str) -> None:
        """Log that the camera is blind, and why."""
        kind, now = re.sub(r"[0-9.]+ s", "", trouble), self.clock()
        if now - self._written.get(kind, -LOG_AGAIN_S) >= LOG_AGAIN_S:
            _log.warning("camera blind: %s", trouble)
            # The oldest goes: a reason may hold what an unknown machine has said.
            self._written = {**dict(list(self._written.items())[-20:]), kind: now}
            self._is_blind = True

    def without(self, trouble: str) -> None:
        """Log, once, that there is no camera and that nobody set one up."""
        if not self._is_without:
            text = "no camera: %s; the cards can be tapped on the pages, and a camera sees as soon as it is plugged in"
            _log.warning(text, trouble)
            self._is_without = True

    def sees(self) -> None:
        """Note that a picture came, and log it if the camera was blind."""
        if self._is_blind:
            _log.warning("the camera gives pictures")
            self._is_blind = False


class Reopening:
    """The frames of a source; a live one that is missing or breaks is opened until it answers, its trouble between."""

    def __init__(self, source: Source, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Open the source; a live one that is not there yet is waited for by whoever asks for frames.

        Args:
            source: what is read.
            clock: seconds, for the lines of the journal.

        Raises:
            CameraError: a film or a folder cannot be opened.
        """
        self._source = source
        self._stack = ExitStack()
        self._journal = _Journal(clock)
        self._lost = 0
        """Pictures dropped by cameras that have broken."""
        self._camera: Iterable[tuple[float, Gray]] = iter(())
        self._is_missed = source.is_missed
        self._missing: CameraError | None = None
        """The error of the first attempt to open the camera, until the wait for it starts."""
        try:
            self._camera = self._open()
        except CameraError as error:
            if not is_live(source.video):
                raise
            self._missing = error

    @property
    def dropped(self) -> int:
        """The number of pictures so far that came while one was looked at, and were replaced by a newer one."""
        return self._lost + dropped(self._camera)

    @property
    def colour(self) -> Colouring:
        """The way to the colour of the picture given last."""
        return colour(self._camera)

    @property
    def trouble(self) -> str:
        """The fault of the pictures as they come, in words; empty where there is none."""
        camera, phone = self._camera, self._source.phone
        low = phone.low_battery if phone else 0
        return camera_words.pictures(
            broken_one_in=broken_one_in(camera), is_resized=is_resized(camera), low_battery=low
        )

    def let_rest(self, *, at_rest: bool) -> None:
        """Tell the camera whether nothing moves: until something does, fewer pictures are decoded."""
        let_rest(self._camera, at_rest=at_rest)

    def is_of(self, source: Source) -> bool:
        """Whether these are the pictures of a source, asked for as it asks for them."""
        source_now = self._source
        return (source_now.video, source_now.fps, source_now.settings) == (source.video, source.fps, source.settings)

    def close(self) -> None:
        """Release the camera."""
        self._stack.close()

    def __iter__(self) -> Iterator[Frame | CameraTrouble]:
        start, offset = time.monotonic(), 0.0
        while True:
            trouble = self._missing or CameraError("the stream has ended", "silent")
            try:
                for seconds, gray in self._camera:
                    self._journal.sees()
                    self._is_missed = True
                    yield offset + seconds, gray
            except CameraError as error:
                if not is_live(self._source.video):
                    raise
                trouble = error
            if not is_live(self._source.video):
                return
            yield from self._reopened(trouble)
            offset = time.monotonic() - start

    def _reopened(self, trouble: CameraError) -> Iterator[CameraTrouble]:
        """Try until the source can be opened again, telling the trouble before each attempt; hands go on meanwhile."""
        while True:
            if self._is_missed:
                yield CameraTrouble(camera_words.blind(trouble))
                self._journal.blind(str(trouble))
            else:
                yield CameraTrouble("")
                self._journal.without(str(trouble))
            time.sleep(RETRY_S)
            self._stack.close()
            self._lost, self._camera = self.dropped, iter(())
            try:
                self._camera = self._open()
            except CameraError as error:
                self._missing = trouble = error
            else:
                self._missing = None
                return

    def _open(self) -> Iterable[tuple[float, Gray]]:
        source = self._source
        return self._stack.enter_context(
            open_source(source.video, fps=source.fps, settings=source.settings, phone=source.phone)
        )
