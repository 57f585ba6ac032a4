"""The standings of a tournament: by the game's own points, by wins or by matchpoints, with tie-breaks."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from controller.tournament.fold import TableResult, Tournament
from controller.tournament.lots import by_lot
from controller.tournament.steps import SeatedTable

WIN, DRAW = 2, 1
"""The match points of a round that is won, and of one that is level."""


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The score of an entry in one round."""

    number: int
    points: Fraction
    """The game's own points."""
    against: Fraction
    """The points of the other sides, added up."""
    wins: int
    """The match points: 2 for a round won, 1 for a level one."""
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of an entry."""

    place: int
    """The place, from 1; level entries share it, and the next place is skipped accordingly."""
    entry: int
    score: Fraction
    """The score of the ranking: points, match points, or per cent of the matchpoints."""
    wins: int
    points: Fraction
    """The game's own points, with awards and the points of rounds sat out."""
    rounds: Mapping[int, Fraction]
    """The points of each round that has a result or was sat out."""
    section: str = ""
    """The section, North-South or East-West, if these are ranked apart."""


def standings(state: Tournament) -> tuple[Standing, ...]:
    """Rank all entries that have played or are seated, the best first; sections one after the other.

    Ties by points are broken by rounds won, then by the best round; by wins: by the match points of the opponents,
    then by the points; by matchpoints: by boards won. Whoever is level after that shares the place.
    """
    rows = list[Standing]()
    entries = [number for number, entry in state.entries.items() if not entry.is_reserve]
    scores = {entry: tuple(_scores(state, entry)) for entry in state.entries}
    sections = _sections(state)
    for name in sorted(set(sections.values()), reverse=True):
        members = [entry for entry in entries if sections[entry] == name]
        rows += _ranked(state, members, scores, name)
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """The place of a team."""

    place: int
    """The place, from 1; level teams share it."""
    team: str
    score: Fraction
    """The sum of its entries' scores; of matchpoints their mean, in per cent."""
    entries: tuple[int, ...]
    rounds: Mapping[int, Fraction]
    """The points of all its entries in each round."""


def team_standings(state: Tournament) -> tuple[TeamStanding, ...]:
    """Rank the teams by the scores of their entries; level teams share the place."""
    by_entry = {one.entry: one for one in standings(state)}
    is_mean = state.opening.ranked == "matchpoints"
    sign = -1 if state.form.lowest_wins and state.opening.ranked == "points" else 1
    rows: list[TeamStanding] = []
    for team, entries in state.teams.items():
        score = sum((by_entry[entry].score for entry in entries), Fraction(0)) / (len(entries) if is_mean else 1)
        numbers = {number for entry in entries for number in by_entry[entry].rounds}
        rounds = {
            number: sum((by_entry[entry].rounds.get(number, Fraction(0)) for entry in entries), Fraction(0))
            for number in sorted(numbers)
        }
        rows.append(TeamStanding(0, team, score, entries, rounds))
    rows.sort(key=lambda one: (-sign * one.score, one.team))
    places = [1 + sum(sign * other.score > sign * one.score for other in rows) for one in rows]
    return tuple(replace(one, place=place) for one, place in zip(rows, places, strict=True))


def _sections(state: Tournament) -> dict[int, str]:
    """Assign North-South and East-West if they never meet their own kind; else one section to all."""
    if state.opening.movement != "mitchell" or not state.rounds:
        return dict.fromkeys(state.entries, "")
    tables = (len(state.at_draw) + 1) // 2
    stays = by_lot(state.seed, "draw", state.at_draw)[:tables]
    return {entry: "NS" if entry in stays else "EW" for entry in state.entries}


def _ranked(
    state: Tournament, entries: Sequence[int], scores: Mapping[int, tuple[RoundScore, ...]], section: str
) -> Iterator[Standing]:
    sign = -1 if state.form.lowest_wins else 1
    totals = {entry: _total(state, entry, scores[entry]) for entry in entries}
    wins = {entry: sum(one.wins for one in scores[entry]) + _bye_wins(state, entry) for entry in state.entries}
    percents = matchpoints(state) if state.opening.ranked == "matchpoints" else {}
    keys: dict[int, tuple[Fraction, ...]] = {}
    for entry in entries:
        points = totals[entry]
        match state.opening.ranked:
            case "points":
                best = max((sign * one.points for one in scores[entry]), default=Fraction(0))
                keys[entry] = sign * points, Fraction(wins[entry]), best
            case "wins":
                opponents = sum(wins[other] for one in scores[entry] for other in one.opponents)
                keys[entry] = Fraction(wins[entry]), Fraction(opponents), sign * points
            case "matchpoints":
                percent, won = percents.get(entry, (Fraction(0), 0))
                keys[entry] = percent, Fraction(won)
    order = sorted(entries, key=lambda entry: (tuple(-part for part in keys[entry]), entry))
    place = 0
    for at, entry in enumerate(order, 1):
        if at == 1 or keys[entry] != keys[order[at - 2]]:
            place = at
        score = totals[entry] if state.opening.ranked == "points" else keys[entry][0]
        rounds = {one.number: one.points for one in scores[entry]} | _bye_points(state, entry, scores[entry])
        yield Standing(place, entry, score, wins[entry], totals[entry], dict(sorted(rounds.items())), section)


def _scores(state: Tournament, entry: int) -> Iterator[RoundScore]:
    for round_ in state.rounds:
        for table, result in round_.played():
            if entry in table.entries:
                yield _score(state, round_.number, entry, table, result)


def _score(state: Tournament, number: int, entry: int, table: SeatedTable, result: TableResult) -> RoundScore:
    points = [Fraction(score) for score in result.points]
    at_side = next(at for at, side in enumerate(table.sides) if entry in side)
    others = [points[at] for at in range(len(points)) if at != at_side]
    sign = -1 if state.form.lowest_wins else 1
    beaten = sign * points[at_side] - max(sign * other for other in others)
    wins = WIN if beaten > 0 else DRAW if beaten == 0 else 0
    opponents = tuple(other for at, side in enumerate(table.sides) if at != at_side for other in side)
    return RoundScore(number, points[at_side], sum(others, Fraction(0)), wins, opponents)


def _byes(state: Tournament, entry: int) -> list[int]:
    return [round_.number for round_ in state.rounds if entry in round_.begun.out]


def _bye_points(state: Tournament, entry: int, scores: Sequence[RoundScore]) -> dict[int, Fraction]:
    """Work out the points of rounds that an entry sat out: its average, rounded to whole points, halves up."""
    if state.opening.bye == "none" or not scores:
        return {}
    average = sum((one.points for one in scores), Fraction(0)) / len(scores)
    return dict.fromkeys(_byes(state, entry), Fraction((average + Fraction(1, 2)).__floor__()))


def _bye_wins(state: Tournament, entry: int) -> int:
    return 0 if state.opening.bye == "none" else WIN * len(_byes(state, entry))


def _total(state: Tournament, entry: int, scores: Sequence[RoundScore]) -> Fraction:
    played = sum((one.points for one in scores), Fraction(0))
    awarded = sum(award.points for award in state.awards if award.entry == entry)
    return played + sum(_bye_points(state, entry, scores).values(), Fraction(0)) + awarded


def matchpoints(state: Tournament) -> dict[int, tuple[Fraction, int]]:
    """Return each entry's per cent of the matchpoints of its boards, and its number of boards won outright.

    On each board a side gets two points for each other table at which its own direction did worse, one for each that
    is level; a board that was played at one table only counts 50 per cent.
    """
    boards: defaultdict[int, list[tuple[Fraction, SeatedTable]]] = defaultdict(list)
    for round_ in state.rounds:
        for table, result in round_.played():
            for line in result.lines:
                if line.board is not None:
                    first, second = line.score
                    boards[line.board].append((Fraction(first) - Fraction(second), table))
    shares: defaultdict[int, list[Fraction]] = defaultdict(list)
    for played in boards.values():
        for score, table in played:
            share = _share(score, [other for other, _ in played])
            for side, part in zip(table.sides, (share, 1 - share), strict=True):
                for entry in side:
                    shares[entry].append(part)
    half = Fraction(1, 2)
    return {
        entry: (100 * sum(part, Fraction(0)) / len(part), sum(share > half for share in part))
        for entry, part in shares.items()
    }


def _share(score: Fraction, field: Sequence[Fraction]) -> Fraction:
    """Return the first side's part of a board's matchpoints, its own table not counted."""
    top = 2 * (len(field) - 1)
    if not top:
        return Fraction(1, 2)
    points = sum(WIN if score > other else DRAW if score == other else 0 for other in field) - DRAW
    return Fraction(points, top)
