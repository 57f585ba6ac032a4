"""The table's own certificate, by which its pages come encrypted; made on first use and kept with its secrets."""

import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from controller.console.security import secret_file
from controller.web import certificate
from controller.web.certificate import CertificateError
from controller.web.host import Certificate

FILE: Final = "console-https.pem"
"""The file of the certificate and its key in the data directory."""
_DAYS: Final = 820
"""The days for which the certificate is valid; Apple's browsers refuse more than 825."""
_LEFT_DAYS: Final = 30
"""Days that must be left, else it is made anew; no sooner, for phones ask about each new one."""


def table_certificate(directory: Path, names: Iterable[str]) -> Certificate:
    """Return the certificate in the data directory, made there for these names and addresses if none is good.

    Raises:
        OSError: none can be made or kept; CertificateError where OpenSSL is missing.
    """
    path = secret_file.place(directory / FILE)
    if not (path.exists() and _is_good(path)):
        authority, key = certificate.make("Schiri table", _DAYS, [_named(name) for name in names])
        secret_file.replace_file(directory / FILE, key + authority)
        path = secret_file.place(directory / FILE)
    return Certificate(path, path)


def names(addresses: Iterable[str]) -> tuple[str, ...]:
    """List this machine's names and addresses for a certificate: the usual ones, and those by which it is reached."""
    return tuple(dict.fromkeys((*addresses, f"{socket.gethostname().lower()}.local", "localhost", "127.0.0.1")))


def _is_good(path: Path) -> bool:
    """Whether a certificate can be used for some time yet; one that nobody can look at is."""
    with suppress(CertificateError):
        return certificate.is_good_for(path, _LEFT_DAYS)
    return True


def _named(name: str) -> str:
    with suppress(ValueError):
        return f"IP:{ip_address(name)}"
    return f"DNS:{name}"
