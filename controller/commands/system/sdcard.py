"""``schiri sdcard``: the files by which a freshly written card becomes a table, with nothing typed on the machine."""

import getpass
import secrets
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TextIO

from controller import games
from controller.appliance import archive, cloud_init, first_boot
from controller.appliance.archive import Machine
from controller.appliance.cloud_init import CardFileError, Login, Wlan
from controller.commands import terminal
from controller.commands.system.release import CHECKOUT
from controller.language import catalogues
from controller.language.translate import translated
from controller.record.message import Message
from controller.store import atomic
from firmware_bridge.displays import qr
from vision.words.cards import Lang, Suits

ARCHIVE: Final = "schiri.tar.gz"
WORDS: Final = {
    "title": Message("Your table is being set up"),
    "note": Message("This page goes on by itself; stay on it. In the end it is the table's own."),
    "network": Message("Find the network"),
    "packages": Message("Complete the system"),
    "program": Message("Get the program"),
    "install": Message("Install the program (some minutes)"),
    "table": Message("Look for camera and displays, and start the table"),
    "no_network": Message("There is no network: plug in a cable. It goes on by itself."),
    "no_wlan": Message(
        "There is no network: the WLAN {ssid} was not joined. See whether its name and password are right and it is in"
        " reach, or plug in a cable. It goes on by itself; mistyped, write the card's files anew.",
        ssid="{ssid}",
    ),
    "no_archive": Message("{file} is not on the card, or not whole: copy it there beside user-data.", file="{file}"),
    "no_program": Message("What was got is no release of Schiri: write the card's files anew."),
}
"""The words of a machine that is being set up."""


@dataclass(frozen=True, slots=True)
class CardRequest:
    """The words typed for a card."""

    name: str
    game: str
    lang: Lang
    suits: Suits
    timezone: str
    camera: str
    login: Login
    wlan: Wlan | None
    archive: Path | None = None
    """Archive to install; None: this checkout is packed, unless there is an address."""
    git: str = ""
    branch: str = ""
    offline: Machine | None = None
    """The machine for which everything goes along."""


def run(folder: Path, request: CardRequest, out: TextIO) -> int:
    """Write the files into a folder, or onto a card's boot partition; returns the exit status."""
    cloud_init.check_name(request.name)
    games.load(request.game)
    if not folder.is_dir():
        raise CardFileError(
            f"{folder}: there is no folder of that name; name the card's boot partition, or a folder to copy from"
        )
    if request.git and (request.archive or request.offline):
        raise CardFileError("--git goes with neither --archive nor --offline: the program comes from one place")
    whole = bool(request.offline) or (request.archive is not None and _has_wheels(request.archive))
    packed = [] if request.git else [_pack(folder / ARCHIVE, request)]
    code = secrets.token_hex(8)
    plan: dict[str, Any] = {
        "boot": cloud_init.BOOT,
        "archive": ARCHIVE if packed else "",
        "git": request.git,
        "branch": request.branch,
        "whole": whole,
        "lang": request.lang,
        "suits": request.suits,
        "game": request.game,
        "camera": request.camera,
        "wlan": request.wlan.ssid if request.wlan else "",
        "code": code,
        "ssh": bool(request.login.key or request.login.password),
        "words": {name: str(translated(text, catalogues.locale(request.lang))) for name, text in WORDS.items()},
    }
    texts = {
        "user-data": cloud_init.user_data(request.name, request.login, request.timezone, plan),
        "network-config": cloud_init.network_config(request.wlan),
        "meta-data": cloud_init.meta_data(secrets.token_hex(4)),
    }
    for name, text in texts.items():
        _save_original(folder / name)
        atomic.write(folder / name, text.encode(), 0o600)
    _print_steps(folder, (*texts, *packed), request, whole, code, out)
    return 0


def _pack(file: Path, request: CardRequest) -> str:
    """Put the archive beside the other files; its name."""
    if request.archive is None:
        archive.write(file, CHECKOUT, request.offline)
    elif not file.exists() or not file.samefile(request.archive):
        shutil.copyfile(request.archive, file)
    return file.name


def _has_wheels(file: Path) -> bool:
    """Whether an archive needs no network; raises PackingError."""
    return any(name.endswith(".whl") for name in archive.names(file))


def _save_original(file: Path) -> None:
    """Save what stood there and was not ours, once."""
    before = file.with_name(f"{file.name}.before")
    if file.is_file() and not before.exists() and cloud_init.WRITTEN.encode() not in file.read_bytes():
        file.rename(before)


def _print_steps(
    folder: Path, names: tuple[str, ...], request: CardRequest, whole: bool, code: str, out: TextIO
) -> None:
    size = sum((folder / name).stat().st_size for name in names)
    address = f"http://{request.name}.local:{first_boot.PORT}/pair?code={code}"
    lines = [f"written into {folder}: {', '.join(names)} ({size / 1e6:.1f} MB)"]
    if request.wlan:
        lines.append(
            f"WLAN {request.wlan.ssid} ({request.wlan.country}): instead of its password there is a key that opens this"
            " WLAN alone, of WPA2 or WPA2/WPA3; one of WPA3 alone takes no such key"
        )
    elif not whole:
        lines.append("no WLAN is told (--wlan): plug in a cable")
    if not request.login.key and not request.login.password:
        lines.append("nobody can log in by ssh (--ssh-key, --login); the table needs it not")
    lines += [
        "Copy them onto the boot partition of a card on which Raspberry Pi OS Lite (64-bit, Debian 13) was written,"
        f" unless {folder} is it; put the card in, and switch the machine on.",
        "From the first minute on this address says how far it is, and in the end it is the table's own. The first"
        " phone that scans it owns the table; keep it to yourself:",
        address,
    ]
    terminal.write(lines, out)
    terminal.write(qr.half_blocks(qr.modules(address)), out)


def secret(what: str) -> str:
    """Return a password, typed unseen on a terminal, else a line of standard input."""
    if sys.stdin.isatty():
        return getpass.getpass(f"{what}: ", sys.stderr)
    return sys.stdin.readline().rstrip("\n")


def hashed(password: str) -> str:
    """Return the hash of a password as crypt(5) has it, by OpenSSL; raises CardFileError."""
    if not password:
        raise CardFileError("--login: the password is empty")
    try:
        process = subprocess.run(
            ["openssl", "passwd", "-6", "-stdin"],  # noqa: S607 - as it is on the path
            input=f"{password}\n",
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise CardFileError(
            "--login needs OpenSSL (sudo apt install openssl); --ssh-key FILE.pub needs it not"
        ) from error
    return process.stdout.strip()


def timezone() -> str:
    """Return this machine's time zone, such as ``Europe/Zurich``; empty if unknown."""
    return str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]


def public_key(file: Path | None) -> str:
    """Return the ssh key in a file; empty without one; raises CardFileError."""
    if file is None:
        return ""
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        raise CardFileError(
            f"--ssh-key {file}: it cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from error
