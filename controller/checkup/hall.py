"""The hall and the home: is the broker of each reached, and does it know this table."""

from collections.abc import Iterator

from controller.checkup import Finding
from controller.hall import uplink
from controller.peripherals.home import link
from controller.record.message import Message
from controller.settings.model import Config
from controller.web import broker_line


def check(config: Config) -> Iterator[Finding]:
    """Connect once to each broker, beside a referee that may be connected too; a table without any has no findings."""
    if config.hall is not None:
        trouble = broker_line.check_broker(uplink.broker_address(config.hall), uplink.topics(config.hall).event)
        remedy = Message(
            "{reason}; the table plays without it: open the hall, or put in what `schiri hall enrol` prints",
            reason=trouble,
        )
        reached = Message("{name} at {file} is reached", name=config.hall.hall, file=config.hall.broker)
        yield _finding(Message("hall"), reached, remedy if trouble else None)
    if config.home is not None:
        trouble = broker_line.check_broker(link.broker_address(config.home))
        remedy = Message(
            "{reason}; the table plays without it: start the broker, or put its address and password into [home]",
            reason=trouble,
        )
        reached = Message("{name} at {file} is reached", name=config.home.name, file=config.home.broker)
        yield _finding(Message("home"), reached, remedy if trouble else None)


def _finding(part: Message, reached: Message, remedy: Message | None) -> Finding:
    return Finding(part, "better", remedy) if remedy else Finding(part, "ok", reached)
