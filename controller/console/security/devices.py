"""The phones that were paired, each with its role, the keys of their cookies and forms, and the calls they have sealed.

Kept in files that only this program's user can read.
"""

import json
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Final

from itsdangerous import BadSignature, Signer, TimestampSigner
from pydantic import Field, PlainValidator, TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from controller.console.security import roles, secret_file
from controller.console.security.roles import Role
from controller.record.events import Bid, Reveal, Seal, Seat, seal
from controller.rules.match import AnyMatch

# The cookie by which a paired phone is known: the device's id, signed with the key of this machine.

NAME: Final = "schiri"
HTTPS_NAME: Final = "schiri-https"
"""Name of the cookie where it comes by https from pages that are there by http, too: it never goes the other way."""
_LIFE_S: Final = 400 * 86_400
"""The longest that browsers keep one."""


class Cookies:
    """Cookies of paired phones, given and read."""

    def __init__(self, key: bytes, *, secure: bool) -> None:
        """Sign with a key.

        Args:
            key: secret of this machine.
            secure: whether pages come by https, so that a cookie never leaves otherwise.
        """
        self._signer, self._secure = Signer(key, salt="device"), secure

    def read(self, request: Request) -> str | None:
        """Return the id of the device that asks; None without a cookie or with one that this machine has not given."""
        value = request.cookies.get(self._name(request), "") or request.cookies.get(NAME, "")
        try:
            return self._signer.unsign(value).decode()
        except (BadSignature, UnicodeError):
            return None

    def sign(self, device: str) -> str:
        """Return the value of a device's cookie."""
        return self._signer.sign(device).decode()

    def set_cookie(self, request: Request, response: Response, device: str) -> None:
        """Store a device's id in the browser that asks; no script can read it, and no other site can have it sent."""
        value, name, secure = self.sign(device), self._name(request), request.url.scheme == "https"
        response.set_cookie(
            name, value, max_age=_LIFE_S, httponly=True, samesite="strict", secure=secure or self._secure, path="/"
        )

    def _name(self, request: Request) -> str:
        return HTTPS_NAME if request.url.scheme == "https" and not self._secure else NAME


# Keys of forms: each form can be carried out once, however often it is sent.

LIFE_S: Final = 12 * 3600
"""A form that is older is not carried out."""
_FRESH_S: Final = LIFE_S / 2
"""A key that was given out before goes on a page again for so long."""
_STEADY: Final = 500
"""Forms of live parts of pages whose keys are remembered; the oldest of more get another."""


class StaleFormError(ValueError):
    """A form of a page that is too old, or from before the console was started."""


class _Signer(TimestampSigner):
    """Signer with the time since the machine was switched on: the time of day steps when the network gives it."""

    def get_timestamp(self) -> int:
        return int(time.monotonic())


class FormKeys:
    """Keys of forms; those of an earlier run are none."""

    def __init__(self) -> None:
        """Start without any device."""
        self._signer = _Signer(secrets.token_bytes(32), salt="form")
        self._steady: OrderedDict[Hashable, tuple[str, float]] = OrderedDict()
        self._lock = threading.Lock()

    def steady(self, form: Hashable) -> str:
        """Return the key of a form that pages show again and again, the same until it is used.

        A part of a page that has not changed is then the same text, key and all, and is not sent again.

        Args:
            form: what the form does, and on what.
        """
        now = time.monotonic()
        with self._lock:
            entry = self._steady.get(form)
            if entry is None or entry[1] + _FRESH_S < now:
                entry = self._steady[form] = self.mint(), now
            self._steady.move_to_end(form)
            while len(self._steady) > _STEADY:
                self._steady.popitem(last=False)
            return entry[0]

    def used(self, key: str) -> None:
        """Use this key up for every page: a form with it was carried out."""
        with self._lock:
            for form in [form for form, (own, _since) in self._steady.items() if own == key]:
                del self._steady[form]

    def mint(self) -> str:
        """Return a key for one form."""
        return self._signer.sign(secrets.token_urlsafe(9)).decode()

    def check(self, key: str) -> None:
        """Raise StaleFormError unless this is a key of this run that is young enough."""
        try:
            self._signer.unsign(key, max_age=LIFE_S)
        except (BadSignature, UnicodeError) as error:
            raise StaleFormError from error


# The secret calls that phones have sealed, each with its salt; kept in a file that only this program's user can read.
#
# What is said in secret stands nowhere else before it is revealed: the record has its hash alone.

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
            file = secret_file.place(path)
            self._all = _CALLS_FILE.validate_json(file.read_bytes()) if file.exists() else {}
        except ValidationError as error:
            raise SealedCallsError(f"{path} is damaged; delete it, and let each tell the own number anew") from error
        except OSError as error:
            raise secret_file.SecretError(f"{path} cannot be read: {error.strerror}") from error

    def seal(self, bid: Bid) -> Seal:
        """Store a call and return what the record may have of it; raises OSError, and nothing is stored."""
        salt = secrets.token_hex(_SALT_BYTES)
        sealed = seal(bid.call, salt)
        with self._lock:
            seals = dict([*self._all.items(), (sealed, (bid.call, salt))][-_MOST:])
            secret_file.replace_file(self._path, _CALLS_FILE.dump_json(seals))
            self._all = seals
        return Seal(seat=bid.seat, seal=sealed)

    def due(self, match: AnyMatch) -> Reveal | None:
        """Return the next call that is to be told now, as all else of the deal is.

        None: there is none, or it is not known.
        """
        waiting = match.untold_now
        seals: tuple[tuple[Seat, str], ...] = match.deal.seals if match.deal else ()
        for seat, sealed in seals:
            if seat in waiting and sealed in self._all:
                call, salt = self._all[sealed]
                return Reveal(seat=seat, call=call, salt=salt, src="console")
        return None


NAME_LETTERS: Final = 40
"""The most letters of a device's name."""

_log = logging.getLogger(__name__)


class DevicesError(ValueError):
    """The file of paired devices is damaged; the message says where, and what to do."""


class SeatTakenError(ValueError):
    """Another phone has this name."""


class LastOwnerError(ValueError):
    """The only owner cannot be made less."""


def _role(value: object) -> Role:
    role = roles.parse(value) if isinstance(value, str) else None
    if role is None:
        raise ValueError("it should be a role")
    return role


@dataclass(frozen=True, slots=True)
class PairedDevice:
    """A browser that was paired."""

    id: Annotated[str, Field(pattern=r"^[\w-]{22}$")]
    """128 random bits; who has it has the role."""
    name: str
    role: Annotated[Role, PlainValidator(_role)]
    since: str
    """Date and time at which it was paired, UTC."""

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
            file = secret_file.place(path)
            self._all = {one.id: one for one in _FILE.validate_json(file.read_bytes())} if file.exists() else {}
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
        """Return the device of this id."""
        return self._all.get(device)

    def tagged(self, tag: str) -> PairedDevice | None:
        """Return the device that pages call so."""
        return next((one for one in self._all.values() if one.tag == tag), None)

    def pair(self, name: str, role: Role, when: str, known: str = "", *, alone: bool = False) -> PairedDevice:
        """Take up a device, or give a known one this role unless its own is more; the camera's unless it is an owner's.

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
        printable = "".join(letter if letter.isprintable() else " " for letter in name).strip()[:NAME_LETTERS]
        with self._lock:
            if alone and printable.casefold() in {one.name.casefold() for one in self._all.values() if one.id != known}:
                raise SeatTakenError
            before = self._all.get(known)
            if before is None or before.role is Role.VIEWER:
                # The key of an overlay stands in a streaming program: it never comes to more than an overlay.
                device = PairedDevice(secrets.token_urlsafe(16), printable, role, when)
            elif before.role >= (Role.OWNER if role is Role.CAMERA else role):
                return before
            else:
                device = replace(before, role=role)
            devices = {**self._all, device.id: device}
            if not secret_file.replace_file(self._path, _text(devices)):
                _log.warning("%s cannot be kept on this disk: after the next start it is paired anew", device.name)
            self._all = devices
        return device

    def change_role(self, device: PairedDevice, role: Role) -> PairedDevice:
        """Give a device another role; raises LastOwnerError, OSError."""
        with self._lock:
            changed = replace(device, role=role)
            self._save(self._with_owner({**self._all, device.id: changed}))
        return changed

    def revoke(self, device: PairedDevice) -> None:
        """Forget a device: from now on it is a viewer's; raises LastOwnerError, OSError."""
        with self._lock:
            self._save(self._with_owner({own: one for own, one in self._all.items() if own != device.id}))

    def _with_owner(self, devices: dict[str, PairedDevice]) -> dict[str, PairedDevice]:
        if not any(one.role is Role.OWNER for one in devices.values()):
            raise LastOwnerError
        return devices

    def _save(self, devices: dict[str, PairedDevice]) -> None:
        secret_file.write(self._path, _text(devices))
        self._all = devices


def _text(devices: dict[str, PairedDevice]) -> bytes:
    return json.dumps([{**asdict(one), "role": one.role.id} for one in devices.values()], indent=1).encode()
