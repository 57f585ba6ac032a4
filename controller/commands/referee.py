"""``schiri referee``: the daemon that watches a table."""

import logging
import signal
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Final

from controller.commands.read import Source, eyes, tell
from controller.config import Config, ConfigError, DisplayConfig
from controller.events import End
from controller.journal import Journal, JournalError
from controller.match import cannot_start
from controller.record import RecordError
from controller.session import Session
from controller.watch import Watch
from firmware_bridge.face import Face
from firmware_bridge.port import Display
from hardware.camera import CameraError, is_live, open_source
from vision.picture import Gray

RETRY_S: Final = 2.0
"""Between two attempts to open a camera that has broken."""
CURRENT: Final = "current.jsonl"
"""The record of the match in progress, in the data directory."""

_log = logging.getLogger(__name__)


def run(config: Config, name: str, *, new: bool) -> int:
    """Referee by the settings of a file until the camera ends or the program is stopped; returns the exit status."""
    source = Source(config.camera.source, config.marks.symbology, config.marks.decks, config.camera.fps)
    with ExitStack() as stack, _stoppable():
        _check_rules(config, name)
        journal = stack.enter_context(_journal(config.data.directory, new=new))
        session = Session(journal, config.table.opening())
        frames = _Frames(source)
        stack.callback(frames.close)
        displays = [_display(one) for one in config.display]
        for display in displays:
            stack.callback(display.close)

        def show(face: Face) -> None:
            for display in displays:
                display.show(face)

        watch = Watch(session, eyes(session.match, source), show, tell)
        frames.blind = watch.trouble
        watch.run(frames)
    return 0


class _Frames:
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
        return self._stack.enter_context(open_source(self._source.video, fps=self._source.fps))


@contextmanager
def _stoppable() -> Generator[None]:
    """End cleanly on Ctrl-C and SIGTERM: every event is on the disk already, so there is nothing to save."""

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:
        _log.info("stopped")
    finally:
        signal.signal(signal.SIGTERM, before)


def _journal(directory: Path, *, new: bool) -> Journal:
    """The record in progress; a torn last line is reported; ``new`` ends the old match and puts it aside."""
    journal = _open(directory / CURRENT, new=new)
    if journal.torn is not None:
        _log.warning("a line of %s was torn off by a power cut and is cut off: %s", journal.path, journal.torn)
    finished = bool(journal.events) and isinstance(journal.events[-1], End)
    if journal.events and (new or finished):
        if not finished:
            journal.append(End())
        aside = directory / f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.jsonl"
        journal.path.rename(aside)
        journal.close()
        _log.warning("the last match is kept in %s", aside)
        journal = Journal(directory / CURRENT)
    return journal


def _open(path: Path, *, new: bool) -> Journal:
    """Open the record in progress; one that is damaged stays as it is, ``new`` puts it aside."""
    try:
        return Journal(path)
    except RecordError as error:
        if not new:
            raise JournalError(f"{path}: {error}; mend that line, or put the record aside with --new") from error
    aside = path.with_name(f"damaged-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.jsonl")
    path.rename(aside)
    _log.warning("the damaged record is kept in %s", aside)
    return Journal(path)


def _check_rules(config: Config, name: str) -> None:
    """Tell a game, profile or house rule that there is not with the file that asks for it."""
    if fault := cannot_start(config.table.opening()):
        raise ConfigError(f"{name}: [table]: {fault}")


def _display(settings: DisplayConfig) -> Display:
    """A display; one that is not there is told, and shows the newest face as soon as it is."""
    if not Path(settings.port).exists():
        _log.warning("display %s: there is no such port; the game goes on without it", settings.port)
    return Display(settings.port, settings.baud)
