"""A season of matches: the growth of each player's sums, wins with and against each other player, games played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from controller.report.statistics import Luck, MatchFigures, PlayTimes, SlowTrick, name_key
from controller.rules.results import Number


@dataclass(frozen=True, slots=True)
class PlayerCourse:
    """The growth of a player's sums in a season, match by match."""

    player: str
    """The player's name as it was written last."""
    points: tuple[tuple[int, Number], ...]
    """The number of each own match among those of the season, from 0, and the sum of the sheets up to it."""
    won: tuple[tuple[int, int], ...]
    """The growth of the number of matches won."""


@dataclass(frozen=True, slots=True)
class PairTally:
    """Two players who sat in the same matches."""

    player: str
    other: str
    against: int = 0
    """Ended matches on different sides."""
    ahead: int = 0
    """The matches in which the first player was before the second."""
    behind: int = 0
    together: int = 0
    """Ended matches as partners."""
    won: int = 0
    """The matches that the two won together."""


@dataclass(frozen=True, slots=True)
class GameTally:
    """The counts of a game: its matches, deals and hours."""

    game: str
    matches: int = 0
    ended: int = 0
    deals: int = 0
    seconds: float = 0.0
    """The time at the table in matches with timed events."""
    timed: int = 0
    """Matches whose events were timed."""


@dataclass(frozen=True, slots=True)
class PlayerLuck:
    """The luck of a player."""

    player: str
    luck: Luck


@dataclass(frozen=True, slots=True)
class PlayerTimes:
    """The answers of a player: from the card before to the own one."""

    player: str
    pace: PlayTimes


@dataclass(frozen=True, slots=True)
class SeasonTimes:
    """The pace of a season."""

    tricks: PlayTimes
    players: tuple[PlayerTimes, ...]
    slowest: tuple[MatchFigures, SlowTrick] | None
    """The slowest trick, with its match."""


def chosen(matches: Iterable[MatchFigures], game: str = "", season: str = "") -> tuple[MatchFigures, ...]:
    """Select the matches of a game and a year, oldest first; empty: of all.

    A match that ended without a deal is left out: nobody has won it.
    """
    played = (one for one in matches if one.deals or not one.ended)
    candidates = (one for one in played if game in ("", one.game) and season in ("", one.season))
    return tuple(sorted(candidates, key=lambda one: one.name))


def courses(matches: Sequence[MatchFigures]) -> tuple[PlayerCourse, ...]:
    """Trace the growth of each player's sums; the player of most matches comes first."""
    by_player: dict[str, PlayerCourse] = {}
    for number, match in enumerate(matches):
        for seat, name in enumerate(match.players):
            course = by_player.get(name_key(name), PlayerCourse("", (), ()))
            points = (course.points[-1][1] if course.points else 0) + match.total[seat]
            won = (course.won[-1][1] if course.won else 0) + match.tallies[seat].won
            more = (*course.points, (number, points)), (*course.won, (number, won))
            by_player[name_key(name)] = PlayerCourse(" ".join(name.split()), *more)
    return tuple(by_player[key] for key in sorted(by_player, key=lambda key: (-len(by_player[key].won), key)))


def pairs(matches: Sequence[MatchFigures]) -> tuple[PairTally, ...]:
    """Count for each pair of players who was ahead of whom and the wins together, in ended matches."""
    by_pair: dict[tuple[str, str], PairTally] = {}
    for match in matches:
        if not match.ended:
            continue
        seated = sorted((name_key(name), seat) for seat, name in enumerate(match.players))
        for (one, seat), (two, opposite) in combinations(seated, 2):
            if one != two:
                names = (" ".join(match.players[at].split()) for at in (seat, opposite))
                before = by_pair.get((one, two), PairTally("", ""))
                player, other = names
                by_pair[one, two] = _met(replace(before, player=player, other=other), match, seat, opposite)
    return tuple(by_pair[key] for key in sorted(by_pair))


def _met(pair: PairTally, match: MatchFigures, seat: int, other: int) -> PairTally:
    if any(seat in side and other in side for side in match.sides):
        return replace(pair, together=pair.together + 1, won=pair.won + (match.places[seat] == 0))
    ours, theirs = match.places[seat], match.places[other]
    return replace(
        pair, against=pair.against + 1, ahead=pair.ahead + (ours < theirs), behind=pair.behind + (ours > theirs)
    )


def games_played(matches: Sequence[MatchFigures]) -> tuple[GameTally, ...]:
    """Count the matches, deals and hours of each game; the most played comes first."""
    by_game: dict[str, GameTally] = {}
    for match in matches:
        tally = by_game.get(match.game, GameTally(match.game))
        by_game[match.game] = GameTally(
            match.game,
            tally.matches + 1,
            tally.ended + match.ended,
            tally.deals + match.deals,
            tally.seconds + match.seconds,
            tally.timed + (match.seconds > 0),
        )
    return tuple(sorted(by_game.values(), key=lambda one: (-one.matches, one.game)))


def lucks(matches: Sequence[MatchFigures]) -> tuple[PlayerLuck, ...]:
    """Sum the luck of each player with any known deal, by name."""
    by_player: dict[str, PlayerLuck] = {}
    for match in matches:
        for seat, name in enumerate(match.players):
            before = by_player.get(name_key(name), PlayerLuck("", Luck()))
            by_player[name_key(name)] = PlayerLuck(" ".join(name.split()), before.luck + match.luck[seat])
    return tuple(by_player[key] for key in sorted(by_player) if by_player[key].luck.deals)


def paces(matches: Sequence[MatchFigures]) -> SeasonTimes:
    """Sum the pace of a season; players with any timed answer, by name."""
    by_player: dict[str, PlayerTimes] = {}
    tricks, slowest = PlayTimes(), None
    for match in matches:
        tricks += match.tricks
        if match.slowest and (slowest is None or match.slowest.seconds > slowest[1].seconds):
            slowest = match, match.slowest
        for seat, name in enumerate(match.players):
            before = by_player.get(name_key(name), PlayerTimes("", PlayTimes()))
            by_player[name_key(name)] = PlayerTimes(" ".join(name.split()), before.pace + match.answers[seat])
    return SeasonTimes(tricks, tuple(by_player[key] for key in sorted(by_player) if by_player[key].pace.count), slowest)
