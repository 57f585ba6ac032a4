"""The plan of one simulated evening: who plays what, with which habits, and what goes wrong when."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal

from controller.record.events import DealStart, Event, MatchStart, Played, Value
from controller.referee.fold import start, step
from controller.rules.match import AnyMatch
from controller.rules.options import PROFILES
from controller.rules.results import Result
from tests.support import honest, table_talk
from tests.support.storm import waits

HabitKind = Literal[
    "together",
    "sweep-at-once",
    "two-grips",
    "pushed",
    "dropped",
    "looks-back",
    "rests",
    "aside",
]
HABITS: Final[tuple[HabitKind, ...]] = (
    "together",
    "sweep-at-once",
    "two-grips",
    "pushed",
    "dropped",
    "looks-back",
    "rests",
    "aside",
)
"""The next card is laid in the same moment; the last card and the gathering are one motion; a trick is gathered in two
grips; a card is put straight; a card is dropped for a moment and taken back first; the last trick is looked at; a hand
rests on the place; a card slides out of its place to where it is nobody's."""

FaultKind = Literal[
    "camera",
    "frozen",
    "dark",
    "mat",
    "drops",
    "slow",
    "covered",
    "cup",
    "late",
    "unreadable",
    "kill",
    "disk",
    "clock",
    "retry",
    "display",
    "blurred",
]
FAULTS: Final[tuple[FaultKind, ...]] = (
    "camera",
    "frozen",
    "dark",
    "mat",
    "drops",
    "slow",
    "covered",
    "cup",
    "late",
    "unreadable",
    "kill",
    "disk",
    "clock",
    "retry",
    "display",
)
"""Faults of an evening: no frames; one frame again and again; no light; the mat is covered; frames are dropped; frames
come slowly; a newspaper on a seat's place; a cup beside a card; a card is read late; a card is not read at all; the
power fails; the disk takes nothing; the clock on the wall jumps; answers to phones are lost; the display is away. Where
a card is "blurred" it alone is not read; that comes with evenings of poor light."""

BLINDING: Final = frozenset(("camera", "frozen", "dark", "mat", "drops"))
"""Faults by which the whole table is not seen."""

NAMES: Final = ("Anna", "Berta", "Carla", "Dora", "Emma")


@dataclass(frozen=True, slots=True)
class Habit:
    """An act of a hand at the event of this place in the true record, from 0."""

    kind: HabitKind
    act: int


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that lasts a while, timed by an event of the true record."""

    kind: FaultKind
    act: int
    offset: float
    """Seconds after the event at which it begins."""
    lasting: float
    """Seconds."""
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a simulated evening, from which all else follows."""

    seed: int
    game: str
    seats: int
    profile: str
    options: tuple[tuple[str, Value], ...] = ()
    deals: int = 1
    honesty: float = 1.0
    order: float = 1.0
    habits: tuple[Habit, ...] = ()
    faults: tuple[Fault, ...] = ()
    answers: bool = True
    """Whether somebody answers what the table asks."""
    film: str = ""
    """The kind of measured film (waits.json) whose waits the readings have; "": each is read at the third look."""

    @property
    def is_honest(self) -> bool:
        """Whether all keep the rules."""
        return self.honesty == 1.0 and self.order == 1.0

    @property
    def opening(self) -> MatchStart:
        """The line with which the true record begins."""
        return MatchStart(game=self.game, seats=NAMES[: self.seats], profile=self.profile, options=dict(self.options))


@dataclass(frozen=True, slots=True)
class Act:
    """An event of the true record, the match before and after it, and its results."""

    event: Event
    before: AnyMatch
    after: AnyMatch
    results: tuple[Result, ...]
    illegal: bool
    """A play by which a rule is broken."""


def truth(plan: Plan) -> list[Act]:
    """What really happens at the table, without its match line."""
    match = start(plan.opening)
    players = table_talk.players(plan.game, Random(plan.seed), plan.honesty)
    players.order = plan.order
    told = table_talk.told_by(match, players, plan.deals)
    acts: list[Act] = []
    for number, event in enumerate(told.events, 2):
        after, results = step(match, number, event)
        acts.append(Act(event, match, after, results, number in told.illegal))
        match = after
    return acts


def drawn(seed: int, *, faulty: bool = True, cheating: float = 0.3, dim: bool = False) -> Plan:
    """The plan of a seed: tables by turns; kinds of habits and faults in a random subset (swarm testing).

    Args:
        seed: everything follows from it.
        faulty: whether anything goes wrong but what hands do.
        cheating: the share of evenings with cheaters.
        dim: whether the evening is one of poor light and restless hands, too: every sixth card is not read, and places
            are covered all the time.
    """
    random = Random(f"storm {seed}")
    (game, seats), number = honest.drawn(seed)
    options = honest.house_rules(game, random) if random.random() < 0.3 else {}
    cheats = random.random() < cheating
    plan = Plan(
        seed,
        game,
        seats,
        [*PROFILES][number % len(PROFILES)],
        tuple(options.items()),
        random.choice((1, 1, 2, 3)),
        random.choice((0.6, 0.8, 0.9)) if cheats else 1.0,
        random.choice((1.0, 0.95)) if cheats else 1.0,
    )
    acts = truth(plan)
    habits = _habits(random, acts)
    faults = _faults(random, acts, seats) if faulty else ()
    if dim:
        faults = (*faults, *_dimness(random, acts, seats))
    return replace(
        plan,
        habits=habits,
        faults=faults,
        answers=random.random() < 0.8,
        # Drawn on its own, so that the other parts of a seed stay what they are.
        film=Random(f"film {seed}").choice(("", *waits.FILMS)) if faulty else "",
    )


def _habits(random: Random, acts: list[Act]) -> tuple[Habit, ...]:
    kinds: list[HabitKind] = [kind for kind in HABITS if random.random() < 0.5]
    rate = random.choice((0.01, 0.05, 0.15))
    plays = [place for place, act in enumerate(acts) if isinstance(act.event, Played)]
    return tuple(Habit(kind, place) for place in plays for kind in kinds if random.random() < rate)


def _faults(random: Random, acts: list[Act], seats: int) -> tuple[Fault, ...]:
    kinds: list[FaultKind] = [kind for kind in FAULTS if random.random() < 0.4] or [random.choice(FAULTS)]
    places = [place for place, act in enumerate(acts) if isinstance(act.event, Played | DealStart)]
    count = random.choice((1, 1, 2, 3, 5, 8))
    return tuple(
        Fault(
            random.choice(kinds),
            random.choice(places),
            round(random.uniform(-2.0, 2.0), 2),
            round(0.3 * 100 ** random.random(), 2),
            random.randrange(seats),
        )
        for _ in range(count)
    )


def _dimness(random: Random, acts: list[Act], seats: int) -> Iterator[Fault]:
    """Cards that are not read, one by one, and hands, sleeves and newspapers that hide a place for seconds."""
    for place in (place for place, act in enumerate(acts) if isinstance(act.event, Played)):
        if random.random() < 1 / 6:
            yield Fault("blurred", place, 0.0, 0.1)
        if random.random() < 1 / 3:
            lasting = round(random.uniform(0.3, 6.0), 2)
            yield Fault("covered", place, round(random.uniform(-3.0, 2.0), 2), lasting, random.randrange(seats))
