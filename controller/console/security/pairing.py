"""Codes with which a phone becomes a player's, an arbiter's or an owner's; invitations to the seats."""

import hmac
import math
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from controller.console.security.roles import Role
from controller.web.host import client_network

# How often somebody may be wrong before nobody listens for a while.

WINDOW_S: Final = 600.0
"""Wrong codes are held against their sender, and against all, for so long."""
MOST_EACH: Final = 5
MOST_IN_ALL: Final = 20
"""Wrong codes in all, at most. With six digits a stranger who tries without end finds one code once in about a year;
beyond it codes get longer."""
_KEPT: Final = 5000
"""Wrong attempts that are remembered at most."""


@dataclass(slots=True)
class Attempts:
    """The wrong attempts of the last minutes, by address; ``now`` is an argument, seconds of any clock that runs on."""

    _wrong: deque[tuple[float, str]] = field(default_factory=lambda: deque[tuple[float, str]](maxlen=_KEPT))

    def wait_s(self, address: str, now: float) -> float:
        """Seconds until this address may try again; 0: now. What others did wrong is not held against it."""
        self._forget(now)
        mine = [when for when, who in self._wrong if who == client_network(address)]
        return mine[-MOST_EACH] + WINDOW_S - now if len(mine) >= MOST_EACH else 0.0

    def are_many(self, now: float) -> bool:
        """Whether all together were wrong so often that somebody is trying codes."""
        self._forget(now)
        return len(self._wrong) >= MOST_IN_ALL

    def failed(self, address: str, now: float) -> None:
        """Note a wrong attempt."""
        self._wrong.append((now, client_network(address)))

    def _forget(self, now: float) -> None:
        while self._wrong and self._wrong[0][0] + WINDOW_S <= now:
            self._wrong.popleft()


DIGITS: Final = 6
MORE_DIGITS: Final = 3
"""Digits added while somebody tries codes: nobody is locked out for it, and a billion codes are not tried through."""
_GROUP: Final = 3
SHOWN_S: Final = 180.0
"""Seconds that a requested code stays on the display."""
UNASKED_S: Final = 3600.0
"""Seconds until the owner's code, shown by itself while nobody owns the table, is drawn anew."""
HANDED_S: Final = 600.0
"""Seconds that a code handed out by an owner is good."""
INVITED_S: Final = 8 * 3600.0
"""Seconds that an invitation is good: an evening."""

T = TypeVar("T")


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
    printed: bool = False
    """Whether it was printed before the table was started for the first time."""

    @property
    def spoken(self) -> str:
        """The code in groups of three, as people read it to each other."""
        return " ".join(self.text[place : place + _GROUP] for place in range(0, len(self.text), _GROUP))


@dataclass(slots=True)
class Codes:
    """The codes that are good now; from any thread. The owner's on the display is so while nobody owns the table."""

    is_owned: Callable[[], bool]
    """Whether somebody owns the table; once it is so it stays so."""
    clock: Callable[[], float] = time.monotonic
    """Seconds of a clock that runs on."""
    draw: Callable[[], str] = lambda: f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    _good: list[Code] = field(default_factory=list[Code])
    _invitation: tuple[str, float] = ("", 0.0)
    """The code of a printed invitation, and its expiry."""
    _redeeming: list[Code] = field(default_factory=list[Code])
    """Codes that were typed and whose devices are being taken up."""
    _attempts: Attempts = field(default_factory=Attempts)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def show(self) -> Code:
        """Show a code on the display: the owner's while nobody owns the table, else a player's.

        One of that role that is on the display already stays, and lasts longer.
        """
        with self._lock:
            role, code_shown = Role.PLAYER if self._is_taken() else Role.OWNER, self._shown()
            text = code_shown.text if code_shown and code_shown.role == role else self._unused()
            self._good = [code for code in self._good if not code.on_display]
            return self._add(Code(text, role, self.clock() + SHOWN_S, on_display=True))

    def offer(self) -> None:
        """Show the owner's code unasked, unless a code is on the display, or the table is somebody's."""
        with self._lock:
            if self._shown() is None and not self._is_taken():
                until_s = self.clock() + UNASKED_S
                self._add(Code(self._unused(), Role.OWNER, until_s, on_display=True, unasked=True))

    def print_owners(self, text: str) -> None:
        """Make letters and digits that somebody has on paper an owner's code for as long as nobody owns the table."""
        with self._lock:
            self._add(Code(text, Role.OWNER, math.inf, on_display=False, printed=True))

    def hand_out(self, role: Role) -> Code:
        """Make a code for this role that an owner reads from the own page; the one before it is good no more."""
        with self._lock:
            self._good = [code for code in self._good if code.on_display or code.role != role]
            return self._add(Code(self._unused(), role, self.clock() + HANDED_S, on_display=False))

    def for_camera(self) -> Code:
        """Return the code that makes a phone the camera.

        It is the one that is good, for a page that shows it, or a new one.
        """
        with self._lock:
            handed = (code for code in self._current() if code.role is Role.CAMERA)
            return next(handed, None) or self._add(
                Code(self._unused(), Role.CAMERA, self.clock() + HANDED_S, on_display=False)
            )

    def invite(self) -> str:
        """Return the invitation of this evening, for players to show.

        With it each free seat can be taken by one phone.
        """
        with self._lock:
            text, until_s = self._invitation
            if until_s <= self.clock():
                text = secrets.token_urlsafe(16)
                self._invitation = text, self.clock() + INVITED_S
            return text

    def withdraw_invitation(self) -> None:
        """Withdraw the invitation; the next one is another."""
        with self._lock:
            self._invitation = "", 0.0

    def check_invitation(self, text: str, address: str) -> None:
        """Check an invitation; raises TooManyAttemptsError, and WrongCodeError where it is not good any more."""
        with self._lock:
            if wait_s := self._attempts.wait_s(address, self.clock()):
                raise TooManyAttemptsError(wait_s)
            good, until_s = self._invitation
            if until_s <= self.clock() or not hmac.compare_digest(good.encode(), text.encode()):
                self._attempts.failed(address, self.clock())
                raise WrongCodeError

    def withdraw(self) -> None:
        """Withdraw a code for which nobody has asked."""
        with self._lock:
            self._good = [code for code in self._good if not code.unasked]

    @property
    def shown(self) -> Code | None:
        """The code that belongs on the display now."""
        with self._lock:
            return self._shown()

    def redeem(self, text: str, address: str, take_up: Callable[[Role], T]) -> T:
        """Take up a device for a typed code, which is used up by that, in one step for all other threads.

        Nobody waits for a slow disk: meanwhile the code is good for nobody else, and the table belongs to whoever typed
        the owner's. If the device cannot be taken up the code is as good as before.

        Args:
            text: as somebody typed it; spaces and hyphens do not count.
            address: from where it came.
            take_up: makes the device one of this role; what it returns is returned, what it raises is raised.

        Raises:
            TooManyAttemptsError: this address was wrong too often lately.
            WrongCodeError: no such code is good now.
        """
        code = self._begin(text, address)
        try:
            taken_up = take_up(code.role)
        except BaseException:
            self._end(code, good=True)
            raise
        self._end(code, good=False)
        return taken_up

    def _begin(self, text: str, address: str) -> Code:
        """Return the code that was typed, which is good for nobody else from now on; raises as `redeem`."""
        entered = "".join(text.split()).replace("-", "").encode()
        with self._lock:
            if wait_s := self._attempts.wait_s(address, self.clock()):
                raise TooManyAttemptsError(wait_s)
            # Every code is compared, and in constant time: how long it takes tells nothing.
            fitting = [code for code in self._current() if hmac.compare_digest(code.text.encode(), entered)]
            if not fitting:
                self._attempts.failed(address, self.clock())
                if self._attempts.are_many(self.clock()):
                    self._good = [code for code in self._good if len(code.text) > DIGITS]
                raise WrongCodeError
            self._good.remove(fitting[0])
            self._redeeming.append(fitting[0])
            return fitting[0]

    def _end(self, code: Code, *, good: bool) -> None:
        """End the redeeming of a code, after which it is good or used up."""
        with self._lock:
            self._redeeming.remove(code)
            if good:
                self._good.insert(0, code)

    def _is_taken(self) -> bool:
        """Whether the table is somebody's, or becomes it just now."""
        return any(code.role is Role.OWNER for code in self._redeeming) or self.is_owned()

    def _current(self) -> list[Code]:
        gone = Role.OWNER if self._is_taken() else None
        self._good = [
            code
            for code in self._good
            if code.until_s > self.clock() and not ((code.on_display or code.printed) and code.role is gone)
        ]
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
