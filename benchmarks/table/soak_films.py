"""The films of the soak: evenings that were drawn once, and are played as if a camera went on and on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import cast

import numpy as np

from controller.record.events import DealStart, End, Event, MatchStart
from controller.referee.fold import start
from controller.table import screenplay
from groundwork.picture import Gray
from tests.support.evenings import evening, happened
from tests.support.examples import Example
from vision.film.reel import Reel, Take
from vision.film.write import ScriptStep, Sweep

FPS = 10.0


@dataclass(frozen=True)
class Script:
    """The events at the table in one match; its deals may come several times."""

    name: str
    deals: tuple[Event, ...]
    """The events of the deals, without the match line and the end."""
    opening: MatchStart
    passes: int = 1
    """The number of times that all the deals are played before the match ends."""

    @cached_property
    def record(self) -> list[Event]:
        """All events of the match, gathering left out."""
        return happened([self.opening, *self.deals * self.passes, End()])

    @property
    def deal_count(self) -> int:
        """The number of deals in one pass."""
        return sum(isinstance(event, DealStart) for event in self.deals)

    def steps(self) -> tuple[list[ScriptStep], list[ScriptStep]]:
        """Return the hands' steps in one pass, up to the empty mat, and the steps that end the match."""
        once = list(screenplay.steps([self.opening, *self.deals], commands=True))
        ended = list(screenplay.steps([self.opening, *self.deals, End()], commands=True))
        return [*once, Sweep(0)], ended[len(once) :]


def _thrown_in(game: str, seats: int, deals: int, passes: int) -> Script:
    """Write deals that are thrown in after a trick: the same player deals again, so that they can be repeated."""
    opening, *events, _ = evening(game, seats, seats, deals)
    return Script(f"{game} {seats}", tuple(events), cast("MatchStart", opening), passes)


def _whole(name: str, deals: int) -> Script:
    """Take the first deals of an example, from the first card to the last."""
    opening, *events = Example(name).events
    begins = [place for place, event in enumerate(events) if isinstance(event, DealStart)] + [len(events)]
    found = [event for event in events[: begins[deals]] if not isinstance(event, End)]
    return Script(name, tuple(found), cast("MatchStart", opening))


def scripts(passes: int) -> list[Script]:
    """List the matches that follow each other, again and again."""
    return [
        _thrown_in("mittlere", 3, 3, passes),
        _whole("plus-minus/4-two-deals", 1),
        _thrown_in("coiffeur", 4, 2, passes),
        _whole("handjass/2-draw", 2),
        _thrown_in("tarot", 4, 1, passes),
    ]


def short() -> list[Script]:
    """List one match of two deals, each played twice."""
    return [_thrown_in("mittlere", 3, 1, 2)]


@dataclass(frozen=True)
class Film:
    """A match with the frames of its deals, played once, and of its end."""

    script: Script
    path: Path
    shape: tuple[int, int, int]
    """The numbers of frames, lines and columns."""
    body: int
    """The number of frames up to the empty mat after the deals."""

    @cached_property
    def frames(self) -> Gray:
        """All frames, in the page cache: memory of the machine, but not of this process."""
        return np.asarray(np.memmap(self.path, np.uint8, "r", shape=self.shape))

    def __iter__(self) -> Iterator[tuple[float, Gray]]:
        """Yield seconds and picture of every frame of the match, as a camera does."""
        order = [*range(self.body)] * self.script.passes + [*range(self.body, self.shape[0])]
        for number, place in enumerate(order):
            yield number / FPS, self.frames[place]

    def __len__(self) -> int:
        return self.shape[0] + self.body * (self.script.passes - 1)


def draw(script: Script, folder: Path, seed: int, size: tuple[int, int]) -> Film:
    """Draw a match into a file of the folder."""
    deals, end = script.steps()
    match = start(script.opening)
    path = folder / f"{seed}.frames"
    reel = Reel(_take([*deals, *end], match.rules.seats, seed, match.game.card_size, size))
    body = len(Reel(_take(deals, match.rules.seats, seed, match.game.card_size, size)).shoot.moments)
    with path.open("wb") as file:
        for gray in reel.frames(grey=True):
            file.write(np.ascontiguousarray(gray).tobytes())
    return Film(script, path, (len(reel.shoot.moments), size[1], size[0]), body)


def _take(steps: Sequence[ScriptStep], seats: int, seed: int, card: str, size: tuple[int, int]) -> Take:
    return Take(steps, seats, seed, "low", fps=FPS, size=size, card=card, table="wood" if seed % 2 else "felt")
