"""A table's membership in its hall: the mark of its data directory, and from which record on the hall is told."""

import json
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from controller.store import atomic

FILE: Final = "hall.json"
"""In the data directory."""


class MemberError(OSError):
    """The file cannot be used; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Member:
    """A table's membership in a hall."""

    sender: str
    """Tells two tables of one name apart: 16 hexadecimal digits, made once for a data directory."""
    since: str
    """The name of the first record that the hall is told; evenings before it are nobody else's."""


def load(directory: Path, record: str) -> Member:
    """The membership that is kept in a data directory; begun with this record if there is none.

    Raises:
        MemberError: it cannot be read or written.
    """
    path = directory / FILE
    try:
        if path.exists():
            return Member(**json.loads(path.read_text(encoding="utf-8")))
        member = Member(secrets.token_hex(8), record)
        atomic.write(path, json.dumps(asdict(member)).encode() + b"\n", 0o600)
    except OSError as error:
        raise MemberError(f"{path} cannot be used: {error.strerror}") from error
    except (ValueError, TypeError) as error:
        raise MemberError(f"{path} is damaged; delete it, and the hall is told from the next record on") from error
    return member
