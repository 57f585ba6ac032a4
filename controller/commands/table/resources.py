"""Resources that the referee opens once and keeps while matches begin and end."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

from controller.appliance.mdns import Beacon
from controller.appliance.mounts import DiskView
from controller.appliance.sd_notify import Heartbeat
from controller.commands.terminal import say
from controller.console.http.context import refuse_arbiters
from controller.console.server import Console, PageOptions
from controller.console.setup.context import Setup
from controller.console.setup.form_errors import FormRefusedError
from controller.hall.uplink import Uplink
from controller.live.camera import Reopening, Source
from controller.live.session import MatchSession
from controller.live.table import LiveTable
from controller.live.wiring import of_table
from controller.peripherals.home.link import HomeLink, WordHandler
from controller.settings.model import Config, ConsoleConfig
from controller.store.spool import Spool

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class RefereeResources:
    """Resources of the referee that outlast a match: camera, pages, lines to hall and home, sign of life."""

    setup: Setup
    stack: ExitStack
    spool: Spool
    disk: DiskView
    heart: Heartbeat = field(default_factory=Heartbeat)
    frames: Reopening | None = None
    console: Console | None = None
    uplink: Uplink | None = None
    home: HomeLink | None = None

    def hall(self, config: Config, record: str) -> Uplink | None:
        """Return the line to the hall, if the table has one; opened once."""
        if config.hall and self.uplink is None:
            self.uplink = Uplink(config.hall, config.data.directory, record)
            self.stack.callback(self.uplink.close)
        return self.uplink if config.hall else None

    def lines(self, config: Config, table: LiveTable, record: str, press: WordHandler) -> Iterator[Uplink | HomeLink]:
        """Yield the lines to the hall and to the home, as far as the table has such, with the match of this round."""
        locale = of_table(config.table)
        if uplink := self.hall(config, record):
            uplink.set_session(table.session, record, locale)
            uplink.serve(table)
            yield uplink
        if config.home:
            if self.home is None:
                self.home = HomeLink(config.home, locale)
                self.stack.callback(self.home.close)
            self.home.connect_buttons(press)
            yield self.home

    def camera(self, source: Source) -> Reopening:
        """Return the camera, opened once, and anew when the settings name another one."""
        source = replace(source, phone=self.setup.phone)
        if self.frames is None or not self.frames.is_of(source):
            if self.frames is not None:
                self.frames.close()
            self.frames = Reopening(source)
            self.stack.callback(self.frames.close)
        return self.frames

    def pages(self, config: Config, session: MatchSession, record: str) -> Console | None:
        """Return the pages, if they are wanted, with the match of this round."""
        referee, table, uplink = config.referee, config.table, self.hall(config, record)
        admitted = uplink.redeem_admission if uplink else refuse_arbiters
        options = PageOptions(referee.pack, referee.owner_rules, table.lang, table.suits, admitted)
        if self.console:
            self.console.set_session(session, options)
        elif config.console.enabled:
            directory = config.data.directory
            self.console = Console(config.console, directory, session, options, setup=self.setup, herald=say)
            self.stack.callback(self.console.close)
        return self.console

    def admit(self, console: Console, settings: ConsoleConfig) -> None:
        """Open the console to phones, and say on the network where the pages are."""
        if console.port:
            console.admit()
        elif console.open() and settings.beacon and not settings.address.startswith("127."):
            self.stack.callback(Beacon(console.port, told=console.set_host_name).close)

    def renewed(self) -> Config:
        """Return the settings as they are saved now; those that held go on where the file cannot be used."""
        try:
            return replace(self.setup.file.read().config, data=self.setup.config.data)
        except FormRefusedError as error:
            _log.warning("%s; the table goes on as it was set", error)
            return self.setup.config
