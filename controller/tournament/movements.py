"""The seating of the next round by the movement of the tournament."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from controller.record.message import Message
from controller.tournament import fixed
from controller.tournament.fold import Tournament, meetings
from controller.tournament.lots import drawn
from controller.tournament.matching import pairings
from controller.tournament.partners import PartnerDraw
from controller.tournament.standings import standings
from controller.tournament.steps import RoundBegun, SeatedTable, StepError

Sides = tuple[tuple[int, ...], ...]
"""The entries at a table, by side."""


def order(state: Tournament) -> list[int]:
    """All entries in the order of their lots, those that came later behind; whoever has gone keeps the place."""
    late = [number for number in state.entries if number not in state.at_draw]
    return [*drawn(state.seed, "draw", state.at_draw), *late]


def next_round(state: Tournament, now_s: int) -> RoundBegun:
    """The next round, seated as the movement has it; raises StepError where it cannot be."""
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
    there = {entry for table in seated for entry in table.entries}
    out = tuple(entry for entry in order(state) if entry not in there and not state.entries[entry].gone)
    return RoundBegun(t=now_s, number=number, tables=seated, out=out)


def _seated(state: Tournament, number: int) -> tuple[list[Sides], list[tuple[int, ...]]]:
    """The sides of each table, 0 where nobody sits; and its boards, where each has others."""
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
    """The next round, seated by the organiser: the name and the sides of each table."""
    number = len(state.rounds) + 1
    seated = tuple(SeatedTable(table=name, sides=sides, boards=_same_boards(state, number)) for name, sides in tables)
    there = {entry for table in seated for entry in table.entries}
    out = tuple(entry for entry in state.active if entry not in there)
    return RoundBegun(t=now_s, number=number, tables=seated, out=out)


def shortage(state: Tournament) -> Message | None:
    """Why the rounds announced cannot all be seated with the entries drawn, and what to do; None: they can."""
    places, announced = len(state.at_draw), state.opening.rounds
    match state.opening.movement:
        case "round-robin":
            most = places + places % 2 - 1
        case "mitchell":
            most = fixed.most_rounds((places + 1) // 2)
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
    """The boards of a round where every table plays the same ones: only where they are compared."""
    if state.opening.ranked != "matchpoints" or not state.opening.deals:
        return ()
    first = (number - 1) * state.opening.deals + 1
    return tuple(range(first, first + state.opening.deals))


def _names(state: Tournament, count: int) -> list[str]:
    """Names of tables: the chosen ones first, then numbers that none of them has."""
    names = list(state.opening.tables)
    number = 0
    while len(names) < count:
        number += 1
        if str(number) not in names:
            names.append(str(number))
    return names


def _placed(state: Tournament, places: int) -> list[int]:
    """The entry in each place of a draw; 0 where there is none, or it has gone."""
    found = [0 if state.entries[entry].gone else entry for entry in order(state)]
    return [*found, *(0 for _ in range(places - len(found)))]


def _round_robin(state: Tournament, number: int) -> list[Sides]:
    places = len(state.at_draw) + len(state.at_draw) % 2
    if number >= places:
        raise StepError(Message("everybody has met everybody; the round robin is over"))
    placed = _placed(state, places)
    return [((placed[one],), (placed[other],)) for one, other in fixed.circle(places, number)]


def _mitchell(state: Tournament, number: int) -> tuple[list[Sides], list[tuple[int, ...]]]:
    tables, deals = (len(state.at_draw) + 1) // 2, state.opening.deals
    if number > fixed.most_rounds(tables):
        raise StepError(Message("{n} tables have no more rounds in which nobody meets anybody twice", n=tables))
    placed = _placed(state, 2 * tables)
    seated, boards = list[Sides](), list[tuple[int, ...]]()
    for north_south, east_west, board_set in fixed.mitchell(tables, number):
        seated.append(((placed[north_south],), (placed[tables + east_west],)))
        boards.append(tuple(range(board_set * deals + 1, (board_set + 1) * deals + 1)))
    return seated, boards


def sat_out(state: Tournament) -> Counter[int]:
    """How often each entry has sat out."""
    return Counter(entry for round_ in state.rounds for entry in round_.begun.out)


def _swiss(state: Tournament) -> list[Sides]:
    """Neighbours in the ranking meet, nobody twice as long as that can be; the last who has not yet sits out."""
    lots = {entry: at for at, entry in enumerate(order(state))}
    place = {one.entry: one.place for one in standings(state)}
    ranked = sorted(state.active, key=lambda entry: (place.get(entry, 0), lots[entry]))
    if len(ranked) % 2:
        rested = sat_out(state)
        fewest = min(rested[entry] for entry in ranked)
        ranked.remove([entry for entry in ranked if rested[entry] == fewest][-1])
    met = {frozenset(pair[:2]) for pair in meetings(state)}
    paired = pairings(ranked, lambda one, other: frozenset((one, other)) not in met)
    return [_sides_by_turns(state, one, other) for one, other in paired]


def _sides_by_turns(state: Tournament, one: int, other: int) -> Sides:
    """Whoever has been the first side more often is the second one now."""
    first = Counter(table.sides[0][0] for round_ in state.rounds for table in round_.begun.tables)
    return ((other,), (one,)) if first[one] > first[other] else ((one,), (other,))


def _draw(state: Tournament, number: int) -> list[Sides]:
    sizes = state.form.sizes
    rested = sat_out(state)
    lots = [entry for entry in order(state) if not state.entries[entry].gone]
    chance = drawn(state.seed, f"round {number}, out", lots)
    surplus = len(lots) % sum(sizes)
    resting = set(sorted(chance, key=lambda entry: rested[entry])[:surplus])
    playing = [entry for entry in lots if entry not in resting]
    partnered, met = Counter[frozenset[int]](), Counter[frozenset[int]]()
    for one, other, is_partner in meetings(state):
        met[frozenset((one, other))] += 1
        partnered[frozenset((one, other))] += is_partner
    return (
        list(PartnerDraw(state.seed, number, state.opening.rounds, partnered, met).tables(playing, sizes))
        if playing
        else []
    )


def strayed(state: Tournament) -> Iterator[int]:
    """The rounds whose seating is another one than the draw gives; each is drawn again from what was before it."""
    for at, round_ in enumerate(state.rounds):
        before = replace(state, rounds=state.rounds[:at], ended=False)
        if next_round(before, round_.begun.t) != round_.begun:
            yield round_.number
