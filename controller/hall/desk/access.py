"""The organiser's access: a code in the hall's folder, a cookie that it gives, and keys that carry a form out once."""

import hmac
import secrets
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Final

from itsdangerous import BadSignature, TimestampSigner
from starlette.requests import Request
from starlette.responses import Response

from controller.hall.desk.book import DeskError
from controller.store import atomic

FILE: Final = "organiser.code"
COOKIE: Final = "organiser"
LIFE_S: Final = 16 * 3600
"""A tournament may take a day."""
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""None that is taken for another one."""
_GROUPS: Final = (4, 4, 4)
"""59 bits: nobody tries them through."""
_REMEMBERED: Final = 2000


def code(folder: Path, *, new: bool = False) -> str:
    """The organiser's code of a hall, made on first use; ``new``: another one, the old is good no more.

    Raises:
        DeskError: it cannot be read or written.
    """
    path = folder / FILE
    try:
        if path.exists() and not new and (kept := path.read_text(encoding="ascii").strip()):
            return kept
        made = "-".join("".join(secrets.choice(_LETTERS) for _ in range(size)) for size in _GROUPS)
        folder.mkdir(parents=True, exist_ok=True)
        atomic.write(path, f"{made}\n".encode("ascii"), 0o600)
    except (OSError, ValueError) as error:
        raise DeskError(f"{path} cannot be used: {error}") from error
    return made


class OrganiserAccess:
    """Knows the organiser's browsers, and each form once."""

    def __init__(self, folder: Path) -> None:
        """Know them by the code in this folder."""
        self._folder = folder
        self._forms = TimestampSigner(secrets.token_bytes(32), salt="form")
        self._used: OrderedDict[str, str] = OrderedDict()
        self._door = threading.Lock()

    def enter(self, typed: str) -> bool:
        """Whether this is the code; raises DeskError.

        It is too long to be tried through. Nobody waits after a wrong one, or strangers would keep the organiser out.
        """
        return hmac.compare_digest(_plain(typed).encode(), _plain(code(self._folder)).encode())

    def give(self, response: Response) -> None:
        """Let the browser keep that it is the organiser's."""
        value = self._signer().sign(COOKIE).decode()
        response.set_cookie(COOKIE, value, max_age=LIFE_S, httponly=True, samesite="strict", path="/")

    def knows(self, request: Request) -> bool:
        """Whether a request comes from the organiser; raises DeskError."""
        try:
            self._signer().unsign(request.cookies.get(COOKIE, ""), max_age=LIFE_S)
        except BadSignature:
            return False
        return True

    def key(self) -> str:
        """The key of a form."""
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
        """Let a form that was refused be sent again."""
        with self._door:
            self._used.pop(key, None)

    def _signer(self) -> TimestampSigner:
        """Cookies end with the code that gave them."""
        return TimestampSigner(code(self._folder), salt="organiser")


def _plain(typed: str) -> str:
    """A code as it is compared: without spaces, hyphens and capitals."""
    return "".join(typed.lower().split()).replace("-", "")
