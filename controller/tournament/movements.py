"""The seating of the next round by the movement of the tournament."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import rustworkx

from controller.record.message import Message
from controller.tournament.fold import Tournament, apply, meetings, tournament
from controller.tournament.lots import by_lot
from controller.tournament.standings import standings
from controller.tournament.steps import RoundBegun, SeatedTable, StepError, TournamentStep

# Movements that a draw settles once for all: round robin by the circle, and Mitchell with boards.

Places = tuple[int, int]
"""Two places of the draw that meet, from 0."""


def circle(places: int, number: int) -> Iterator[Places]:
    """Return the meetings of a round of a round robin (Schurig's tables, 1886).

    In ``places - 1`` rounds everybody meets everybody else once; after them it begins again.

    Args:
        places: an even number of them.
        number: of the round, from 1.

    >>> list(circle(4, 1)), list(circle(4, 2))
    ([(0, 3), (1, 2)], [(3, 2), (0, 1)])
    """
    turning = places - 1
    turned = [(place - (number - 1)) % turning for place in range(turning)]
    ring = [turned[0], *turned[1:], places - 1]
    for one in range(places // 2):
        pair = ring[one], ring[places - 1 - one]
        yield pair if one or number % 2 else (pair[1], pair[0])


def mitchell(tables: int, number: int) -> Iterator[tuple[int, int, int]]:
    """Yield North-South, East-West and set of boards of each table, all from 0 (Mitchell 1891).

    North-South stay, East-West move up a table each round and the boards down one; where the number of tables is even
    East-West skip a table halfway. For ``tables`` rounds, one fewer where it is even, nobody meets anybody or a set of
    boards twice.
    """
    skipped = int(tables % 2 == 0 and number > tables // 2)
    for table in range(tables):
        yield table, (table - (number - 1) - skipped) % tables, (table + number - 1) % tables


def most_rounds(tables: int) -> int:
    """Count the rounds of a Mitchell movement in which nobody meets anybody twice.

    >>> most_rounds(7), most_rounds(8)
    (7, 7)
    """
    return tables if tables % 2 else tables - 1


# Pairings with the fewest repeats possible (Edmonds 1965, matching in general graphs).

Fresh = Callable[[int, int], bool]
"""A test whether two have not met yet."""


def pairings(ranked: Sequence[int], is_fresh: Fresh) -> list[tuple[int, int]]:
    """Pair everybody once, with the fewest repeats possible; then each, from the top, with the next one below.

    Args:
        ranked: the entries to pair, the best first; an even number.
        is_fresh: whether two have not met yet.
    """
    remaining, pairs_found = list(ranked), list[tuple[int, int]]()
    repeats = len(remaining) // 2 - count_new_pairs(remaining, is_fresh)
    while remaining:
        first, *others = remaining
        for other in others:
            rest = [one for one in others if one != other]
            spent = 0 if is_fresh(first, other) else 1
            if spent <= repeats and len(rest) // 2 - count_new_pairs(rest, is_fresh) <= repeats - spent:
                pairs_found.append((first, other))
                remaining, repeats = rest, repeats - spent
                break
    return pairs_found


def count_new_pairs(ones: Sequence[int], is_fresh: Fresh) -> int:
    """Count the most pairs that can be made at once of entries that have not met."""
    graph = rustworkx.PyGraph[int, None]()
    graph.add_nodes_from(ones)
    pairs = combinations(range(len(ones)), 2)
    graph.add_edges_from([(one, other, None) for one, other in pairs if is_fresh(ones[one], ones[other])])
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True))


# The draw with changing partners: each round new partners and, as far as possible, new opponents.

_ATTEMPTS: Final = 6
"""The number of different starts from which the tables are composed; the best one counts."""

_COMPANY: Final = (1, 2)
"""The numbers of partners and of opponents whom a player meets in a round."""

Meetings = Mapping[frozenset[int], int]
"""The number of meetings of each two entries."""
Units = tuple[int, ...]
"""The players of a unit, who are seated together: partners, or one alone."""


@dataclass(frozen=True, slots=True)
class PartnerDraw:
    """The draw of one round."""

    seed: str
    number: int
    """The round's number."""
    rounds: int
    """The number of rounds in all."""
    partnered: Meetings
    met: Meetings
    """The meetings at one table so far, as partners or opponents."""

    def tables(self, order: Sequence[int], sizes: Sequence[int]) -> list[tuple[Units, ...]]:
        """Compose the sides of each table.

        Args:
            order: the players by their lots; as many as fill whole tables.
            sizes: of the sides of a table, all of them one or all of them two.
        """
        units = [(player,) for player in order] if sizes[0] == 1 else self._partners(order)
        best, least = list[tuple[Units, ...]](), float("inf")
        for attempt in range(_ATTEMPTS):
            lots = by_lot(self.seed, f"round {self.number}, tables {attempt}", range(len(units)))
            tables = [
                [units[at] for at in lots[first : first + len(sizes)]] for first in range(0, len(lots), len(sizes))
            ]
            cost = self._settle(tables)
            if cost < least:
                best, least = [tuple(table) for table in tables], cost
        return best

    def _partners(self, order: Sequence[int]) -> list[Units]:
        """Pair new partners, as long as there are any; in a large club, partners who have not met."""
        chance = by_lot(self.seed, f"round {self.number}, partners", order)
        if 2 * (sum(_COMPANY) * (self.rounds - 1)) < len(order):
            # Everybody has met fewer than half of the others by then, so that all can be paired (Dirac 1952).
            return [*pairings(chance, lambda one, other: not self.met.get(frozenset((one, other)), 0))]
        for turn in range(self.number, self.number + len(order) - 1):
            pairs = [(order[one], order[other]) for one, other in circle(len(order), turn)]
            if all(self._are_new(*pair) for pair in pairs):
                return [*pairs]
        return [*pairings(chance, self._are_new)]

    def _are_new(self, one: int, other: int) -> bool:
        return not self.partnered.get(frozenset((one, other)), 0)

    def _settle(self, tables: list[list[Units]]) -> int:
        """Exchange units between tables as long as that reduces repeated meetings; returns how many remain."""
        cost = self._cost_of()
        pairs = [(one, other) for one in range(len(tables)) for other in range(one)]
        while sum(self._exchange(tables[one], tables[other], cost) for one, other in pairs):
            pass
        return sum(_within(table, cost) for table in tables)

    def _exchange(self, one: list[Units], other: list[Units], cost: Callable[[Units, Units], int]) -> bool:
        before = _within(one, cost) + _within(other, cost)
        if not before:
            return False
        for mine in range(len(one)):
            for theirs in range(len(other)):
                one[mine], other[theirs] = other[theirs], one[mine]
                if _within(one, cost) + _within(other, cost) < before:
                    return True
                one[mine], other[theirs] = other[theirs], one[mine]
        return False

    def _cost_of(self) -> Callable[[Units, Units], int]:
        def cost(one: Units, other: Units) -> int:
            return sum(self.met.get(frozenset((mine, theirs)), 0) ** 2 for mine in one for theirs in other)

        return cost


def _within(table: Sequence[Units], cost: Callable[[Units, Units], int]) -> int:
    return sum(cost(table[one], table[other]) for one in range(len(table)) for other in range(one))


Sides = tuple[tuple[int, ...], ...]
"""The entries at a table, by side."""


def order(state: Tournament) -> list[int]:
    """Sort all entries by their lots, late ones behind; an entry that has gone keeps its place."""
    late = [number for number, entry in state.entries.items() if number not in state.at_draw and not entry.is_reserve]
    return [*by_lot(state.seed, "draw", state.at_draw), *late]


def next_round(state: Tournament, now_s: int) -> RoundBegun:
    """Seat the next round by the movement; raises StepError if that is impossible."""
    number = len(state.rounds) + 1
    if not state.seed:
        raise StepError(Message("draw the lots first"))
    tables, boards = _seated(state, number)
    whole = [(at, sides) for at, sides in enumerate(tables) if all(all(side) for side in sides)]
    if not whole:
        raise StepError(Message("there are too few entries for a table"))
    # A table of Mitchell keeps its name and its boards, also where another one is left empty in this round.
    if state.opening.movement != "mitchell":
        whole = list(enumerate(sides for _, sides in whole))
    names = _names(state, len(tables))
    seated = tuple(
        SeatedTable(table=names[at], sides=sides, boards=boards[at] if boards else _same_boards(state, number))
        for at, sides in whole
    )
    seated_entries = {entry for table in seated for entry in table.entries}
    out = tuple(entry for entry in order(state) if entry not in seated_entries and entry in state.active)
    return RoundBegun(t=now_s, number=number, tables=seated, out=out)


def _seated(state: Tournament, number: int) -> tuple[list[Sides], list[tuple[int, ...]]]:
    """Return the sides of each table, 0 where nobody sits; and each table's boards, if they differ."""
    match state.opening.movement:
        case "round-robin":
            return _round_robin(state, number), []
        case "mitchell":
            return _mitchell(state, number)
        case "swiss":
            return _swiss(state), []
        case "draw":
            return _draw(state, number), []
        case "free":
            raise StepError(Message("free seating is yours: say who sits where"))


def free_round(state: Tournament, now_s: int, tables: Sequence[tuple[str, Sides]]) -> RoundBegun:
    """Begin the next round as the organiser seats it: the name and the sides of each table."""
    number = len(state.rounds) + 1
    seated = tuple(SeatedTable(table=name, sides=sides, boards=_same_boards(state, number)) for name, sides in tables)
    seated_entries = {entry for table in seated for entry in table.entries}
    out = tuple(entry for entry in state.active if entry not in seated_entries)
    return RoundBegun(t=now_s, number=number, tables=seated, out=out)


def shortage(state: Tournament) -> Message | None:
    """Return why the announced rounds cannot all be seated with the drawn entries, and what to do; else None."""
    places, announced = len(state.at_draw), state.opening.rounds
    match state.opening.movement:
        case "round-robin":
            most = places + places % 2 - 1
        case "mitchell":
            most = most_rounds((places + 1) // 2)
        case _:
            most = announced
    if not state.seed or most >= announced:
        return None
    return Message(
        "with these entries the movement has {n} rounds, not {n2}; undo the draw, enter more and draw again, "
        "or end the tournament after round {n}",
        n=most,
        n2=announced,
    )


def _same_boards(state: Tournament, number: int) -> tuple[int, ...]:
    """Return the boards of a round in which all tables play the same ones: only if they are compared."""
    if state.opening.ranked != "matchpoints" or not state.opening.deals:
        return ()
    first = (number - 1) * state.opening.deals + 1
    return tuple(range(first, first + state.opening.deals))


def _names(state: Tournament, count: int) -> list[str]:
    """Name the tables: the chosen names first, then numbers that none of them has."""
    names = list(state.opening.tables)
    number = 0
    while len(names) < count:
        number += 1
        if str(number) not in names:
            names.append(str(number))
    return names


def _placed(state: Tournament, places: int) -> list[int]:
    """Return the entry in each place of a draw; 0 where there is none, or it has gone."""
    placed = [entry if entry in state.active else 0 for entry in order(state)]
    return [*placed, *(0 for _ in range(places - len(placed)))]


def _round_robin(state: Tournament, number: int) -> list[Sides]:
    places = len(state.at_draw) + len(state.at_draw) % 2
    if number >= places:
        raise StepError(Message("everybody has met everybody; the round robin is over"))
    placed = _placed(state, places)
    return [((placed[one],), (placed[other],)) for one, other in circle(places, number)]


def _mitchell(state: Tournament, number: int) -> tuple[list[Sides], list[tuple[int, ...]]]:
    tables, deals = (len(state.at_draw) + 1) // 2, state.opening.deals
    if number > most_rounds(tables):
        raise StepError(Message("{n} tables have no more rounds in which nobody meets anybody twice", n=tables))
    placed = _placed(state, 2 * tables)
    seated, boards = list[Sides](), list[tuple[int, ...]]()
    for north_south, east_west, board_set in mitchell(tables, number):
        seated.append(((placed[north_south],), (placed[tables + east_west],)))
        boards.append(tuple(range(board_set * deals + 1, (board_set + 1) * deals + 1)))
    return seated, boards


def count_byes(state: Tournament) -> Counter[int]:
    """Count how often each entry has sat out."""
    return Counter(entry for round_ in state.rounds for entry in round_.begun.out)


def _swiss(state: Tournament) -> list[Sides]:
    """Pair neighbours in the ranking, nobody twice if possible; the last one who has not yet sat out does so."""
    lots = {entry: at for at, entry in enumerate(order(state))}
    place = {one.entry: one.place for one in standings(state)}
    ranked = sorted(state.active, key=lambda entry: (place.get(entry, 0), lots[entry]))
    if len(ranked) % 2:
        rested = count_byes(state)
        fewest = min(rested[entry] for entry in ranked)
        ranked.remove([entry for entry in ranked if rested[entry] == fewest][-1])
    met = {frozenset(pair[:2]) for pair in meetings(state)} | {*teammates(state)}
    paired = pairings(ranked, lambda one, other: frozenset((one, other)) not in met)
    return [_sides_by_turns(state, one, other) for one, other in paired]


def _sides_by_turns(state: Tournament, one: int, other: int) -> Sides:
    """Order two entries: whoever has been the first side more often is the second one now."""
    first = Counter(table.sides[0][0] for round_ in state.rounds for table in round_.begun.tables)
    return ((other,), (one,)) if first[one] > first[other] else ((one,), (other,))


def teammates(state: Tournament) -> Iterator[frozenset[int]]:
    """Yield each two entries of one team."""
    for entries in state.teams.values():
        yield from map(frozenset, combinations(entries, 2))


def _draw(state: Tournament, number: int) -> list[Sides]:
    sizes = state.form.sizes
    rested = count_byes(state)
    lots = [entry for entry in order(state) if entry in state.active]
    chance = by_lot(state.seed, f"round {number}, out", lots)
    surplus = len(lots) % sum(sizes)
    resting = set(sorted(chance, key=lambda entry: rested[entry])[:surplus])
    playing = [entry for entry in lots if entry not in resting]
    partnered, met = Counter[frozenset[int]](), Counter[frozenset[int]]()
    for one, other, is_partner in meetings(state):
        met[frozenset((one, other))] += 1
        partnered[frozenset((one, other))] += is_partner
    # Entries of one team count as if they had met: they sit apart as long as there is room.
    for pair in teammates(state):
        met[pair] += 1
        partnered[pair] += 1
    return (
        list(PartnerDraw(state.seed, number, state.opening.rounds, partnered, met).tables(playing, sizes))
        if playing
        else []
    )


def deviating_rounds(steps: Sequence[TournamentStep]) -> Iterator[int]:
    """Yield the rounds whose seating differs from the draw's; each is drawn again from the steps before it.

    Args:
        steps: the standing steps, in order.
    """
    state, _ = tournament(steps[:1])
    for step in steps[1:]:
        if isinstance(step, RoundBegun) and next_round(state, step.t) != step:
            yield step.number
        state = apply(state, step)
