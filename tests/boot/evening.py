"""The lines that a person types who follows ``docs/table.md``, in the order of the evening, and their answers.

The document and this list are one text: each of its commands is here, and nothing is here that it does not have
(``tests/packaging/test_table_document.py``).
"""

from dataclasses import dataclass
from typing import Final

ADDRESS: Final = "/srv/schiri.git"
"""Source from which the program is cloned: the machine is in no network."""
CAMERA: Final = "http://127.0.0.1:8099/"
"""The camera of the machine that is booted: it is in no socket."""
NEWEST: Final = "$(ls -t schiri-*.tar.gz | head -n 1)"
"""The backup that was written last."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command of the document."""

    command: str
    """The command of the document."""
    says: tuple[str, ...] = ()
    """Regular expressions, each of which what it prints must match somewhere."""
    typed: str = ""
    """The line typed where the document leaves something to the person; empty: the command itself."""
    status: tuple[int, ...] = (0,)
    stopped_after: str = ""
    """Words after which Ctrl-C is pressed, for a command that goes on."""


INSTALL: Final = (
    Step("sudo apt install git python3-venv"),
    Step("git clone ADDRESS-OF-SCHIRI schiri && cd schiri", typed=f"git clone {ADDRESS} schiri && cd schiri"),
    Step("./run demo --fast", (r"revoke \(MIT-F1\), line 22: Berta", r"36 of 36 cards were read as they were played")),
    Step(
        "./run config init --game mittlere --seats Anna,Berta,Carla --lang en",
        (r"schiri\.toml is written", r"language: en; suits: french"),
        typed=f"./run config init --game mittlere --seats Anna,Berta,Carla --lang en --camera {CAMERA}",
    ),
    Step("./run calibrate --picture seen.png", (r"Nothing needs to be done",)),
    Step("./run doctor", (r"ok settings", r"ok camera", r"ok mat", r"ok calibration")),
    Step("./run referee", (r"http://\S+:8080/", r"\d{3} \d{3}"), stopped_after="code"),
    Step("./run install-service --print", (r"ExecStart=/opt/schiri/current/bin/schiri referee",)),
    Step(
        "sudo ./run install-service --config schiri.toml",
        (r"the calibration: /var/lib/schiri", r"it runs now, and whenever"),
    ),
    Step("systemd-analyze security schiri.service", (r"Overall exposure level for schiri.service: [0-2]\.\d OK",)),
    Step("journalctl -u schiri -f", (r"http://\S+:8080/", r"\d{3} \d{3}"), stopped_after="code"),
    Step("journalctl -u schiri", (r"Started schiri",)),
)
"""Steps from an empty card to a table that runs by itself."""
PRINT: Final = (
    Step("./run games", (r"(?m)^mittlere\b", r"(?m)^tarot\b")),
    Step("./run marks --check check.pdf"),
    Step("./run marks --labels labels.pdf"),
    Step("./run marks --mat mat.pdf --paper A3"),
    Step("./run marks --commands commands.pdf"),
    Step("./run marks --verify PHOTO", typed="./run marks --verify /host/film/20.jpg", status=(0, 1)),
)
"""While it installs, there or on another machine."""
LATER: Final = (
    Step("sudo systemctl restart schiri"),
    Step(
        "sudo systemctl stop schiri && sudo ./run calibrate --config /etc/schiri/schiri.toml;"
        " sudo systemctl start schiri",
        (r"Nothing needs to be done", r"Saved in /var/lib/schiri/calibration\.json"),
    ),
    Step("cd schiri && git pull", (r"Fast-forward",)),
    Step("sudo ./run release install", (r"release-2 is current now",)),
    Step("./run release show", (r"current: release-2\nbefore: release-1",)),
    Step("sudo ./run release back", (r"release-1 is current again",)),
    Step("./run backup", (r"schiri-\S+\.tar\.gz",)),
    Step("./run restore BACKUP.tar.gz", typed="./run restore schiri-*.tar.gz"),
    Step("./run support-bundle", (r"schiri-support-\S+\.zip: look at it",)),
    Step(
        "sudo ./run doctor --config /etc/schiri/schiri.toml",
        (
            r"ok settings",
            r"ok disk",
            r"ok records .*/var/lib/schiri/\S+: \d+ match\w*, whole",
            r"ok table .*a referee runs",
        ),
    ),
    Step("sudo ./run support-bundle --config /etc/schiri/schiri.toml", (r"schiri-support-\S+\.zip: look at it",)),
    Step("sudo ./run backup --config /etc/schiri/schiri.toml", (r"schiri-\S+\.tar\.gz: \d+ files",)),
    Step("sudo systemctl stop schiri"),
    Step(
        "sudo ./run restore BACKUP.tar.gz --config /etc/schiri/schiri.toml",
        (r"/var/lib/schiri: \d+ files are as", r"what was there before: /var/lib/schiri/before-"),
        typed=f"sudo ./run restore {NEWEST} --config /etc/schiri/schiri.toml",
    ),
    Step("sudo systemctl start schiri"),
    Step("sudo ./run uninstall-service", (r"/var/lib/schiri are left as they are",)),
)
"""After the evening."""
NOT_TYPED: Final = {
    "./run sdcard BOOTFS --wlan SSID --country CH --game mittlere --lang en": (
        "test_boot_card.py writes these files, and starts a machine with them"
    ),
}
"""Commands of the document that the test leaves out, and why."""
