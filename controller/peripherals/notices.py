"""What stands on the displays until the table takes notice of it."""

import threading
from collections.abc import Callable
from dataclasses import replace

from controller.live.loop import Show
from controller.live.session import Session
from controller.peripherals.signals import Standing
from controller.rules.results import Verdict
from firmware_bridge.face.face import Face, printable

WITHDRAWN = "withdrawn: "
"""How an alert begins that takes a verdict back."""


class Notices:
    """Between a match and its displays: leaves out alerts that were confirmed, and says what stands.

    Confirmed are verdicts, each one once and for all, and what the table was told besides, until it is told something
    else. A trouble of the camera or the disk stays until it is over, and a call for the arbiter until it is taken back.

    Args:
        session: The match.
        show: Takes the faces.
        stands: Hears what stands and what stood before, whenever a face is shown; let it be quick.
    """

    def __init__(self, session: Session, show: Show, stands: Callable[[Standing, Standing], None]) -> None:
        self._session, self._show, self._stands = session, show, stands
        self._door = threading.Lock()
        self._known = set[tuple[object, ...]]()
        """Accusations that were confirmed."""
        self._read = ""
        """The notice that was confirmed."""
        self._before = Standing()

    def show(self, face: Face) -> None:
        """Show a face, without what was confirmed."""
        with self._door:
            alert, now = self._sifted(face.alert)
            before, self._before = self._before, now
        self._show(face if alert == face.alert else replace(face, alert=alert))
        self._stands(now, before)

    def confirm(self) -> None:
        """The table has taken notice of all that it was told so far; the next face is without it."""
        with self._door:
            self._known |= {verdict.accusation for verdict in self._session.heard}
            lasting = self._session.call or self._session.unsaved
            self._read = "" if lasting else printable(self._session.notice)

    def expect(self) -> None:
        """An answer is asked for: it is told even if it was told and confirmed before."""
        with self._door:
            self._read, self._before = "", replace(self._before, answer="")

    def _sifted(self, alert: str) -> tuple[str, Standing]:
        """What of an alert is to be shown, and what stands by it.

        In place of a verdict that was confirmed comes what else the table is told.
        """
        session, notice = self._session, printable(self._session.notice)
        if notice != self._read:
            self._read = ""
        verdict = self._verdict(alert) if alert and alert != notice else None
        if verdict and verdict.accusation in self._known:
            alert, verdict = notice, None
        if alert == self._read:
            alert = ""
        trouble = notice if session.unsaved else ""
        if not verdict and alert != notice and not alert.startswith(WITHDRAWN):
            trouble = alert
        lasting = alert in (trouble, printable(session.call))
        return alert, Standing(trouble, session.call, session.answer, "" if lasting else alert)

    def _verdict(self, alert: str) -> Verdict | None:
        """The verdict that an alert tells of; the newest are looked at first, for it is one of them."""
        return next((one for one in reversed(self._session.heard) if printable(one.text) == alert), None)
