"""The verdict above the table: its cards, the way to its proof and to the reading; fair words once it falls."""

from collections.abc import Sequence
from dataclasses import dataclass

from controller.console.views.objections import Objections
from controller.console.views.overlay import CalledVerdict, newest_verdict
from controller.live.session import Update
from controller.record.cards import Card
from controller.record.events import Amend, Seat
from controller.record.message import Listed, Message
from controller.rules.match import AnyMatch
from controller.rules.results import ILLEGAL_WORDS, Verdict
from firmware_bridge.face.face import Alert


@dataclass(frozen=True, slots=True)
class Banner:
    """A verdict above the table."""

    called: CalledVerdict
    seats: tuple[Seat, ...]
    """The seats that it is about."""
    number: int
    """Number of its page; 0: it has none."""
    misread: int
    """The line of the card that it is about; 0: it is about none."""
    is_of_words: bool
    """Whether it is about something said, which is taken back in the history."""
    is_upheld: bool
    """Whether an arbiter has ruled that it stands."""


def banner(match: AnyMatch, verdicts: Sequence[tuple[int, Verdict]], alert: Alert) -> Banner | None:
    """Return the verdict that the displays show, or would show but for a trouble of the machine.

    Args:
        match: the match as it stands.
        verdicts: the verdicts that the table may know of, oldest first, with their numbers.
        alert: alert of the displays.
    """
    called = newest_verdict(match, [verdict for _number, verdict in verdicts])
    if called is None or alert.kind not in ("verdict", "check", "trouble"):
        return None
    verdict = called.verdict
    numbers = {one.accusation: number for number, one in verdicts}
    laid = any(what == "laid" for _card, what in called.cards)
    number, line = numbers.get(verdict.accusation, 0), verdict.event if laid else 0
    is_upheld = any(of == number and one.decision == "upheld" for of, one in match.rulings.items())
    return Banner(called, _seats(verdict), number, line, is_of_words=verdict.kind in ILLEGAL_WORDS, is_upheld=is_upheld)


def cleared(newest: Sequence[Update], alert: Alert, objections: Objections) -> Message | None:
    """Return the sentence after a verdict fell: the correction, its maker, and that nobody is held to have done wrong.

    Args:
        newest: the newest updates, oldest first.
        alert: alert of the displays.
        objections: knows whose phone made the last correction.
    """
    update = next((one for one in reversed(newest) if any(told.withdrawn for told in one.announcements)), None)
    if alert.kind != "withdrawn" or update is None:
        return None
    seats = dict.fromkeys(seat for told in update.announcements if told.withdrawn for seat in _seats(told.verdict))
    names = Listed(tuple(update.match.names[seat] for seat in seats if update.match.rules.has(seat)), "and")
    if not names.items:
        return None
    card = update.event.with_.get("card") if isinstance(update.event, Amend) else None
    laid, by = Card(card) if isinstance(card, str) else None, objections.is_by(update.event)
    if laid and by:
        return Message("{by} corrected it to {card}: nothing is held against {names}.", by=by, card=laid, names=names)
    if laid:
        return Message("Corrected to {card}: nothing is held against {names}.", card=laid, names=names)
    if by:
        return Message("Corrected by {by}: nothing is held against {names}.", by=by, names=names)
    return Message("Corrected: nothing is held against {names}.", names=names)


def _seats(verdict: Verdict) -> tuple[Seat, ...]:
    return verdict.seats or (() if verdict.seat is None else (verdict.seat,))
