"""The one place where the face of a table is made and given to its displays, from whatever thread the change came."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from controller.live import scoreboard
from controller.live.scoreboard import NO_NOTICE, ComposedFace, TableState
from controller.live.session import MatchSession, News
from controller.rules.match import AnyMatch
from firmware_bridge.face.face import Face

ShowFace = Callable[[ComposedFace], None]
"""Takes a new face in the thread of the change; returns at once, whatever becomes of displays."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The invitation with which phones join the table now."""

    code: str = ""
    """The code that pairs a phone, in words; empty if there is none."""
    address: str = ""
    """The address of the table's page; empty if there is none."""


Invite = Callable[[AnyMatch], Invitation]
"""Says how phones join the table at this moment of its match; it may not use the board that asks."""


def invite_nobody(match: AnyMatch) -> Invitation:
    """Invite no phone: the table has no pages."""
    del match
    return Invitation()


class AlertBoard:
    """Composes the face of a match and gives it to the displays whenever it changes.

    Verdicts are shown until the table confirms them, each once and for all; what it is told besides until it confirms
    that or is told something else. A trouble stays until it is over, a call for the arbiter until it is taken back.

    Args:
        session: The match.
        show: Takes each new face.
        invite: Asked for each face.
    """

    def __init__(self, session: MatchSession, show: ShowFace, invite: Invite = invite_nobody) -> None:
        self._session, self._show, self._invite = session, show, invite
        self._lock = threading.RLock()
        """Held while a face is made and given on, so that the newest is the last."""
        self._match, self._heard = session.shown, session.heard
        self._state = TableState()
        self.newest = ComposedFace(self._match, self._heard, self._state, Face())
        """The face that was given on last."""

    def trouble(self, text: str) -> None:
        """Show what is wrong with the table until it is right again (an empty text); by whoever may use the session."""
        with self._lock:
            self._state = replace(self._state, trouble=text)
            self.look()

    def take(self, news: News) -> None:
        """Show what an event changed; by whoever may use the session."""
        with self._lock:
            self._match, self._heard = news.match, news.heard
            withdrawn = tuple(told.verdict for told in news.told if told.withdrawn)
            noticed = replace(self._noticed(), reply="")
            self._state = noticed if news.is_secret else replace(noticed, withdrawn=withdrawn)
            self.repaint()

    def look(self) -> None:
        """Show the match as it stands with its notice; only the thread that may use the session calls this."""
        with self._lock:
            self._match, self._heard = self._session.shown, self._session.heard
            self._state = self._noticed()
            self.repaint()

    def look_again(self) -> None:
        """Show the notice if it differs from the one on the displays; threads as for :meth:`look`."""
        with self._lock:
            if self._noticed().notice != self._state.notice or self._session.shown is not self._match:
                self.look()

    def repaint(self) -> None:
        """Show the same match again, for something beside it has changed; by any thread."""
        with self._lock:
            invitation = self._invite(self._match)
            self._state = replace(self._state, code=invitation.code, address=invitation.address)
            face = scoreboard.face(self._match, self._heard, self._state)
            self.newest = ComposedFace(self._match, self._heard, self._state, face)
            self._show(self.newest)

    def confirm(self) -> None:
        """The table has taken notice of all that it was told so far; the next face is without it; by any thread."""
        with self._lock:
            self._state = self._state.confirming(self._heard)

    def reply(self, text: str) -> None:
        """Show what somebody has asked for until the next event or until it is confirmed; by any thread."""
        with self._lock:
            self._state = replace(self._state, reply=text, read=NO_NOTICE)
            self.repaint()

    def await_arbiter(self, name: str) -> None:
        """Show that an arbiter is on the way, or nobody any more (an empty name); by any thread."""
        with self._lock:
            self._state = replace(self._state, coming=name)
            self.repaint()

    def expect(self) -> None:
        """Let the next answer be shown though the same was confirmed before; by any thread."""
        with self._lock:
            self._state = replace(self._state, read=NO_NOTICE)

    def _noticed(self) -> TableState:
        session = self._session
        return self._state.noticing(session.unsaved_because, session.call, session.answer, session.remark)
