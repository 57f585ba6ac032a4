"""The signals of news and alerts for lamp and buzzer; pure, nothing is played here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from controller.live.scoreboard import DOUBTS, ComposedFace
from controller.live.session import News
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
"""The signals of results and events; of a verdict the table may not hear yet."""


def of_news(news: News) -> Signal | None:
    """The signal of an event that was taken in: the most important of what became true by it."""
    found = {*_found(news)}
    return next((signal for signal in _ORDER if signal in found), None)


def _found(news: News) -> Iterator[Signal]:
    for one in news.told:
        yield "back" if one.withdrawn else _of(one.verdict)
    for kind in (*map(type, news.results), type(news.event)):
        if kind in _BY_KIND:
            yield _BY_KIND[kind]
    if isinstance(news.event, Correction):
        yield "back"


def _of(verdict: Verdict) -> Signal:
    return "check" if verdict.kind in DOUBTS else "verdict"


@dataclass(frozen=True, slots=True)
class LastingSignals:
    """The conditions that lamp and buzzer repeat while they hold, and sound once as they begin; texts in English."""

    trouble: str = ""
    """The trouble of the table, in words: the camera is blind, the disk is full."""
    call: str = ""
    """Who asks for the arbiter, in words."""
    answer: str = ""
    """Why the last word means nothing now, or what it waits for, in words."""
    alert: str = ""
    """The unconfirmed alert on the displays, if it is neither trouble nor call."""

    @property
    def signal(self) -> Signal | None:
        """The signal to repeat while a condition holds."""
        so = {"blind": self.trouble, "arbiter": self.call, "alert": self.alert}
        return next((signal for signal in STANDING if so[signal]), None)

    def since(self, before: "LastingSignals") -> Signal | None:
        """The signal to play once because a condition has begun to hold."""
        return "unclear" if self.answer and self.answer != before.answer else None


def standing(shown: ComposedFace) -> LastingSignals:
    """The lasting signals of a face."""
    alert, state = shown.face.alert, shown.state
    trouble = alert.text if alert.kind == "trouble" else state.unsaved
    own = alert.kind in ("trouble", "call", "code")
    return LastingSignals(trouble, state.call, state.answer, "" if own else alert.text)
