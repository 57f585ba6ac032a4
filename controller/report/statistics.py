"""Statistics over matches: a player's matches, deals, points, wins, revokes and corrections, in all and by season."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from controller.record.events import Seat
from controller.report.summary import Summary
from controller.rules.results import Number


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of one player over some matches."""

    matches: int = 0
    ended: int = 0
    """Of these: those that were played to their end."""
    won: int = 0
    """Of these: those in which nobody was before this player."""
    deals: int = 0
    """Deals that count: neither void nor short of cards."""
    points: Number = 0
    """In these deals, before any bonus of the sheet."""
    revokes: int = 0
    """Upheld by an arbiter."""
    corrections: int = 0
    """Cards of this player that the camera had misread or missed."""

    def __add__(self, other: "Tally") -> "Tally":
        """The sums of both."""
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
    """As the name was written last."""
    game: str
    season: str
    """The year; empty: all of them."""
    tally: Tally


def same_name(name: str) -> str:
    """The key of a player's name, without differences in capitals, spaces and encoding.

    >>> same_name("  Änni  MEIER") == same_name("A\u0308nni Meier")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class TalliedMatch(Protocol):
    """A match with the tally of each of its seats."""

    @property
    def name(self) -> str:
        """When it began."""
        ...

    @property
    def game(self) -> str:
        """Its game."""
        ...

    @property
    def players(self) -> tuple[str, ...]:
        """By seat."""
        ...

    @property
    def season(self) -> str:
        """The year."""
        ...

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """By seat."""
        ...


def by_player(matches: Iterable[TalliedMatch]) -> list[StatisticsRow]:
    """A line for each player and game, over all seasons; players in alphabetical order."""
    return _lines(matches, lambda match: (match.game, ""))


def by_season(matches: Iterable[TalliedMatch]) -> list[StatisticsRow]:
    """A line for each player, game and year."""
    return _lines(matches, lambda match: (match.game, match.season))


def _lines(matches: Iterable[TalliedMatch], key: Callable[[TalliedMatch], tuple[str, str]]) -> list[StatisticsRow]:
    found: dict[tuple[str, str, str], StatisticsRow] = {}
    for match in sorted(matches, key=lambda match: match.name):
        game, season = key(match)
        for seat, name in enumerate(match.players):
            place = same_name(name), game, season
            before = found[place].tally if place in found else Tally()
            found[place] = StatisticsRow(" ".join(name.split()), game, season, before + match.tallies[seat])
    return [found[place] for place in sorted(found)]


def tally(match: Summary, seat: Seat) -> Tally:
    """The tally of a seat in one match."""
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
    """A line for programs and spreadsheets, with its rates."""
    tally = line.tally
    return {
        "player": line.player,
        "game": line.game,
        "season": line.season,
        **{name: getattr(tally, name) for name in tally.__slots__},
        "win_rate": tally.win_rate,
        "points_per_deal": tally.points_per_deal,
    }
