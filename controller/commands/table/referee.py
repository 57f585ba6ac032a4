"""``schiri referee``: the daemon that watches a table."""

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from controller.appliance.mounts import DiskView
from controller.checkup.settings import check_data
from controller.commands import terminal
from controller.commands.stopping import stoppable
from controller.commands.table.resources import RefereeResources
from controller.console.setup.context import Setup
from controller.console.setup.settings_file import SettingsFile
from controller.live import enrolling, event_text, wiring
from controller.live.camera import CameraTrouble, Frame, Reopening, eyes
from controller.live.loop import CameraLoop
from controller.live.moments import wiring as moments_wiring
from controller.live.session import MatchSession, Update
from controller.live.table import LiveTable, Subscriber
from controller.peripherals.displays import Displays
from controller.peripherals.panel import ControlPanel
from controller.settings.errors import SettingsText
from controller.settings.model import Config
from controller.store.match_journal import MatchJournal
from controller.store.resume import take_up
from controller.store.spool import Spool, runtime_folder

_log = logging.getLogger(__name__)


def run(config: Config, name: str, *, new: bool) -> int:
    """Referee by the settings of a file until the camera ends or the program is stopped; returns the exit status."""
    setup = Setup(SettingsFile(Path(name)), config)
    # Every event is on the disk already: there is nothing to save.
    with ExitStack() as stack, stoppable(setup.again.end_program):
        data = config.data.directory
        resources = RefereeResources(setup, stack, Spool(runtime_folder(), data), DiskView(data))
        stack.callback(resources.heart.stopping)
        written = SettingsText.of(Path(name))
        wiring.check_rules(config, written)
        check_data(config, written)
        while True:
            _round(config, resources, new=new)
            if setup.again.ends_program or not setup.again.is_requested:
                break
            config, new = resources.renewed(), setup.again.begin_round()
    _log.info("stopped")
    return 0


def _round(config: Config, resources: RefereeResources, *, new: bool) -> None:
    """Referee until the camera ends or the owner asks to begin anew."""
    setup = resources.setup
    with ExitStack() as stack:
        journal = stack.enter_context(take_up(config.data.directory, new=new, spool=resources.spool))
        source, evidence = wiring.source(config, journal.events), wiring.evidence(config, journal)
        session = wiring.session(config, journal, evidence)
        moments = moments_wiring.recorder(config, journal.name) if config.moments.keep else None
        recorders = [one for one in (evidence, moments) if one]
        for one in recorders:
            stack.callback(one.close)
        frames = resources.camera(source)
        console = resources.pages(config, session, journal.name)
        table = LiveTable(session, invite=console.invitation, due=console.sealed.due) if console else LiveTable(session)
        panel = ControlPanel(config, table)
        stack.callback(panel.close)
        displays = Displays(config.display, panel.key, wiring.of_table(config.table))
        stack.callback(displays.close)
        table.subscribe(displays, TerminalWords(config.referee.pack, session), panel)
        if console:
            console.follow(table)
        table.subscribe(*resources.lines(config, table, journal.name, panel.press), *recorders)
        areas = wiring.seating(config).areas
        watching = eyes(
            session.match,
            source,
            areas,
            wiring.faces(config),
            checks=wiring.checks(config),
            dropped=lambda: frames.dropped,
            colour=lambda: frames.colour,
        )
        setup.begin(config, displays, panel.faults, watching)
        table.enter_due()
        if console:
            stack.callback(console.stop_actions)
            resources.admit(console, config.console)
        panel.start()
        resources.heart.ready()
        looked_at = setup.frame_tap.over(_beating(frames, table, partial(_alive, resources, journal, table)))
        of_game = setup.enrolment.over(
            looked_at,
            lambda game, size: enrolling.eyes(source, game, size, lambda: frames.dropped, lambda: frames.colour),
            is_free=lambda: not session.match.running,
            renew=lambda: setup.again.request(new=False),
        )
        loop = CameraLoop(
            table,
            watching,
            evidence,
            moments,
            pictures=lambda: frames.trouble,
            rehearsal=setup.rehearsal,
            doubts=watching.take_doubts,
        )
        loop.run(setup.again.over(of_game, lambda: not session.match.running))


class TerminalWords(Subscriber):
    """Printer of what everybody at the table may hear, in the terminal or the journal."""

    def __init__(self, pack: str, session: MatchSession) -> None:
        self._pack, self._session = pack, session

    def on_event(self, update: Update) -> None:
        """Print an event's sentences."""
        for sentence in event_text.public_lines(
            update, self._pack, self._session.unsaved, terminal.wording(sys.stdout)
        ):
            terminal.say(sentence)


def _alive(resources: RefereeResources, journal: MatchJournal, table: LiveTable) -> None:
    """Give a sign of life; end where only a start anew can write the disk again, and loses nothing."""
    if resources.heart.alive() and resources.disk.is_stale and journal.outlasts and not table.is_reading:
        _log.warning("the disk can be written again, and this service only after a start anew: it ends for that")
        resources.setup.again.end_program()


def _beating(frames: Reopening, table: LiveTable, alive: Callable[[], None]) -> Iterator[Frame | CameraTrouble]:
    """Yield the frames, with a sign of life after each that was looked at; waiting for a blind camera is one too.

    While nothing moves the camera is let rest.
    """
    for frame in frames:
        yield frame
        frames.let_rest(at_rest=not table.is_reading)
        alive()
