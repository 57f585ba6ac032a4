"""The document of the table, followed to the letter on a machine that was just switched on: a deal is refereed."""

from collections.abc import Callable

import pytest

from tests.boot.conftest import Tables
from tests.boot.evening import ADDRESS, LATER, PRINT
from tests.boot.image import PYTHONS
from tests.boot.machine import Table
from tests.boot.typing_hand import PHONE, answers, plays, typed
from tests.support.loops import some

pytestmark = [pytest.mark.slow, pytest.mark.boot, pytest.mark.timeout(5400)]

KEPT = "python3 /host/guest/kept.py /var/lib/schiri/records.sqlite3"
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
    said = machine.start("exec journalctl -u schiri -f -n 0 -o cat")
    for number, frame in some(enumerate(tables.film.rests, 1)):
        machine.root(f"{PHONE} film {frame} && timeout {WITHIN_S} {KEPT} {number}")  # the film waits for the eyes
    machine.run(f"{PHONE} film {tables.film.last}")
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
