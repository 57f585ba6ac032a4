"""A table's membership in its hall: the mark of its data directory, and the records that go to the hall."""

import json
import logging
import re
import secrets
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

from controller.hall.messages import HallTopics, TableTopics
from controller.store import atomic
from controller.web.broker_line import BrokerAddress

# A table's invitation to a hall: broker, name, password and the certificate's fingerprint in one line for a QR code.
#
# The certificate itself would make the code four times as large. Its SHA-256 proves as much: the table asks the
# broker for the certificate and accepts it only if that is its fingerprint; before that, nothing is sent to anybody.

ANSWER_S: Final = 6.0
"""The time limit for a broker to show its certificate, seconds."""
_NAME: Final = "[a-z0-9][a-z0-9-]{0,31}"
_LINE: Final = re.compile(
    rf"mqtts://(?P<table>{_NAME}):(?P<password>[\w-]{{1,64}})@(?P<host>[^\s/:@#]+):(?P<port>\d{{1,5}})"
    rf"/(?P<hall>{_NAME})#(?P<fingerprint>[\w-]{{43}})",
    re.ASCII,
)


class InvitationError(ValueError):
    """A text that is no invitation, or a broker other than the invitation's; the message says what to do."""


@dataclass(frozen=True, slots=True)
class HallInvitation:
    """A table's way to its hall and its password there.

    >>> line = "mqtts://3:pq7@clubpc.local:8883/club#" + 43 * "A"
    >>> str(HallInvitation.read(line)) == line
    True
    """

    host: str
    port: int
    hall: str
    table: str
    """The table's name in the hall, and its user name at the broker."""
    password: str = field(repr=False)
    fingerprint: bytes
    """SHA-256 of the broker's certificate (DER), 32 bytes."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the invitation in a line; raises InvitationError, without a word of the line: it may hold a password."""
        if found := _LINE.fullmatch(text.strip()):
            way = found["host"], int(found["port"]), found["hall"], found["table"], found["password"]
            one = cls(*way, urlsafe_b64decode(found["fingerprint"] + "="))
            # Base64 and numbers have spellings that no invitation uses.
            if 0 < one.port < 65536 and str(one) == found[0]:
                return one
        raise InvitationError("this is no code of a hall; `schiri hall enrol` makes one for a table")

    def __str__(self) -> str:
        """Write the membership as the QR code holds it, with the password."""
        mark = urlsafe_b64encode(self.fingerprint).decode().rstrip("=")
        return f"mqtts://{self.table}:{self.password}@{self.host}:{self.port}/{self.hall}#{mark}"

    @property
    def broker(self) -> str:
        """The broker's address as settings write it."""
        return f"mqtts://{self.host}:{self.port}"

    @property
    def topics(self) -> TableTopics:
        """The topics that the table may write to in this hall."""
        return HallTopics(self.hall).of(self.table)

    def certificate(self) -> str:
        """Return the broker's certificate in PEM, asked of the broker itself and compared with the fingerprint.

        Raises:
            InvitationError: no broker answers there, or a broker other than the invitation's.
        """
        try:
            found = ssl.get_server_certificate((self.host, self.port), timeout=ANSWER_S)
        except ssl.SSLError as error:
            raise InvitationError(
                f"at {self.broker} nothing encrypted answers: no hall listens to this port;"
                " take the table's newest code, or find out what listens there"
            ) from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error) or "no answer"
            raise InvitationError(
                f"{self.broker} is not reached ({reason}); open the hall, see that this table is on its network,"
                " and try again"
            ) from error
        if fingerprint(found) != self.fingerprint:
            raise InvitationError(
                f"at {self.broker} answers another broker than this code tells of, and it was told nothing;"
                " take the table's newest code, or find out who answers there"
            )
        return found

    def address(self, certificate: str) -> BrokerAddress:
        """Return the broker's address, with the table's user name and password there."""
        return BrokerAddress.of(self.broker, self.table, self.password, certificate)


def fingerprint(certificate: str) -> bytes:
    """Return the SHA-256 of a certificate in PEM, of its DER form, 32 bytes."""
    return sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest()


FILE: Final = "hall.json"
"""The invitation's file in the data directory."""
_SERIAL: Final = Path("/sys/firmware/devicetree/base/serial-number")
"""The file with a Raspberry Pi's serial number, as its firmware has it."""

_log = logging.getLogger(__name__)


class MemberError(OSError):
    """The file cannot be used; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Member:
    """A table's membership in a hall.

    Records are named by the table's clock, which may be wrong: exceptions are stored for records whose names alone
    would place them wrongly.

    >>> one = Member("0123456789abcdef", "2026-11-26T190000Z", before=("2040-01-01T000000Z",))
    >>> [one.tells(name) for name in ("2026-11-25T190000Z", "2026-11-26T190000Z", "2040-01-01T000000Z")]
    [False, True, False]
    >>> one.playing("1970-01-01T000012Z").tells("1970-01-01T000012Z")
    True
    """

    sender: str
    """The mark that separates two tables of one name: 16 hexadecimal digits, made once for a data directory."""
    since: str
    """The name of the first record that goes to the hall; earlier evenings stay private."""
    before: tuple[str, ...] = ()
    """Older records whose names make them look younger than the first."""
    also: tuple[str, ...] = ()
    """Records that were played in the hall, but whose names make them look older."""
    machine: str = ""
    """The serial number of the machine on which it was made; empty: the machine has none that can be read."""
    table: str = ""
    """The table for which the membership speaks, ``<hall>/<table>``; empty: it was not stored yet."""
    former: tuple["Member", ...] = ()
    """The memberships that these data had on other machines, the newest first."""

    def tells(self, record: str) -> bool:
        """Whether this record goes to the hall."""
        return record in self.also or (record >= self.since and record not in self.before)

    def mark_of(self, record: str) -> str:
        """Return the mark under which a record goes to the hall; empty: it does not go there.

        A record of another machine belongs to the mark that it had there, as long as it was the same table.
        """
        if self.tells(record):
            return self.sender
        return next((one.sender for one in self.former if one.table == self.table and one.tells(record)), "")

    def playing(self, record: str) -> "Member":
        """Return the membership of a table that plays this record in the hall now."""
        return self if self.tells(record) else replace(self, also=(*self.also, record))


def _machine() -> str:
    """Read the serial number of this machine; empty where it has none that can be read."""
    try:
        return _SERIAL.read_text(encoding="ascii").strip("\0\n ")
    except (OSError, UnicodeDecodeError):
        return ""


def load(directory: Path, record: str, earlier: Callable[[], Iterable[str]], table: str = "") -> Member:
    """Load the membership that is stored in a data directory, or begin one.

    A membership begins with this record if there is none, or if it was made on another machine: two machines made from
    one card are two tables. Earlier records of that other machine keep their mark.

    Args:
        directory: of the table's data.
        record: the name of the match in progress.
        earlier: the names of the records that are there; asked when a membership begins.
        table: the table for which the membership speaks, ``<hall>/<table>``.

    Raises:
        MemberError: the membership cannot be read or written.
    """
    path, machine = directory / FILE, _machine()
    former: tuple[Member, ...] = ()
    try:
        if path.exists():
            found = _read(json.loads(path.read_text(encoding="utf-8")))
            if machine in ("", found.machine) or not found.machine:
                known = replace(found, machine=found.machine or machine, table=table)
                if known != found:
                    with suppress(OSError):  # a full or read-only disk is tried again the next time
                        save(directory, known)
                return known
            _log.warning("hall: this card was in another machine; this one tells the hall its matches from now on")
            former = (replace(found, former=()), *found.former)
        before = tuple(sorted(name for name in earlier() if name > record))
        member = Member(secrets.token_hex(8), record, before, machine=machine, table=table, former=former)
        save(directory, member)
    except OSError as error:
        raise MemberError(f"{path} cannot be used: {error.strerror or error}") from error
    except (ValueError, TypeError) as error:
        raise MemberError(f"{path} is damaged; delete it, and the hall is told from the next record on") from error
    return member


def save(directory: Path, member: Member) -> None:
    """Save a membership in its data directory; raises OSError."""
    atomic.write(directory / FILE, json.dumps(asdict(member)).encode() + b"\n", 0o600)


def _read(kept: Any) -> Member:  # noqa: ANN401 - what stands in the file
    """Parse a stored membership; raises ValueError, TypeError."""
    values = dict(kept)
    before, also = (tuple(map(str, values.pop(name, ()))) for name in ("before", "also"))
    former = tuple(map(_read, values.pop("former", ())))
    return Member(**values, before=before, also=also, former=former)
