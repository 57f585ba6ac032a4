"""The presenter of a table: composes its face and hands it to the displays, from any thread."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from controller.live import scoreboard
from controller.live.scoreboard import NO_NOTICE, ComposedFace, TableState
from controller.live.session import MatchSession, Update
from controller.rules.match import AnyMatch
from firmware_bridge.face.face import Face

ShowFace = Callable[[ComposedFace], None]
"""A sink for new faces, called in the thread of the change; returns at once, whatever happens to displays."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The invitation for phones to join the table now."""

    code: str = ""
    """The code that pairs a phone, in words; empty if there is none."""
    address: str = ""
    """The address of the table's page; empty if there is none."""


Invite = Callable[[AnyMatch], Invitation]
"""A function that returns the invitation at this moment of a match; it may not use the calling board."""


def no_invitation(match: AnyMatch) -> Invitation:
    """Return an empty invitation, for tables without pages."""
    del match
    return Invitation()


class AlertBoard:
    """A presenter that composes the face of a match and hands it to the displays whenever it changes.

    Verdicts are shown until the table confirms each once. Other notices are shown until they are confirmed or replaced.
    A trouble stays until it is over, a call for the arbiter until it is withdrawn.

    Args:
        session: The match.
        show: Called with each new face.
        invite: Called for each face.
    """

    def __init__(self, session: MatchSession, show: ShowFace, invite: Invite = no_invitation) -> None:
        self._session, self._show, self._invite = session, show, invite
        self._lock = threading.RLock()
        """A lock while a face is composed and handed on, so that the newest is the last."""
        self._match, self._announced = session.shown, session.announced
        self._state = TableState()
        self.newest = ComposedFace(self._match, self._announced, self._state, Face())
        """The last face that was handed on."""

    def trouble(self, text: str) -> None:
        """Show a trouble of the table until an empty text ends it; only by a thread that may use the session."""
        with self._lock:
            self._state = replace(self._state, trouble=text)
            self.refresh()

    def show_update(self, update: Update) -> None:
        """Show the changes by an event; only by a thread that may use the session."""
        with self._lock:
            self._match, self._announced = update.match, update.announced
            withdrawn = tuple(announcement.verdict for announcement in update.announcements if announcement.withdrawn)
            state = replace(self._with_notices(), reply="")
            self._state = state if update.is_secret else replace(state, withdrawn=withdrawn)
            self.repaint()

    def refresh(self) -> None:
        """Show the match with its notice; only by a thread that may use the session."""
        with self._lock:
            self._match, self._announced = self._session.shown, self._session.announced
            self._state = self._with_notices()
            self.repaint()

    def refresh_if_changed(self) -> None:
        """Refresh if the notice differs from the shown one; threads as for :meth:`refresh`."""
        with self._lock:
            if self._with_notices().notice != self._state.notice or self._session.shown is not self._match:
                self.refresh()

    def repaint(self) -> None:
        """Show the same match with changed surroundings, such as the invitation; by any thread."""
        with self._lock:
            invitation = self._invite(self._match)
            self._state = replace(self._state, code=invitation.code, address=invitation.address)
            face = scoreboard.face(self._match, self._announced, self._state)
            self.newest = ComposedFace(self._match, self._announced, self._state, face)
            self._show(self.newest)

    def confirm(self) -> None:
        """Confirm all that was announced so far: the next face is without it; by any thread."""
        with self._lock:
            self._state = self._state.with_confirmed(self._announced)

    def reply(self, text: str) -> None:
        """Show the reply to a request until the next event or until it is confirmed; by any thread."""
        with self._lock:
            self._state = replace(self._state, reply=text, read=NO_NOTICE)
            self.repaint()

    def await_arbiter(self, name: str) -> None:
        """Show that an arbiter is on the way, until an empty name ends it; by any thread."""
        with self._lock:
            self._state = replace(self._state, coming=name)
            self.repaint()

    def forget_last_answer(self) -> None:
        """Show the next answer even if the same one was confirmed before; by any thread."""
        with self._lock:
            self._state = replace(self._state, read=NO_NOTICE)

    def _with_notices(self) -> TableState:
        session = self._session
        return self._state.with_notices(session.unsaved_reason, session.call, session.answer, session.remark)
