"""``schiri referee``: the daemon that watches a table."""

import logging
import signal
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from controller import rulebooks, telling
from controller.commands.read import Source, eyes
from controller.config import Config, ConfigError, DisplayConfig
from controller.current import take_up
from controller.evidence import Evidence, match_id
from controller.evidence_store import Limits
from controller.journal import Journal
from controller.match import cannot_start
from controller.session import News, Session
from controller.terminal import say
from controller.watch import Watch
from firmware_bridge.face import Face
from firmware_bridge.port import Display
from hardware.camera import CameraError, is_live, open_source
from vision.picture import Gray

RETRY_S: Final = 2.0
"""Between two attempts to open a camera that has broken."""

_log = logging.getLogger(__name__)


def run(config: Config, name: str, *, new: bool) -> int:
    """Referee by the settings of a file until the camera ends or the program is stopped; returns the exit status."""
    source = Source(config.camera.source, config.marks.symbology, config.marks.decks, config.camera.fps)
    with ExitStack() as stack, _stoppable():
        _check_rules(config, name)
        journal = stack.enter_context(take_up(config.data.directory, new=new))
        evidence = _evidence(config, journal)
        picture_of = evidence.name if evidence else None
        session = Session(journal, config.table.opening(), config.referee.announce, picture_of)
        if evidence:
            evidence.hear(session.match, (), session.events)
            stack.callback(evidence.close)
        frames = _Frames(source)
        stack.callback(frames.close)
        displays = [_display(one) for one in config.display]
        for display in displays:
            stack.callback(display.close)

        def show(face: Face) -> None:
            for display in displays:
                display.show(face)

        def tell(news: News) -> None:
            for line in telling.at_table(news, config.referee.pack):
                say(line)

        watch = Watch(session, eyes(session.match, source), show, tell, evidence)
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


def _evidence(config: Config, journal: Journal) -> Evidence | None:
    """The pictures of this match, if any are to be kept."""
    kept = config.evidence
    if not kept.keep:
        return None
    limits = Limits(kept.size_mb * 1_000_000, kept.age_days * 86_400.0)
    return Evidence(config.data.directory / "evidence", match_id(journal.events, time.time()), limits)


def _check_rules(config: Config, name: str) -> None:
    """Tell a game, profile or house rule that there is not with the file that asks for it."""
    if fault := cannot_start(config.table.opening()):
        raise ConfigError(f"{name}: [table]: {fault}")
    try:
        rulebooks.load(config.referee.pack)
    except rulebooks.NoPackError as error:
        raise ConfigError(f"{name}: [referee]: {error}") from error


def _display(settings: DisplayConfig) -> Display:
    """A display; one that is not there is told, and shows the newest face as soon as it is."""
    if not Path(settings.port).exists():
        _log.warning("display %s: there is no such port; the game goes on without it", settings.port)
    return Display(settings.port, settings.baud)
