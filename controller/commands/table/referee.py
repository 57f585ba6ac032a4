"""``schiri referee``: the daemon that watches a table."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from controller.appliance.mdns import Beacon
from controller.appliance.mounts import DiskView
from controller.appliance.sd_notify import Heartbeat
from controller.commands.stopping import stoppable
from controller.commands.terminal import say
from controller.console.server import Console
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormRefusedError
from controller.console.setup.settings_file import SettingsFile
from controller.hall.uplink import Uplink
from controller.live import telling, wiring
from controller.live import wiring as live_wiring
from controller.live.board import AlertBoard
from controller.live.camera import Reopening, Source, eyes
from controller.live.evidence import Evidence
from controller.live.loop import TableLoop
from controller.live.moments import wiring as moments_wiring
from controller.live.session import MatchSession, News
from controller.peripherals.displays import Displays
from controller.peripherals.home.link import HomeLink, TakeWord
from controller.peripherals.panel import ControlPanel
from controller.settings.console import ConsoleConfig
from controller.settings.errors import SettingsText
from controller.settings.model import Config
from controller.store.match_journal import MatchJournal
from controller.store.resume import take_up
from controller.store.spool import Spool, outlasting
from vision.base.picture import Gray

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Standing:
    """What outlasts a round: the camera, the pages, the sign of life, and what the owner asks for on the pages."""

    setup: Setup
    stack: ExitStack
    spool: Spool
    disk: DiskView
    heart: Heartbeat = field(default_factory=Heartbeat)
    frames: Reopening | None = None
    console: Console | None = None
    uplink: Uplink | None = None
    home: HomeLink | None = None

    def lines(
        self, config: Config, session: MatchSession, board: AlertBoard, record: str, press: TakeWord
    ) -> Iterator[Uplink | HomeLink]:
        """The lines to the hall and to the home, as far as the table has such, with the match of this round."""
        locale = live_wiring.of_table(config.table)
        if config.hall:
            if self.uplink is None:
                self.uplink = Uplink(config.hall, config.data.directory, record)
                self.stack.callback(self.uplink.close)
            self.uplink.follow(session, board, record, locale)
            yield self.uplink
        if config.home:
            if self.home is None:
                self.home = HomeLink(config.home, locale)
                self.stack.callback(self.home.close)
            self.home.follow(board, press)
            yield self.home

    def camera(self, source: Source) -> Reopening:
        """The camera, opened once."""
        if self.frames is None:
            self.frames = Reopening(source)
            self.stack.callback(self.frames.close)
        return self.frames

    def pages(self, config: Config, session: MatchSession, displays: Displays) -> Console | None:
        """The pages, if they are wanted, with the match of this round."""
        self.setup.config, self.setup.displays = config, displays
        if self.console:
            self.console.move(session, config.referee.pack, owner_rules=config.referee.owner_rules)
        elif config.console.enabled:
            manners = config.referee
            self.console = Console(
                config.console, config.data.directory, session, manners.pack, owner_rules=manners.owner_rules
            )
            self.console.context.setup = self.setup
            self.console.herald = say
            self.stack.callback(self.console.close)
        if self.console:
            self.console.context.lang, self.console.context.suits = config.table.lang, config.table.suits
        return self.console

    def let_in(self, watch: TableLoop, settings: ConsoleConfig) -> None:
        """Let phones take part, and say on the network where the pages are."""
        if self.console is None:
            return
        self.console.context.is_busy = lambda: watch.is_reading
        watch.due = self.console.context.sealed.due
        watch.follow()
        if self.console.port:
            self.console.context.table = watch
            self.console.repaint()
        elif self.console.open(watch) and settings.beacon and not settings.address.startswith("127."):
            self.stack.callback(Beacon(self.console.port, told=self.console.named).close)

    def renewed(self) -> Config:
        """The settings as they are saved now; those that held go on where the file cannot be used."""
        try:
            return replace(self.setup.file.read().config, data=self.setup.config.data)
        except FormRefusedError as error:
            _log.warning("%s; the table goes on as it was set", error)
            return self.setup.config


def run(config: Config, name: str, *, new: bool) -> int:
    """Referee by the settings of a file until the camera ends or the program is stopped; returns the exit status."""
    setup = Setup(SettingsFile(Path(name)), config)
    # Every event is on the disk already: there is nothing to save.
    with ExitStack() as stack, stoppable(setup.again.leave):
        data = config.data.directory
        standing = _Standing(setup, stack, Spool(outlasting(), data), DiskView(data))
        stack.callback(standing.heart.stopping)
        wiring.check_rules(config, SettingsText.of(Path(name)))
        while True:
            _round(config, standing, new=new)
            if setup.again.leaves or not setup.again.asked:
                break
            config, new = standing.renewed(), setup.again.take()
    _log.info("stopped")
    return 0


def _round(config: Config, standing: _Standing, *, new: bool) -> None:
    """Referee until the camera ends or the owner asks to begin anew."""
    setup, heart = standing.setup, standing.heart
    with ExitStack() as stack:
        journal = stack.enter_context(take_up(config.data.directory, new=new, spool=standing.spool))
        source = wiring.source(config, journal.events)
        session, evidence = _session(config, journal, stack)
        moments = moments_wiring.recorder(config, journal.name) if config.moments.keep else None
        if moments:
            stack.callback(moments.close)
        frames = standing.camera(source)
        hands = ControlPanel(config, session)
        stack.callback(hands.close)
        displays = Displays(config.display, hands.key, live_wiring.of_table(config.table))
        stack.callback(displays.close)
        console = standing.pages(config, session, displays)
        if console:
            stack.callback(console.rest)

        def tell(news: News) -> None:
            for sentence in telling.at_table(news, config.referee.pack, session.unsaved):
                say(sentence)
            hands.tell(news)
            if console:
                console.tell(news)
            for line in lines:
                line.tell(news)

        def free() -> bool:
            return not session.match.running

        board = AlertBoard(session, displays.show)
        hands.watch(board)
        if console:
            console.follow(board)
        lines = [*standing.lines(config, session, board, journal.name, hands.press)]
        watching = eyes(session.match, source, wiring.seating(config).areas)
        watching.dropped = lambda: frames.dropped
        watch = TableLoop(session, watching, board, tell, evidence, moments=moments)
        setup.frame_tap.eyes, setup.faults = watching, hands.faults
        standing.let_in(watch, config.console)
        alive = partial(_alive, standing, journal, watch)
        watch.asked, frames.blind = hands.asked, setup.again.even_blind(_blind(watch, alive), free)
        hands.listen(watch.say)
        heart.ready()
        watch.run(setup.again.over(setup.frame_tap.over(_beating(frames, alive)), free))


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


def _alive(standing: _Standing, journal: MatchJournal, watch: TableLoop) -> None:
    """Give a sign of life; end where only a start anew can write the disk again, and loses nothing."""
    if standing.heart.alive() and standing.disk.is_stale and journal.outlasts and not watch.is_reading:
        _log.warning("the disk can be written again, and this service only after a start anew: it ends for that")
        standing.setup.again.leave()


def _beating(frames: Iterable[tuple[float, Gray]], alive: Callable[[], None]) -> Iterator[tuple[float, Gray]]:
    """The frames, with a sign of life after each that was looked at."""
    for frame in frames:
        yield frame
        alive()


def _blind(watch: TableLoop, alive: Callable[[], None]) -> Callable[[str], None]:
    """What hears that the camera is blind: the table is told, and waiting for a camera is a sign of life too."""

    def blind(text: str) -> None:
        watch.trouble(text)
        alive()

    return blind
