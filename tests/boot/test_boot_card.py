"""A refereed deal from the files on a card's boot partition, with nothing typed, by Debian's own cloud-init."""

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.appliance.cloud_init import GROUPS, Login, Wlan
from controller.commands.system import sdcard
from controller.commands.system.sdcard import WORDS, CardRequest
from tests.boot import image
from tests.boot.conftest import Tables
from tests.boot.evening import CAMERA
from tests.boot.machine import Table, copied
from tests.boot.typing_hand import PHONE, WITHIN_S, answers, dealt, plays
from tests.support.loops import some

pytestmark = [pytest.mark.slow, pytest.mark.boot, pytest.mark.needs("boot"), pytest.mark.timeout(5400)]

RELEASE = "trixie"
"""The first whose Raspberry Pi OS has cloud-init."""
PARTITION = 400 << 20
WLAN = Wlan.of("home", "correct horse", "CH")
LOGIN = Login("anna", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKf0 anna@home", "$6$salt$hash")
AS_WRITTEN = """\
mkfs.vfat -n bootfs /dev/ubdb >/dev/null && mkdir -p /boot/firmware && mount /dev/ubdb /boot/firmware
echo '/dev/ubdb /boot/firmware vfat defaults 0 2' >>/etc/fstab
mkdir -p /etc/systemd/system/cloud-init-local.service.d
printf '[Unit]\\nRequiresMountsFor=/boot/firmware\\n' >/etc/systemd/system/cloud-init-local.service.d/boot.conf
rm -rf /opt/wheels /etc/pip.conf
cat >/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg <<'END'
datasource_list: [ NoCloud, None ]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
END
"""
"""A card as the image of Raspberry Pi OS is written: its boot partition, and where cloud-init finds the files."""
COPIED = "mountpoint -q /boot/firmware && cp /host/card/* /boot/firmware/ && sync"
STEPS = ("program", "install", "table")
"""The steps in which the power is cut."""
PROGRESS = "python3 -c \"from urllib.request import urlopen; print(urlopen('http://localhost:8080/first-boot').read().decode())\""


class Card:
    """A card in a machine, which is off at first."""

    def __init__(self, machine: Table, out: Path) -> None:
        self.machine, self._out, self.code = machine, out, ""

    def write(self, **more: Any) -> None:  # noqa: ANN401 - whatever a card can be asked for
        """Write the files into the folder that the machine sees."""
        files = self.machine.files / "card"
        files.mkdir(exist_ok=True)
        request = CardRequest("schiri-test", "mittlere", "en", "french", "Europe/Zurich", CAMERA, LOGIN, WLAN, **more)
        with self._out.open("w", encoding="utf-8") as told:
            assert sdcard.run(files, request, told) == 0
        found = re.search(r"http://schiri-test\.local:8080/pair\?code=(\w+)", self._out.read_text(encoding="utf-8"))
        assert found
        self.code = found[1]

    def prepare(self) -> None:
        """Let it be as after the image was written and the files copied."""
        self.machine.on()
        self.machine.root(AS_WRITTEN)
        self.machine.root(COPIED)
        self.machine.off()

    def until(self, words: str) -> str:
        """Wait until the page says so, or the table's own page is there; what is said then."""
        page, late = "", time.monotonic() + WITHIN_S
        while time.monotonic() < late:
            page = self.machine.root(PROGRESS, status=None)
            if words in page or "HTTP Error 404" in page:
                return page
            time.sleep(0.3)
        pytest.fail(f"the page never said {words!r}: {page}")


@pytest.fixture
def card(tables: Tables, tmp_path: Path) -> Iterator[Card]:
    shutil.rmtree(tables.files / "card", ignore_errors=True)
    data = tmp_path / "data"
    with data.open("wb") as made:
        made.truncate(PARTITION)
    with Table(copied(image.kept(RELEASE), tmp_path / "disk"), tables.files, data) as machine:
        yield Card(machine, tmp_path / "told")
    (tmp_path / "disk").unlink()


def test_a_written_card_referees_a_deal_with_nothing_typed_however_often_the_power_is_cut(
    tables: Tables, card: Card
) -> None:
    """All is on the card, no network anywhere; the power is cut once in each step, and once more at its very end."""
    card.write(offline="x86_64")
    card.prepare()
    machine = card.machine
    for step in STEPS:
        words = WORDS[step]
        card.machine.on()
        card.until(f'class="now" aria-current="step">{words}')
        machine.cut()
    machine.on()
    answers(machine)
    assert machine.run(f"{PHONE} pair {card.code}").strip() == "paired"
    said = machine.start("exec journalctl -u schiri -f -n 0 -o cat")
    dealt(machine, tables.film.stills)
    said.until("Anna 64 points", WITHIN_S)
    assert plays(machine)[-len(tables.film.plays) :] == tables.film.plays
    assert "Berta revoked in trick 6" in machine.run(f"{PHONE} see /verdicts")
    machine.root("until test -e /etc/cloud/cloud-init.disabled -a ! -e /var/lib/schiri-first-boot; do sleep 1; done")
    name, groups, *blank = machine.root("hostname; id -nG anna; cat /boot/firmware/user-data").splitlines()
    assert (name, {*groups.split()}) == ("schiri-test", {"anna", *GROUPS.split(",")})
    assert "was deleted from the card" in blank[-1]
    machine.root("sync; echo 3 >/proc/sys/vm/drop_caches")
    for secret in some((WLAN.key, LOGIN.password, card.code)):
        machine.root(f"grep -qaF '{secret}' /dev/ubdb", status=1)
    machine.off()
    answers(machine.on())


def test_a_machine_that_misses_the_network_says_so_and_goes_on_when_the_card_is_written_anew(card: Card) -> None:
    card.write(git="https://example.org/schiri.git")
    card.prepare()
    card.machine.on()
    page = card.until("There is no network")
    assert "the WLAN home was not joined" in page
    assert "the WLAN home was not joined" in card.machine.root("cat /boot/firmware/schiri.txt")
    card.write(offline="x86_64")
    card.machine.root(COPIED)
    card.machine.off()
    card.machine.on()
    answers(card.machine)
    assert card.machine.run(f"{PHONE} pair {card.code}").strip() == "paired"
