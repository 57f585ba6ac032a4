"""A table's invitation to a hall: broker, name, password and the certificate's fingerprint in one line for a QR code.

The certificate itself would make the code four times as large. Its SHA-256 proves as much: the table asks the broker
for the certificate and takes it only if that is its fingerprint; before that, nothing is told to anybody.
"""

import re
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Self

from controller.hall.topics import HallTopics, TableTopics
from controller.web.broker_line import BrokerAddress

ANSWER_S: Final = 6.0
"""Seconds for a broker to show its certificate."""
_NAME: Final = "[a-z0-9][a-z0-9-]{0,31}"
_LINE: Final = re.compile(
    rf"mqtts://(?P<table>{_NAME}):(?P<password>[\w-]{{1,64}})@(?P<host>[^\s/:@#]+):(?P<port>\d{{1,5}})"
    rf"/(?P<hall>{_NAME})#(?P<fingerprint>[\w-]{{43}})",
    re.ASCII,
)


class InvitationError(ValueError):
    """A text that is no invitation, or a broker that is not the one it tells of; the message says what to do."""


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
    """Its name in the hall, and its user name at the broker."""
    password: str = field(repr=False)
    fingerprint: bytes
    """SHA-256 of the broker's certificate (DER), 32 bytes."""

    @classmethod
    def read(cls, text: str) -> Self:
        """The invitation in a line; raises InvitationError, without a word of the line: it may hold a password."""
        if found := _LINE.fullmatch(text.strip()):
            way = found["host"], int(found["port"]), found["hall"], found["table"], found["password"]
            one = cls(*way, urlsafe_b64decode(found["fingerprint"] + "="))
            # Base64 and numbers can be written in ways in which nobody writes them.
            if 0 < one.port < 65536 and str(one) == found[0]:
                return one
        raise InvitationError("this is no code of a hall; `schiri hall enrol` makes one for a table")

    def __str__(self) -> str:
        """As the QR code holds it, with the password."""
        mark = urlsafe_b64encode(self.fingerprint).decode().rstrip("=")
        return f"mqtts://{self.table}:{self.password}@{self.host}:{self.port}/{self.hall}#{mark}"

    @property
    def broker(self) -> str:
        """The broker's address as settings write it."""
        return f"mqtts://{self.host}:{self.port}"

    @property
    def topics(self) -> TableTopics:
        """What the table may write to in this hall."""
        return HallTopics(self.hall).of(self.table)

    def certificate(self) -> str:
        """The broker's certificate in PEM, asked of the broker itself and held against the fingerprint.

        Raises:
            InvitationError: no broker answers there, or another one than this invitation tells of.
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
        """The broker, and who the table is there."""
        return BrokerAddress.of(self.broker, self.table, self.password, certificate)


def fingerprint(certificate: str) -> bytes:
    """SHA-256 of a certificate in PEM, of its DER form, 32 bytes."""
    return sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest()
