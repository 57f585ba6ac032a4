"""A source of pictures that is opened again when it breaks, with an alert meanwhile; the record goes on by hand."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

from controller.rules.match import AnyMatch
from hardware.camera.source import CameraError, CameraSettings, is_live, open_source
from vision.base.belief import Strictness
from vision.base.picture import Gray
from vision.eyes.pipeline import Eyes
from vision.health.monitor import Limits
from vision.marks import symbologies
from vision.mat.geometry import CARD_SIZES, Mat
from vision.mat.lens import Lens


@dataclass(frozen=True, slots=True)
class Source:
    """What is read, and how its cards are marked."""

    video: str
    symbology: str = "aruco"
    decks: tuple[int, ...] = (0,)
    fps: float | None = None
    settings: CameraSettings = field(default_factory=CameraSettings)
    """What is asked of a camera."""
    lens: Lens | None = None
    """What bends its pictures, if that was measured."""
    limits: Limits = field(default_factory=Limits)
    """What counts as a knocked camera, too little light or a lost focus."""
    strictness: Strictness = field(default_factory=Strictness)
    """When to believe a card."""
    budget_ms: float = 8.0
    """For reading in one frame of a live camera; a film is given all the time it takes."""


def eyes(match: AnyMatch, source: Source) -> Eyes:
    """The eyes for the table of a match; with a live camera they take no longer for a frame than they are given."""
    mat, marks = Mat(card=CARD_SIZES[match.game.card_size]), symbologies.load(source.symbology, source.decks)
    budget_ms = source.budget_ms if is_live(source.video) else None
    return Eyes(
        marks,
        mat,
        match.rules.seats,
        source.decks,
        strictness=source.strictness,
        budget_ms=budget_ms,
        lens=source.lens,
        limits=source.limits,
    )


RETRY_S: Final = 2.0
"""Between two attempts to open a camera that has broken."""

_log = logging.getLogger(__name__)


class Reopening:
    """The frames of a source; a live one that breaks is opened again until it answers, with an alert meanwhile."""

    blind: Callable[[str], None]
    """Told what is wrong with the camera."""

    def __init__(self, source: Source) -> None:
        """Open the source; raises CameraError if it cannot be opened now."""
        self._source = source
        self._stack = ExitStack()
        self._camera = self._open()

    def close(self) -> None:
        """Let go of the camera."""
        self._stack.close()

    def __iter__(self) -> Iterator[tuple[float, Gray]]:
        start, offset = time.monotonic(), 0.0
        while True:
            trouble = "the stream has ended"
            try:
                for seconds, gray in self._camera:
                    yield offset + seconds, gray
            except CameraError as error:
                if not is_live(self._source.video):
                    raise
                trouble = str(error)
            if not is_live(self._source.video):
                return
            self._reopen(trouble)
            offset = time.monotonic() - start

    def _reopen(self, trouble: str) -> None:
        """Try until the source can be opened again; the record can go on by hand meanwhile."""
        while True:
            self.blind(f"camera blind: {trouble}")
            _log.warning("camera blind: %s", trouble)
            time.sleep(RETRY_S)
            self._stack.close()
            try:
                self._camera = self._open()
            except CameraError as error:
                trouble = str(error)
            else:
                return

    def _open(self) -> Iterable[tuple[float, Gray]]:
        return self._stack.enter_context(
            open_source(self._source.video, fps=self._source.fps, settings=self._source.settings)
        )
