"""An objection: whoever a verdict is about corrects what it rests on, and another phone confirms it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

from controller.console.views.undo_steps import newest_step
from controller.console.words.events import step_words
from controller.console.words.gettext import _, ngettext
from controller.record.cards import Card
from controller.record.corrections import Rejected, corrected
from controller.record.events import Amend, Event, Insert, Seat, Undo
from controller.record.text import to_line
from controller.rules.results import Verdict

MOST_CORRECTIONS: Final = 64
"""Corrections whose makers are known, and verdicts that are told to have fallen."""


@dataclass(frozen=True, slots=True)
class FallenVerdict:
    """A verdict that fell, and the correction by which it did."""

    verdict: Verdict
    event: Event


@dataclass(frozen=True, slots=True)
class Objection:
    """Corrections that wait for a phone of somebody else."""

    seat: Seat
    """The seat that they would clear."""
    name: str
    """The player of that seat."""
    events: tuple[Event, ...]
    accusations: frozenset[tuple[object, ...]]
    """The accusations of the verdicts that would fall."""
    named: tuple[object, ...]
    """The lines that the corrections name, as they stood when these were asked for."""

    @property
    def key(self) -> str:
        """A short text that is another one for other corrections."""
        return sha256("".join(map(to_line, self.events)).encode()).hexdigest()[:16]

    @property
    def card(self) -> Card | None:
        """The card that the accused one would be, if nothing else is corrected."""
        match self.events:
            case (Amend(with_={"card": str(name), **others}),) if not others:
                return Card(name)
            case _:
                return None


@dataclass(slots=True)
class Objections:
    """The objection that waits, and who made the newest corrections; in memory, from any thread."""

    waiting: Objection | None = None
    correctors: tuple[tuple[Event, str], ...] = ()
    """The newest corrections, and by whom, oldest first."""
    listeners: dict[str, int] = field(default_factory=dict[str, int])
    """The open pages of each paired phone, by its id; the console's loop alone writes it."""

    def note(self, events: Sequence[Event], name: str) -> None:
        """Note who corrected something; what waited for it waits no more."""
        if self.waiting and self.waiting.events == tuple(events):
            name, self.waiting = self.waiting.name, None
        self.correctors = (*self.correctors, (events[-1], name))[-MOST_CORRECTIONS:]

    def is_by(self, event: Event) -> str:
        """Name whoever made a correction, if it is one of the newest; else the empty text."""
        plain = replace(event, t=None, src=None)
        return next((name for known, name in reversed(self.correctors) if known == plain), "")


def accusing(verdicts: Iterable[Verdict], seat: Seat | None) -> frozenset[tuple[object, ...]]:
    """Return the accusations of a seat among verdicts."""
    return frozenset(one.accusation for one in verdicts if seat in (one.seats or (one.seat,)))


def named(events: Iterable[Event], lines: Sequence[Event]) -> tuple[object, ...]:
    """Read the lines that corrections name as they stand now; for an undo, the number of the newest step."""
    standing = {line.number: line.event for line in corrected(lines) if not isinstance(line, Rejected)}

    def line(event: Event) -> object:
        match event:
            case Amend():
                return standing.get(event.of)
            case Insert():
                return standing.get(event.before)
            case _:
                return newest_step(lines, ())

    return tuple(map(line, events))


def in_words(names: Sequence[str], objection: Objection, lines: Sequence[Event]) -> str:
    """Return the corrections in a few words."""
    back = sum(event.n for event in objection.events if isinstance(event, Undo))
    if back:
        return ngettext("{count} step taken back", "{count} steps taken back", back).format(count=back)
    return ", ".join(step_words(names, event, lines) for event in objection.events)


def claim(names: Sequence[str], objection: Objection, lines: Sequence[Event], card_words: Callable[[Card], str]) -> str:
    """Return the sentence that whoever corrects something claims.

    A card has its sign for the eye, its name for the ear.
    """
    if objection.card:
        return _("{name} says that it was the {card}.").format(name=objection.name, card=card_words(objection.card))
    return _("{name} corrects it: {what}.").format(name=objection.name, what=in_words(names, objection, lines))


def pending(waiting: Objection | None, verdicts: Iterable[Verdict], lines: Sequence[Event]) -> Objection | None:
    """Return the objection, as long as its verdicts stand and what it corrects says what it said."""
    if waiting is None or not waiting.accusations & {one.accusation for one in verdicts}:
        return None
    return waiting if named(waiting.events, lines) == waiting.named else None
