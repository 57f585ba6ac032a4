"""The document of the table, followed to the letter on a machine that was just switched on: a deal is refereed."""

from collections.abc import Callable
from itertools import dropwhile

import pytest

from controller.record.events import Gap, Played
from tests.boot.conftest import Tables
from tests.boot.evening import ADDRESS, LATER, PRINT
from tests.boot.image import PYTHONS
from tests.boot.machine import Table
from tests.boot.typing_hand import PHONE, answers, archived, plays, typed
from tests.support.loops import some

pytestmark = [pytest.mark.slow, pytest.mark.boot, pytest.mark.timeout(5400)]

DEALER = "python3 /host/guest/dealer.py /var/lib/schiri/records.sqlite3"
PLUG_PULLED_AFTER = "sudo ./run release install"
"""Nobody shuts the machine down first: what was installed is on the disk when the command has ended."""
WITHIN_S = 600.0
"""For a card to be read: a busy machine, whose eyes are those of a single processor."""


@pytest.mark.parametrize("release", PYTHONS)
def test_who_types_the_document_has_a_refereed_deal_after_the_machine_was_switched_on_again(
    tables: Tables, table: Callable[[str], Table], release: str
) -> None:
    machine = table(release).on()
    answers(machine)
    machine.root("systemctl is-system-running --wait", status=None)  # nobody deals before the machine is up
    said = machine.start("exec journalctl -u schiri -f -n 0 -o cat")
    dealer = machine.start(f"exec {DEALER} {' '.join(tables.film.stills)}", user="root")
    for number, _ in some(enumerate(tables.film.plays, 1)):
        dealer.until(f"card {number}", WITHIN_S)  # the film waits for the eyes
    assert dealer.ended() == 0
    dealt = list(dropwhile(lambda event: not isinstance(event, Played), archived(machine)))
    blind = [event for event in dealt if isinstance(event, Gap)]
    assert not blind, f"this machine is too busy: its eyes saw nothing for over half a second at a time, {blind}"
    said.until("Anna 64 points", WITHIN_S)
    assert plays(machine) == tables.film.plays
    assert "Berta revoked in trick 6" in machine.run(f"{PHONE} see /verdicts")
    machine.run(f"{PHONE} pair")
    machine.run("echo do=end >/tmp/end && " + f"{PHONE} do /tmp/end 0")
    machine.run(
        f"git clone -q {ADDRESS} /tmp/new && cd /tmp/new && echo >>CHANGELOG.md"
        " && git -c user.name=x -c user.email=x@localhost commit -qam 'Another release' && git push -q"
    )
    machine.where = "~/schiri"
    for step in (*PRINT, *LATER):
        typed(machine, step)
        if step.command == PLUG_PULLED_AFTER:
            machine.cut()
            answers(machine.on())
            machine.where = "~/schiri"
    assert "could not be found" in machine.run("systemctl status schiri 2>&1", status=4)
    machine.root("test -s /var/lib/schiri/records.sqlite3 && test -s /etc/schiri/schiri.toml && test ! -e /opt/schiri")
