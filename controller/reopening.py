"""A source of pictures that is opened again when it breaks, with an alert meanwhile; the record goes on by hand."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import Final

from controller.commands.read import Source
from hardware.camera import CameraError, is_live, open_source
from vision.picture import Gray

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
