"""The document of the table, followed to the letter on a machine that was just switched on: a deal is refereed."""

from collections.abc import Callable

import pytest

from controller.appliance import archive
from tests.boot import power_cuts
from tests.boot.conftest import DEAL, ROOT, Tables
from tests.boot.evening import ADDRESS, LATER, PRINT
from tests.boot.image import PYTHONS
from tests.boot.machine import Table
from tests.boot.typing_hand import PHONE, SCHIRI, WITHIN_S, answers, dealt, plays, typed

pytestmark = [pytest.mark.slow, pytest.mark.boot, pytest.mark.needs("boot"), pytest.mark.timeout(5400)]

PLUG_PULLED_AFTER = "sudo ./run release install"
"""Command after which the plug is pulled without a shutdown: what it installed is on the disk when it has ended."""
PUT_BACK = "sudo systemctl start schiri"
"""After a restore."""
EVENTS_HELD = """\
python3 -c "import glob, os, zipfile
newest = max(glob.glob('schiri-support-*.zip'), key=os.path.getmtime)
print(zipfile.ZipFile(newest).read('record.jsonl').decode())"
"""
"""The events of the newest match, begun since, in the newest bundle for support."""
RELEASES_PAGE = "/setup/releases"
DONE = f"""\
until {PHONE} see {RELEASES_PAGE} >/tmp/page 2>/dev/null && ! grep -q 'is being taken' /tmp/page; do sleep 1; done
cat /tmp/page"""
"""Sentence of the page once the wish is carried out; the table is away for a moment meanwhile."""


@pytest.mark.parametrize("release", PYTHONS)
def test_typing_the_document_leads_to_a_refereed_deal_after_a_restart(
    tables: Tables, table: Callable[[str], Table], release: str
) -> None:
    machine = _paired(table(release))
    said = machine.start("exec journalctl -u schiri -f -n 0 -o cat")
    dealt(machine, tables.film.stills)
    said.until("Anna 64 points", WITHIN_S)
    assert plays(machine)[-len(tables.film.plays) :] == tables.film.plays
    assert "Berta revoked in trick 6" in machine.run(f"{PHONE} see /verdicts")


@pytest.mark.parametrize("release", PYTHONS)
def test_all_that_the_document_has_beside_the_evening_does_what_it_says(
    table: Callable[[str], Table], release: str
) -> None:
    machine = table(release)
    forms = power_cuts.plan(DEAL).forms.splitlines()[:6]
    (machine.files / "evening").write_text("\n".join([*forms, "do=misdeal", "do=end"]), encoding="ascii")
    _paired(machine).run(f"{PHONE} do /host/evening 0")
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
            assert len(plays(machine)) == 5
            machine.where = "~/schiri"
        elif step.command == PUT_BACK:
            answers(machine)
            assert len(plays(machine)) == 5
            assert machine.run(EVENTS_HELD).count('"e":"match"') == 1
    assert "could not be found" in machine.run("systemctl status schiri 2>&1", status=4)
    machine.root("test -s /var/lib/schiri/records.sqlite3 && test -s /etc/schiri/schiri.toml && test ! -e /opt/schiri")


def test_a_release_on_the_card_is_taken_from_a_page_and_gone_back_from(table: Callable[[str], Table]) -> None:
    """The page only wishes: a unit of root's own finds the wish, does it and says there how it ended."""
    machine = table("trixie")
    archive.write(machine.files / "schiri-next.tar.gz", ROOT)
    _paired(machine)
    machine.root("mkdir -p /boot/firmware && cp /host/schiri-next.tar.gz /boot/firmware/ && sync")
    assert "A newer release lies on the card" in machine.run(f"{PHONE} see {RELEASES_PAGE}")
    for pressed, current in (("newer", "release-2"), ("back", "release-1")):
        assert "It is being done" in machine.run(f"{PHONE} press {RELEASES_PAGE} 'do={pressed}&sure=1'")
        page = machine.run(DONE)
        assert "Done." in page
        assert f"current: {current}\n" in machine.run(f"{SCHIRI} release show")
        machine.root(f"grep -q /opt/schiri/{current}/ /proc/$(systemctl show --property MainPID --value schiri)/maps")
        answers(machine)
    assert machine.root("systemctl is-failed schiri-release.service schiri-release.path", status=1).split() == [
        "inactive",
        "active",
    ]
    assert "A newer release lies on the card" in page, "it can be taken again"


def _paired(machine: Table) -> Table:
    """Switched on, and all that it starts has started; with a phone."""
    answers(machine.on())
    machine.run(f"{PHONE} pair")
    machine.root("systemctl is-system-running --wait", status=None)
    return machine
