"""Whole evenings said by cards alone: records of every game, filmed and read."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from controller import games
from controller.record.events import Collect, Correction, End, Event, MatchStart, Played, Ruling, Undo, Void
from controller.referee.fold import outcome, start, step
from controller.rules.copies import has_copies
from controller.rules.match import AnyMatch
from controller.table import screenplay
from controller.table.interpreter import Interpreter
from controller.table.lay_out import cards_to_lay
from controller.table.screenplay import RecordedScene
from tests.support.table_talk import players
from vision.base.observation import Laid, Observation
from vision.eyes.pipeline import Eyes
from vision.film.reel import Reel, Take
from vision.marks.symbologies import load
from vision.mat.layout import CARD_SIZES, Mat

NAMES: Final = ("Anna", "Berta", "Carla", "Dora", "Emil")
TABLES: Final = [(game, seats) for game in games.names() for seats in games.load(game).seats]


def evening(game: str, seats: int, seed: int, deals: int = 2, tricks: int = 1) -> list[Event]:
    """A record of deals that are thrown in after so many tricks; the last play before that is undone and made again."""
    events: list[Event] = [MatchStart(game=game, seats=NAMES[:seats])]
    table = players(game, Random(seed), 1.0)
    for _ in range(deals):
        events.append(table.dealt(outcome(events), outcome(events).dealer or 0))
        while (match := outcome(events)).running and _tricks(match) < tricks:
            events.append(table.next(match))
        if match.running:
            play = table.next(match)
            events += [play, Undo(n=1), play, Void(why="misdeal")]
    return [*events, End()]


def _tricks(match: AnyMatch) -> int:
    return len(match.deal.tricks) if match.deal else 0


@dataclass
class Reader:
    """A table at which all is said by cards; what they cannot say is entered when it is due."""

    events: list[Event]
    pending: list[RecordedScene]
    table: Interpreter = field(default_factory=Interpreter)
    by_hand: list[Event] = field(default_factory=list[Event])
    match: AnyMatch = field(init=False)

    def __post_init__(self) -> None:
        self.match = outcome(self.events)

    @classmethod
    def of(cls, record: Sequence[Event]) -> "Reader":
        """Of a record; gathering is done by the hands, whether or not the record says so."""
        scenes = [scene for scene in screenplay.scenes(record) if not isinstance(scene.event, Collect)]
        return cls([plain(record[0])], scenes)

    @property
    def told(self) -> list[Event]:
        """All that happened, in its order, gathering left out."""
        return [event for event in self.events[1:] if not isinstance(event, Collect)]

    def see(self, seen: Observation, seconds: float) -> None:
        """Take in what the eyes have seen."""
        if isinstance(seen, Laid):
            self.enter()
        self._take(self.table.events(self.match, seen, seconds))

    def finish(self) -> None:
        """Nothing more will be seen."""
        self._take(self.table.finish(self.match))
        self.enter()

    def enter(self) -> None:
        """Enter by hand what is due and cannot be said."""
        while self.pending and not cards_to_lay(self.pending[0].before, self.pending[0].event):
            self.by_hand.append(plain(self.pending.pop(0).event))
            self._append(self.by_hand[-1])

    def _take(self, events: Sequence[Event]) -> None:
        for event in events:
            self._append(plain(event))
            if not isinstance(event, Collect):
                del self.pending[:1]

    def _append(self, event: Event) -> None:
        """Add an event; only a correction has the record folded again."""
        self.events.append(event)
        if isinstance(event, Correction):
            self.match = outcome(self.events)
        else:
            self.match, _results = step(self.match, len(self.events), event)


def read(record: Sequence[Event], seed: int, noise: str, **look: object) -> Reader:
    """Film a whole record and read the film."""
    match = start(record[0])  # pyrefly: ignore[bad-argument-type]  # a record begins with its opening
    steps = list(screenplay.steps(record, commands=True))
    take = Take(steps, match.rules.seats, seed, noise, card=match.game.card_size, **look)  # pyrefly: ignore[bad-argument-type]  # passed on
    symbology = load(take.symbology, [0], twice=has_copies(match.game.deck))
    eyes = Eyes(symbology, Mat(card=CARD_SIZES[take.card]), take.seats, [0])
    reader = Reader.of(record)
    for number, gray in enumerate(Reel(take).frames(grey=True)):
        for seen in eyes.feed(number / take.fps, gray):
            reader.see(seen, number / take.fps)
    reader.finish()
    return reader


def happened(record: Sequence[Event]) -> list[Event]:
    """All that happens by a record, as a table that says all by cards says it; gathering left out."""
    return [plain(one.event) for one in screenplay.scenes(record) if not isinstance(one.event, Collect)]


def plain(event: Event) -> Event:
    """An event without where it is known from, and a ruling without who made it."""
    bare = replace(event, t=None, src=None, conf=None, img=None)
    if isinstance(bare, Played):
        return replace(bare, since=None)
    return replace(bare, by=None) if isinstance(bare, Ruling) else bare
