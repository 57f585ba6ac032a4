"""The phones that were paired, each with its role; kept in a file that only this program's user can read."""

import json
import logging
import secrets
import threading
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field, PlainValidator, TypeAdapter, ValidationError

from controller.console.security import roles, secret_file
from controller.console.security.roles import Role

NAME_LETTERS: Final = 40
"""Of a device's name, at most."""

_log = logging.getLogger(__name__)


class DevicesError(ValueError):
    """The file of paired devices is damaged; the message says where, and what to do."""


class SeatTakenError(ValueError):
    """Another phone has this name."""


class LastOwnerError(ValueError):
    """The only owner cannot be made less."""


def _role(value: object) -> Role:
    found = roles.parse(value) if isinstance(value, str) else None
    if found is None:
        raise ValueError("it should be a role")
    return found


@dataclass(frozen=True, slots=True)
class PairedDevice:
    """A browser that was paired."""

    id: Annotated[str, Field(pattern=r"^[\w-]{22}$")]
    """128 random bits; who has it has the role."""
    name: str
    role: Annotated[Role, PlainValidator(_role)]
    since: str
    """When it was paired: date and time, UTC."""

    @property
    def tag(self) -> str:
        """The device's name in pages: the beginning of its id, with which nobody can act for it."""
        return self.id[:6]


_FILE: Final = TypeAdapter(tuple[PairedDevice, ...])


class PairedDevices:
    """The paired devices; from any thread, each change is on the disk before it holds."""

    def __init__(self, path: Path) -> None:
        """Read them.

        Raises:
            DevicesError: the file holds something else.
            SecretError: it cannot be read.
        """
        self._path, self._lock = path, threading.Lock()
        try:
            held = secret_file.place(path)
            self._all = {one.id: one for one in _FILE.validate_json(held.read_bytes())} if held.exists() else {}
        except ValidationError as error:
            raise DevicesError(f"{path} is damaged; delete it, and pair the phones anew") from error
        except OSError as error:
            raise secret_file.SecretError(f"{path} cannot be read: {error.strerror}") from error

    @property
    def all(self) -> tuple[PairedDevice, ...]:
        """All of them, oldest first."""
        return tuple(self._all.values())

    @property
    def has_owner(self) -> bool:
        """Whether the table belongs to anybody."""
        return any(one.role is Role.OWNER for one in self._all.values())

    def find(self, device: str) -> PairedDevice | None:
        """The device of this id."""
        return self._all.get(device)

    def tagged(self, tag: str) -> PairedDevice | None:
        """The device that pages call so."""
        return next((one for one in self._all.values() if one.tag == tag), None)

    def pair(self, name: str, role: Role, when: str, known: str = "", *, alone: bool = False) -> PairedDevice:
        """Take up a device, or give a known one this role unless its own is more.

        Where the disk takes nothing it waits in memory.

        Args:
            name: as its user has it.
            role: what it may do.
            when: date and time, UTC.
            known: the id by which the device is paired already, if it is.
            alone: whether no other device may have the name.

        Raises:
            OSError: it cannot be kept.
            SeatTakenError: it is to be alone, and is not.
        """
        shown = "".join(letter if letter.isprintable() else " " for letter in name).strip()[:NAME_LETTERS]
        with self._lock:
            if alone and shown.casefold() in {one.name.casefold() for one in self._all.values() if one.id != known}:
                raise SeatTakenError
            before = self._all.get(known)
            if before is None or before.role is Role.VIEWER:
                # The key of an overlay stands in a streaming program: it never comes to more than an overlay.
                device = PairedDevice(secrets.token_urlsafe(16), shown, role, when)
            elif before.role >= role:
                return before
            else:
                device = replace(before, role=role)
            wanted = {**self._all, device.id: device}
            if not secret_file.keep(self._path, _text(wanted)):
                _log.warning("%s cannot be kept on this disk: after the next start it is paired anew", device.name)
            self._all = wanted
        return device

    def give(self, device: PairedDevice, role: Role) -> PairedDevice:
        """Give a device another role; raises LastOwnerError, OSError."""
        with self._lock:
            changed = replace(device, role=role)
            self._keep(self._with_owner({**self._all, device.id: changed}))
        return changed

    def revoke(self, device: PairedDevice) -> None:
        """Forget a device: from now on it is a viewer's; raises LastOwnerError, OSError."""
        with self._lock:
            self._keep(self._with_owner({own: one for own, one in self._all.items() if own != device.id}))

    def _with_owner(self, wanted: dict[str, PairedDevice]) -> dict[str, PairedDevice]:
        if not any(one.role is Role.OWNER for one in wanted.values()):
            raise LastOwnerError
        return wanted

    def _keep(self, wanted: dict[str, PairedDevice]) -> None:
        secret_file.write(self._path, _text(wanted))
        self._all = wanted


def _text(devices: dict[str, PairedDevice]) -> bytes:
    return json.dumps([{**asdict(one), "role": one.role.id} for one in devices.values()], indent=1).encode()
