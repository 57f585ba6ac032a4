"""Power cuts of a whole machine while a phone enters a match: nothing acknowledged is lost, nothing is there twice.

``python -m tests.boot.power_cuts DISK FILES CUTS`` cuts so often: DISK is of an installed table, FILES what it sees of
this machine. With ``--minutes M --figures FILE`` it ends after about so long and adds what it has counted to the file;
the same command goes on from there, on a machine that is booted anew.

The camera is away: it would see an empty mat while cards are entered, and where a busy machine has gaps in that sight
tricks may have been gathered in them. The records lie on a disk of their own. What a cut would leave of that is copied
while the whole machine stands still; the copy is repaired as a start does it, and read. Now and then the power is cut
in earnest, and the match goes on where it was.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from math import inf
from pathlib import Path
from random import Random
from typing import Final
from urllib.parse import urlencode

from controller.record import text as record
from controller.record.events import DealStart, Event, Played, Void
from controller.store.archive import FILE, Archive
from tests.boot.machine import Table, copied
from tests.boot.typing_hand import PHONE
from tests.pi.debian import program, ran
from tests.support.guest import Running

EARNEST: Final = 20
"""Number of cuts that are looked at from outside before one is made in earnest."""
PARTS: Final = (FILE, f"{FILE}-wal")
_MOVE: Final = """
touch /etc/no-camera && systemctl stop camera schiri && mkfs.ext4 -q /dev/ubdb && mount /dev/ubdb /mnt || exit
cp -a /var/lib/schiri/. /mnt/ && umount /mnt
echo '/dev/ubdb /var/lib/schiri ext4 defaults,noatime 0 2' >>/etc/fstab && systemctl daemon-reload
mount /var/lib/schiri && chown schiri: /var/lib/schiri && systemctl start schiri
"""


class LostError(AssertionError):
    """The disk does not hold what was acknowledged, or something else."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The entries of a test, repeated: a deal is begun, played to its last card but one, and thrown in."""

    events: tuple[Event, ...]

    @property
    def forms(self) -> str:
        """As the phone sends it, a line an event."""
        return "".join(f"{urlencode(_form(event))}\n" for event in self.events)

    def holds(self, found: list[Event]) -> bool:
        """Whether just this was entered, from its beginning, each event once."""
        return all(_same(event, self.events[place % len(self.events)]) for place, event in enumerate(found))


def plan(deal: Path) -> Plan:
    """A recorded deal."""
    events = [record.parse(line) for line in deal.read_text(encoding="utf-8").splitlines()]
    plays = [event for event in events if isinstance(event, Played)]
    return Plan((DealStart(dealer=0), *plays[:-1], Void(why="misdeal")))


def prepare(table: Table, plan: Plan) -> None:
    """Switch the machine on, take its camera away, give the records a disk of their own, and pair a phone."""
    (table.files / "forms").write_text(plan.forms, encoding="ascii")
    assert table.data
    ran("truncate", "--size", "64M", table.data)
    table.on()
    table.root(_MOVE)
    table.run(f"{PHONE} pair && sync")


def cut(table: Table, plan: Plan, cuts: int, seed: int = 1, minutes: float = inf) -> dict[str, int]:
    """Cut so often, or for so long.

    Raises:
        LostError: an event that was acknowledged is not there, or something else is.
    """
    chance, counts, until = Random(seed), Counter[str](), time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "disk"
        counts["events before"] = first = _check(_entered(table.left(copy)), plan, 0)
        phone = _phone(table, first)
        for number in range(1, cuts + 1):
            _acknowledged(phone, first, at_least=_taken(phone) + chance.randint(0, 2))
            time.sleep(chance.random() * 0.3)
            told = first + _taken(phone)
            if earnest := number % EARNEST == 0:
                table.cut()
                assert table.data
                copied(table.data, copy)
            else:
                table.left(copy)
            there = _check(_entered(copy), plan, told)
            counts["cuts"] += 1
            counts["in earnest"] += earnest
            counts["written, not yet acknowledged"] += there > told
            if time.monotonic() > until:
                break
            if earnest:
                table.on()
                first = there
                phone = _phone(table, first)
        counts["events acknowledged"] = first + _taken(phone)
    return dict(counts)


def _phone(table: Table, first: int) -> Running:
    """A phone that goes on with the plan, as soon as the pages are there."""
    table.run(f"until {PHONE} see /; do sleep 0.2; done >/dev/null 2>&1")
    return table.start(f"exec {PHONE} do /host/forms {first} again")


def _taken(phone: Running) -> int:
    return sum(line.startswith("taken ") for line in list(phone.said))


def _acknowledged(phone: Running, first: int, at_least: int) -> None:
    while _taken(phone) < at_least:
        refused = [line for line in list(phone.said) if not line.startswith("taken ")]
        if refused or phone.status is not None:
            raise LostError(f"after {first} events the phone was not answered: {refused}, status {phone.status}")
        time.sleep(0.005)


def _entered(disk: Path) -> list[Event]:
    """What a start finds on a disk that was cut off: the file system is repaired, then the match is read."""
    try:
        ran(program("e2fsck", "e2fsprogs"), "-p", "-f", disk)
    except RuntimeError as error:
        if "e2fsck failed" not in str(error):
            raise  # its status is 1 where it has repaired something
    folder = disk.parent / "found"
    folder.mkdir(exist_ok=True)
    for part in PARTS:
        (folder / part).unlink(missing_ok=True)
        ran(program("debugfs", "e2fsprogs"), "-R", f"dump /{part} {folder / part}", disk)
        if (folder / part).exists() and not (folder / part).stat().st_size:
            (folder / part).unlink()
    with Archive(folder) as archive:
        entered = list[Event]()
        for kept in archive.matches():
            _, found = archive.check(kept.id)
            if found.fault is not None:
                raise LostError(f"the chain of match {kept.id} is broken: {found.fault}")
            entered += record.read(archive.record(kept.id)).events[1:]
    return [event for event in entered if isinstance(event, DealStart | Played | Void)]


def _check(found: list[Event], plan: Plan, told: int) -> int:
    if len(found) < told:
        raise LostError(f"{told} events were acknowledged, and {len(found)} are there")
    if not plan.holds(found):
        raise LostError(f"among {len(found)} events are others than those that were entered, or some twice")
    return len(found)


def _form(event: Event) -> dict[str, object]:
    match event:
        case DealStart():
            return {"do": "deal", "dealer": event.dealer}
        case Played():
            return {"do": "missed", "seat": event.seat, "card": event.card}
        case _:
            return {"do": "misdeal"}


def _same(found: Event, planned: Event) -> bool:
    match found, planned:
        case Played(), Played():
            return (found.seat, str(found.card)) == (planned.seat, str(planned.card))
        case _:
            return type(found) is type(planned)


def main(disk: Path, files: Path, deal: Path, cuts: int, seed: int = 1, minutes: float = inf) -> dict[str, int]:
    """Cut the power of a copy of an installed table so often, or for so long; what was counted."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, what = Path(scratch), plan(deal)
        with Table(copied(disk, folder / "table"), files, folder / "data") as table:
            prepare(table, what)
            return cut(table, what, cuts, seed, minutes)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.boot.power_cuts", description=__doc__)
    parser.add_argument("disk", type=Path, help="of an installed table; it is copied")
    parser.add_argument("files", type=Path, help="the folder that the machine sees as /host")
    parser.add_argument("cuts", type=int, help="in all, those of the figures with them")
    parser.add_argument(
        "--minutes", type=float, default=inf, help="of cutting; the machine is booted and prepared before"
    )
    parser.add_argument("--figures", type=Path, help="a file with what was counted so far; is added to")
    return parser.parse_args()


if __name__ == "__main__":
    asked = _asked()
    told = Counter[str]()
    if asked.figures and asked.figures.exists():
        told.update(json.loads(asked.figures.read_text()))
    if (left := asked.cuts - told["cuts"]) > 0:
        recorded = Path(__file__).parents[2] / "controller" / "commands" / "table" / "demo.jsonl"
        found = main(asked.disk, asked.files, recorded, left, seed=1 + told["runs"], minutes=asked.minutes)
        told.update({"runs": 1, **found})
        if asked.figures:
            asked.figures.write_text(json.dumps(told), encoding="ascii")
    sys.stdout.write(json.dumps(told) + "\n")
