"""``schiri referee``: the daemon that watches a table."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from controller.appliance.mounts import DiskView
from controller.commands.stopping import stoppable
from controller.commands.table.resources import RefereeResources
from controller.commands.terminal import say
from controller.console.setup.context import Setup
from controller.console.setup.settings_file import SettingsFile
from controller.live import telling, wiring
from controller.live.board import AlertBoard
from controller.live.camera import eyes
from controller.live.evidence import Evidence
from controller.live.loop import TableLoop
from controller.live.moments import wiring as moments_wiring
from controller.live.session import MatchSession, News
from controller.peripherals.displays import Displays
from controller.peripherals.panel import ControlPanel
from controller.settings.errors import SettingsText
from controller.settings.model import Config
from controller.store.match_journal import MatchJournal
from controller.store.resume import take_up
from controller.store.spool import Spool, outlasting
from vision.base.picture import Gray

_log = logging.getLogger(__name__)


def run(config: Config, name: str, *, new: bool) -> int:
    """Referee by the settings of a file until the camera ends or the program is stopped; returns the exit status."""
    setup = Setup(SettingsFile(Path(name)), config)
    # Every event is on the disk already: there is nothing to save.
    with ExitStack() as stack, stoppable(setup.again.leave):
        data = config.data.directory
        resources = RefereeResources(setup, stack, Spool(outlasting(), data), DiskView(data))
        stack.callback(resources.heart.stopping)
        wiring.check_rules(config, SettingsText.of(Path(name)))
        while True:
            _round(config, resources, new=new)
            if setup.again.leaves or not setup.again.asked:
                break
            config, new = resources.renewed(), setup.again.take()
    _log.info("stopped")
    return 0


def _round(config: Config, resources: RefereeResources, *, new: bool) -> None:
    """Referee until the camera ends or the owner asks to begin anew."""
    setup, heart = resources.setup, resources.heart
    with ExitStack() as stack:
        journal = stack.enter_context(take_up(config.data.directory, new=new, spool=resources.spool))
        source = wiring.source(config, journal.events)
        session, evidence = _session(config, journal, stack)
        moments = moments_wiring.recorder(config, journal.name) if config.moments.keep else None
        if moments:
            stack.callback(moments.close)
        frames = resources.camera(source)
        hands = ControlPanel(config, session)
        stack.callback(hands.close)
        displays = Displays(config.display, hands.key, wiring.of_table(config.table))
        stack.callback(displays.close)
        console = resources.pages(config, session, displays)
        board = AlertBoard(session, displays.show)
        hands.watch(board)
        told: list[Callable[[News], object]] = [partial(_say, config.referee.pack, session), hands.tell]
        if console:
            stack.callback(console.rest)
            console.follow(board)
            told.append(console.tell)
        told += (line.tell for line in resources.lines(config, session, board, journal.name, hands.press))
        watching = eyes(session.match, source, wiring.seating(config).areas)
        watching.dropped = lambda: frames.dropped
        watch = TableLoop(session, watching, board, partial(_tell, told), evidence, moments=moments)
        setup.frame_tap.eyes, setup.faults = watching, hands.faults
        resources.let_in(watch, config.console)
        alive, free = partial(_alive, resources, journal, watch), partial(_is_free, session)
        watch.asked, frames.blind = hands.asked, setup.again.even_blind(_blind(watch, alive), free)
        hands.listen(watch.say)
        heart.ready()
        watch.run(setup.again.over(setup.frame_tap.over(_beating(frames, alive)), free))


def _is_free(session: MatchSession) -> bool:
    """Whether no match is being played."""
    return not session.match.running


def _tell(told: Iterable[Callable[[News], object]], news: News) -> None:
    """Tell all who are told of what happens at the table."""
    for tell in told:
        tell(news)


def _say(pack: str, session: MatchSession, news: News) -> None:
    """Say in the terminal, or the journal, what everybody at the table may hear."""
    for sentence in telling.at_table(news, pack, session.unsaved):
        say(sentence)


def _session(config: Config, journal: MatchJournal, stack: ExitStack) -> tuple[MatchSession, Evidence | None]:
    """The match of this round, and what takes the pictures of its plays, if any are kept."""
    evidence = wiring.evidence(config, journal)
    picture_of = evidence.name if evidence else None
    opening, announced = config.table.opening(), wiring.announce_options(config)
    session = MatchSession(journal, opening, announced, picture_of, wiring.table(config))
    if evidence:
        evidence.hear(session.match, (), session.events)
        stack.callback(evidence.close)
    return session, evidence


def _alive(resources: RefereeResources, journal: MatchJournal, watch: TableLoop) -> None:
    """Give a sign of life; end where only a start anew can write the disk again, and loses nothing."""
    if resources.heart.alive() and resources.disk.is_stale and journal.outlasts and not watch.is_reading:
        _log.warning("the disk can be written again, and this service only after a start anew: it ends for that")
        resources.setup.again.leave()


def _beating(frames: Iterable[tuple[float, Gray]], alive: Callable[[], None]) -> Iterator[tuple[float, Gray]]:
    """The frames, with a sign of life after each that was looked at."""
    for frame in frames:
        yield frame
        alive()


def _blind(watch: TableLoop, alive: Callable[[], None]) -> Callable[[str], None]:
    """Make the listener for a blind camera: it tells the table and gives a sign of life, as waiting is one too."""

    def blind(text: str) -> None:
        watch.trouble(text)
        alive()

    return blind
