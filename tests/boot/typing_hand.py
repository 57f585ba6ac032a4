"""A step of the evening typed at a machine, and its answer held against what the document promises."""

import re
import signal
from typing import Final

from controller.record import text as record
from controller.record.events import Played
from tests.boot.evening import Step
from tests.boot.machine import Table
from tests.support.guest import Gone

SCHIRI: Final = "/opt/schiri/current/bin/schiri"
PHONE: Final = "python3 /host/guest/phone.py"
DEALER: Final = "python3 /host/guest/dealer.py /var/lib/schiri/records.sqlite3"
TRIES: Final = 10
"""People begin another match where the eyes of a busy machine see nothing for half a second.

Not another deal: the first trick of the film is the last one of the deal that was thrown in, and would be looked at.
"""
WITHIN_S: Final = 1800.0
"""Seconds for a deal to be read: a busy machine, whose eyes are those of a single processor."""
_EXPORTED: Final = "/dev/shm/exported"  # noqa: S108 - of a machine that is the test's own
_PLACE: Final = "the person is now in "


def typed(table: Table, step: Step) -> str:
    """Type a step; what was answered.

    Raises:
        Gone: it ended with another status, or did not say what it should.
    """
    command = step.typed or step.command
    if command.startswith("cd "):
        table.where = "~"  # whoever begins so has just sat down
    if step.stopped_after:
        running = table.start(f"exec {command}")
        running.until(step.stopped_after)
        running.signal(signal.SIGINT)
        running.ended()
    else:
        running = table.start(f"{command}; status=$?; echo {_PLACE}$PWD; exit $status")
        running.tell("y")  # to whatever asks whether to go on
        if (status := running.ended(1800)) not in step.status:
            raise Gone(f"{command!r} ended with {status}:\n" + "\n".join(running.said))
        table.where = running.said.pop().removeprefix(_PLACE)
    said = "\n".join(running.said)
    for wanted in step.says:
        if not re.search(wanted, said):
            raise Gone(f"{command!r} did not say {wanted!r}:\n{said}")
    return said


def answers(table: Table) -> None:
    """Wait until the table's page does."""
    table.run(f"until {PHONE} see / | grep -q Berta; do sleep 0.5; done >/dev/null 2>&1")


def plays(table: Table) -> list[tuple[int, str]]:
    """Seat and card of each play in the archive of the installed table, the newest match last."""
    export = f"sudo -u schiri {SCHIRI} record export --all --to {_EXPORTED} --data-dir /var/lib/schiri"
    said = table.root(f"rm -rf {_EXPORTED} && {export} >/dev/null && cat {_EXPORTED}/*.jsonl")
    events = [record.parse(line) for line in said.splitlines() if line.startswith("{")]
    return [(event.seat, str(event.card)) for event in events if isinstance(event, Played)]


def dealt(machine: Table, stills: list[str]) -> None:
    """Deal the film's cards until the eyes have seen a whole deal; raises Gone if they never do."""
    for _ in range(TRIES):
        if machine.start(f"exec {DEALER} {' '.join(stills)}", user="root").ended(WITHIN_S) == 0:
            return
        machine.run(f"printf 'do=misdeal\\ndo=end\\ndo=next-match\\n' >/tmp/anew && {PHONE} do /tmp/anew 0")
    raise Gone(f"this machine is too busy: in each of {TRIES} deals its eyes saw nothing for over half a second")
