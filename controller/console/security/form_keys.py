"""Keys of forms: each form can be carried out once, however often it is sent."""

import secrets
from typing import Final

from itsdangerous import BadSignature, SignatureExpired, TimestampSigner

LIFE_S: Final = 12 * 3600
"""A form that is older is not carried out."""


class StaleFormError(ValueError):
    """A form of a page that is too old, or from before the console was started."""


class FormKeys:
    """Makes the keys of forms, and knows its own; those of an earlier run are none."""

    def __init__(self) -> None:
        """Begin anew."""
        self._signer = TimestampSigner(secrets.token_bytes(32), salt="form")

    def mint(self) -> str:
        """A key for one form."""
        return self._signer.sign(secrets.token_urlsafe(9)).decode()

    def check(self, key: str) -> None:
        """Raise StaleFormError unless this is a key of this run that is young enough."""
        try:
            self._signer.unsign(key, max_age=LIFE_S)
        except (BadSignature, SignatureExpired, UnicodeError) as error:
            raise StaleFormError from error
