"""What of the news and of what stands on the displays is given to lamp and buzzer: pure, nothing is played here."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from controller.live.session import News
from controller.record.events import Correction, Played
from controller.rules.results import DealResult, ErrorResult, MatchResult, TrickResult, Verdict
from controller.settings.signals import STANDING, Signal

DOUBTS: Final = frozenset(("impossible-card", "short-trick"))
"""Verdicts that accuse nobody: something should be looked at (referee.md, "Doubt is not guilt")."""

_ORDER: Final[tuple[Signal, ...]] = ("verdict", "check", "back", "match", "unclear", "deal", "trick", "card")


def of_news(news: News) -> Signal | None:
    """The signal of an event that was taken in: the most important of what became true by it."""
    found = {*_found(news)}
    return next((signal for signal in _ORDER if signal in found), None)


def _found(news: News) -> Iterator[Signal]:
    for one in news.told:
        yield "back" if one.withdrawn else _of(one.verdict)
    for result in news.results:
        match result:
            case MatchResult():
                yield "match"
            case DealResult():
                yield "deal"
            case TrickResult():
                yield "trick"
            case ErrorResult():
                yield "unclear"
            case Verdict():
                """The table may not hear of it yet."""
    if isinstance(news.event, Correction):
        yield "back"
    if isinstance(news.event, Played):
        yield "card"


def _of(verdict: Verdict) -> Signal:
    return "check" if verdict.kind in DOUBTS else "verdict"


@dataclass(frozen=True, slots=True)
class Standing:
    """What is so for now."""

    trouble: str = ""
    """What is wrong with the table, in words: the camera is blind, the disk is full."""
    call: str = ""
    """Who asks for the arbiter, in words."""
    answer: str = ""
    """What means nothing now, or waits for more, in words."""
    alert: str = ""
    """What the displays show that nobody has confirmed, if it is neither of the first two."""

    @property
    def signal(self) -> Signal | None:
        """What is to be repeated as long as it is so."""
        so = {"blind": self.trouble, "arbiter": self.call, "alert": self.alert}
        return next((signal for signal in STANDING if so[signal]), None)

    def since(self, before: "Standing") -> Signal | None:
        """What is to be heard once because it has become so."""
        return "unclear" if self.answer and self.answer != before.answer else None
