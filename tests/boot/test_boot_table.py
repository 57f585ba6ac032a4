"""The document of the table, followed to the letter on a machine that was just switched on: a deal is refereed."""

from collections.abc import Callable

import pytest

from tests.boot.conftest import Tables
from tests.boot.evening import ADDRESS, LATER, PRINT
from tests.boot.image import PYTHONS
from tests.boot.machine import Table
from tests.boot.typing_hand import PHONE, plays, typed
from tests.support.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.boot, pytest.mark.timeout(5400)]

FEW_PICTURES = "pictures a second"
"""Where a machine looks too seldom only the score is kept, and that is told."""


@pytest.mark.parametrize("release", PYTHONS)
def test_who_types_the_document_has_a_refereed_deal_after_the_machine_was_switched_on_again(
    tables: Tables, table: Callable[[str], Table], release: str
) -> None:
    machine = table(release).on()
    until(lambda: "Berta" in machine.run(f"{PHONE} see /", status=None))
    machine.run(f"{PHONE} film {tables.film.last}")
    until(lambda: len(plays(machine)) >= len(tables.film.plays))
    assert plays(machine) == tables.film.plays
    until(lambda: "Anna 64 points" in machine.run("journalctl -u schiri --no-pager"))
    verdicts, told = machine.run(f"{PHONE} see /verdicts"), machine.run("journalctl -u schiri --no-pager")
    assert "Berta revoked in trick 6" in verdicts or FEW_PICTURES in told
    machine.run(f"{PHONE} pair")
    machine.run("echo do=end >/tmp/end && " + f"{PHONE} do /tmp/end 0")
    machine.run(
        f"git clone -q {ADDRESS} /tmp/new && cd /tmp/new && echo >>CHANGELOG.md"
        " && git -c user.name=x -c user.email=x@localhost commit -qam 'Another release' && git push -q"
    )
    machine.where = "~/schiri"
    for step in (*PRINT, *LATER):
        typed(machine, step)
