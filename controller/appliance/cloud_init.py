"""The files on a card's boot partition by which cloud-init sets a machine up at its first start.

As Raspberry Pi OS reads them since Debian 13, and Debian's and Ubuntu's images: ``user-data``, ``network-config`` and
``meta-data`` (https://docs.cloud-init.io, "NoCloud"; https://netplan.readthedocs.io).
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from typing import Any, Final

from controller.appliance import first_boot

BOOT: Final = ("/boot/firmware", "/boot")
"""The folders at which a running machine may have its boot partition."""
GROUPS: Final = "adm,sudo,users,video,audio,dialout,plugdev,netdev"
"""The groups of who logs in, as Raspberry Pi OS has them."""
_NAME: Final = re.compile(r"schiri[a-z0-9-]{0,56}(?<!-)")
_USER: Final = re.compile(r"[a-z_][a-z0-9_-]{0,30}")
_COUNTRY: Final = re.compile(r"[A-Z]{2}")
_KEY: Final = re.compile(r"(ssh-|ecdsa-|sk-)\S+ [A-Za-z0-9+/=]+( .*)?")
_HASH: Final = re.compile(r"\$[a-z0-9]+\$[./A-Za-z0-9$=,-]+")
_PSK: Final = re.compile(r"[0-9a-fA-F]{64}")
_LONGEST_SSID: Final = 32
WRITTEN: Final = "# Written by schiri sdcard"
"""The comment by which these files are known as ours."""
_UNIT: Final = f"""\
[Unit]
Description=The first boot of a Schiri table
StartLimitIntervalSec=0

[Service]
ExecStart=/usr/bin/python3 /var/lib/schiri-first-boot/first_boot.py /var/lib/schiri-first-boot/plan.json
Restart=on-failure
RestartSec={first_boot.AGAIN_S:.0f}
StandardOutput=journal+console

[Install]
WantedBy=multi-user.target
"""
_BEGIN: Final = """\
cd /var/lib/schiri-first-boot 2>/dev/null && rm -f /var/lib/cloud/instance/sem/config_users* \
/var/lib/cloud/instance/sem/config_set_passwords* /var/lib/cloud/instance/sem/config_timezone*
mkdir -p /var/lib/schiri-first-boot && cd /var/lib/schiri-first-boot && umask 077
"""
"""The lines that let cloud-init do again, too, what a power cut broke off; once all is done the folder is gone."""
_START: Final = """\
sync
ln -sf ../schiri-first-boot.service /etc/systemd/system/multi-user.target.wants/
systemctl daemon-reload
systemctl start --no-block schiri-first-boot.service
"""


class CardFileError(ValueError):
    """A word that cannot stand in these files; the message says which, and what would do."""


@dataclass(frozen=True, slots=True)
class Wlan:
    """The wireless network of a table.

    Attributes:
        ssid: name of the network.
        key: the pre-shared key as 64 hexadecimal digits, which opens this network and no other.
        country: whose law its radio obeys, by two letters.
    """

    ssid: str
    key: str
    country: str

    @classmethod
    def of(cls, ssid: str, password: str, country: str) -> "Wlan":
        """Work the key out from the password as IEEE 802.11 does; raises CardFileError."""
        if not ssid.isprintable() or not 0 < len(ssid.encode()) <= _LONGEST_SSID:
            raise CardFileError(f"--wlan {ssid!r}: the name of a WLAN has 1 to {_LONGEST_SSID} printable letters")
        if not _COUNTRY.fullmatch(country):
            raise CardFileError(f"--country {country!r}: the radio's law needs a country of two letters, such as CH")
        if _PSK.fullmatch(password):
            return cls(ssid, password.lower(), country)
        if not (password.isascii() and password.isprintable() and 8 <= len(password) <= 63):
            raise CardFileError(f"the password of {ssid}: WPA takes 8 to 63 letters, digits and signs of ASCII")
        return cls(ssid, hashlib.pbkdf2_hmac("sha1", password.encode(), ssid.encode(), 4096, 32).hex(), country)


@dataclass(frozen=True, slots=True)
class Login:
    """The person who may log in by ssh; without key and hash nobody can."""

    user: str = "pi"
    key: str = ""
    """A public ssh key."""
    password: str = ""
    """A hash, as crypt(5) has it."""

    def __post_init__(self) -> None:
        """Refuse what would be no login; raises CardFileError."""
        if not _USER.fullmatch(self.user) or self.user in ("root", "schiri"):
            raise CardFileError(
                f"--user {self.user!r}: a person's name of small letters, such as pi; not root, not schiri"
            )
        if self.key and not _KEY.fullmatch(self.key):
            raise CardFileError("--ssh-key: that file holds no public ssh key; it is the one whose name ends in .pub")
        if self.password and not _HASH.fullmatch(self.password):
            raise CardFileError("the hash of the password is none, as crypt(5) has them")


def check_name(name: str) -> None:
    """Refuse what is no name of a machine that is a table; raises CardFileError."""
    if not _NAME.fullmatch(name):
        raise CardFileError(
            f"--name {name!r}: it begins with schiri; small letters, digits and hyphens, such as schiri-kitchen"
        )


def user_data(name: str, login: Login, timezone: str, plan: Mapping[str, Any]) -> str:
    """Return the whole of ``user-data``: who may log in, and what installs the table.

    Args:
        name: name of the machine.
        login: who may log in.
        timezone: as ``Europe/Zurich``; empty: that of the image.
        plan: for `first_boot.FirstBoot`.
    """
    person = {"name": login.user, "groups": GROUPS, "shell": "/bin/bash", "sudo": "ALL=(ALL) NOPASSWD:ALL"}
    keys = {"ssh_authorized_keys": [login.key]} if login.key else {}
    word = {"passwd": login.password, "lock_passwd": False} if login.password else {"lock_passwd": True}
    values: dict[str, Any] = {
        "hostname": name,
        "manage_etc_hosts": True,
        **({"timezone": timezone} if timezone else {}),
        "users": [{**person, **keys, **word}],
        "ssh_pwauth": bool(login.password),
    }
    lines = [
        "#cloud-config",
        f"{WRITTEN}: a machine that reads it at its first start becomes a table by itself.",
        *(f"{key}: {_yaml(value)}" for key, value in values.items()),
        "bootcmd:",
        "- |",
        indent("".join(_script(plan)), "  ").rstrip(),
    ]
    return "\n".join(lines) + "\n"


def _script(plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield the shell's lines, which run at every start until all is done."""
    program = Path(first_boot.__file__).read_text(encoding="utf-8")
    yield _BEGIN
    for path, text in (
        ("first_boot.py", program),
        ("plan.json", f"{_yaml(dict(plan))}\n"),
        (f"/etc/systemd/system/{first_boot.UNIT}", _UNIT),
    ):
        yield f"cat >{path} <<'END-OF-FILE'\n{text}END-OF-FILE\n"
    yield _START


def network_config(wlan: Wlan | None) -> str:
    """Return the whole of ``network-config``: a cable, if there is one, and a WLAN, if it is told."""
    lines = [
        WRITTEN,
        "network:",
        "  version: 2",
        "  ethernets:",
        "    eth0:",
        "      dhcp4: true",
        "      dhcp6: true",
        "      optional: true",
    ]
    if wlan:
        lines += [
            "  wifis:",
            "    wlan0:",
            "      dhcp4: true",
            "      dhcp6: true",
            "      optional: true",
            f"      regulatory-domain: {_yaml(wlan.country)}",
            "      access-points:",
            f"        {_yaml(wlan.ssid)}:",
            f"          password: {_yaml(wlan.key)}",
        ]
    return "\n".join(lines) + "\n"


def meta_data(number: str) -> str:
    """Return the whole of ``meta-data``; with another number a machine that was started already is set up anew."""
    return f"{WRITTEN}\ndsmode: local\ninstance-id: schiri-{number}\n"


def _yaml(value: Any) -> str:  # noqa: ANN401 - whatever JSON can be
    """Return a value in one line; what JSON has is YAML as well."""
    return json.dumps(value, ensure_ascii=False)
