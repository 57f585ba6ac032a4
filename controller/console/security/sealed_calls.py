"""The secret calls that phones have sealed, each with its salt; kept in a file that only this program's user can read.

What is said in secret stands nowhere else before it is revealed: the record has its hash alone.
"""

import secrets
import threading
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from controller.console.security import secret_file
from controller.record.events import Bid, Reveal, Seal, Seat
from controller.record.seal import seal
from controller.rules.match import AnyMatch

_SALT_BYTES: Final = 16
_MOST: Final = 400
"""Calls that are kept: those of one evening; what was revealed or taken back is forgotten when as many came after."""
_CALLS_FILE: Final = TypeAdapter(dict[str, tuple[str, str]])


class SealedCallsError(ValueError):
    """The file of sealed calls is damaged; the message says where, and what to do."""


class SealedCalls:
    """Calls and salts by their hash; from any thread, each is on the disk before its hash is in the record."""

    def __init__(self, path: Path) -> None:
        """Read them.

        Raises:
            SealedCallsError: the file holds something else.
            SecretError: it cannot be read.
        """
        self._path, self._lock = path, threading.Lock()
        try:
            held = secret_file.place(path)
            self._all = _CALLS_FILE.validate_json(held.read_bytes()) if held.exists() else {}
        except ValidationError as error:
            raise SealedCallsError(f"{path} is damaged; delete it, and let each tell the own number anew") from error
        except OSError as error:
            raise secret_file.SecretError(f"{path} cannot be read: {error.strerror}") from error

    def seal(self, said: Bid) -> Seal:
        """Keep a call and give what the record may have of it; raises OSError, and nothing is kept."""
        salt = secrets.token_hex(_SALT_BYTES)
        sealed = seal(said.call, salt)
        with self._lock:
            wanted = dict([*self._all.items(), (sealed, (said.call, salt))][-_MOST:])
            secret_file.keep(self._path, _CALLS_FILE.dump_json(wanted))
            self._all = wanted
        return Seal(seat=said.seat, seal=sealed)

    def due(self, match: AnyMatch) -> Reveal | None:
        """The next call that is to be told now, as all else of the deal is; None: there is none, or it is not known."""
        waiting = match.untold_now
        seals: tuple[tuple[Seat, str], ...] = match.deal.seals if match.deal else ()
        for seat, sealed in seals:
            if seat in waiting and sealed in self._all:
                call, salt = self._all[sealed]
                return Reveal(seat=seat, call=call, salt=salt)
        return None
