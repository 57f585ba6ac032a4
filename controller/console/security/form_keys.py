"""Keys of forms: each form can be carried out once, however often it is sent."""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

from itsdangerous import BadSignature, TimestampSigner

LIFE_S: Final = 12 * 3600
"""A form that is older is not carried out."""
_FRESH_S: Final = LIFE_S / 2
"""A key that was given out before goes on a page again for so long."""
_STEADY: Final = 500
"""Forms of live parts of pages whose keys are remembered; the oldest of more get another."""


class StaleFormError(ValueError):
    """A form of a page that is too old, or from before the console was started."""


class _Signer(TimestampSigner):
    """Signs with the time since the machine was switched on: the time of day steps when the network tells it."""

    def get_timestamp(self) -> int:
        return int(time.monotonic())


class FormKeys:
    """Makes the keys of forms, and knows its own; those of an earlier run are none."""

    def __init__(self) -> None:
        """Begin anew."""
        self._signer = _Signer(secrets.token_bytes(32), salt="form")
        self._steady: OrderedDict[Hashable, tuple[str, float]] = OrderedDict()
        self._lock = threading.Lock()

    def steady(self, form: Hashable) -> str:
        """The key of a form that pages show again and again, the same until it is used.

        A part of a page that has not changed is then the same text, key and all, and is not sent again.

        Args:
            form: what the form does, and on what.
        """
        now = time.monotonic()
        with self._lock:
            held = self._steady.get(form)
            if held is None or held[1] + _FRESH_S < now:
                held = self._steady[form] = self.mint(), now
            self._steady.move_to_end(form)
            while len(self._steady) > _STEADY:
                self._steady.popitem(last=False)
            return held[0]

    def used(self, key: str) -> None:
        """Give no page this key again: a form with it was carried out."""
        with self._lock:
            for form in [form for form, (own, _since) in self._steady.items() if own == key]:
                del self._steady[form]

    def mint(self) -> str:
        """A key for one form."""
        return self._signer.sign(secrets.token_urlsafe(9)).decode()

    def check(self, key: str) -> None:
        """Raise StaleFormError unless this is a key of this run that is young enough."""
        try:
            self._signer.unsign(key, max_age=LIFE_S)
        except (BadSignature, UnicodeError) as error:
            raise StaleFormError from error
