"""The cookie by which a paired phone is known: the device's id, signed with the key of this machine."""

from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.requests import Request
from starlette.responses import Response

NAME: Final = "schiri"
_LIFE_S: Final = 400 * 86_400
"""The longest that browsers keep one."""


class Cookies:
    """Gives and reads the cookies of paired phones."""

    def __init__(self, key: bytes, *, secure: bool) -> None:
        """Sign with a key.

        Args:
            key: secret of this machine.
            secure: whether pages come by https, so that a cookie never leaves otherwise.
        """
        self._signer, self._secure = Signer(key, salt="device"), secure

    def read(self, request: Request) -> str | None:
        """The id of the device that asks; None without a cookie or with one that this machine has not given."""
        try:
            return self._signer.unsign(request.cookies.get(NAME, "")).decode()
        except (BadSignature, UnicodeError):
            return None

    def sign(self, device: str) -> str:
        """The value of a device's cookie."""
        return self._signer.sign(device).decode()

    def give(self, response: Response, device: str) -> None:
        """Let the browser keep a device's id; no script can read it, and no other site can have it sent."""
        response.set_cookie(
            NAME, self.sign(device), max_age=_LIFE_S, httponly=True, samesite="strict", secure=self._secure, path="/"
        )
