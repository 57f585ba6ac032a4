"""Access of organisers and arbiters: a code in the hall's folder, a signed cookie for it, keys of forms."""

import hmac
import secrets
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from pathlib import Path
from typing import Final, Literal

from itsdangerous import BadSignature, TimestampSigner
from starlette.requests import Request
from starlette.responses import Response

from controller.hall.desk.book import DeskError
from controller.store import atomic

Office = Literal["organiser", "arbiter"]
"""An office: the name of its code's file and of its cookie."""
LIFE_S: Final = 16 * 3600
"""The life of a cookie, seconds: a tournament may take a day."""
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters of a code: none looks like another one."""
_GROUPS: Final = (4, 4, 4)
"""The groups of letters of a code: 59 bits, too many to try all."""
_REMEMBERED: Final = 2000


def code(folder: Path, office: Office = "organiser", *, new: bool = False) -> str:
    """Return the code of an office of a hall, made on first use; ``new``: make another one, which replaces the old.

    Raises:
        DeskError: it cannot be read or written.
    """
    path = folder / f"{office}.code"
    try:
        if path.exists() and not new and (kept := path.read_text(encoding="ascii").strip()):
            return kept
        made = "-".join("".join(secrets.choice(_LETTERS) for _ in range(size)) for size in _GROUPS)
        folder.mkdir(parents=True, exist_ok=True)
        atomic.write(path, f"{made}\n".encode("ascii"), 0o600)
    except (OSError, ValueError) as error:
        raise DeskError(f"{path} cannot be used: {error}") from error
    return made


class OfficeAccess:
    """The signed-in browsers of an office, each with the name that was typed."""

    def __init__(self, folder: Path, office: Office) -> None:
        """Recognise them by the office's code in this folder."""
        self._folder, self._office = folder, office

    def enter(self, typed: str) -> bool:
        """Whether the typed code is right; raises DeskError.

        A code is too long to be guessed. A wrong code causes no delay, or strangers would keep the organiser out.
        """
        return hmac.compare_digest(_plain(typed).encode(), _plain(code(self._folder, self._office)).encode())

    def sign_in(self, response: Response, name: str = "") -> None:
        """Sign the browser in to this office with a cookie."""
        value = self._signer().sign(urlsafe_b64encode(name.encode())).decode()
        response.set_cookie(self._office, value, max_age=LIFE_S, httponly=True, samesite="strict", path="/")

    def is_signed_in(self, request: Request) -> bool:
        """Whether a request's browser is signed in to this office; raises DeskError."""
        return self.name(request) is not None

    def name(self, request: Request) -> str | None:
        """Return the name of the signed-in person, or None; raises DeskError."""
        try:
            value = self._signer().unsign(request.cookies.get(self._office, ""), max_age=LIFE_S)
            return urlsafe_b64decode(value).decode()
        except (BadSignature, ValueError):
            return None

    def _signer(self) -> TimestampSigner:
        """Make the signer of cookies, which expire with their code."""
        return TimestampSigner(code(self._folder, self._office), salt=self._office)


class FormOnce:
    """Keys that admit each form once."""

    def __init__(self) -> None:
        self._forms = TimestampSigner(secrets.token_bytes(32), salt="form")
        self._used: OrderedDict[str, str] = OrderedDict()
        self._door = threading.Lock()

    def key(self) -> str:
        """Make the key of a form."""
        return self._forms.sign(secrets.token_urlsafe(9)).decode()

    def is_first(self, key: str) -> bool:
        """Whether a form with a key of this run is carried out for the first time."""
        try:
            self._forms.unsign(key, max_age=LIFE_S)
        except BadSignature:
            return False
        with self._door:
            if key in self._used:
                return False
            self._used[key] = ""
            while len(self._used) > _REMEMBERED:
                self._used.popitem(last=False)
        return True

    def free(self, key: str) -> None:
        """Allow a refused form to be sent again."""
        with self._door:
            self._used.pop(key, None)


def _plain(typed: str) -> str:
    """Normalize a code for comparison: without spaces, hyphens and capitals."""
    return "".join(typed.lower().split()).replace("-", "")
