"""Matches read by faces: a reader that leaves cards unread or reads others, and people who tell what was true."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from controller.record.cards import Card
from controller.record.events import Amend, Answered, DealStart, Event, MatchStart, Played, Seat
from controller.referee import fold, questions
from controller.rules.match import AnyMatch
from controller.rules.results import QuestionResult, Verdict
from tests.support import disturbed


@dataclass(frozen=True)
class Reader:
    """The rates of a reader of faces."""

    unread: float = 0.0
    """Share of cards that it leaves unread; people say which they are."""
    wrong: float = 0.0
    """Share of cards that it reads as others, which were not played yet."""


ROOM: Final = Reader(unread=0.09)
"""Reader in room light, as measured: benchmarks/results.md."""
POOR: Final = Reader(unread=0.09, wrong=0.01)
"""One that reads a card in a hundred wrongly, which no reader is believed to do."""


@dataclass
class ReadMatch:
    """A record by faces of a match that was played, and which true line each of its lines stands for."""

    played: disturbed.Played
    lines: list[Event] = field(default_factory=list[Event])
    of: dict[int, int] = field(default_factory=dict[int, int])
    named: dict[Card, int] = field(default_factory=dict[Card, int])
    """The cards that were named in this deal, by the lines that do."""

    @property
    def match(self) -> AnyMatch:
        """The match after it."""
        return fold.outcome(self.lines)

    @property
    def asked(self) -> tuple[QuestionResult, ...]:
        """All questions that were asked, as they stand."""
        return self.match.questions

    @property
    def false(self) -> list[Verdict]:
        """The verdicts that are not true."""
        return [one for one in self.match.verdicts if self.of[one.event] not in self.played.illegal]

    def write(self, event: Event, true: int = 0) -> int:
        """Write a line, which stands for a true one; return its number."""
        self.lines.append(event)
        self.of[len(self.lines)] = true
        return len(self.lines)

    def true_card(self, line: int) -> Card:
        """The card that truly lay there where a line names one."""
        event = self.played.lines[self.of[line] - 1]
        assert isinstance(event, Played)
        return event.card

    def correct(self, line: int) -> None:
        """Say which card a line truly is, and so of every line that has named that card."""
        right = self.true_card(line)
        other = self.named.get(right)
        self.named[right] = line
        self.write(Amend(of=line, with_={"card": right}))
        if other is not None and other != line:
            self.correct(other)


def read(played: disturbed.Played, random: Random, reader: Reader, *, minding: float = 1.0) -> ReadMatch:
    """Read a match by faces.

    Args:
        played: the match.
        random: of the reader.
        reader: how well it reads.
        minding: share of cards named twice of which people say which the first one was.
    """
    opening = played.lines[0]
    assert isinstance(opening, MatchStart)
    found = ReadMatch(played)
    found.write(replace(opening, cards="faces"), 1)
    deck = fold.start(opening).game.deck
    for number, event in enumerate(played.lines[1:], 2):
        if isinstance(event, DealStart):
            found.named.clear()
        if not isinstance(event, Played):
            found.write(event, number)
            continue
        name, source = event.card, "camera"
        if random.random() < reader.unread or name in found.named:
            source = "console"
        elif random.random() < reader.wrong:
            name = _mistaken(random, event.card, [card for card in deck if card not in found.named])
        first = found.named.get(name)
        if first is not None and random.random() < minding:
            found.correct(first)
        line = found.write(replace(event, card=name, src=source), number)
        found.named[name] = line
    return found


def _mistaken(random: Random, card: Card, free: list[Card]) -> Card:
    """Another card, of the same suit or rank where one is free."""
    others = [one for one in free if one != card] or [card]
    alike = [one for one in others if one[:1] == card[:1] or one[1:] == card[1:]]
    return random.choice(alike or others)


def answered(reading: ReadMatch) -> ReadMatch:
    """Answered all questions truly, and say of denied cards which they are; the same reading with those lines."""
    while (question := questions.due_question(reading.match)) is not None:
        line = reading.write(question)
        asked = reading.match.question
        assert asked is not None
        assert asked.line == line
        for answer in _answers(reading, asked):
            reading.write(answer)
            if answer.wrong:
                reading.correct(answer.wrong)
    return reading


def _answers(reading: ReadMatch, asked: QuestionResult) -> Iterator[Answered]:
    """The answers of the accused and of the next player, who look at the pictures; the first no is the last."""
    accused: Seat = asked.verdict.seat or 0
    wrong = next((line for line in asked.rests_on if _names(reading, line) != reading.true_card(line)), None)
    for seat in (accused, (accused + 1) % reading.played.seats):
        yield Answered(of=asked.line, seat=seat, yes=wrong is None, wrong=wrong)
        if wrong is not None:
            return


def _names(reading: ReadMatch, line: int) -> Card:
    """The card that a line names, as corrected by now."""
    match = reading.match
    plays = (play for entry in match.ledger for play in entry.deal.plays())
    return next(play.card for play in plays if play.event == line)
