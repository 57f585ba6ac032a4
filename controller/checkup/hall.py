"""The hall: is its broker reached, and does it know this table."""

import secrets
import time
from collections.abc import Iterator
from typing import Final

from controller.checkup import Finding
from controller.hall.uplink import broker_address
from controller.record.message import Message
from controller.settings.model import Config
from controller.web.broker_line import BrokerLine

ANSWER_S: Final = 6.0
"""Seconds for the broker to answer."""


def check(config: Config) -> Iterator[Finding]:
    """Connect once, beside a referee that may be connected too; a table without a hall has nothing to be looked at."""
    if config.hall is None:
        return
    line = BrokerLine(broker_address(config.hall), f"schiri-doctor-{secrets.token_hex(4)}", ())
    until = time.monotonic() + ANSWER_S
    while time.monotonic() < until and not line.is_up and not line.is_refused:
        time.sleep(0.05)
    is_up, trouble = line.is_up, line.trouble
    line.close()
    if is_up:
        told = Message("{name} at {file} is reached", name=config.hall.hall, file=config.hall.broker)
        yield Finding(Message("hall"), "ok", told)
        return
    remedy = Message(
        "{reason}; the table plays without it: open the hall, or put in what `schiri hall enrol` prints",
        reason=trouble,
    )
    yield Finding(Message("hall"), "better", remedy)
