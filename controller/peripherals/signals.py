"""The signals of events and alerts for lamp and buzzer; pure, without playing them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from controller.live.scoreboard import DOUBTS, ComposedFace
from controller.live.session import Update
from controller.record.events import Correction, Played, Question
from controller.rules.results import DealResult, ErrorResult, MatchResult, TrickResult, Verdict
from controller.settings.signals import STANDING, Signal

_ORDER: Final[tuple[Signal, ...]] = ("verdict", "check", "back", "match", "unclear", "deal", "trick", "card")

_BY_KIND: Final[Mapping[type, Signal]] = {
    MatchResult: "match",
    DealResult: "deal",
    TrickResult: "trick",
    ErrorResult: "unclear",
    Question: "check",
    Played: "card",
}
"""The signals of results and events; verdicts have theirs when they are announced."""


def event_signal(update: Update) -> Signal | None:
    """Choose the most important signal of an event and its results."""
    signals = {*_event_signals(update)}
    return next((signal for signal in _ORDER if signal in signals), None)


def _event_signals(update: Update) -> Iterator[Signal]:
    for announcement in update.announcements:
        yield "back" if announcement.withdrawn else _verdict_signal(announcement.verdict)
    for kind in (*map(type, update.results), type(update.event)):
        if kind in _BY_KIND:
            yield _BY_KIND[kind]
    if isinstance(update.event, Correction):
        yield "back"


def _verdict_signal(verdict: Verdict) -> Signal:
    return "check" if verdict.kind in DOUBTS else "verdict"


@dataclass(frozen=True, slots=True)
class LastingSignals:
    """The conditions that lamp and buzzer signal while they hold; texts in English."""

    trouble: str = ""
    """The trouble of the table, in words: the camera is blind, the disk is full."""
    call: str = ""
    """The call for the arbiter, in words."""
    answer: str = ""
    """The answer to the last word, if it has no meaning now or waits for more."""
    alert: str = ""
    """The unconfirmed alert on the displays, unless it is a trouble or a call."""

    @property
    def signal(self) -> Signal | None:
        """The signal to repeat while a condition holds."""
        texts = {"blind": self.trouble, "arbiter": self.call, "alert": self.alert}
        return next((signal for signal in STANDING if texts[signal]), None)

    def since(self, before: "LastingSignals") -> Signal | None:
        """Return the signal to play once because a condition began to hold."""
        return "unclear" if self.answer and self.answer != before.answer else None


def lasting_signals(face: ComposedFace) -> LastingSignals:
    """Return the lasting signals of a face."""
    alert, state = face.face.alert, face.state
    trouble = alert.text if alert.kind == "trouble" else state.unsaved
    is_other = alert.kind in ("trouble", "call", "code")
    return LastingSignals(trouble, state.call, state.answer, "" if is_other else alert.text)
