"""``schiri referee``: the daemon that watches a table."""

import logging
import signal
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from types import FrameType

from controller import telling, wiring
from controller.commands.read import eyes
from controller.config import Config
from controller.current import take_up
from controller.displays import Displays
from controller.reopening import Reopening
from controller.session import News, Session
from controller.terminal import say
from controller.watch import Watch

_log = logging.getLogger(__name__)


def run(config: Config, name: str, *, new: bool) -> int:
    """Referee by the settings of a file until the camera ends or the program is stopped; returns the exit status."""
    source = wiring.source(config)
    with ExitStack() as stack, _stoppable():
        wiring.check_rules(config, name)
        journal = stack.enter_context(take_up(config.data.directory, new=new))
        evidence = wiring.evidence(config, journal)
        picture_of = evidence.name if evidence else None
        session = Session(journal, config.table.opening(), wiring.manners(config), picture_of, wiring.table(config))
        if evidence:
            evidence.hear(session.match, (), session.events)
            stack.callback(evidence.close)
        frames = Reopening(source)
        stack.callback(frames.close)
        displays = Displays(config.display)
        stack.callback(displays.close)

        def tell(news: News) -> None:
            for line in telling.at_table(news, config.referee.pack):
                say(line)

        watch = Watch(session, eyes(session.match, source), displays.show, tell, evidence)
        frames.blind = watch.trouble
        watch.run(frames)
    return 0


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
