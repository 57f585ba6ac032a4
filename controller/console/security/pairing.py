"""Codes with which a phone becomes a player's, an arbiter's or an owner's."""

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from controller.console.security.rate_limit import Attempts
from controller.console.security.roles import Role

DIGITS: Final = 6
MORE_DIGITS: Final = 3
"""Added while somebody tries codes: nobody is locked out for it, and a billion codes are not tried through."""
_GROUP: Final = 3
SHOWN_S: Final = 180.0
"""Seconds that a requested code stays on the display."""
UNASKED_S: Final = 3600.0
"""Seconds until the owner's code, shown by itself while nobody owns the table, is drawn anew."""
HANDED_S: Final = 600.0
"""Seconds that a code handed out by an owner is good."""


class WrongCodeError(ValueError):
    """A wrong code, or one that has expired or been used."""


class TooManyAttemptsError(ValueError):
    """Too many wrong codes; nobody listens for a while."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"wait {wait_s:.0f} seconds")
        self.wait_s = wait_s


@dataclass(frozen=True, slots=True)
class Code:
    """A code, good once."""

    text: str
    role: Role
    until_s: float
    on_display: bool
    unasked: bool = False
    """Whether it is on the display by itself."""

    @property
    def spoken(self) -> str:
        """In groups of three, as people read it to each other."""
        return " ".join(self.text[place : place + _GROUP] for place in range(0, len(self.text), _GROUP))


@dataclass(slots=True)
class Codes:
    """The codes that are good now; from any thread."""

    clock: Callable[[], float] = time.monotonic
    """Seconds of a clock that runs on."""
    draw: Callable[[], str] = lambda: f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    _good: list[Code] = field(default_factory=list[Code])
    _attempts: Attempts = field(default_factory=Attempts)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def show(self, role: Role, *, unasked: bool = False) -> Code:
        """A code for this role on the display; one that is on it already stays, and lasts longer."""
        with self._lock:
            shown = self._shown()
            text = shown.text if shown and shown.role == role else self._unused()
            self._good = [code for code in self._good if not code.on_display]
            until_s = self.clock() + (UNASKED_S if unasked else SHOWN_S)
            return self._add(Code(text, role, until_s, on_display=True, unasked=unasked))

    def hand_out(self, role: Role) -> Code:
        """A code for this role that an owner reads from the own page; the one before it is good no more."""
        with self._lock:
            self._good = [code for code in self._good if code.on_display or code.role != role]
            return self._add(Code(self._unused(), role, self.clock() + HANDED_S, on_display=False))

    def withdraw(self) -> None:
        """Let a code for which nobody has asked be good no more."""
        with self._lock:
            self._good = [code for code in self._good if not code.unasked]

    @property
    def shown(self) -> Code | None:
        """The code that belongs on the display now."""
        with self._lock:
            return self._shown()

    def redeem(self, text: str, address: str) -> Role:
        """The role that a code gives; it is used up by that.

        Args:
            text: as somebody typed it; spaces and hyphens do not count.
            address: from where it came.

        Raises:
            TooManyAttemptsError: this address was wrong too often lately.
            WrongCodeError: no such code is good now.
        """
        given = "".join(text.split()).replace("-", "").encode()
        with self._lock:
            if wait_s := self._attempts.wait_s(address, self.clock()):
                raise TooManyAttemptsError(wait_s)
            # Every code is compared, and in constant time: how long it takes tells nothing.
            fitting = [code for code in self._current() if hmac.compare_digest(code.text.encode(), given)]
            if not fitting:
                self._attempts.failed(address, self.clock())
                if self._attempts.are_many(self.clock()):
                    self._good = [code for code in self._good if len(code.text) > DIGITS]
                raise WrongCodeError
            self._good.remove(fitting[0])
            return fitting[0].role

    def _current(self) -> list[Code]:
        self._good = [code for code in self._good if code.until_s > self.clock()]
        return list(self._good)

    def _shown(self) -> Code | None:
        return next((code for code in self._current() if code.on_display), None)

    def _unused(self) -> str:
        used = {code.text for code in self._current()}
        more = self._attempts.are_many(self.clock())
        while (text := self.draw() + (self.draw()[:MORE_DIGITS] if more else "")) in used:
            pass
        return text

    def _add(self, code: Code) -> Code:
        self._good.append(code)
        return code
