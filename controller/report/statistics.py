"""Statistics over matches: a player's matches, deals, points, wins, revokes and corrections, overall and by season."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from typing import Any, Final, Protocol

from controller.record.cards import Card
from controller.record.events import Event, Played, Seat
from controller.referee.fold import fold
from controller.referee.step import FoldStep
from controller.report.summary import Summary, summary_of
from controller.rules.deal import AnyDeal, Play, Trick
from controller.rules.game import Game
from controller.rules.match import AnyMatch, FinishedDeal
from controller.rules.results import Number

# The luck of the deal against the play: the share of a deal's points that a hand held, and the share its player took.
#
# The measure. Of a deal whose cards were all seen, each side's *share held* is the card points in the hands that it
# played, of all card points that were played; its *share taken* is that of the tricks that it took. *Luck* is the
# share held beyond an even one, *play* is the share taken beyond the share held, both in points of a hundred. Each is
# nought over the table, deal by deal. Where cards carry no points (Condor), a card counts how many of the others it
# would take if it were led to them, and a trick counts one.
#
# It ignores length, order of play, partners, the aim of the contract, cards that never came to a trick; and whether
# more points were wanted at all. It is no proof of anything.

FEWEST: Final = 10
"""The fewest deals for a statement about a player's luck."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The sums of a player over some deals, in points of a hundred."""

    deals: int = 0
    held: float = 0.0
    """Shares held beyond an even one: the luck of the deal."""
    held_squares: float = 0.0
    taken: float = 0.0
    """Shares taken beyond those held: the play, and every effect that the measure does not see."""
    taken_squares: float = 0.0

    def __add__(self, other: "Luck") -> "Luck":
        """Add the deals of both."""
        return Luck(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @property
    def mean_held(self) -> float:
        """The mean luck of a deal."""
        return self.held / self.deals if self.deals else 0.0

    @property
    def mean_taken(self) -> float:
        """The mean play of a deal."""
        return self.taken / self.deals if self.deals else 0.0

    @property
    def error_held(self) -> float:
        """Twice the standard error of `mean_held`: a smaller mean may be chance."""
        return _error(self.deals, self.held, self.held_squares)

    @property
    def error_taken(self) -> float:
        """Twice the standard error of `mean_taken`."""
        return _error(self.deals, self.taken, self.taken_squares)


def _error(count: int, total: float, squares: float) -> float:
    """Compute twice the standard error of a mean."""
    if count < 2:
        return 0.0
    return 2 * sqrt(max(squares - total * total / count, 0.0) / (count - 1) / count)


def luck_of_deal(game: Game[Any, Any], deal: AnyDeal, sides: Sequence[Sequence[Seat]]) -> dict[Seat, Luck] | None:
    """Measure the luck of each seat in a deal; None unless every card of every hand was seen.

    Args:
        game: the deal's.
        deal: a finished deal.
        sides: the seats that share one score all through the match.
    """
    plays = deal.plays()
    if not _is_known(deal, plays):
        return None
    worth = _worth(game, deal, [play.card for play in plays])
    whole = sum(worth.values())
    if whole <= 0:
        return None
    tricks = [trick for trick in deal.tricks if trick.winner is not None]
    counts_tricks = not any(game.card_points(deal, card) for card in worth)
    by_seat: dict[Seat, Luck] = {}
    for side in sides:
        ours = [seat for seat in side if seat in deal.seats]
        in_hand = sum(worth[play.card] for play in plays if play.seat in ours) / whole
        theirs = [trick for trick in tricks if trick.winner in ours]
        points = sum(worth[card] for trick in theirs for card in trick.cards)
        in_tricks = len(theirs) / len(tricks) if counts_tricks else points / whole
        luck, play_ = 100 * (in_hand - len(ours) / len(deal.seats)), 100 * (in_tricks - in_hand)
        by_seat |= {seat: Luck(1, luck, luck * luck, play_, play_ * play_) for seat in ours}
    return by_seat


def _is_known(deal: AnyDeal, plays: Sequence[Play]) -> bool:
    """Whether every card of every hand was seen in its trick, and every trick is sure."""
    if not deal.over or deal.doubtful or any(play.told for play in plays):
        return False
    if any(trick.winner is None or not trick.sure for trick in deal.tricks):
        return False
    counts = [sum(play.seat == seat for play in plays) for seat in deal.seats]
    cards = {play.card for play in plays}
    return set(counts) == {deal.size} and len(cards) == len(plays) == deal.size * len(deal.seats)


def _worth(game: Game[Any, Any], deal: AnyDeal, cards: Sequence[Card]) -> dict[Card, Number]:
    """Value each card: its points; where no card has any, the number of the others that it beats when it is led."""
    points = {card: game.card_points(deal, card) for card in cards}
    return points if any(points.values()) else {card: _power(game, deal, card, cards) for card in cards}


def _power(game: Game[Any, Any], deal: AnyDeal, card: Card, cards: Sequence[Card]) -> int:
    first, second = deal.seats[0], deal.seats[1]
    led = Play(0, first, card)
    pairs = (Trick((led, Play(0, second, other))) for other in cards if other != card)
    return sum(game.winner(deal, pair) == first for pair in pairs)


# The pace of play: how long tricks and answers take, from cards that the camera saw laid.

EDGES_S: Final = (0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0, 11.0, 16.0, 22.0, 32.0, 45.0, 64.0, 90.0, 120.0)
"""Upper edges of the classes of times."""
LONGEST_S: Final = EDGES_S[-1]
"""The longest time that counts; longer ones are pauses at the table."""


@dataclass(frozen=True, slots=True)
class PlayTimes:
    """Times, counted in classes."""

    seconds: float = 0.0
    """The sum of the times."""
    slowest: float = 0.0
    classes: tuple[int, ...] = (0,) * len(EDGES_S)
    """The number of times below each of `EDGES_S` and at least as long as the one before."""

    @property
    def count(self) -> int:
        """The number of times."""
        return sum(self.classes)

    @property
    def mean(self) -> float | None:
        """The mean of the times, seconds; None if there are none."""
        return self.seconds / self.count if self.count else None

    @property
    def median(self) -> float | None:
        """The median of the times, seconds, as exact as the classes are; None if there are none."""
        half, low = self.count / 2, 0.0
        for edge, count in zip(EDGES_S, self.classes, strict=True):
            if count and count >= half:
                return low + (edge - low) * half / count
            half, low = half - count, edge
        return None

    def __add__(self, other: "PlayTimes") -> "PlayTimes":
        """Add the times of both."""
        classes = tuple(one + more for one, more in zip(self.classes, other.classes, strict=True))
        return PlayTimes(self.seconds + other.seconds, max(self.slowest, other.slowest), classes)


def pace_of_times(times: Sequence[float]) -> PlayTimes:
    """Sum the pace of some times; times of pauses are left out.

    >>> pace_of_times((1.5, 2.5, 500.0)).mean
    2.0
    """
    counted = [time for time in times if 0 <= time <= LONGEST_S]
    classes = [0] * len(EDGES_S)
    for time in counted:
        classes[next(number for number, edge in enumerate(EDGES_S) if time <= edge)] += 1
    return PlayTimes(round(sum(counted), 2), round(max(counted, default=0.0), 2), tuple(classes))


@dataclass(frozen=True, slots=True)
class TrickTimes:
    """The times of one trick."""

    whole: float
    """The time from the first card to the last."""
    answers: Mapping[Seat, float]
    """The time from the previous card to its own, for each seat but the leader."""


def times_of_trick(trick: Trick, played: Mapping[int, Played]) -> TrickTimes | None:
    """Measure the times of a trick; None unless the camera saw each of its cards come, in the order in which they lie.

    Args:
        trick: a closed trick.
        played: the plays of the record as corrected, by the numbers of their events.
    """
    times = [played.get(one.event) for one in trick.plays if not one.told]
    moments = [one.t for one in times if one and one.src == "camera" and one.t is not None]
    if not moments or len(moments) < len(trick.plays) or moments != sorted(moments):
        return None
    gaps = zip(trick.seats[1:], moments, moments[1:], strict=False)
    return TrickTimes(moments[-1] - moments[0], {seat: later - before for seat, before, later in gaps})


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of one player over some matches."""

    matches: int = 0
    ended: int = 0
    """The matches that were played to their end."""
    won: int = 0
    """The matches in which this player was first."""
    deals: int = 0
    """Deals that count: neither void nor short of cards."""
    points: Number = 0
    """The points in these deals, before any bonus of the sheet."""
    revokes: int = 0
    """The revokes that an arbiter has upheld."""
    corrections: int = 0
    """The cards of this player that the camera had misread or missed."""

    def __add__(self, other: "Tally") -> "Tally":
        """Add the sums of both."""
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @property
    def win_rate(self) -> float | None:
        """Share of the ended matches that were won."""
        return self.won / self.ended if self.ended else None

    @property
    def points_per_deal(self) -> float | None:
        """Mean of the deals that count; comparable within one game only."""
        return self.points / self.deals if self.deals else None


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    """A line of the statistics."""

    player: str
    """The player's name as it was written last."""
    game: str
    season: str
    """The year; empty: all years."""
    tally: Tally


def name_key(name: str) -> str:
    """Return the key of a player's name, without differences in capitals, spaces and encoding.

    >>> name_key("  Änni  MEIER") == name_key("A\u0308nni Meier")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class TalliedMatch(Protocol):
    """A match with the tally of each of its seats."""

    @property
    def name(self) -> str:
        """The name of the match: when it began."""
        ...

    @property
    def game(self) -> str:
        """The game of the match."""
        ...

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names by seat."""
        ...

    @property
    def season(self) -> str:
        """The year."""
        ...

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The tallies by seat."""
        ...


def by_player(matches: Iterable[TalliedMatch]) -> list[StatisticsRow]:
    """Return a line for each player and game, over all seasons; players in alphabetical order."""
    return _lines(matches, lambda match: (match.game, ""))


def by_season(matches: Iterable[TalliedMatch]) -> list[StatisticsRow]:
    """Return a line for each player, game and year."""
    return _lines(matches, lambda match: (match.game, match.season))


def _lines(matches: Iterable[TalliedMatch], key: Callable[[TalliedMatch], tuple[str, str]]) -> list[StatisticsRow]:
    rows: dict[tuple[str, str, str], StatisticsRow] = {}
    for match in sorted(matches, key=lambda match: match.name):
        game, season = key(match)
        for seat, name in enumerate(match.players):
            place = name_key(name), game, season
            before = rows[place].tally if place in rows else Tally()
            rows[place] = StatisticsRow(" ".join(name.split()), game, season, before + match.tallies[seat])
    return [rows[place] for place in sorted(rows)]


def tally(match: Summary, seat: Seat) -> Tally:
    """Count the tally of a seat in one match."""
    counting = [deal for deal in match.deals if deal.points is not None and "void" not in deal.detail]
    return Tally(
        matches=1,
        ended=int(match.ended),
        won=int(seat in match.winners),
        deals=len(counting),
        points=sum(deal.points[seat] for deal in counting if deal.points),
        revokes=match.revokes_upheld[seat],
        corrections=match.corrections[seat],
    )


def fields(line: StatisticsRow) -> Mapping[str, str | Number | None]:
    """Return a line for programs and spreadsheets, with its rates."""
    tally = line.tally
    return {
        "player": line.player,
        "game": line.game,
        "season": line.season,
        **{name: getattr(tally, name) for name in tally.__slots__},
        "win_rate": tally.win_rate,
        "points_per_deal": tally.points_per_deal,
    }


# The figures of a match: all that statistics need of it, in so few numbers that they can be stored.

PAUSE_S: Final = 900.0
"""The longest stretch without an event that is part of the time at the table."""


@dataclass(frozen=True, slots=True)
class SlowTrick:
    """The slowest trick of a match."""

    deal: int
    trick: int
    seconds: float


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """The figures of a match that statistics count: tallies, luck, pace; by seat where it has several."""

    name: str
    """The time at which the match began: ``2026-11-21T190312Z``."""
    game: str
    players: tuple[str, ...]
    sides: tuple[tuple[Seat, ...], ...]
    """The seats that have one score all through the match."""
    ended: bool
    total: tuple[Number, ...]
    places: tuple[int, ...]
    """The places, from 0 for the first; level seats share one. Empty before the end of the match."""
    tallies: tuple[Tally, ...]
    deals: int
    seconds: float
    """The time at the table, as far as events were timed; else 0."""
    luck: tuple[Luck, ...]
    unknown: int
    """The number of finished deals whose hands are not all known; they do not count for luck."""
    answers: tuple[PlayTimes, ...]
    tricks: PlayTimes = field(default_factory=PlayTimes)
    slowest: SlowTrick | None = None

    @property
    def season(self) -> str:
        """The year."""
        return self.name[:4]


def figures(name: str, events: Sequence[Event]) -> MatchFigures:
    """Compute the figures of a match; raises MatchError if the events start no match."""
    *_, last = steps = list(fold(events))
    match, short = last.match, summary_of(name, last.match, events)
    seats = range(match.rules.seats)
    sides = match.game.sides.partners(match.rules)
    ranking = match.game.course.ranking(match.total, match.book) if match.ended else ()
    lucks, unknown = _lucks(match, sides)
    tricks, answers, slowest = _paces(match, steps)
    return MatchFigures(
        name,
        match.game.name,
        match.names,
        sides,
        ended=match.ended,
        total=match.total,
        places=tuple(_place(seat, ranking) for seat in seats) if ranking else (),
        tallies=tuple(tally(short, seat) for seat in seats),
        deals=len(match.ledger),
        seconds=_seconds(steps),
        luck=tuple(lucks[seat] for seat in seats),
        unknown=unknown,
        answers=tuple(pace_of_times(answers[seat]) for seat in seats),
        tricks=pace_of_times(tricks),
        slowest=slowest,
    )


def _place(seat: Seat, ranking: Sequence[Sequence[Seat]]) -> int:
    """Return the place of a seat, from 0."""
    return next(at for at, level in enumerate(ranking) if seat in level)


def _counts(entry: FinishedDeal[Any]) -> bool:
    return entry.void is None and "void" not in entry.result.detail


def _lucks(match: AnyMatch, sides: Sequence[Sequence[Seat]]) -> tuple[list[Luck], int]:
    """Sum the luck of each seat, and count the deals of unknown luck."""
    sums, unknown = [Luck() for _ in match.names], 0
    for entry in filter(_counts, match.ledger):
        by_seat = luck_of_deal(match.game, entry.deal, sides)
        unknown += by_seat is None
        for seat, luck in (by_seat or {}).items():
            sums[seat] += luck
    return sums, unknown


def _paces(match: AnyMatch, steps: Sequence[FoldStep]) -> tuple[list[float], list[list[float]], SlowTrick | None]:
    """Collect the times of the tricks, the answers of each seat, and the slowest trick."""
    played = {step.number: step.event for step in steps if isinstance(step.event, Played)}
    tricks, answers, slowest = list[float](), [list[float]() for _ in match.names], SlowTrick(0, 0, 0.0)
    for entry in filter(_counts, match.ledger):
        for number, trick in enumerate(entry.deal.tricks, 1):
            if (times := times_of_trick(trick, played)) is None:
                continue
            tricks.append(times.whole)
            if slowest.seconds < times.whole <= LONGEST_S:
                slowest = SlowTrick(entry.deal.number, number, round(times.whole, 2))
            for seat, answer in times.answers.items():
                answers[seat].append(answer)
    return tricks, answers, slowest if slowest.deal else None


def _seconds(steps: Sequence[FoldStep]) -> float:
    """Sum the time at the table, without pauses."""
    times = [step.event.t for step in steps if step.event is not None and step.event.t is not None]
    gaps = (later - before for before, later in pairwise(times))
    return round(sum(gap for gap in gaps if 0 < gap <= PAUSE_S), 1)
