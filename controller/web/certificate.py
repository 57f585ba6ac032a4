"""Self-signed certificates with their keys, made by OpenSSL's own program."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

PROGRAM: Final = "openssl"
_USE: Final = (
    "basicConstraints=critical,CA:FALSE",
    "keyUsage=critical,digitalSignature",
    "extendedKeyUsage=serverAuth",
)
"""The extensions of a server's certificate that signs no other; Apple's browsers require them."""


class CertificateError(OSError):
    """A certificate that cannot be made; the message says why, and what to do."""


def make(subject: str, days: int, names: Sequence[str] = ()) -> tuple[bytes, bytes]:
    """Make a certificate and its key, both in PEM.

    Args:
        subject: its name, in plain letters and spaces.
        days: the time for which it is valid, from now on.
        names: of the server, as OpenSSL writes them: ``DNS:table.local``, ``IP:192.0.2.1``; empty for clients that
            trust the certificate itself.

    Raises:
        CertificateError: OpenSSL is missing, or ends with an error.
    """
    options = (*_USE, f"subjectAltName={','.join(names)}") if names else ()
    with TemporaryDirectory() as scratch:
        key, certificate = Path(scratch) / "key", Path(scratch) / "crt"
        _run(
            *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
            *("-days", str(days), "-subj", f"/CN={subject}", "-keyout", str(key), "-out", str(certificate)),
            *(word for option in options for word in ("-addext", option)),
        )
        return certificate.read_bytes(), key.read_bytes()


def is_good_for(path: Path, days: float) -> bool:
    """Whether the certificate in a file stays valid for so many days; raises CertificateError."""
    seconds = str(round(days * 86_400))
    return _call("x509", "-in", str(path), "-noout", "-checkend", seconds).returncode == 0


def is_installed() -> bool:
    """Whether OpenSSL is installed."""
    return _program() is not None


def _run(*arguments: str) -> None:
    process = _call(*arguments)
    if process.returncode:
        stderr = process.stderr.decode(errors="replace").strip()[-200:]
        raise CertificateError(f"{PROGRAM} ended with {process.returncode}: {stderr}")


def _call(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    program = _program()
    if program is None:
        raise CertificateError(f"{PROGRAM} is not installed; type: sudo apt-get install {PROGRAM}")
    return subprocess.run([program, *arguments], capture_output=True, check=False)  # noqa: S603  ours


def _program() -> str | None:
    return shutil.which(PROGRAM) or shutil.which(PROGRAM, path="/usr/sbin:/usr/bin")
